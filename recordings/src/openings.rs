//! Books of openings of Gomoku as text, one opening a line, in one of three spellings for the whole file:
//!
//! ```text
//! h8 i9 g10        letter and number, a1 at the bottom left, as people and GUIs write
//! 8,8 9,7 7,6      column and row from 1, from the top left, as in PSQ files; spaces between the stones
//! 0,0, 1,-1, -1,-2 Gomocup's offsets from the centre, x to the right and y down; commas between the stones
//! ```
//!
//! Empty lines and lines that begin with `#` say nothing. Every opening is judged by the rules.

use referee::{
    gomoku::{Move, Position, Rule},
    point::Point,
    position::Position as _,
};

use crate::{bad_opening::BadOpening, malformed::excerpt, text};

pub mod any;

/// How the stones of a file are spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    Letters,
    Numbers,
    Offsets,
}

/// Every opening in a file. Any bytes will do.
///
/// # Errors
/// The first line that is no opening on this board by this rule; line 0 if there is no opening at all.
pub fn read(bytes: &[u8], size: u8, rule: Rule) -> Result<Vec<Vec<Move>>, BadOpening> {
    let content = String::from_utf8_lossy(bytes);
    let lines: Vec<(usize, &str)> = content
        .trim_start_matches('\u{feff}')
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let spelling = spelling(&lines);
    let mut book = Vec::with_capacity(lines.len());
    for (number, line) in &lines {
        let opening = points(line, spelling, size).and_then(|points| judge(&points, size, rule));
        book.push(opening.map_err(|(message, hint)| BadOpening {
            line: *number,
            message,
            hint,
        })?);
    }
    if book.is_empty() {
        return Err(BadOpening {
            line: 0,
            message: "there is no opening in it".to_owned(),
            hint: "write one opening a line, such as h8 i9 g10",
        });
    }
    Ok(book)
}

/// An opening as a line of a book: `h8 i9`. Swap2's choices have no place in one.
pub fn write(opening: &[Move], size: u8) -> String {
    let names = opening.iter().filter_map(|played| match played {
        Move::Place(point) => Some(text::name_of(*point, size)),
        Move::Choose(_) | Move::PutTwo => None,
    });
    names.collect::<Vec<_>>().join(" ")
}

