//! PSQ, the files of the Piskvork manager and of Gomocup:
//!
//! ```text
//! Piskvorky 15x15, 1:11, 0        who plays (0 a person, else level + 1), who began (0: the first named)
//! 8,8,1200                        column, row, both 1-based; thinking time in milliseconds
//! 9,9,15
//! Tengen                          names, and then how it ended
//! Bovo
//! 0                               0 normal, -1 unknown, 15 time-out, anything else: an engine's error
//! 1,Freestyle                     who won (1 or 2 as named, 3 nobody) and the rule; older files lack this line
//! ```
//!
//! Stones, times, names and the rule: evaluations and swap2's choices are lost. The winner is found by replay; only
//! where the board does not show one are the last two lines believed. After the moves there is nothing, the code
//! alone, or both names and what follows them: a line that is none of these is a damage, and the game is refused
//! rather than read as a shorter one.

use std::fmt::Write;

use referee::{
    gomoku::{Move, Rule},
    point::Point,
    position::Position,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};

use crate::{
    assume::Assume,
    charset, finish,
    malformed::{Malformed, excerpt},
    text::{self, NoText},
};

const TIMEOUT: i32 = 15;
/// Names, code and winner.
const TAIL_LINES: usize = 4;

/// The game as a file. The seat that plays black is named first.
///
/// # Errors
/// It began from set-up stones.
pub fn write(record: &Record) -> Result<String, NoText> {
    let stones = text::stones(record, "psq")?;
    let black = crate::sgf::black_seat(record);
    let kind = |seat: Seat| {
        if record.own_seat == Some(seat) && record.engine.is_some() {
            11
        } else {
            0
        }
    };
    let mut file = format!(
        "Piskvorky {0}x{0}, {1}:{2}, 0\r\n",
        record.start.size,
        kind(black),
        kind(!black)
    );
    let times = record
        .plies
        .iter()
        .filter(|ply| matches!(ply.play, Move::Place(_)))
        .map(|ply| ply.spent_ms);
    for (point, spent_ms) in stones.iter().zip(times) {
        let time = spent_ms
            .map(|spent_ms| format!(",{spent_ms}"))
            .unwrap_or_default();
        let _ = write!(file, "{},{}{time}\r\n", point.x + 1, point.y + 1);
    }
    for seat in [black, !black] {
        let _ = write!(file, "{}\r\n", one_line(&record.names[seat.index()]));
    }
    let (code, winner) = match record.verdict {
        None
        | Some(Verdict {
            reason: Reason::Aborted,
            ..
        }) => (-1, 0),
        Some(Verdict { winner, reason }) => {
            let code = match reason {
                Reason::Time | Reason::Stall => TIMEOUT,
                Reason::Illegal | Reason::Forbidden | Reason::Crash => 1,
                _ => 0,
            };
            (code, winner.map_or(3, |seat| if seat == black { 1 } else { 2 }))
        }
    };
    let rule = match record.start.rule {
        Rule::Freestyle => "Freestyle",
        Rule::Standard => "Standard",
        Rule::Renju => "Renju",
    };
    let _ = write!(file, "{code}\r\n{winner},{rule}\r\n");
    Ok(file)
}

