//! Stones with everything the search asks of them kept up to date: the value of all five-cell windows, the
//! candidates in trying order, and whether the last stone made five.
//!
//! Fixed arrays and plain arithmetic throughout: nothing here allocates, so a microcontroller can carry the same
//! code. It does not know whose turn it is, nor Renju's double-threes and double-fours.

use referee::{color::Color, gomoku::Rule, point::Point};

/// Largest board, lines a side.
pub(super) const SIZE_MAX: usize = 22;
/// Value of a window by the number of one colour's stones in it, if the other colour has none there.
pub(super) const WORTH: [i32; 6] = [0, 1, 8, 40, 200, 10_000];

/// A window of five reaches four cells past its start, so four cells of wall on each side keep every index inside.
const MARGIN: usize = 4;
const STRIDE: usize = SIZE_MAX + 2 * MARGIN;
const CELLS: usize = STRIDE * STRIDE;
/// East, south, south-east, south-west.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];
const RANKS: usize = SIZE_MAX * SIZE_MAX;
const WORDS: usize = RANKS.div_ceil(64);
/// State of a window that leaves the board: one stone of each colour, so it is worth nothing whatever is added.
const OUTSIDE: u8 = 0b001_001;

/// A place in the walled array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell(u16);

impl Cell {
    pub(super) fn new(point: Point) -> Cell {
        let (x, y) = (usize::from(point.x), usize::from(point.y));
        Cell(((y + MARGIN) * STRIDE + x + MARGIN) as u16)
    }

    pub(super) fn point(self) -> Point {
        let index = self.index();
        Point::new((index % STRIDE - MARGIN) as u8, (index / STRIDE - MARGIN) as u8)
    }

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    Wall,
    Empty,
    Stone(Color),
}

/// What a stone made of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// The game goes on.
    Quiet,
    /// A winning five.
    Five,
    /// Black made six or more under Renju, which is no move at all.
    Forbidden,
}

/// Empty cells with a stone in the 3 x 3 block around them: bit n stands for the n-th cell from the centre outwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Candidates([u64; WORDS]);

impl Candidates {
    pub(super) const NONE: Candidates = Candidates([0; WORDS]);
    pub(super) const ALL: Candidates = Candidates([u64::MAX; WORDS]);

    /// Takes out the candidate that is tried first.
    pub(super) fn pop(&mut self) -> Option<Rank> {
        for (number, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(Rank((number * 64) as u16 + bit as u16));
            }
        }
        None
    }

    /// Those that are in both sets.
    pub(super) fn and(mut self, other: Candidates) -> Candidates {
        for (word, filter) in self.0.iter_mut().zip(other.0) {
            *word &= filter;
        }
        self
    }

    pub(super) fn insert(&mut self, rank: Rank) {
        self.0[usize::from(rank.0 / 64)] |= 1 << (rank.0 % 64);
    }

    fn remove(&mut self, rank: Rank) {
        self.0[usize::from(rank.0 / 64)] &= !(1 << (rank.0 % 64));
    }
}

/// Place in the trying order: rings around the centre, within a ring by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rank(u16);

/// A board of 5 to 22 lines a side.
#[derive(Clone, PartialEq)]
pub(super) struct Board {
    size: u8,
    rule: Rule,
    contents: [Content; CELLS],
    /// Stones in the 3 x 3 block around each cell, itself excluded.
    neighbours: [u8; CELLS],
    /// For each direction and first cell of a window: black stones + 8 * white stones.
    windows: [[u8; CELLS]; 4],
    /// Value of a window by its state, from Black's side.
    worth: [i32; 64],
    /// Sum over all windows, from Black's side.
    value: i32,
    candidates: Candidates,
    rank_of: [Rank; CELLS],
    cell_at: [Cell; RANKS],
}

