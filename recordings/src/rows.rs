//! A board as rows of letters, as films, cases and fault folders write it: `.` empty, `x` black, `o` white, `?` not told.

use referee::{color::Color, gomoku, point::Point};

/// The stones of a position, one string a row of `.`, `x`, `o`.
pub fn rows_of(position: &gomoku::Position) -> Vec<String> {
    let letter = |point: Point| position.stone(point).map_or('.', Color::letter);
    let row = |y: u8| (0..position.size()).map(|x| letter(Point::new(x, y))).collect();
    (0..position.size()).map(row).collect()
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