/// The game in a file.
///
/// # Errors
/// The header is not Piskvork's, a line cannot be read, or a move is against the rules.
pub fn read(bytes: &[u8], assume: Assume) -> Result<Record, Malformed> {
    let text = charset::decode(bytes, None);
    let mut lines = Lines {
        text: &text,
        rest: &text,
        at: 0,
    };
    let (size, began) = header(&mut lines)?;
    let mut record = Record {
        source: Some("psq".to_owned()),
        ..Record::blank(size, assume.rule)
    };
    let mut offsets = Vec::new();
    let mut tail = Vec::new();
    let fail = |offset, message, hint| Err(Malformed::new(text.as_bytes(), offset, message, hint));
    for (offset, line) in lines.by_ref() {
        if line.is_empty() {
            continue;
        }
        match (numbers(line), tail.is_empty()) {
            (Some(_), false) => {
                let message = format!("a move after the moves: {}", excerpt(line));
                return fail(offset, message, "is a line before it damaged?");
            }
            (Some(numbers), true) => {
                let told = ply(&numbers, size)
                    .map_err(|off| off.to_string())
                    .and_then(|ply| {
                        record.plies.push(ply);
                        offsets.push(offset);
                        text::crowded(record.plies.len(), size).map_or(Ok(()), Err)
                    });
                if let Err(message) = told {
                    return fail(offset, message, "rows and columns are counted from 1");
                }
            }
            (None, _) if tail.len() == TAIL_LINES => {
                let message = format!("more than the end of a game: {}", excerpt(line));
                return fail(offset, message, "names, code and winner are the last four lines");
            }
            (None, _) => tail.push((offset, line)),
        }
    }
    let is_cut = !text.ends_with('\n');
    let tail = match Tail::read(&tail, is_cut) {
        Ok(tail) => tail,
        Err((offset, message)) => {
            return fail(
                offset,
                message,
                "after the moves come two names, a code and the winner",
            );
        }
    };
    record.start.rule = tail.rule.unwrap_or(assume.rule);
    if let Some([first, second]) = tail.names {
        record.names = [first.to_owned(), second.to_owned()];
        if began == 1 {
            record.names.swap(0, 1);
        }
    }
    let mut record = text::judge(record, text.as_bytes(), &offsets)?;
    if record.verdict.is_none() {
        record.verdict = tail.verdict(&record, began);
        record.id = finish::content_id(&record);
    }
    Ok(record)
}

fn header(lines: &mut Lines<'_>) -> Result<(u8, u8), Malformed> {
    let hint = "a PSQ file begins with a line like: Piskvorky 15x15, 0:0, 0";
    let (_, line) = lines.next().unwrap_or((0, ""));
    let fail = |message: String| Malformed::new(lines.text.as_bytes(), 0, message, hint);
    let words = line
        .strip_prefix("Piskvor")
        .ok_or_else(|| fail(format!("no header: {}", excerpt(line))))?;
    let mut fields = words.split(',').map(str::trim);
    let size = fields
        .next()
        .and_then(|field| field.split_whitespace().last())
        .unwrap_or_default();
    let (width, height) = size
        .split_once(['x', 'X'])
        .ok_or_else(|| fail(format!("no size: {}", excerpt(line))))?;
    if width != height {
        return Err(fail(format!("the board is {}, not square", excerpt(size))));
    }
    let size = width
        .parse()
        .map_err(|_| fail(format!("no size: {}", excerpt(size))))?;
    match fields.nth(1).map_or(Ok(0), str::parse::<i32>) {
        Ok(began) => Ok((size, u8::from(began == 1))),
        Err(_) => Err(fail(format!("nobody began: {}", excerpt(line)))),
    }
}

/// The line as two or three numbers, if that is what it is.
fn numbers(line: &str) -> Option<Vec<i64>> {
    let numbers: Option<Vec<i64>> = line.split(',').map(|field| field.trim().parse().ok()).collect();
    numbers.filter(|numbers| (2..=3).contains(&numbers.len()))
}

/// A stone that no board of that size has room for.
#[derive(Debug, thiserror::Error)]
#[error("stone {x},{y} is off a board of {size} lines")]
struct OffBoard {
    x: i64,
    y: i64,
    size: u8,
}

fn ply(numbers: &[i64], size: u8) -> Result<Ply, OffBoard> {
    let coordinate = |number: i64| match u8::try_from(number) {
        Ok(place) if (1..=size).contains(&place) => Ok(place - 1),
        _ => Err(OffBoard {
            x: numbers[0],
            y: numbers[1],
            size,
        }),
    };
    let point = Point::new(coordinate(numbers[0])?, coordinate(numbers[1])?);
    let spent_ms = numbers.get(2).and_then(|&spent_ms| u64::try_from(spent_ms).ok());
    Ok(Ply {
        spent_ms,
        ..Ply::bare(Move::Place(point))
    })
}

/// What follows the moves.
#[derive(Default)]
struct Tail<'a> {
    names: Option<[&'a str; 2]>,
    code: Option<i32>,
    /// 1 or 2 as named, 3 for a draw.
    winner: Option<u8>,
    rule: Option<Rule>,
}

