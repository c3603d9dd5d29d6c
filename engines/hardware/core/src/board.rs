//! Stones with everything the search asks of them kept up to date: the value of all five-cell windows, the
//! candidates in trying order, and whether the last stone made five.
//!
//! Fixed arrays and plain arithmetic throughout, sized by a parameter: a board for 15 lines takes 3.4 KB, one for 22 lines
//! 6.2 KB. It does not know whose turn it is, nor Renju's double-threes and double-fours.

use crate::{color::Color, point::Point, rule::Rule};

/// Fewest and most lines a side.
pub const SIZES: core::ops::RangeInclusive<u8> = 5..=22;
/// Value of a window by the number of one colour's stones in it, if the other colour has none there.
pub const WORTH: [i32; 6] = [0, 1, 8, 40, 200, 10_000];

/// The parameter of a [`SearchBoard`] with room for so many lines a side.
pub const fn side(lines: usize) -> usize {
    assert!(lines >= *SIZES.start() as usize && lines <= *SIZES.end() as usize);
    lines + WALL
}

/// A window of five reaches four cells past its start. Rows stand one behind the other, so the wall before a row is
/// also the wall behind the row above it.
const WALL: usize = 4;
/// There is a row of wall above the first row of cells, and one below the last.
const ROWS_ABOVE: usize = 1;
/// Windows begin up to four rows above the board and never below it: their arrays have three more rows above it.
const ROWS_ABOVE_WINDOWS: usize = 4;
/// State of a window that leaves the board: one stone of each colour, so it is worth nothing whatever is added.
const OUTSIDE: u8 = 0b001_001;
/// Bits in a set of candidates, at least one for each cell of the largest board.
const BITS: usize = 512;
const WORD: usize = usize::BITS as usize;

/// A place in the walled array; it means nothing to a board with another parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(u16);

impl Cell {
    /// In the wall.
    pub(crate) const NOWHERE: Cell = Cell(0);

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// What stands in a place, and how many stones stand in the 3 x 3 block around it, itself excluded: `content * 16 + count`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Spot(u8);

impl Spot {
    const WALL: Spot = Spot(0);
    const EMPTY: Spot = Spot(1 << 4);

    fn is_empty(self) -> bool {
        self.0 >> 4 == 1
    }

    fn is_stone(self, color: Color) -> bool {
        self.0 >> 4 == Self::stone(color)
    }

    fn put(&mut self, color: Color) {
        self.0 = Self::stone(color) << 4 | self.neighbours();
    }

    fn take(&mut self) {
        self.0 = Self::EMPTY.0 | self.neighbours();
    }

    fn neighbours(self) -> u8 {
        self.0 & 15
    }

    fn stone(color: Color) -> u8 {
        match color {
            Color::Black => 2,
            Color::White => 3,
        }
    }
}

/// What a stone made of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The game goes on.
    Quiet,
    /// A winning five.
    Five,
    /// Black made six or more under Renju, which is no move at all.
    Forbidden,
}

/// Empty cells with a stone in the 3 x 3 block around them: bit n stands for the n-th cell from the centre outwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidates([usize; BITS / WORD]);

impl Candidates {
    /// The empty set.
    pub const NONE: Candidates = Candidates([0; BITS / WORD]);
    /// Every cell, whatever stands there.
    pub const ALL: Candidates = Candidates([usize::MAX; BITS / WORD]);

    /// Takes out the candidate that is tried first.
    pub fn pop(&mut self) -> Option<Rank> {
        for (number, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(Rank((number * WORD) as u16 + bit as u16));
            }
        }
        None
    }

    /// Those that are in both sets.
    pub fn and(mut self, other: &Candidates) -> Candidates {
        for (word, filter) in self.0.iter_mut().zip(&other.0) {
            *word &= filter;
        }
        self
    }

    /// Puts one in.
    pub fn insert(&mut self, rank: Rank) {
        self.0[usize::from(rank.0) / WORD] |= 1 << (usize::from(rank.0) % WORD);
    }

    fn remove(&mut self, rank: Rank) {
        self.0[usize::from(rank.0) / WORD] &= !(1 << (usize::from(rank.0) % WORD));
    }
}