impl Board {
    /// The empty board; `size` is 5 to 22.
    pub(super) fn new(size: u8, rule: Rule) -> Board {
        debug_assert!((5..=SIZE_MAX as u8).contains(&size));
        let mut board = Board {
            size,
            rule,
            contents: [Content::Wall; CELLS],
            neighbours: [0; CELLS],
            windows: [[OUTSIDE; CELLS]; 4],
            worth: worths(rule),
            value: 0,
            candidates: Candidates::NONE,
            rank_of: [Rank(0); CELLS],
            cell_at: [Cell(0); RANKS],
        };
        let mut next = 0;
        board.each_from_centre(|board, point| {
            let cell = Cell::new(point);
            board.contents[cell.index()] = Content::Empty;
            board.rank_of[cell.index()] = Rank(next);
            board.cell_at[usize::from(next)] = cell;
            next += 1;
            let (x, y, last) = (point.x, point.y, size - 5);
            let inside = [x <= last, y <= last, x <= last && y <= last, x >= 4 && y <= last];
            for (direction, inside) in inside.into_iter().enumerate() {
                if inside {
                    board.windows[direction][cell.index()] = 0;
                }
            }
        });
        board
    }

    fn each_from_centre(&mut self, mut visit: impl FnMut(&mut Board, Point)) {
        let centre = self.size / 2;
        for ring in 0..=centre {
            for y in 0..self.size {
                for x in 0..self.size {
                    if x.abs_diff(centre).max(y.abs_diff(centre)) == ring {
                        visit(self, Point::new(x, y));
                    }
                }
            }
        }
    }

    /// Where the trying order begins.
    pub(super) fn centre(&self) -> Point {
        Point::new(self.size / 2, self.size / 2)
    }

    pub(super) fn candidates(&self) -> Candidates {
        self.candidates
    }

    pub(super) fn cell_at(&self, rank: Rank) -> Cell {
        self.cell_at[usize::from(rank.0)]
    }

    pub(super) fn rank_of(&self, cell: Cell) -> Rank {
        self.rank_of[cell.index()]
    }

    /// Puts a stone on an empty cell.
    pub(super) fn place(&mut self, cell: Cell, color: Color) -> Effect {
        let at = cell.index();
        debug_assert!(
            self.contents[at] == Content::Empty,
            "{:?} is not empty",
            cell.point()
        );
        self.contents[at] = Content::Stone(color);
        let (unit, full) = unit_and_full(color);
        let mut lined = 0;
        for (direction, step) in STEPS.into_iter().enumerate() {
            for back in 0..5 {
                let window = &mut self.windows[direction][at - back * step];
                self.value -= self.worth[usize::from(*window)];
                *window += unit;
                self.value += self.worth[usize::from(*window)];
                if *window == full {
                    lined |= 1 << direction;
                }
            }
        }
        self.candidates.remove(self.rank_of[at]);
        for near in around(at) {
            self.neighbours[near] += 1;
            if self.contents[near] == Content::Empty {
                self.candidates.insert(self.rank_of[near]);
            }
        }
        if lined == 0 {
            Effect::Quiet
        } else {
            self.effect_of_five(at, color, lined)
        }
    }

    /// What [`Board::place`] would bring, and the sum over all windows after it (those of `color` positive, the
    /// other's negative), without touching the board: most tried moves stand at the depth limit, where nothing else
    /// is asked of them.
    pub(super) fn look(&self, cell: Cell, color: Color) -> (Effect, i32) {
        let at = cell.index();
        let (unit, full) = unit_and_full(color);
        let mut value = self.value;
        let mut lined = 0;
        for (direction, step) in STEPS.into_iter().enumerate() {
            for back in 0..5 {
                let state = self.windows[direction][at - back * step];
                value += self.worth[usize::from((state + unit) & 63)] - self.worth[usize::from(state & 63)];
                lined |= u8::from(state + unit == full) << direction;
            }
        }
        let effect = if lined == 0 {
            Effect::Quiet
        } else {
            self.effect_of_five(at, color, lined)
        };
        (effect, if color == Color::Black { value } else { -value })
    }

