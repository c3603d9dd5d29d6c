//! Renju's forbidden points: where Black may not play. Judges stones only; whose turn it is, is not its business.
//!
//! Source: "The International Rules of Renju" of the Renju International Federation (1996, corrected 1998),
//! parts 3 and 9. In its terms, for a black stone just put on a point:
//!
//! - *Five*: an unbroken row of exactly five. It wins, whatever else the stone makes (9.2).
//! - *Overline*: an unbroken row of six or more. Forbidden.
//! - *Four*: four stones of a row which one more stone makes a five: `XXXX_`, `XX_XX`. Two fours at once are
//!   forbidden, also in one line, where they share stones: `X_XXX_X`.
//! - *Straight four* (open four): `_XXXX_` with a five on either side, so not `X_XXXX_`, whose left side is an
//!   overline.
//! - *Three*: three stones which one more stone makes a straight four, without making a five at the same time.
//!   That stone must be allowed: it makes no overline, no double-four and no double-three (9.3), which is judged
//!   in the same way with the stones then on the board. Two threes at once are forbidden.

use std::fmt;

use crate::{
    gomoku::{
        board::{Board, Cell},
        line::{Direction, reach, streak},
        padding::{AREA, padded_index},
    },
    point::Point,
};

/// Why Black may not play somewhere. If several reasons hold, the first of this order is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Forbidden {
    /// Six or more in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

impl Forbidden {
    /// `overline`, `double-four` or `double-three`.
    pub fn name(self) -> &'static str {
        match self {
            Forbidden::Overline => "overline",
            Forbidden::DoubleFour => "double-four",
            Forbidden::DoubleThree => "double-three",
        }
    }
}

impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why `point` is forbidden for Black; `None` if it is allowed, occupied or off the board.
pub fn forbidden(board: &Board, point: Point) -> Option<Forbidden> {
    if !board.is_empty(point) || is_quiet(board.cells(), padded_index(point)) {
        return None;
    }
    match judge(&mut board.cells().clone(), padded_index(point)) {
        Judgement::Forbidden(reason) => Some(reason),
        Judgement::Five | Judgement::Allowed => None,
    }
}

/// Every forbidden point with its reason, row by row from the top left.
pub fn forbidden_points(board: &Board) -> Vec<(Point, Forbidden)> {
    board
        .empties()
        .filter_map(|point| forbidden(board, point).map(|reason| (point, reason)))
        .collect()
}

enum Judgement {
    Five,
    Forbidden(Forbidden),
    Allowed,
}

/// Whether there are too few black stones about for anything to be forbidden: each reason takes four others,
/// none farther than five steps.
fn is_quiet(cells: &[Cell; AREA], index: usize) -> bool {
    let mut black = 0;
    for direction in Direction::ALL {
        for step in [direction.step(), -direction.step()] {
            let mut next = index;
            for _ in 0..5 {
                next = next.wrapping_add_signed(step);
                match cells[next] {
                    Cell::Black => black += 1,
                    Cell::Empty => {}
                    Cell::White | Cell::Wall => break,
                }
            }
        }
    }
    black < 4
}

/// Judges a black stone on the empty `index`. The cells come back as they were.
///
/// Ends because every level of the recursion puts one more stone.
fn judge(cells: &mut [Cell; AREA], index: usize) -> Judgement {
    debug_assert_eq!(cells[index], Cell::Empty);
    cells[index] = Cell::Black;
    let judgement = judge_stone(cells, index);
    cells[index] = Cell::Empty;
    judgement
}

fn judge_stone(cells: &mut [Cell; AREA], index: usize) -> Judgement {
    let mut overline = false;
    let mut fours = 0;
    for direction in Direction::ALL {
        let row = Row::through(cells, index, direction.step());
        match row.length {
            5 => return Judgement::Five,
            6.. => overline = true,
            _ => fours += row.fours(cells),
        }
    }
    if overline {
        return Judgement::Forbidden(Forbidden::Overline);
    }
    if fours >= 2 {
        return Judgement::Forbidden(Forbidden::DoubleFour);
    }
    let mut threes = 0;
    for direction in Direction::ALL {
        let row = Row::through(cells, index, direction.step());
        threes += usize::from(row.is_three(cells));
        if threes == 2 {
            return Judgement::Forbidden(Forbidden::DoubleThree);
        }
    }
    Judgement::Allowed
}

/// An unbroken black row and the cells just beyond its ends.
struct Row {
    length: usize,
    step: isize,
    /// `[before, after]`, each with the step that leads away from the row.
    ends: [(usize, isize); 2],
}

impl Row {
    fn through(cells: &[Cell; AREA], index: usize, step: isize) -> Row {
        let (back, ahead) = reach(cells, index, Cell::Black, step);
        let before = index.wrapping_add_signed(-step * (back as isize + 1));
        let after = index.wrapping_add_signed(step * (ahead as isize + 1));
        Row {
            length: back + 1 + ahead,
            step,
            ends: [(before, -step), (after, step)],
        }
    }

    /// The length after one more stone on the end, or 0 if the end is not empty.
    fn length_with(&self, cells: &[Cell; AREA], (end, away): (usize, isize)) -> usize {
        if cells[end] == Cell::Empty {
            self.length + 1 + streak(cells, end, Cell::Black, away)
        } else {
            0
        }
    }

    /// Fours that have this row in them: `_XXXX_` is one with two ways to five, `X_XXX_X` is two.
    fn fours(&self, cells: &[Cell; AREA]) -> usize {
        let ways = self
            .ends
            .iter()
            .filter(|&&end| self.length_with(cells, end) == 5)
            .count();
        if self.length == 4 { ways.min(1) } else { ways }
    }

    fn is_straight_four(&self, cells: &[Cell; AREA]) -> bool {
        self.length == 4 && self.ends.iter().all(|&end| self.length_with(cells, end) == 5)
    }

    /// Whether an allowed stone on one of the ends makes a straight four (and no five elsewhere).
    fn is_three(&self, cells: &mut [Cell; AREA]) -> bool {
        self.ends.iter().any(|&end| {
            self.length_with(cells, end) == 4
                && self.is_straight_four_with(cells, end.0)
                && matches!(judge(cells, end.0), Judgement::Allowed)
        })
    }

    fn is_straight_four_with(&self, cells: &mut [Cell; AREA], end: usize) -> bool {
        cells[end] = Cell::Black;
        let straight = Row::through(cells, end, self.step).is_straight_four(cells);
        cells[end] = Cell::Empty;
        straight
    }
}

#[cfg(test)]
pub(crate) mod tests;
