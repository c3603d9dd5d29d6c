//! A board as rows of letters, as films, cases and fault folders write it: `.` empty, `x` black, `o` white, `?` not told.

use referee::{color::Color, gomoku, point::Point};
use vision::observation::{Cell, Content, Observation};

/// The stones of a position, one string a row of `.`, `x`, `o`.
pub fn rows_of(position: &gomoku::Position) -> Vec<String> {
    let letter = |point: Point| position.stone(point).map_or('.', Color::letter);
    let row = |y: u8| (0..position.size()).map(|x| letter(Point::new(x, y))).collect();
    (0..position.size()).map(row).collect()
}

/// The reading that rows of `.`, `x`, `o` and `?` describe; `None` if they are no board of that size.
pub fn from_rows(rows: &[String], columns: u8, count: u8) -> Option<Observation> {
    let cell = |letter: char| {
        let content = match letter {
            '.' => Content::Empty,
            'x' => Content::Stone(Color::Black),
            'o' => Content::Stone(Color::White),
            '?' => Content::Uncertain,
            _ => return None,
        };
        let confidence = if content == Content::Uncertain { 0.0 } else { 1.0 };
        Some(Cell { content, confidence })
    };
    let is_board = rows.len() == usize::from(count)
        && rows.iter().all(|row| row.chars().count() == usize::from(columns));
    let cells = rows
        .iter()
        .flat_map(|row| row.chars().map(cell))
        .collect::<Option<Vec<Cell>>>()?;
    is_board.then(|| Observation::from_cells(columns, count, cells, None))
}