impl<'a> Tail<'a> {
    /// Understands the lines after the moves, which begin at these bytes. A file that ends in the middle of a line may have
    /// lost the rest of it.
    fn read(lines: &[(usize, &'a str)], is_cut: bool) -> Result<Tail<'a>, (usize, String)> {
        let rubbish = |&(offset, line): &(usize, &str)| {
            (offset, format!("neither a move nor the end: {}", excerpt(line)))
        };
        let is_code = |line: &str| line.parse::<i32>().is_ok();
        let mut tail = Tail::default();
        let rest = match lines {
            [] => return Ok(tail),
            // Without names there is the code alone; half a move looks like one.
            [(_, code)] if is_code(code) && !is_cut => lines,
            [(_, code), (_, winner)] if is_code(code) && outcome(winner).is_some() => lines,
            [first, second, after @ ..] => {
                let without_code = after.is_empty() && is_code(second.1);
                match [first, second].into_iter().find(|line| !is_name(line.1)) {
                    Some(line) => return Err(rubbish(line)),
                    None if without_code => return Err(rubbish(first)),
                    None => tail.names = Some([first.1, second.1]),
                }
                after
            }
            [line] => return Err(rubbish(line)),
        };
        if let Some(line) = rest.first() {
            tail.code = Some(line.1.parse().map_err(|_| rubbish(line))?);
        }
        if let Some(line) = rest.get(1) {
            (tail.winner, tail.rule) = outcome(line.1).ok_or_else(|| rubbish(line))?;
        }
        Ok(tail)
    }

    /// The verdict on a game that the board leaves open. An error is the fault of the player to move.
    fn verdict(&self, record: &Record, began: u8) -> Option<Verdict> {
        let to_move = record.replay().ok()?.turn();
        let named = match (self.winner, began) {
            (Some(1), 0) | (Some(2), 1) => Some(Seat::First),
            (Some(2), 0) | (Some(1), 1) => Some(Seat::Second),
            _ => None,
        };
        match self.code {
            Some(TIMEOUT) => Some(Verdict {
                winner: named.or(Some(!to_move)),
                reason: Reason::Time,
            }),
            Some(1..) => Some(Verdict {
                winner: named.or(Some(!to_move)),
                reason: Reason::Crash,
            }),
            _ if named.is_some() || self.winner == Some(3) => Some(Verdict {
                winner: named,
                reason: Reason::Adjudicated,
            }),
            _ => None,
        }
    }
}

/// Who won, and the rule if it is one that is known, from a line such as `1,Freestyle`.
fn outcome(line: &str) -> Option<(Option<u8>, Option<Rule>)> {
    let (winner, rule) = line.split_once(',')?;
    let winner = winner.trim().parse().ok().filter(|winner| *winner <= 3)?;
    let rule = rule.trim();
    let is_word = |letter: char| letter.is_alphanumeric() || " -_+()".contains(letter);
    let is_rule = rule.chars().next().is_none_or(char::is_alphabetic) && rule.chars().all(is_word);
    is_rule.then(|| (Some(winner), Rule::from_name(&rule.to_lowercase())))
}

/// Whether somebody can be called so: a damaged move is no name.
fn is_name(line: &str) -> bool {
    let number = line
        .trim_start_matches(['-', '+'])
        .trim_start_matches(|letter: char| letter.is_ascii_digit());
    let begins_as_move = number.len() < line.len() && number.trim_start().starts_with(',');
    !begins_as_move
        && !line.contains(|letter: char| letter.is_control() || letter == char::REPLACEMENT_CHARACTER)
}

/// Lines with the byte at which each begins.
struct Lines<'a> {
    text: &'a str,
    rest: &'a str,
    at: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        if self.rest.is_empty() {
            return None;
        }
        let start = self.at;
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.at += self.rest.len() - rest.len();
        self.rest = rest;
        Some((start, line.trim_end_matches('\r').trim()))
    }
}

/// A name that cannot be taken for another line of the file.
fn one_line(name: &str) -> String {
    let name = name.replace(
        |letter: char| letter.is_control() || letter == char::REPLACEMENT_CHARACTER,
        " ",
    );
    match name.trim() {
        "" => "-".to_owned(),
        name if is_name(name) => name.to_owned(),
        name => name.replace(',', ";"),
    }
}

#[cfg(test)]
mod tests;