type Bad = (String, &'static str);

fn spelling(lines: &[(usize, &str)]) -> Spelling {
    let any = |told: fn(&str) -> bool| lines.iter().any(|(_, line)| told(line));
    if any(|line| line.contains(|letter: char| letter.is_ascii_alphabetic())) {
        Spelling::Letters
    } else if any(|line| line.split_whitespace().filter(|word| is_pair(word)).count() > 1) {
        Spelling::Numbers
    } else {
        Spelling::Offsets
    }
}

/// `8,8`, with nothing that separates it from the next one.
fn is_pair(word: &str) -> bool {
    word.split_once(',')
        .is_some_and(|(x, y)| x.parse::<i32>().is_ok() && y.parse::<i32>().is_ok())
}

/// A whole number for each stone, column and row from the top left and from 0; they may lie off the board.
fn points(line: &str, spelling: Spelling, size: u8) -> Result<Vec<(String, i32, i32)>, Bad> {
    let stone = |word: &str, hint| Err((format!("no stone at {}", excerpt(word)), hint));
    let mut points = Vec::new();
    match spelling {
        Spelling::Letters => {
            for word in stones_in_letters(line) {
                let column = word.bytes().next().map(|byte| byte.to_ascii_lowercase());
                let column = column.filter(u8::is_ascii_lowercase);
                let row = word.get(1..).and_then(|row| row.parse::<u8>().ok());
                let (Some(column), Some(row)) = (column, row) else {
                    return stone(word, "stones are written as in h8 i9");
                };
                points.push((
                    word.to_owned(),
                    i32::from(column - b'a'),
                    i32::from(size) - i32::from(row),
                ));
            }
        }
        Spelling::Numbers => {
            for word in line.split_whitespace() {
                match word
                    .split_once(',')
                    .map(|(x, y)| (x.parse::<i32>(), y.parse::<i32>()))
                {
                    Some((Ok(x), Ok(y))) => {
                        points.push((word.to_owned(), x.saturating_sub(1), y.saturating_sub(1)))
                    }
                    _ => {
                        return stone(
                            word,
                            "this file writes stones as in 8,8 9,9: spaces only between stones",
                        );
                    }
                }
            }
        }
        Spelling::Offsets => {
            let words: Vec<&str> = line.split(',').map(str::trim).collect();
            let words = words.strip_suffix(&[""]).unwrap_or(&words);
            for pair in words.chunks(2) {
                let [x, y] = pair else {
                    return stone(pair[0], "offsets come in pairs, as in 0,0, 1,-1");
                };
                let (Ok(dx), Ok(dy)) = (x.parse::<i32>(), y.parse::<i32>()) else {
                    return stone(
                        &pair.join(","),
                        "offsets from the centre are written as in 0,0, 1,-1",
                    );
                };
                let centre = i32::from(size / 2);
                points.push((
                    pair.join(","),
                    centre.saturating_add(dx),
                    centre.saturating_add(dy),
                ));
            }
        }
    }
    Ok(points)
}

/// `h8 i9`, `h8,i9` or `h8i9`: a stone begins where a letter follows something else.
fn stones_in_letters(line: &str) -> Vec<&str> {
    let words = line.split(|letter: char| letter.is_whitespace() || letter == ',');
    words
        .filter(|word| !word.is_empty())
        .flat_map(|word| {
            let digit_before = |&at: &usize| word.as_bytes()[at - 1].is_ascii_digit();
            let letter = |&at: &usize| word.as_bytes()[at].is_ascii_alphabetic();
            let starts = (1..word.len()).filter(|at| letter(at) && digit_before(at));
            let cuts: Vec<usize> = [0].into_iter().chain(starts).chain([word.len()]).collect();
            cuts.windows(2)
                .map(|cut| &word[cut[0]..cut[1]])
                .collect::<Vec<_>>()
        })
        .collect()
}

fn judge(points: &[(String, i32, i32)], size: u8, rule: Rule) -> Result<Vec<Move>, Bad> {
    let mut position =
        Position::new(size, rule).map_err(|error| (error.to_string(), "give a size from 5 to 22"))?;
    for (word, x, y) in points {
        let on_board = |place: &i32| u8::try_from(*place).ok().filter(|&place| place < size);
        let (Some(x), Some(y)) = (on_board(x), on_board(y)) else {
            return Err((
                format!("stone {} is off a board of {size} lines", excerpt(word)),
                "is the book for a larger board, or spelled in another way than its other lines?",
            ));
        };
        position.play(Move::Place(Point::new(x, y))).map_err(|error| {
            (
                format!("stone {}: {error}", excerpt(word)),
                "correct the line or leave it out",
            )
        })?;
    }
    if position.outcome().is_some() {
        return Err((
            "the game is over after this opening".to_owned(),
            "leave a game to be played",
        ));
    }
    Ok(position.history().to_vec())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn spelled(bytes: &str) -> String {
        match read(bytes.as_bytes(), 15, Rule::Freestyle) {
            Ok(book) => book
                .iter()
                .map(|opening| write(opening, 15))
                .collect::<Vec<_>>()
                .join("; "),
            Err(error) => format!("error: {error}"),
        }
    }

    #[track_caller]
    fn check(bytes: &str, expected: &str) {
        assert_eq!(spelled(bytes), expected, "{bytes:?}");
    }

    #[test]
    fn three_spellings() {
        check("h8 i9 g10", "h8 i9 g10");
        check("h8,I9, g10\r\n\r\n# no more\r\nh8i9g10\n", "h8 i9 g10; h8 i9 g10");
        check("8,8 9,7 7,6", "h8 i9 g10");
        check("0,0, 1,-1, -1,-2", "h8 i9 g10");
        check("\u{feff}0,0,1,-1,-1,-2,\n-7 , -7\n", "h8 i9 g10; a15");
        check("8,8 9,9\n1,1\n", "h8 i7; a15");
    }

    #[test]
    fn bad_lines_are_named() {
        check("", "error: line 0: there is no opening in it");
        check("# nothing\n\n", "error: line 0: there is no opening in it");
        check(
            "h8 i9\nh8 h8\n",
            "error: line 2: stone \"h8\": illegal move h8: occupied",
        );
        check(
            "h8 i9\n\nh8 p16",
            "error: line 3: stone \"p16\" is off a board of 15 lines",
        );
        check("h8 9", "error: line 1: no stone at \"9\"");
        check("0,0, 1", "error: line 1: no stone at \"1\"");
        check(
            "0,0, 8,0",
            "error: line 1: stone \"8,0\" is off a board of 15 lines",
        );
        check("8,8 9,9, 10,10", "error: line 1: no stone at \"9,9,\"");
        check(
            "0,8 9,9",
            "error: line 1: stone \"0,8\" is off a board of 15 lines",
        );
        check("once upon", "error: line 1: no stone at \"once\"");
        let five = "a1 a15 b1 b15 c1 c15 d1 d15 e1";
        check(five, "error: line 1: the game is over after this opening");
    }

    proptest! {
        #[test]
        fn any_bytes_will_do(bytes: Vec<u8>) {
            let _ = read(&bytes, 15, Rule::Renju);
        }

        #[test]
        fn any_text_will_do(text in "[a-z0-9,\\- \n#é]{0,60}") {
            let _ = read(text.as_bytes(), 9, Rule::Renju);
        }

        #[test]
        fn what_was_written_is_read_again(places in prop::collection::btree_set((0u8..15, 0u8..15), 1..5)) {
            let opening: Vec<Move> = places.into_iter().map(|(x, y)| Move::Place(Point::new(x, y))).collect();
            let line = write(&opening, 15);
            prop_assert_eq!(read(line.as_bytes(), 15, Rule::Freestyle).unwrap(), [opening]);
        }
    }
}
