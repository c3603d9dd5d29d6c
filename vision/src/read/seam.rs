//! Seams: where one flat colour goes on from a cell into the next. Stones end before their cell does, or touch the next one in a
//! point; a notice, another window or a panel does not heed where cells end. It knows neither kinds nor words.

use super::{
    measure::{core, distance, inner_arms, median_color},
    model::Model,
};
use crate::read::thresholds::seam::{
    LARGE_SIDES, OUTER, SEAM_LEAST, SEAM_OFF, SEAM_ON, SEAM_OUTER, SEAM_OUTER_ON, SEAM_SAME,
};
use crate::{
    observation::{Cell, Content},
    read::lain_over::HIDDEN,
    template::{Canvas, Patch, Rgb, SIDE},
};

/// Two cells, the right one or the lower one second, with the colour that lies over their common side and in the middle of one of
/// them: what lies under a tint has another one there.
#[derive(Clone, Copy, Debug)]
struct Seam {
    cells: [usize; 2],
    color: Rgb,
}

/// How much of a common side is of one colour, in samples.
#[derive(Clone, Copy, Debug)]
struct Sewn {
    all: usize,
    /// At the ends of the side, where discs that touch do not meet.
    outer: usize,
}

impl Model {
    /// Takes back stones that go on beyond their cells: into another one, or into what cannot be told.
    pub(super) fn doubt_seams(&self, canvas: &Canvas, cells: &mut [Cell]) {
        let spread = self.spread(canvas, 2, &|cell| cells[cell].content != Content::Empty);
        for (cell, is_spread) in cells.iter_mut().zip(spread) {
            if is_spread && matches!(cell.content, Content::Stone(_)) {
                *cell = HIDDEN;
            }
        }
    }

    /// Of some cells, those over which one colour lies that goes on over so many of them. Words may be written on it.
    pub(super) fn spread(&self, canvas: &Canvas, least: usize, among: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut colors: Vec<Option<Rgb>> = vec![None; canvas.patches().len()];
        let seams = self.seams(canvas, among);
        let mut found: Vec<usize> = Vec::new();
        for seam in &seams {
            for cell in seam.cells {
                if colors[cell].replace(seam.color).is_none() {
                    found.push(cell);
                }
            }
        }
        while let Some(cell) = found.pop() {
            let Some(color) = colors[cell] else { continue };
            for (next, side) in neighbours(canvas, cell) {
                if colors[next].is_none()
                    && among(next)
                    && self.sewn(canvas, [cell, next], side, color).goes_on()
                {
                    colors[next] = Some(color);
                    found.push(next);
                }
            }
        }
        let count = colors.iter().flatten().count();
        colors
            .iter()
            .map(|color| color.is_some() && count >= least)
            .collect()
    }

    /// The seams between two of some cells. There are none where stones fill their cells or are larger, for those go on into the next;
    /// nor on a full board, which does not tell whether they do.
    fn seams(&self, canvas: &Canvas, among: &dyn Fn(usize) -> bool) -> Vec<Seam> {
        // Parts of cells do not lie side by side.
        if self.reach() < 1.0 {
            return Vec::new();
        }
        let all = (0..canvas.patches().len()).filter(|cell| among(*cell));
        let beside = |cell: usize| neighbours(canvas, cell).map(move |(next, side)| (cell, next, side));
        let (inner, rim): (Vec<_>, Vec<_>) = all.flat_map(beside).partition(|(_, next, _)| among(*next));
        let seams: Vec<Seam> = inner
            .into_iter()
            .filter_map(|(cell, next, side)| {
                let color = core(&canvas.patches()[cell]);
                let cells = [cell, next];
                let is_seam = self.sewn(canvas, cells, side, color).is_seam();
                is_seam.then_some(Seam { cells, color })
            })
            .collect();
        if seams.is_empty() {
            return seams;
        }
        let filled = rim
            .into_iter()
            .filter_map(|(cell, _, side)| self.fills(canvas, cell, side));
        let filled: Vec<bool> = filled.collect();
        let count = filled.iter().filter(|is_filled| **is_filled).count();
        if count as f32 >= LARGE_SIDES * filled.len() as f32 {
            return Vec::new();
        }
        seams
    }

