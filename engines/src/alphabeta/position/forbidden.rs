//! Renju's forbidden points, exact: the pattern of a point tells all but whether two threes are real, which depends on
//! whether the stones that would make them straight fours are themselves allowed.

use referee::color::Color;

use super::Position;
use crate::alphabeta::{
    cell::{Cell, STEPS, line_of},
    line_pattern::LinePattern,
    point_pattern::{PointPattern, line_patterns_of},
};

impl<const HALF: usize> Position<HALF> {
    /// Whether the side to move may put a stone on this empty cell.
    #[inline(always)]
    pub(in crate::alphabeta) fn is_legal(&mut self, cell: Cell) -> bool {
        self.turn != Color::Black
            || self.pattern(Color::Black, cell) != PointPattern::Forbidden as u8
            || !self.is_forbidden(cell)
    }

    /// Whether renju forbids Black this empty cell. Ask only where its pattern is [`PointPattern::Forbidden`].
    #[cold]
    pub(in crate::alphabeta) fn is_forbidden(&mut self, cell: Cell) -> bool {
        let code = self.cells[cell.index()].codes as u16;
        self.judge(cell, line_patterns_of(code))
    }

    /// Ends because every level of the recursion puts one more stone.
    fn judge(&mut self, cell: Cell, shapes: [LinePattern; 4]) -> bool {
        match PointPattern::of(shapes, true) {
            PointPattern::Forbidden => {}
            _ => return false,
        }
        let fours = shapes
            .iter()
            .filter(|shape| matches!(shape, LinePattern::ClosedFour | LinePattern::OpenFour))
            .count();
        if fours >= 2
            || shapes
                .iter()
                .any(|shape| matches!(shape, LinePattern::Overline | LinePattern::TwinFours))
        {
            return true;
        }
        self.put(cell);
        let mut threes = 0;
        for (direction, shape) in shapes.into_iter().enumerate() {
            if matches!(shape, LinePattern::OpenThree | LinePattern::FreeThree)
                && self.is_three(cell, direction)
            {
                threes += 1;
            }
        }
        self.put(cell);
        threes >= 2
    }

    /// Whether some allowed stone on this line of a black stone makes a straight four with it, and no five elsewhere.
    fn is_three(&mut self, cell: Cell, direction: usize) -> bool {
        (-3_isize..=3).filter(|&offset| offset != 0).any(|offset| {
            let end = Cell::from_index(cell.index().wrapping_add_signed(offset * STEPS[direction]));
            if !self.empty_now(end) || !self.is_connected(cell, direction, offset) {
                return false;
            }
            let shapes = line_patterns_of(self.codes_at(end) as u16);
            shapes[direction] == LinePattern::OpenFour
                && !shapes.contains(&LinePattern::Five)
                && !self.judge(end, shapes)
        })
    }

    /// Whether only black stones stand between a cell and the one `offset` steps on.
    fn is_connected(&self, cell: Cell, direction: usize, offset: isize) -> bool {
        (1..offset.unsigned_abs()).all(|step| {
            let between = cell
                .index()
                .wrapping_add_signed(step as isize * offset.signum() * STEPS[direction]);
            self.stone(Cell::from_index(between)) == Some(Color::Black)
        })
    }

    /// Whether the line keys have no stone here; the sets don't know the stones that [`judge`](Self::judge) puts.
    fn empty_now(&self, cell: Cell) -> bool {
        let (line, place) = line_of(cell, 0);
        self.lines[0][line] >> (2 * place) & 3 == 0
    }

    /// Puts a black stone into the line keys, or takes it out again.
    fn put(&mut self, cell: Cell) {
        for direction in 0..4 {
            let (line, place) = line_of(cell, direction);
            self.lines[direction][line] ^= 1 << (2 * place);
        }
    }
}
