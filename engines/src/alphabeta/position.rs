//! The position as the search sees it: stones as line keys, each empty point's shapes and class for both colours, the
//! candidates, and sums of all that, kept up one stone at a time. Knows no search and no legality but forbidden
//! points (in `forbidden`). What it tells is in `view`.

mod view;
mod forbidden;
mod keys;

use referee::{color::Color, gomoku};

use self::keys::{TURN, key_of};
pub(super) use self::keys::{key_after, mixed};
use super::{
    line::half,
    options::Reach,
    point::Class,
    site::{AREA, LINES, STEPS, Site, Sites, line_of},
    weights::Tables,
};

/// Two bits a cell, by direction and line: 0 empty, 1 black, 2 white, 3 wall.
type Lines = [[u64; LINES]; 4];

/// What an empty point is worth. A stone keeps what its point was worth before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    /// Shapes for Black in the low half, for White in the high half, four bits a direction.
    codes: u32,
    /// Black's value of the point less White's.
    value: i16,
    /// [`Class`] by colour.
    class: [u8; 2],
}

/// Sums over all empty points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tally {
    /// Points of each class, by colour.
    counts: [[u8; 16]; 2],
    /// Black's value less White's.
    value: i32,
    key: u64,
}

/// What one stone changed.
#[derive(Clone, Debug)]
struct Change {
    site: Site,
    /// Length of `saved` before it.
    saved: usize,
    tally: Tally,
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
    cells: Box<[Cell; AREA]>,
    tally: Tally,
    empty: Sites,
    near: Sites,
    /// Empty points where a colour makes a four or better.
    fours: [Sites; 2],
    played: Vec<Change>,
    saved: Vec<(Site, Cell)>,
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
                made.play(Site::of(point));
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
            cells: Box::new([Cell::default(); AREA]),
            tally: Tally {
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
        let sites =
            (0..size).flat_map(|y| (0..size).map(move |x| Site::of(referee::point::Point::new(x, y))));
        for site in sites.clone() {
            for direction in 0..4 {
                let (line, place) = line_of(site, direction);
                position.lines[direction][line] &= !(3 << (2 * place));
            }
            position.empty.toggle(site);
        }
        for site in sites {
            let codes = position.codes_at(site);
            position.replace(site, codes);
        }
        position
    }

    /// Puts a stone of the side to move on an empty site.
    #[inline]
    pub(super) fn play(&mut self, site: Site) {
        debug_assert!(self.is_empty(site));
        let top = site.y() - 4;
        let mut near = [0; 9];
        near.copy_from_slice(&self.near.rows[top..top + 9]);
        self.played.push(Change {
            site,
            saved: self.saved.len(),
            tally: self.tally,
            near,
        });
        for (row, bits) in self.near.rows[top..top + 9].iter_mut().zip(self.reach) {
            *row |= bits << (site.x() - 4);
        }
        self.leave(site);
        self.tally.key ^= key_of(self.turn, site) ^ TURN;
        self.empties -= 1;
        let stone = self.turn.index() as u64 + 1;
        for direction in 0..4 {
            let (line, place) = line_of(site, direction);
            self.lines[direction][line] ^= stone << (2 * place);
            self.look_again(site, direction, self.lines[direction][line], place);
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
            let (line, place) = line_of(change.site, direction);
            self.lines[direction][line] ^= stone << (2 * place);
        }
        while self.saved.len() > change.saved {
            if let Some((site, cell)) = self.saved.pop() {
                let class = std::mem::replace(&mut self.cells[site.index()], cell).class;
                self.sort(site, class, cell.class);
            }
        }
        self.enter(change.site);
        let top = change.site.y() - 4;
        self.near.rows[top..top + 9].copy_from_slice(&change.near);
        self.tally = change.tally;
    }

    /// Judges the empty neighbours on one line of a stone again.
    #[inline(always)]
    fn look_again(&mut self, site: Site, direction: usize, line: u64, place: usize) {
        for offset in 0..=2 * HALF {
            let at = place + offset - HALF;
            if line >> (2 * at) & 3 != 0 {
                continue;
            }
            let neighbour = site
                .index()
                .wrapping_add_signed((offset as isize - HALF as isize) * STEPS[direction]);
            let neighbour = Site::from_index(neighbour);
            let cell = self.cells[neighbour.index()];
            let mask = 0x000F_000F << (4 * direction);
            let codes = cell.codes & !mask | self.shapes_at(line, at) << (4 * direction);
            if codes != cell.codes {
                self.saved.push((neighbour, cell));
                self.replace(neighbour, codes);
            }
        }
    }

    /// Gives an empty site new shapes.
    #[inline(always)]
    fn replace(&mut self, site: Site, codes: u32) {
        let [black, white] = self.worths(codes);
        let cell = Cell {
            codes,
            value: (black.value() - white.value()) as i16,
            class: [black.class(), white.class()],
        };
        let old = std::mem::replace(&mut self.cells[site.index()], cell);
        self.tally.value += i32::from(cell.value) - i32::from(old.value);
        for color in 0..2 {
            let counts = &mut self.tally.counts[color];
            // Points of the lowest classes may be more than a byte holds; nobody asks for their number.
            counts[usize::from(old.class[color] & 15)] =
                counts[usize::from(old.class[color] & 15)].wrapping_sub(1);
            counts[usize::from(cell.class[color] & 15)] =
                counts[usize::from(cell.class[color] & 15)].wrapping_add(1);
        }
        self.sort(site, old.class, cell.class);
    }

    /// Keeps the sets of fours up.
    #[inline(always)]
    fn sort(&mut self, site: Site, old: [u8; 2], new: [u8; 2]) {
        for color in 0..2 {
            if (old[color] >= Class::Four as u8) != (new[color] >= Class::Four as u8) {
                self.fours[color].toggle(site);
            }
        }
    }

    /// A stone comes on this site: it counts no longer.
    #[inline(always)]
    fn leave(&mut self, site: Site) {
        let cell = self.cells[site.index()];
        self.tally.value -= i32::from(cell.value);
        for color in 0..2 {
            let count = &mut self.tally.counts[color][usize::from(cell.class[color] & 15)];
            *count = count.wrapping_sub(1);
        }
        self.sort(site, cell.class, [0; 2]);
        self.empty.toggle(site);
    }

    /// The stone on this site is gone.
    #[inline(always)]
    fn enter(&mut self, site: Site) {
        self.empty.toggle(site);
        self.sort(site, [0; 2], self.cells[site.index()].class);
    }

    #[inline(always)]
    fn worths(&self, codes: u32) -> [super::weights::Worth; 2] {
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

    /// The codes of a site, looked up in all directions.
    fn codes_at(&self, site: Site) -> u32 {
        (0..4).fold(0, |codes, direction| {
            let (line, place) = line_of(site, direction);
            codes | self.shapes_at(self.lines[direction][line], place) << (4 * direction)
        })
    }

    fn stone(&self, site: Site) -> Option<Color> {
        match self.lines[0][site.y()] >> (2 * site.x()) & 3 {
            1 => Some(Color::Black),
            2 => Some(Color::White),
            _ => None,
        }
    }

    fn key_of_stones(&self) -> u64 {
        let stones = (0..AREA)
            .map(Site::from_index)
            .filter_map(|site| Some(key_of(self.stone(site)?, site)));
        let turn = if self.turn == Color::White { TURN } else { 0 };
        stones.fold(turn, |key, stone| key ^ stone)
    }
}

#[cfg(test)]
mod tests;
