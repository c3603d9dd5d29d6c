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
//! where the board does not show one are the last two lines believed.

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
    charset, finish,
    format::Assume,
    malformed::{Malformed, excerpt},
    text::{self, NoText},
};

const TIMEOUT: i32 = 15;

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
        record.size,
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
    let rule = match record.rule {
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
    for (offset, line) in lines.by_ref() {
        if line.is_empty() {
            continue;
        }
        match tail.is_empty().then(|| numbers(line)).flatten() {
            Some(numbers) => {
                record.plies.push(ply(&numbers, size).map_err(|message| {
                    Malformed::new(
                        text.as_bytes(),
                        offset,
                        message,
                        "rows and columns are counted from 1",
                    )
                })?);
                offsets.push(offset);
            }
            None => tail.push(line),
        }
    }
    let tail = Tail::read(&tail);
    record.rule = tail.rule.unwrap_or(assume.rule);
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
    let began = match fields.nth(1) {
        Some("1") => 1,
        _ => 0,
    };
    Ok((size, began))
}

/// The line as two or three numbers, if that is what it is.
fn numbers(line: &str) -> Option<Vec<i64>> {
    let numbers: Option<Vec<i64>> = line.split(',').map(|field| field.trim().parse().ok()).collect();
    numbers.filter(|numbers| (2..=3).contains(&numbers.len()))
}

fn ply(numbers: &[i64], size: u8) -> Result<Ply, String> {
    let coordinate = |number: i64| match u8::try_from(number) {
        Ok(place) if (1..=size).contains(&place) => Ok(place - 1),
        _ => Err(format!(
            "stone {},{} is off a board of {size} lines",
            numbers[0], numbers[1]
        )),
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
    fn read(lines: &[&'a str]) -> Tail<'a> {
        let mut tail = Tail::default();
        let mut rest = lines;
        if let [first, second, after @ ..] = lines
            && (first.parse::<i32>().is_err()
                || after.first().is_some_and(|line| line.parse::<i32>().is_ok()))
        {
            tail.names = Some([first, second]);
            rest = after;
        }
        for line in rest {
            if let Some((winner, rule)) = line.split_once(',') {
                tail.winner = winner.trim().parse().ok();
                tail.rule = Rule::from_name(&rule.trim().to_lowercase());
            } else {
                tail.code = tail.code.or(line.parse().ok());
            }
        }
        tail
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
    let name = name.replace(['\r', '\n'], " ");
    if name.trim().is_empty() {
        "-".to_owned()
    } else {
        name.trim().to_owned()
    }
}

#[cfg(test)]
mod tests;
