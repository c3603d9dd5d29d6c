//! Stones on a square grid and nothing else: no turn, no rule, no history.

use std::fmt;

use super::{
    BadSize, SIZES,
    padding::{AREA, padded_index},
    zobrist,
};
use crate::{color::Color, point::Point, symmetry::Symmetry};

/// What stands on a padded index. Walls surround the board, so that walks along a line need no bounds check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Cell {
    Empty,
    Black,
    White,
    Wall,
}

impl Cell {
    pub(super) fn of(color: Color) -> Cell {
        match color {
            Color::Black => Cell::Black,
            Color::White => Cell::White,
        }
    }
}

/// Stones on a board of 5 to 22 lines.
///
/// Invariants: everything outside the lines is wall; `counts` and `key` agree with the cells.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    size: u8,
    counts: [u16; 2],
    key: u64,
    cells: [Cell; AREA],
}

impl Board {
    /// The empty board.
    ///
    /// # Errors
    /// `size` is outside [`SIZES`].
    pub fn new(size: u8) -> Result<Board, BadSize> {
        if !SIZES.contains(&size) {
            return Err(BadSize(size));
        }
        let mut board = Board {
            size,
            counts: [0; 2],
            key: 0,
            cells: [Cell::Wall; AREA],
        };
        for point in points(size) {
            board.cells[padded_index(point)] = Cell::Empty;
        }
        Ok(board)
    }

    /// Lines a side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// Whether `point` is on the board.
    pub fn contains(&self, point: Point) -> bool {
        point.x < self.size && point.y < self.size
    }

    /// The stone on `point`, `None` if it is empty or off the board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        if !self.contains(point) {
            return None;
        }
        match self.cells[padded_index(point)] {
            Cell::Black => Some(Color::Black),
            Cell::White => Some(Color::White),
            Cell::Empty | Cell::Wall => None,
        }
    }

    /// Whether `point` is on the board and bears no stone.
    pub fn is_empty(&self, point: Point) -> bool {
        self.contains(point) && self.cells[padded_index(point)] == Cell::Empty
    }

    /// Stones of one colour.
    pub fn count(&self, color: Color) -> u16 {
        self.counts[color.index()]
    }

    /// Stones of both colours.
    pub fn stones(&self) -> u16 {
        self.counts[0] + self.counts[1]
    }

    /// Whether no point is empty.
    pub fn is_full(&self) -> bool {
        self.stones() == u16::from(self.size) * u16::from(self.size)
    }

    /// Every point, row by row from the top left.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        points(self.size)
    }

    /// Every empty point, row by row from the top left.
    pub fn empties(&self) -> impl Iterator<Item = Point> + '_ {
        self.points()
            .filter(|&point| self.cells[padded_index(point)] == Cell::Empty)
    }

    /// Puts a stone.
    ///
    /// # Panics
    /// `point` is occupied or off the board.
    pub fn put(&mut self, point: Point, color: Color) {
        assert!(self.is_empty(point), "{point} is not an empty point");
        self.cells[padded_index(point)] = Cell::of(color);
        self.counts[color.index()] += 1;
        self.key ^= zobrist::stone(color, padded_index(point));
    }

    /// Takes the stone from `point`; `None` if there was none.
    pub fn take(&mut self, point: Point) -> Option<Color> {
        let color = self.stone(point)?;
        self.cells[padded_index(point)] = Cell::Empty;
        self.counts[color.index()] -= 1;
        self.key ^= zobrist::stone(color, padded_index(point));
        Some(color)
    }

    /// Zobrist key of the stones alone.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The board turned or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Board {
        let mut image = Board {
            counts: [0; 2],
            key: 0,
            cells: [Cell::Wall; AREA],
            ..*self
        };
        for point in self.points() {
            image.cells[padded_index(point)] = Cell::Empty;
        }
        for point in self.points() {
            if let Some(color) = self.stone(point) {
                image.put(symmetry.apply(point, self.size), color);
            }
        }
        image
    }

    /// Rows from the top, one character a point: `.`, `x` or `o`.
    pub fn rows(&self) -> Vec<String> {
        let letter = |point| self.stone(point).map_or('.', Color::letter);
        (0..self.size)
            .map(|y| (0..self.size).map(|x| letter(Point::new(x, y))).collect())
            .collect()
    }

    pub(super) fn cells(&self) -> &[Cell; AREA] {
        &self.cells
    }
}

/// Rows from the top, one a line, points separated by spaces: `. x o`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (y, row) in self.rows().iter().enumerate() {
            let line_break = if y == 0 { "" } else { "\n" };
            let spaced: Vec<String> = row.chars().map(String::from).collect();
            write!(f, "{line_break}{}", spaced.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}\n")
    }
}

fn points(size: u8) -> impl Iterator<Item = Point> {
    (0..size).flat_map(move |y| (0..size).map(move |x| Point::new(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_the_range_are_refused() {
        for size in 0..=u8::MAX {
            assert_eq!(Board::new(size).is_ok(), (5..=22).contains(&size), "size {size}");
        }
    }

    #[test]
    fn every_point_of_the_largest_board_takes_a_stone() {
        let mut board = Board::new(22).unwrap();
        for point in board.points() {
            board.put(point, Color::White);
        }
        assert!(board.is_full());
        assert_eq!(board.count(Color::White), 484);
        for point in board.points() {
            assert_eq!(board.take(point), Some(Color::White));
        }
        assert_eq!(board, Board::new(22).unwrap());
    }

    #[test]
    fn points_off_the_board_are_neither_empty_nor_stones() {
        let board = Board::new(5).unwrap();
        for point in [Point::new(5, 0), Point::new(0, 5), Point::new(255, 255)] {
            assert!(!board.is_empty(point));
            assert_eq!(board.stone(point), None);
        }
    }

    #[test]
    #[should_panic(expected = "1,2 is not an empty point")]
    fn two_stones_on_one_point_are_a_bug() {
        let mut board = Board::new(5).unwrap();
        board.put(Point::new(1, 2), Color::Black);
        board.put(Point::new(1, 2), Color::White);
    }
}
