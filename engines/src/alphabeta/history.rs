//! What moves did well elsewhere in the tree: history by cell (history heuristic), replies by the move they answer
//! (countermove heuristic, continuation history).
//! Knows cells only.

use referee::color::Color;

use super::cell::{AREA, Cell};

/// Bound of a history's numbers.
const MOST: i32 = 8_192;

/// Every table of one searching thread.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// By colour, whether the move is a threat, and cell.
    cells: Box<[[[i16; AREA]; 2]; 2]>,
    /// The answer to a move that last did well, by the colour that answers and the move.
    countermoves: Box<[[Cell; AREA]; 2]>,
    /// By the move before and the answer to it, cells counted from 0 on a board of 22 lines.
    continuation: Box<[i16]>,
}

/// Points of the largest board.
const POINTS: usize = 22 * 22;

fn dense(cell: Cell) -> usize {
    let (x, y) = (
        cell.x().wrapping_sub(super::cell::PAD),
        cell.y().wrapping_sub(super::cell::PAD),
    );
    // The padding, which is no point, falls on some point; nothing depends on that.
    (y.wrapping_mul(22).wrapping_add(x)) % POINTS
}

impl History {
    pub(super) fn new() -> History {
        History {
            cells: Box::new([[[0; AREA]; 2]; 2]),
            countermoves: Box::new([[Cell::NONE; AREA]; 2]),
            continuation: vec![0; 2 * POINTS * POINTS].into_boxed_slice(),
        }
    }

    /// A new search begins: what was learned counts half.
    pub(super) fn fade(&mut self) {
        for number in self
            .cells
            .iter_mut()
            .flatten()
            .flatten()
            .chain(self.continuation.iter_mut())
        {
            *number /= 2;
        }
    }

    /// How well `color` did with a move.
    #[inline(always)]
    pub(super) fn of(&self, color: Color, threat: bool, cell: Cell) -> i32 {
        i32::from(self.cells[color.index()][usize::from(threat)][cell.index()])
    }

    /// How well `color` did with a move as an answer to `before`.
    #[inline(always)]
    pub(super) fn continuation(&self, color: Color, before: Cell, cell: Cell) -> i32 {
        i32::from(self.continuation[(color.index() * POINTS + dense(before)) * POINTS + dense(cell)])
    }

    /// The move that last did well as an answer to `before`.
    #[inline(always)]
    pub(super) fn countermove(&self, color: Color, before: Cell) -> Cell {
        self.countermoves[color.index()][before.index()]
    }

    /// A move did well (a bonus) or was tried in vain (below 0).
    #[inline]
    pub(super) fn learn(&mut self, color: Color, threat: bool, before: Cell, cell: Cell, bonus: i32) {
        blend(
            &mut self.cells[color.index()][usize::from(threat)][cell.index()],
            bonus,
        );
        blend(
            &mut self.continuation[(color.index() * POINTS + dense(before)) * POINTS + dense(cell)],
            bonus,
        );
    }

    /// A move did best as an answer to `before`.
    #[inline]
    pub(super) fn set_countermove(&mut self, color: Color, before: Cell, cell: Cell) {
        self.countermoves[color.index()][before.index()] = cell;
    }
}

/// Moves a number towards the bonus's side, the less the farther it is there already.
#[inline(always)]
fn blend(number: &mut i16, bonus: i32) {
    let bonus = bonus.clamp(-MOST, MOST);
    let old = i32::from(*number);
    *number = (old + bonus - old * bonus.abs() / MOST) as i16;
}

#[cfg(test)]
mod tests {
    use referee::point::Point;

    use super::*;

    #[test]
    fn numbers_stay_bounded_and_fade() {
        let mut history = History::new();
        let (before, cell) = (Cell::of(Point::new(3, 4)), Cell::of(Point::new(21, 21)));
        for _ in 0..1_000 {
            history.learn(Color::White, false, before, cell, 900);
        }
        let learned = history.of(Color::White, false, cell);
        assert!((MOST - 900..=MOST).contains(&learned), "{learned}");
        assert_eq!(history.continuation(Color::White, before, cell), learned);
        assert_eq!(history.of(Color::Black, false, cell), 0);
        assert_eq!(history.of(Color::White, true, cell), 0);
        history.fade();
        assert_eq!(history.of(Color::White, false, cell), learned / 2);
    }
}
