//! Cells in relief: buttons, raised or sunken, each with a light rim on two sides and a dark one on the others. Where two of
//! them meet, a dark rim lies beside a light one, and together they are as light as the ground: what tells is that one half
//! of the line is lighter than its side and the other one darker. It does not know where lines are.

use crate::locate::{
    level::{Level, dot, largest, median, part_of},
    thresholds::look::{BARE_PART_MAX, CHANGE_PART_MAX, CHANGE_PART_MIN, RIM_MIN, RIM_PART_MIN},
    trend::less,
};

/// How much each half of a line differs from the ground on its side: before and after the line's middle.
pub(super) type Halves = [Level; 2];

/// What lies on either side of the middle between two cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relief {
    usual: Halves,
}

impl Relief {
    /// What the lines usually show, `None` unless one half is lighter than its side and the other one darker.
    pub(super) fn of(lines: &[Halves]) -> Option<Relief> {
        let usual = [0, 1].map(|half| median(&lines.iter().map(|halves| halves[half]).collect::<Vec<_>>()));
        let (before, after) = (largest(usual[0]), largest(usual[1]));
        let (fainter, clearer) = (before.min(after), before.max(after));
        let is_relief =
            dot(usual[0], usual[1]) < 0.0 && fainter >= RIM_MIN && fainter >= RIM_PART_MIN * clearer;
        is_relief.then_some(Relief { usual })
    }

    /// How much changes from the one half to the other.
    pub(super) fn change(&self) -> Level {
        less(self.usual[1], self.usual[0])
    }

    /// Whether there is no rim at all.
    pub(super) fn is_bare(&self, halves: &Halves) -> bool {
        let most = BARE_PART_MAX * largest(self.change());
        halves.iter().all(|half| largest(*half) < most)
    }

    /// Whether there is the rim of a cell on one side, whatever lies on the other.
    pub(super) fn has_rim(&self, halves: &Halves) -> bool {
        (0..2).any(|half| self.is_rim(half, halves))
    }

    /// Whether there is one on that side.
    pub(super) fn is_rim(&self, half: usize, halves: &Halves) -> bool {
        (CHANGE_PART_MIN..CHANGE_PART_MAX).contains(&part_of(self.usual[half], halves[half]))
    }
}

/// Whether lines may be where rims meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Rims {
    Allowed,
    Excluded,
}