    /// Takes a stone off again. Stones come off in the reverse order.
    pub(super) fn remove(&mut self, cell: Cell, color: Color) {
        let at = cell.index();
        debug_assert!(self.contents[at] == Content::Stone(color));
        self.contents[at] = Content::Empty;
        let (unit, _) = unit_and_full(color);
        for (direction, step) in STEPS.into_iter().enumerate() {
            for back in 0..5 {
                let window = &mut self.windows[direction][at - back * step];
                self.value -= self.worth[usize::from(*window)];
                *window -= unit;
                self.value += self.worth[usize::from(*window)];
            }
        }
        for near in around(at) {
            self.neighbours[near] -= 1;
            if self.neighbours[near] == 0 && self.contents[near] == Content::Empty {
                self.candidates.remove(self.rank_of[near]);
            }
        }
        if self.neighbours[at] > 0 {
            self.candidates.insert(self.rank_of[at]);
        }
    }

    /// `lined` has a bit for each direction in which at least five stand in a row.
    fn effect_of_five(&self, at: usize, color: Color, lined: u8) -> Effect {
        if self.rule.wins(color, 6) {
            return Effect::Five;
        }
        for (direction, step) in STEPS.into_iter().enumerate() {
            if lined & 1 << direction != 0 && self.run(at, step, color) == 5 {
                return Effect::Five;
            }
        }
        if self.rule == Rule::Renju {
            Effect::Forbidden
        } else {
            Effect::Quiet
        }
    }

    fn run(&self, at: usize, step: usize, color: Color) -> usize {
        let own = |index: &usize| self.contents[*index] == Content::Stone(color);
        let ahead = (1..).map(|count| at + count * step).take_while(own).count();
        let behind = (1..).map(|count| at - count * step).take_while(own).count();
        1 + ahead + behind
    }
}

/// What windows are worth by their state. A full window on a board where play goes on is part of an overline that
/// does not win: it is worth nothing.
fn worths(rule: Rule) -> [i32; 64] {
    let mut table = [0; 64];
    for (stones, worth) in WORTH.into_iter().enumerate() {
        let of = |color| {
            if stones == 5 && !rule.wins(color, 6) {
                0
            } else {
                worth
            }
        };
        table[stones] = of(Color::Black);
        table[stones << 3] = -of(Color::White);
    }
    table
}

/// What one stone adds to a window's state, and the state with five of them.
fn unit_and_full(color: Color) -> (u8, u8) {
    match color {
        Color::Black => (0o01, 0o05),
        Color::White => (0o10, 0o50),
    }
}

fn around(at: usize) -> [usize; 8] {
    [
        at - STRIDE - 1,
        at - STRIDE,
        at - STRIDE + 1,
        at - 1,
        at + 1,
        at + STRIDE - 1,
        at + STRIDE,
        at + STRIDE + 1,
    ]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn removing_restores_the_board(
            size in 5u8..=22,
            rule in prop::sample::select(vec![Rule::Freestyle, Rule::Standard, Rule::Renju]),
            places in prop::collection::vec((0u8..22, 0u8..22, any::<bool>()), 0..60),
        ) {
            let mut board = Board::new(size, rule);
            let mut stages = Vec::new();
            for (x, y, black) in places {
                let cell = Cell::new(Point::new(x % size, y % size));
                if board.contents[cell.index()] != Content::Empty {
                    continue;
                }
                let color = if black { Color::Black } else { Color::White };
                let (looked, value) = board.look(cell, color);
                stages.push((board.clone(), cell, color));
                prop_assert_eq!(board.place(cell, color), looked);
                prop_assert_eq!(if black { board.value } else { -board.value }, value);
            }
            for (before, cell, color) in stages.into_iter().rev() {
                board.remove(cell, color);
                prop_assert!(board == before, "removing {:?} left something behind", cell.point());
            }
        }
    }
}
