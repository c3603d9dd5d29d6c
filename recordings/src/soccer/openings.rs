//! Books of openings of Paper Soccer as text, one opening a line: turns of digits with blanks between them, as in `4 754 210`.
//! Empty lines and lines that begin with `#` say nothing. Every opening is judged by the rules.

use referee::{
    position::Position as _,
    record::{Ply, Record},
    soccer::{Direction, Rules},
};

use super::{Reading, SoccerRecord, table::words, turns};
use crate::{bad_opening::BadOpening, malformed::Place};

/// Every opening in a file. Any bytes will do.
///
/// # Errors
/// The first line that is no opening on this field; line 0 if there is no opening at all.
pub fn read(bytes: &[u8], rules: Rules) -> Result<Vec<Vec<Direction>>, BadOpening> {
    let content = String::from_utf8_lossy(bytes);
    let lines = content.trim_start_matches('\u{feff}').lines().map(str::trim);
    let told = lines
        .zip(1..)
        .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    let mut book = Vec::new();
    for (line, number) in told {
        let opening = opening(line, rules).map_err(|(message, hint)| BadOpening {
            line: number,
            message,
            hint,
        })?;
        book.push(opening);
    }
    if book.is_empty() {
        return Err(BadOpening {
            line: 0,
            message: "there is no opening in it".to_owned(),
            hint: "write one opening a line, such as 4 754 210",
        });
    }
    Ok(book)
}

/// An opening as a line of a book.
pub fn write(opening: &[Direction], rules: Rules) -> String {
    let record = SoccerRecord {
        plies: opening.iter().copied().map(Ply::bare).collect(),
        ..Record::started(rules)
    };
    turns(&record).join(" ")
}

fn opening(line: &str, rules: Rules) -> Result<Vec<Direction>, (String, &'static str)> {
    let read = game(line, rules).map_err(|(message, _)| (message, "correct the line or leave it out"))?;
    // What was judged can be played.
    let position = read.replay().map_err(|error| (error.to_string(), ""))?;
    if position.outcome().is_some() {
        return Err((
            "the game is over after this opening".to_owned(),
            "leave a game to be played",
        ));
    }
    if position.is_within_turn() {
        return Err((
            "the opening ends while the ball bounces".to_owned(),
            "draw on until the ball rests",
        ));
    }
    Ok(read.plies.into_iter().map(|ply| ply.play).collect())
}

/// A game as turns with blanks between them and nothing more; the last turn may be unfinished. Else what is wrong, and a
/// hint.
///
/// # Errors
/// The first thing that is no turn, or that the rules refuse.
pub fn game(text: &str, rules: Rules) -> Result<SoccerRecord, (String, String)> {
    let reading = Reading {
        text,
        place: Place::START,
        record: Record::started(rules),
        turns: words(text, 0),
        stated: None,
    };
    reading
        .judge()
        .map(|told| told.record)
        .map_err(|trouble| (trouble.message, trouble.hint))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> String {
        match read(text.as_bytes(), Rules::default()) {
            Ok(book) => {
                let lines = book.iter().map(|opening| write(opening, Rules::default()));
                lines.collect::<Vec<_>>().join("; ")
            }
            Err(error) => format!("error: {error}"),
        }
    }

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(spelled(text), expected, "{text:?}");
    }

    #[test]
    fn a_book_is_read_and_judged() {
        check("\u{feff}# two\n4  4\r\n\n2 0 53 4\n", "4 4; 2 0 53 4");
        check("", "error: line 0: there is no opening in it");
        check(
            "4 4\n4 0",
            "error: line 2: turn 2, line 1: illegal move 0: drawn already",
        );
        check(
            "h8 i9",
            "error: line 1: no turn \"h8\": `h` is no digit from 0 to 7",
        );
        check("2 0 5", "error: line 1: the opening ends while the ball bounces");
        check(
            "0 0 0 0 0 0",
            "error: line 1: the game is over after this opening",
        );
    }
}
