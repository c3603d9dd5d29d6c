//! The position as the search sees it: stones as line keys, each empty point's shapes and pattern for both colours, the
//! candidates, and sums of all that, kept up one stone at a time. Knows no search and no legality but forbidden
//! points (in `forbidden`). What it tells is in `view`.

mod view;
mod forbidden;
mod keys;

use referee::{color::Color, gomoku};

pub(super) use self::keys::key_after;
use self::keys::{TURN, key_of};
use super::{
    cell::{AREA, Cell, LINES, STEPS, Sites, line_of},
    line_pattern::half,
    options::Reach,
    point_pattern::PointPattern,
    weights::Tables,
};

/// Two bits a cell, by direction and line: 0 empty, 1 black, 2 white, 3 wall.
type Lines = [[u64; LINES]; 4];

/// What an empty point is worth. A stone keeps what its point was worth before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CellPatterns {
    /// Shapes for Black in the low half, for White in the high half, four bits a direction.
    codes: u32,
    /// Black's value of the point less White's.
    value: i16,
    /// [`PointPattern`] by colour.
    pattern: [u8; 2],
}

/// Sums over all empty points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PatternSums {
    /// Points of each pattern, by colour.
    counts: [[u8; 16]; 2],
    /// Black's value less White's.
    value: i32,
    key: u64,
}

/// What one stone changed.
#[derive(Clone, Debug)]
struct Change {
    cell: Cell,
    /// Length of `saved` before it.
    saved: usize,
    tally: PatternSums,
    /// The candidates' rows around the stone.
    near: [u32; 9],
}

/// A position. `HALF` is [`half`] of its rule.
#[derive(Clone)]
pub(super) struct Position<const HALF: usize> {
    tables: &'static Tables,
    rule: gomoku::Rule,
    reach: [u32; 9],
    turn: Color,
    empties: usize,
    lines: Box<Lines>,
    cells: Box<[CellPatterns; AREA]>,
    tally: PatternSums,
    empty: Sites,
    near: Sites,
    /// Empty points where a colour makes a four or better.
    fours: [Sites; 2],
    played: Vec<Change>,
    saved: Vec<(Cell, CellPatterns)>,
}

impl<const HALF: usize> Position<HALF> {
    /// The stones of `position`, the last one put last.
    pub(super) fn new(position: &gomoku::Position, reach: Reach, tables: &'static Tables) -> Position<HALF> {
        let last = position.last_stone();
        let mut made = Position::of_stones(position.board(), last, position.rule(), reach, tables);
        made.give_turn(position.to_place());
        made
    }

    /// These stones, `last` the one put last; Black is to move.
    pub(super) fn of_stones(
        board: &gomoku::board::Board,
        last: Option<referee::point::Point>,
        rule: gomoku::Rule,
        reach: Reach,
        tables: &'static Tables,
    ) -> Position<HALF> {
        debug_assert_eq!(half(rule), HALF);
        let mut made = Position::empty(board.size(), rule, reach, tables);
        let stones = board.points().filter(|&point| Some(point) != last).chain(last);
        for point in stones {
            if let Some(color) = board.stone(point) {
                made.turn = color;
                made.play(Cell::of(point));
            }
        }
        made.give_turn(Color::Black);
        made
    }

    /// Lets this side move, whoever moved last.
    pub(super) fn give_turn(&mut self, turn: Color) {
        self.turn = turn;
        self.tally.key = self.key_of_stones();
    }

    /// Lets the other side move, as if the side to move had passed. A second pass undoes the first one.
    pub(super) fn pass(&mut self) {
        self.turn = !self.turn;
        self.tally.key ^= TURN;
    }

    fn empty(size: u8, rule: gomoku::Rule, reach: Reach, tables: &'static Tables) -> Position<HALF> {
        let mut position = Position {
            tables,
            rule,
            reach: reach.rows(),
            turn: Color::Black,
            empties: usize::from(size) * usize::from(size),
            lines: Box::new([[u64::MAX; LINES]; 4]),
            cells: Box::new([CellPatterns::default(); AREA]),
            tally: PatternSums {
                counts: [[0; 16]; 2],
                value: 0,
                key: 0,
            },
            empty: Sites::NONE,
            near: Sites::NONE,
            fours: [Sites::NONE, Sites::NONE],
            played: Vec::with_capacity(AREA),
            saved: Vec::with_capacity(32 * AREA),
        };
        let all = (0..size).flat_map(|y| (0..size).map(move |x| Cell::of(referee::point::Point::new(x, y))));
        for cell in all.clone() {
            for direction in 0..4 {
                let (line, place) = line_of(cell, direction);
                position.lines[direction][line] &= !(3 << (2 * place));
            }
            position.empty.toggle(cell);
        }
        for cell in all {
            let codes = position.codes_at(cell);
            position.replace(cell, codes);
        }
        position
    }

    /// Puts a stone of the side to move on an empty cell.
    #[inline]
    pub(super) fn play(&mut self, cell: Cell) {
        debug_assert!(self.is_empty(cell));
        let top = cell.y() - 4;
        let mut near = [0; 9];
        near.copy_from_slice(&self.near.rows[top..top + 9]);
        self.played.push(Change {
            cell,
            saved: self.saved.len(),
            tally: self.tally,
            near,
        });
        for (row, bits) in self.near.rows[top..top + 9].iter_mut().zip(self.reach) {
            *row |= bits << (cell.x() - 4);
        }
        self.leave(cell);
        self.tally.key ^= key_of(self.turn, cell) ^ TURN;
        self.empties -= 1;
        let stone = self.turn.index() as u64 + 1;
        for direction in 0..4 {
            let (line, place) = line_of(cell, direction);
            self.lines[direction][line] ^= stone << (2 * place);
            self.look_again(cell, direction, self.lines[direction][line], place);
        }
        self.turn = !self.turn;
    }

