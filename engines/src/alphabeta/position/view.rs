//! What a position tells: counts, patterns, candidates, values.

use referee::{color::Color, gomoku};

use super::Position;
use crate::alphabeta::{
    cell::{Cell, Sites},
    point_pattern::PointPattern,
    weights::{DISTANCES, threats},
};

impl<const HALF: usize> Position<HALF> {
    #[inline(always)]
    pub(in crate::alphabeta) fn turn(&self) -> Color {
        self.turn
    }

    pub(in crate::alphabeta) fn rule(&self) -> gomoku::Rule {
        self.rule
    }

    /// Empty points left.
    #[inline(always)]
    pub(in crate::alphabeta) fn empties(&self) -> usize {
        self.empties
    }

    /// Zobrist key of stones and turn.
    #[inline(always)]
    pub(in crate::alphabeta) fn key(&self) -> u64 {
        self.tally.key
    }

    /// How many empty points have this pattern for `color`.
    #[inline(always)]
    pub(in crate::alphabeta) fn count(&self, color: Color, pattern: PointPattern) -> u8 {
        self.tally.counts[color.index()][pattern as usize]
    }

    /// The pattern of a point for `color`, as a number of the rising order.
    #[inline(always)]
    pub(in crate::alphabeta) fn pattern(&self, color: Color, cell: Cell) -> u8 {
        self.cells[cell.index()].pattern[color.index()]
    }

    #[inline(always)]
    pub(in crate::alphabeta) fn is_empty(&self, cell: Cell) -> bool {
        self.empty.contains(cell)
    }

    /// How early to try a move of the side to move.
    #[inline(always)]
    pub(in crate::alphabeta) fn promise(&self, cell: Cell) -> i32 {
        let codes = self.cells[cell.index()].codes;
        let [black, white] = self.worths(codes);
        match self.turn {
            Color::Black => black.attack() + white.defence(),
            Color::White => white.attack() + black.defence(),
        }
    }

    /// What the distances of a cell from the other side's last stone and our own add to that.
    #[inline(always)]
    pub(in crate::alphabeta) fn nearness(&self, cell: Cell, last: [Cell; 2]) -> i32 {
        let of = |whose: usize| {
            let distance = cell.distance(last[whose]).clamp(1, DISTANCES);
            self.tables.near[whose][distance - 1]
        };
        of(0) + of(1)
    }

    /// Empty points where `color` makes a four or better.
    #[inline(always)]
    pub(in crate::alphabeta) fn fours(&self, color: Color) -> &Sites {
        &self.fours[color.index()]
    }

    /// The empty point where `color` makes five, if any.
    pub(in crate::alphabeta) fn five(&self, color: Color) -> Option<Cell> {
        self.fours(color)
            .find(|cell| self.pattern(color, cell) == PointPattern::Five as u8)
    }

    /// Visits every candidate.
    #[inline(always)]
    pub(in crate::alphabeta) fn candidates(&self, visit: impl FnMut(Cell)) {
        Sites::each(|row| self.near.rows[row] & self.empty.rows[row], visit);
    }

    /// Visits every empty point where one of the colours makes a four or better.
    #[inline(always)]
    pub(in crate::alphabeta) fn fours_of_both(&self, visit: impl FnMut(Cell)) {
        Sites::each(|row| self.fours[0].rows[row] | self.fours[1].rows[row], visit);
    }

    /// Visits every empty point.
    pub(in crate::alphabeta) fn empty_points(&self, visit: impl FnMut(Cell)) {
        Sites::each(|row| self.empty.rows[row], visit);
    }

    /// The stone put `back` moves ago, 1 being the last.
    #[inline(always)]
    pub(in crate::alphabeta) fn played(&self, back: usize) -> Cell {
        match self.played.len().checked_sub(back) {
            Some(index) => self.played[index].cell,
            None => Cell::NONE,
        }
    }

    /// Value for the side to move: the mean of this position's and the last one's sums, so that having just moved
    /// counts neither way, and the threats.
    #[inline(always)]
    pub(in crate::alphabeta) fn value(&self) -> i32 {
        let before = self
            .played
            .last()
            .map_or(self.tally.value, |change| change.tally.value);
        let mean = (self.tally.value + before) / 2;
        self.tables.threats[self.threats() as usize] + if self.turn == Color::Black { mean } else { -mean }
    }

    /// Which threats stand, for the side to move.
    #[inline(always)]
    pub(in crate::alphabeta) fn threats(&self) -> u32 {
        threats(
            &self.tally.counts[self.turn.index()],
            &self.tally.counts[(!self.turn).index()],
        )
    }

    /// The shapes of an empty point for `color`.
    pub(in crate::alphabeta) fn code(&self, color: Color, cell: Cell) -> u16 {
        (self.cells[cell.index()].codes >> (16 * color.index())) as u16
    }
}