/// Place in the trying order: rings around the centre, within a ring by row, then by column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rank(u16);

/// A board of 5 lines a side to as many as its parameter, made by [`side`], has room for.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchBoard<const SIDE: usize> {
    size: u8,
    rule: Rule,
    spots: Walled<Spot, SIDE>,
    /// For each direction and first cell of a window: black stones + 8 * white stones.
    windows: [Walled<u8, SIDE>; 4],
    /// Value of a window by its state, from Black's side.
    worth: &'static [i32; 64],
    /// Sum over all windows, from Black's side.
    value: i32,
    candidates: Candidates,
    rank_of: Walled<Rank, SIDE>,
    cell_at: Walled<Cell, SIDE>,
}

/// Something for every place of the walled array, row by row.
type Walled<T, const SIDE: usize> = [[T; SIDE]; SIDE];

impl<const SIDE: usize> SearchBoard<SIDE> {
    /// Most lines a side that there is room for.
    pub const SIZE_MAX: u8 = {
        assert!(SIDE >= side(*SIZES.start() as usize) && SIDE <= side(*SIZES.end() as usize));
        (SIDE - WALL) as u8
    };
    /// East, south, south-east, south-west.
    const STEPS: [usize; 4] = [1, SIDE, SIDE + 1, SIDE - 1];
    /// From a cell's index to that of the window which begins there.
    const TO_WINDOW: usize = (ROWS_ABOVE_WINDOWS - ROWS_ABOVE) * SIDE;

    /// Memory for a board: nothing can be put on it before [`SearchBoard::clear`].
    pub const fn blank() -> SearchBoard<SIDE> {
        SearchBoard {
            size: 0,
            rule: Rule::Freestyle,
            spots: [[Spot::WALL; SIDE]; SIDE],
            windows: [[[0; SIDE]; SIDE]; 4],
            worth: &WORTHS[0],
            value: 0,
            candidates: Candidates::NONE,
            rank_of: [[Rank(0); SIDE]; SIDE],
            cell_at: [[Cell::NOWHERE; SIDE]; SIDE],
        }
    }

    /// The empty board; `size` is 5 to [`SearchBoard::SIZE_MAX`].
    pub fn new(size: u8, rule: Rule) -> SearchBoard<SIDE> {
        let mut board = SearchBoard::blank();
        board.clear(size, rule);
        board
    }

    /// Makes it an empty board of `size` lines, 5 to [`SearchBoard::SIZE_MAX`], where it is: a small device has no room for two.
    pub fn clear(&mut self, size: u8, rule: Rule) {
        assert!((*SIZES.start()..=Self::SIZE_MAX).contains(&size));
        self.size = size;
        self.rule = rule;
        self.spots.as_flattened_mut().fill(Spot::WALL);
        for windows in &mut self.windows {
            windows.as_flattened_mut().fill(OUTSIDE);
        }
        self.worth = &WORTHS[rule as usize];
        self.value = 0;
        self.candidates = Candidates::NONE;
        self.rank_of.as_flattened_mut().fill(Rank(0));
        self.cell_at.as_flattened_mut().fill(Cell::NOWHERE);
        let mut next = 0;
        self.each_from_centre(|board, point| {
            let cell = board.cell(point);
            board.spots.as_flattened_mut()[cell.index()] = Spot::EMPTY;
            board.rank_of.as_flattened_mut()[cell.index()] = Rank(next);
            board.cell_at.as_flattened_mut()[usize::from(next)] = cell;
            next += 1;
            let (x, y, last) = (point.x, point.y, size - 5);
            let inside = [x <= last, y <= last, x <= last && y <= last, x >= 4 && y <= last];
            for (direction, inside) in inside.into_iter().enumerate() {
                if inside {
                    board.windows[direction].as_flattened_mut()[cell.index() + Self::TO_WINDOW] = 0;
                }
            }
        });
    }