    /// Takes the last stone back.
    ///
    /// # Panics
    /// There is none.
    #[inline]
    pub(super) fn undo(&mut self) {
        let change = self.played.pop().expect("undo follows play");
        self.turn = !self.turn;
        self.empties += 1;
        let stone = self.turn.index() as u64 + 1;
        for direction in 0..4 {
            let (line, place) = line_of(change.cell, direction);
            self.lines[direction][line] ^= stone << (2 * place);
        }
        while self.saved.len() > change.saved {
            if let Some((cell, patterns)) = self.saved.pop() {
                let pattern = std::mem::replace(&mut self.cells[cell.index()], patterns).pattern;
                self.sort(cell, pattern, patterns.pattern);
            }
        }
        self.enter(change.cell);
        let top = change.cell.y() - 4;
        self.near.rows[top..top + 9].copy_from_slice(&change.near);
        self.tally = change.tally;
    }

    /// Judges the empty neighbours on one line of a stone again.
    #[inline(always)]
    fn look_again(&mut self, cell: Cell, direction: usize, line: u64, place: usize) {
        for offset in 0..=2 * HALF {
            let at = place + offset - HALF;
            if line >> (2 * at) & 3 != 0 {
                continue;
            }
            let neighbour = cell
                .index()
                .wrapping_add_signed((offset as isize - HALF as isize) * STEPS[direction]);
            let neighbour = Cell::from_index(neighbour);
            let patterns = self.cells[neighbour.index()];
            let mask = 0x000F_000F << (4 * direction);
            let codes = patterns.codes & !mask | self.shapes_at(line, at) << (4 * direction);
            if codes != patterns.codes {
                self.saved.push((neighbour, patterns));
                self.replace(neighbour, codes);
            }
        }
    }

    /// Gives an empty cell new shapes.
    #[inline(always)]
    fn replace(&mut self, cell: Cell, codes: u32) {
        let [black, white] = self.worths(codes);
        let patterns = CellPatterns {
            codes,
            value: (black.value() - white.value()) as i16,
            pattern: [black.pattern(), white.pattern()],
        };
        let old = std::mem::replace(&mut self.cells[cell.index()], patterns);
        self.tally.value += i32::from(patterns.value) - i32::from(old.value);
        for color in 0..2 {
            let counts = &mut self.tally.counts[color];
            // Points of the lowest patterns may be more than a byte holds; nobody asks for their number.
            counts[usize::from(old.pattern[color] & 15)] =
                counts[usize::from(old.pattern[color] & 15)].wrapping_sub(1);
            counts[usize::from(patterns.pattern[color] & 15)] =
                counts[usize::from(patterns.pattern[color] & 15)].wrapping_add(1);
        }
        self.sort(cell, old.pattern, patterns.pattern);
    }

    /// Keeps the sets of fours up.
    #[inline(always)]
    fn sort(&mut self, cell: Cell, old: [u8; 2], new: [u8; 2]) {
        for color in 0..2 {
            if (old[color] >= PointPattern::Four as u8) != (new[color] >= PointPattern::Four as u8) {
                self.fours[color].toggle(cell);
            }
        }
    }

    /// A stone comes on this cell: it counts no longer.
    #[inline(always)]
    fn leave(&mut self, cell: Cell) {
        let patterns = self.cells[cell.index()];
        self.tally.value -= i32::from(patterns.value);
        for color in 0..2 {
            let count = &mut self.tally.counts[color][usize::from(patterns.pattern[color] & 15)];
            *count = count.wrapping_sub(1);
        }
        self.sort(cell, patterns.pattern, [0; 2]);
        self.empty.toggle(cell);
    }

    /// The stone on this cell is gone.
    #[inline(always)]
    fn enter(&mut self, cell: Cell) {
        self.empty.toggle(cell);
        self.sort(cell, [0; 2], self.cells[cell.index()].pattern);
    }

    #[inline(always)]
    fn worths(&self, codes: u32) -> [super::weights::PatternScore; 2] {
        [
            self.tables.points[0][(codes & 0xFFFF) as usize],
            self.tables.points[1][(codes >> 16) as usize],
        ]
    }

    /// Both colours' shapes at a place of a line, as the lowest digit of codes.
    #[inline(always)]
    fn shapes_at(&self, line: u64, place: usize) -> u32 {
        let window = line >> (2 * (place - HALF));
        let below = window & ((1 << (2 * HALF)) - 1);
        let above = window >> 2 & (((1 << (2 * HALF)) - 1) << (2 * HALF));
        let byte = u32::from(self.tables.shapes.both((below | above) as usize));
        (byte | byte << 12) & 0x000F_000F
    }

    /// The codes of a cell, looked up in all directions.
    fn codes_at(&self, cell: Cell) -> u32 {
        (0..4).fold(0, |codes, direction| {
            let (line, place) = line_of(cell, direction);
            codes | self.shapes_at(self.lines[direction][line], place) << (4 * direction)
        })
    }

    fn stone(&self, cell: Cell) -> Option<Color> {
        match self.lines[0][cell.y()] >> (2 * cell.x()) & 3 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    fn key_of_stones(&self) -> u64 {
        let stones = (0..AREA)
            .map(Cell::from_index)
            .filter_map(|cell| Some(key_of(self.stone(cell)?, cell)));
        let turn = if self.turn == Color::White { TURN } else { 0 };
        stones.fold(turn, |key, stone| key ^ stone)
    }
}

#[cfg(test)]
mod tests;