    /// Whether what lies in a cell reaches so much of one of its sides that it may go on. `None` if it is of the ground's colour there.
    fn fills(&self, canvas: &Canvas, cell: usize, side: Side) -> Option<bool> {
        let (patch, bare) = (&canvas.patches()[cell], &self.background.expected[cell]);
        let ground = median_color((0..SIDE).flat_map(|step| side.edge(bare, step)));
        (distance(core(patch), ground) > SEAM_OFF).then(|| side.is_filled(patch, bare))
    }

    /// How much of two cells' common side is of that colour, and not the ground's.
    fn sewn(&self, canvas: &Canvas, cells: [usize; 2], side: Side, color: Rgb) -> Sewn {
        let pair = cells.map(|cell| &canvas.patches()[cell]);
        let expected = cells.map(|cell| &self.background.expected[cell]);
        Sewn::along(|step| is_sewn(&across(pair, side, step), &across(expected, side, step), color))
    }
}

impl Sewn {
    fn along(is_sewn: impl Fn(usize) -> bool) -> Sewn {
        let sewn = (0..SIDE).filter(|step| is_sewn(*step));
        let (outer, inner): (Vec<usize>, Vec<usize>) =
            sewn.partition(|step| *step.min(&(SIDE - 1 - step)) < OUTER);
        Sewn {
            all: outer.len() + inner.len(),
            outer: outer.len(),
        }
    }

    fn is_seam(self) -> bool {
        self.outer >= SEAM_OUTER && self.all >= SEAM_LEAST
    }

    /// Whether what is known to go on beyond a cell does so here.
    fn goes_on(self) -> bool {
        self.outer >= SEAM_OUTER_ON || self.all >= SEAM_ON
    }
}

/// The cells left, right, above and below, with the side on which each lies.
pub(super) fn neighbours(canvas: &Canvas, cell: usize) -> impl Iterator<Item = (usize, Side)> {
    let (columns, rows) = (usize::from(canvas.columns()), usize::from(canvas.rows()));
    let inner = inner_arms(cell % columns, cell / columns, columns, rows);
    let sides = Side::ALL.into_iter().zip(inner);
    sides
        .filter(|(_, inner)| *inner)
        .map(move |(side, _)| (side.next(cell, columns), side))
}

/// Whether samples across a side are of one colour, and none is the ground.
fn is_sewn(seen: &[Rgb], expected: &[Rgb], color: Rgb) -> bool {
    let mut pairs = seen.iter().zip(expected);
    pairs.all(|(seen, bare)| distance(*seen, color) < SEAM_SAME && distance(*seen, *bare) > SEAM_OFF)
}

/// A side of a cell, in the order of [`inner_arms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
    Above,
    Below,
}

impl Side {
    const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Above, Side::Below];

    /// The cell there, of one that has one.
    fn next(self, cell: usize, columns: usize) -> usize {
        match self {
            Side::Left => cell - 1,
            Side::Right => cell + 1,
            Side::Above => cell - columns,
            Side::Below => cell + columns,
        }
    }

    fn opposite(self) -> Side {
        Side::ALL[self as usize ^ 1]
    }

    /// Whether one colour, and not the ground's, lies along so much of this side that it may go on. A mark in a stone's middle has another
    /// one.
    fn is_filled(self, patch: &Patch, bare: &Patch) -> bool {
        let color = median_color((0..SIDE).flat_map(|step| self.edge(patch, step)));
        Sewn::along(|step| is_sewn(&self.edge(patch, step), &self.edge(bare, step), color)).goes_on()
    }

    /// The two outermost samples, so many samples along this side.
    fn edge(self, patch: &Patch, step: usize) -> [Rgb; 2] {
        [0, 1].map(|deep| match self {
            Side::Left => patch.at(deep, step),
            Side::Right => patch.at(SIDE - 1 - deep, step),
            Side::Above => patch.at(step, deep),
            Side::Below => patch.at(step, SIDE - 1 - deep),
        })
    }
}

/// The samples on both sides of two cells' common side, so many samples along it.
fn across([first, second]: [&Patch; 2], side: Side, step: usize) -> [Rgb; 4] {
    let ([a, b], [c, d]) = (side.edge(first, step), side.opposite().edge(second, step));
    [a, b, c, d]
}