    fn each_from_centre(&mut self, mut visit: impl FnMut(&mut SearchBoard<SIDE>, Point)) {
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

    /// Lines a side; 0 before the first [`SearchBoard::clear`].
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Where the trying order begins.
    pub fn centre(&self) -> Point {
        Point::new(self.size / 2, self.size / 2)
    }

    /// Whether a stone can be put there: a cell of the board, and empty.
    pub fn is_empty(&self, point: Point) -> bool {
        point.x < self.size
            && point.y < self.size
            && self.spots.as_flattened()[self.cell(point).index()].is_empty()
    }

    /// The cell of a point on the board.
    pub fn cell(&self, point: Point) -> Cell {
        let (x, y) = (usize::from(point.x), usize::from(point.y));
        Cell(((y + ROWS_ABOVE) * SIDE + x + WALL) as u16)
    }

    /// The point of a cell.
    pub fn point(&self, cell: Cell) -> Point {
        let index = cell.index();
        Point::new((index % SIDE - WALL) as u8, (index / SIDE - ROWS_ABOVE) as u8)
    }

    /// Empty cells with a stone in the 3 x 3 block around them.
    pub fn candidates(&self) -> Candidates {
        self.candidates
    }

    /// The cell at a place in the trying order.
    pub fn cell_at(&self, rank: Rank) -> Cell {
        self.cell_at.as_flattened()[usize::from(rank.0)]
    }

    /// The place in the trying order of a cell.
    pub fn rank_of(&self, cell: Cell) -> Rank {
        self.rank_of.as_flattened()[cell.index()]
    }

    /// Puts a stone on an empty cell.
    pub fn place(&mut self, cell: Cell, color: Color) -> Effect {
        let at = cell.index();
        debug_assert!(
            self.spots.as_flattened()[at].is_empty(),
            "{:?} is not empty",
            self.point(cell)
        );
        self.spots.as_flattened_mut()[at].put(color);
        let (worth, (unit, full)) = (self.worth, unit_and_full(color));
        let mut lined = 0;
        for (direction, step) in Self::STEPS.into_iter().enumerate() {
            for back in 0..5 {
                let window =
                    &mut self.windows[direction].as_flattened_mut()[at + Self::TO_WINDOW - back * step];
                self.value -= worth[usize::from(*window)];
                *window += unit;
                self.value += worth[usize::from(*window)];
                if *window == full {
                    lined |= 1 << direction;
                }
            }
        }
        self.candidates.remove(self.rank_of.as_flattened()[at]);
        for near in Self::around(at) {
            let spot = &mut self.spots.as_flattened_mut()[near];
            spot.0 += 1;
            if spot.is_empty() {
                self.candidates.insert(self.rank_of.as_flattened()[near]);
            }
        }
        if lined == 0 {
            Effect::Quiet
        } else {
            self.effect_of_five(at, color, lined)
        }
    }

    /// What [`SearchBoard::place`] would bring, and the sum over all windows after it (those of `color` positive, the
    /// other's negative), without touching the board: most tried moves stand at the depth limit, where nothing else
    /// is asked of them.
    // On a small processor neither this nor `remove` is made a part of the recursion: their values would lie on the stack at
    // every ply.
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    pub fn look(&self, cell: Cell, color: Color) -> (Effect, i32) {
        let at = cell.index();
        let (worth, (unit, full)) = (self.worth, unit_and_full(color));
        let mut value = self.value;
        let mut lined = 0;
        for (direction, step) in Self::STEPS.into_iter().enumerate() {
            for back in 0..5 {
                let state = self.windows[direction].as_flattened()[at + Self::TO_WINDOW - back * step];
                value += worth[usize::from((state + unit) & 63)] - worth[usize::from(state & 63)];
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
    #[cfg_attr(target_pointer_width = "32", inline(never))]
    pub fn remove(&mut self, cell: Cell, color: Color) {
        let at = cell.index();
        debug_assert!(self.spots.as_flattened()[at].is_stone(color));
        self.spots.as_flattened_mut()[at].take();
        let (worth, (unit, _)) = (self.worth, unit_and_full(color));
        for (direction, step) in Self::STEPS.into_iter().enumerate() {
            for back in 0..5 {
                let window =
                    &mut self.windows[direction].as_flattened_mut()[at + Self::TO_WINDOW - back * step];
                self.value -= worth[usize::from(*window)];
                *window -= unit;
                self.value += worth[usize::from(*window)];
            }
        }
        for near in Self::around(at) {
            let spot = &mut self.spots.as_flattened_mut()[near];
            spot.0 -= 1;
            if *spot == Spot::EMPTY {
                self.candidates.remove(self.rank_of.as_flattened()[near]);
            }
        }
        if self.spots.as_flattened()[at].neighbours() > 0 {
            self.candidates.insert(self.rank_of.as_flattened()[at]);
        }
    }

    /// `lined` has a bit for each direction in which at least five stand in a row.
    fn effect_of_five(&self, at: usize, color: Color, lined: u8) -> Effect {
        if self.rule.overline_wins(color) {
            return Effect::Five;
        }
        for (direction, step) in Self::STEPS.into_iter().enumerate() {
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
        let own = |index: &usize| self.spots.as_flattened()[*index].is_stone(color);
        let ahead = (1..).map(|count| at + count * step).take_while(own).count();
        let behind = (1..).map(|count| at - count * step).take_while(own).count();
        1 + ahead + behind
    }

    fn around(at: usize) -> [usize; 8] {
        [
            at - SIDE - 1,
            at - SIDE,
            at - SIDE + 1,
            at - 1,
            at + 1,
            at + SIDE - 1,
            at + SIDE,
            at + SIDE + 1,
        ]
    }
}

/// Value of windows by their state, for each rule; constants, because a small device has more of them than of memory.
static WORTHS: [[i32; 64]; 3] = [
    worths(Rule::Freestyle),
    worths(Rule::Standard),
    worths(Rule::Renju),
];

/// What windows are worth by their state. A full window on a board where play goes on is part of an overline that
/// does not win: it is worth nothing.
const fn worths(rule: Rule) -> [i32; 64] {
    let mut table = [0; 64];
    let mut stones = 0;
    while stones < 5 {
        table[stones] = WORTH[stones];
        table[stones << 3] = -WORTH[stones];
        stones += 1;
    }
    if rule.overline_wins(Color::Black) {
        table[5] = WORTH[5];
    }
    if rule.overline_wins(Color::White) {
        table[5 << 3] = -WORTH[5];
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

#[cfg(test)]
mod tests {
    use std::vec::Vec;

    use proptest::prelude::*;

    use super::*;

    fn removing_restores<const SIDE: usize>(size: u8, rule: Rule, places: &[(u8, u8, bool)]) {
        let mut board = SearchBoard::<SIDE>::new(size, rule);
        let mut stages = Vec::new();
        for &(x, y, black) in places {
            let point = Point::new(x % size, y % size);
            if !board.is_empty(point) {
                continue;
            }
            let cell = board.cell(point);
            assert_eq!(board.point(cell), point);
            let color = if black { Color::Black } else { Color::White };
            let (looked, value) = board.look(cell, color);
            stages.push((board.clone(), cell, color));
            assert_eq!(board.place(cell, color), looked);
            assert_eq!(if black { board.value } else { -board.value }, value);
        }
        for (before, cell, color) in stages.into_iter().rev() {
            board.remove(cell, color);
            assert!(
                board == before,
                "removing {:?} left something behind",
                board.point(cell)
            );
        }
        board.clear(size, rule);
        assert!(board == SearchBoard::new(size, rule));
    }

    #[test]
    fn a_small_board_fits_a_small_device() {
        assert!(size_of::<SearchBoard<{ side(15) }>>() <= 3_400);
        assert!(size_of::<SearchBoard<{ side(22) }>>() <= 6_300);
    }

    proptest! {
        #[test]
        fn removing_restores_the_board(
            size in 5u8..=22,
            rule in prop::sample::select(&[Rule::Freestyle, Rule::Standard, Rule::Renju][..]),
            places in prop::collection::vec((0u8..22, 0u8..22, any::<bool>()), 0..60),
        ) {
            // Room for more lines than are played on makes no difference.
            removing_restores::<{ side(22) }>(size, rule, &places);
            if size <= 15 {
                removing_restores::<{ side(15) }>(size, rule, &places);
            }
        }
    }
}
