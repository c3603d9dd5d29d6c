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

/// Rows in which `?` stands wherever the other rows, with the kinds named as fits better, say something else.
pub fn open_where_unlike(rows: Vec<String>, seen: &[String]) -> Vec<String> {
    let exchange = |letter: char| match letter {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    let exchanged: Vec<String> = seen
        .iter()
        .map(|row| row.chars().map(exchange).collect())
        .collect();
    let unlike = |seen: &[String]| {
        let pairs = rows.iter().zip(seen);
        pairs
            .flat_map(|(a, b)| a.chars().zip(b.chars()))
            .filter(|(a, b)| a != b)
            .count()
    };
    let seen = if unlike(&exchanged) < unlike(seen) {
        &exchanged
    } else {
        seen
    };
    let open = |(known, seen): (char, char)| if known == seen { known } else { '?' };
    let pairs = rows.iter().zip(seen);
    pairs
        .map(|(known, seen)| known.chars().zip(seen.chars()).map(open).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[&str]) -> Vec<String> {
        rows.iter().map(|row| (*row).to_owned()).collect()
    }

    #[test]
    fn what_is_read_otherwise_is_left_open() {
        let check = |known: &[&str], seen: &[&str], expected: &[&str]| {
            assert_eq!(open_where_unlike(rows(known), &rows(seen)), rows(expected));
        };
        check(&["xo.", "..."], &["xo.", "..."], &["xo.", "..."]);
        check(&["xo.", "..."], &["ox.", "..."], &["xo.", "..."]);
        check(&["xo.", "..."], &["xoo", ".?."], &["xo?", ".?."]);
        check(&["xox", "..."], &["oxo", "x.."], &["xox", "?.."]);
    }
}
