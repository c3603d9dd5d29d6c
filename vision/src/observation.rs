//! What one frame says about every cell of a board. It may be illegal, torn or uncertain: only
//! reconcile turns it into moves.

use referee::{color::Color, point::Point};

/// What stands on one point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Nothing.
    Empty,
    /// A stone. `Black` means the kind printed `x`: the darker one, or the one placed first.
    Stone(Color),
    /// Not to be told; never a guess.
    Uncertain,
}

impl Content {
    /// `.`, `x`, `o` or `?`.
    pub fn letter(self) -> char {
        match self {
            Content::Empty => '.',
            Content::Stone(color) => color.letter(),
            Content::Uncertain => '?',
        }
    }
}

/// One point as read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// What stands there.
    pub content: Content,
    /// 0 to 1.
    pub confidence: f32,
}

/// One reading of a whole board.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// Points in a row.
    pub columns: u8,
    /// Points in a column.
    pub rows: u8,
    /// Row by row from the top left, `columns * rows` of them.
    pub cells: Vec<Cell>,
    /// The stone that carries the client's last-move mark, if one does.
    pub last_move: Option<Point>,
    /// The least certain cell's confidence.
    pub confidence: f32,
}

impl Observation {
    /// The cell at `point`.
    ///
    /// # Panics
    /// `point` is off the board.
    pub fn cell(&self, point: Point) -> Cell {
        assert!(
            point.x < self.columns && point.y < self.rows,
            "point {point} is off the board"
        );
        self.cells[usize::from(point.y) * usize::from(self.columns) + usize::from(point.x)]
    }

    /// What stands on `point`.
    ///
    /// # Panics
    /// `point` is off the board.
    pub fn content(&self, point: Point) -> Content {
        self.cell(point).content
    }

    /// One string a row of `.`, `x`, `o`, `?`.
    pub fn to_rows(&self) -> Vec<String> {
        let letters = |row: &[Cell]| row.iter().map(|cell| cell.content.letter()).collect();
        self.cells
            .chunks(usize::from(self.columns))
            .map(letters)
            .collect()
    }
}
