//! Boards as text: one row a line from the top, `.` empty, `x` black, `o` white. Spaces and empty lines mean
//! nothing. The way out is the `Display` of [`Board`].

use super::{SIZES, board::Board};
use crate::{color::Color, point::Point};

/// Why a text is no board. Lines and columns count from 1, as editors do, with the spaces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AsciiError {
    /// A character that is no point.
    #[error("line {line}, column {column}: unknown mark {mark:?}, expected '.', 'x' or 'o'")]
    Mark {
        /// Line of the text.
        line: usize,
        /// Column of the text.
        column: usize,
        /// What stands there.
        mark: char,
    },
    /// A row with more or fewer points than the first one.
    #[error("line {line}: {found} points, but the first row has {expected}")]
    Ragged {
        /// Line of the text.
        line: usize,
        /// Points in this row.
        found: usize,
        /// Points in the first row.
        expected: usize,
    },
    /// Not as many rows as columns.
    #[error("{rows} rows of {columns} points: a board is square")]
    NotSquare {
        /// Rows in the text.
        rows: usize,
        /// Points in each of them.
        columns: usize,
    },
    /// Square, but too small or too large.
    #[error("board size {0} is not between 5 and 22")]
    Size(usize),
}

/// The board that a text shows.
pub(super) fn parse(text: &str) -> Result<Board, AsciiError> {
    let mut rows: Vec<Vec<Option<Color>>> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let row = parse_row(index + 1, line)?;
        if row.is_empty() {
            continue;
        }
        let expected = rows.first().map_or(row.len(), Vec::len);
        if row.len() != expected {
            return Err(AsciiError::Ragged {
                line: index + 1,
                found: row.len(),
                expected,
            });
        }
        rows.push(row);
    }
    board_of(&rows)
}

fn parse_row(line: usize, text: &str) -> Result<Vec<Option<Color>>, AsciiError> {
    let marks = text.chars().enumerate().filter(|(_, mark)| !mark.is_whitespace());
    marks
        .map(|(index, mark)| match mark {
            '.' => Ok(None),
            'x' => Ok(Some(Color::Black)),
            'o' => Ok(Some(Color::White)),
            _ => Err(AsciiError::Mark {
                line,
                column: index + 1,
                mark,
            }),
        })
        .collect()
}

fn board_of(rows: &[Vec<Option<Color>>]) -> Result<Board, AsciiError> {
    let columns = rows.first().map_or(0, Vec::len);
    if rows.len() != columns {
        return Err(AsciiError::NotSquare {
            rows: rows.len(),
            columns,
        });
    }
    let size = u8::try_from(columns).ok().filter(|size| SIZES.contains(size));
    let size = size.ok_or(AsciiError::Size(columns))?;
    let mut board = Board::new(size).map_err(|_| AsciiError::Size(columns))?;
    for point in board.points() {
        if let Some(color) = rows[usize::from(point.y)][usize::from(point.x)] {
            board.put(Point::new(point.x, point.y), color);
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use proptest::prelude::*;

    use super::{super::setup::Setup, *};

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let told = match text.parse::<Setup>() {
            Ok(setup) => setup.board.to_string(),
            Err(error) => error.to_string(),
        };
        expected.assert_eq(&told);
    }

    #[test]
    fn reads_boards_and_says_what_is_wrong() {
        check(
            "\n  . . x . .\n ..... \n.\to...\n\n.....\r\n....o\n\n",
            expect![[r#"
                . . x . .
                . . . . .
                . o . . .
                . . . . .
                . . . . o"#]],
        );
        check(
            ".....\n.....\n. . q . .\n",
            expect!["line 3, column 5: unknown mark 'q', expected '.', 'x' or 'o'"],
        );
        check(
            ".....\n.....\n\n....\n",
            expect!["line 4: 4 points, but the first row has 5"],
        );
        check(".....\n.....\n", expect!["2 rows of 5 points: a board is square"]);
        check("", expect!["board size 0 is not between 5 and 22"]);
        check("...\n...\n...", expect!["board size 3 is not between 5 and 22"]);
        let large = format!("{}\n", ".".repeat(300)).repeat(300);
        check(&large, expect!["board size 300 is not between 5 and 22"]);
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(size in 5u8..=22, marks in proptest::collection::vec(0u8..3, 484)) {
            let mut board = Board::new(size).unwrap();
            for (point, mark) in board.points().zip(marks) {
                match mark {
                    0 => {}
                    1 => board.put(point, Color::Black),
                    _ => board.put(point, Color::White),
                }
            }
            let spaced = board.to_string().parse::<Setup>().unwrap().board;
            let dense = board.rows().join("\n").parse::<Setup>().unwrap().board;
            prop_assert_eq!(&spaced, &board);
            prop_assert_eq!(&dense, &board);
        }
    }
}
