//! Games with tags as in PGN, and turns as on Kurnik and PlayOK:
//!
//! ```text
//! [White "Mori"]                  the first player
//! [Black "Bovo"]
//! [Result "1-0"]
//!
//! 1. 4 754 2. 210 1-0             numbers and the result may be missing
//! ```
//!
//! Tags of our own: `Field` (`8x10`), `Blocked` (`loses` or `draws`), `Termination` (a reason's name), `Id`, `OwnSeat`,
//! `Engine`, `Source`. Times and evaluations are lost.

use std::{collections::HashMap, fmt::Write};

use referee::{
    record::Record,
    seat::Seat,
    soccer::{Blocked, Pitch, Rules},
    verdict::{Reason, Verdict},
};

use super::{Reading, SoccerGame, SoccerRecord, Stated, identify, table::words, turns};
use crate::malformed::{Malformed, Place, excerpt};

const HINT: &str = "tags are written as in [White \"Mori\"], turns as in 1. 4 754 2. 210";

/// The game as a file.
pub fn write(record: &SoccerRecord) -> String {
    let result = match record.verdict {
        None
        | Some(Verdict {
            reason: Reason::Aborted,
            ..
        }) => "*",
        Some(Verdict { winner: None, .. }) => "1/2-1/2",
        Some(Verdict {
            winner: Some(Seat::First),
            ..
        }) => "1-0",
        Some(Verdict {
            winner: Some(Seat::Second),
            ..
        }) => "0-1",
    };
    let date = record
        .started_ms
        .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    let Rules { pitch, blocked } = record.start;
    let field = (record.start != Rules::default()).then(|| format!("{}x{}", pitch.width(), pitch.length()));
    let blocked = field.is_some().then(|| blocked.name().to_owned());
    let mut file = String::new();
    let mut tag = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            let value = value
                .replace(char::is_control, " ")
                .replace('\\', r"\\")
                .replace('"', "\\\"");
            let _ = writeln!(file, "[{name} \"{value}\"]");
        }
    };
    tag("Game", Some("Paper Soccer".to_owned()));
    tag("Date", date.map(|date| date.strftime("%Y.%m.%d").to_string()));
    tag("White", Some(record.names[0].clone()));
    tag("Black", Some(record.names[1].clone()));
    tag("Result", Some(result.to_owned()));
    tag(
        "Termination",
        record.verdict.map(|verdict| verdict.reason.name().to_owned()),
    );
    tag("Field", field);
    tag("Blocked", blocked);
    tag("Id", Some(record.id.clone()).filter(|id| !id.is_empty()));
    tag("OwnSeat", record.own_seat.map(|seat| seat.name().to_owned()));
    tag("Engine", record.engine.clone());
    tag("Source", record.source.clone());
    file.push('\n');
    for (index, turn) in turns(record).iter().enumerate() {
        match index % 2 {
            0 => {
                let _ = write!(file, "{}. {turn} ", index / 2 + 1);
            }
            _ => {
                let _ = write!(file, "{turn} ");
            }
        }
    }
    let _ = write!(file, "{result}\n\n");
    file
}

/// The games of a file one after the other; a bad one costs itself alone.
pub fn each(text: &str, take: &mut dyn FnMut(Result<SoccerGame, Malformed>)) {
    let mut others = HashMap::new();
    let mut place = Place::START;
    let mut number = 0;
    let mut at = 0;
    while let Some(end) = end_of_game(text, at) {
        if !text[at..end].trim().is_empty() {
            number += 1;
            place = place.advanced(text.as_bytes(), at);
            let mut told = game(text, place, &text[at..end]);
            match &mut told {
                Ok(told) if told.record.id.is_empty() => identify(&mut told.record, &mut others),
                Ok(_) => {}
                Err(trouble) => trouble.game = Some(number),
            }
            take(told);
        }
        at = end;
    }
}

/// Where the game ends that begins at this byte: before the first tag after its turns. `None` at the end of the text.
fn end_of_game(text: &str, from: usize) -> Option<usize> {
    let mut has_turns = false;
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        let is_tag = line.trim_start().starts_with('[');
        if is_tag && has_turns {
            return Some(at);
        }
        has_turns |= !is_tag && !line.trim().is_empty();
        at += line.len();
    }
    (at > from).then_some(at)
}

fn game(text: &str, place: Place, part: &str) -> Result<SoccerGame, Malformed> {
    let mut record = SoccerRecord {
        source: Some("pgn".to_owned()),
        ..Record::started(Rules::default())
    };
    let mut result = None;
    let mut reason = None;
    let mut turns = Vec::new();
    let mut at = place.offset;
    for line in part.split_inclusive('\n') {
        let trouble = |message| Malformed::after(place, text.as_bytes(), at, message, HINT);
        match line.trim().strip_prefix('[') {
            Some(rest) => {
                let (name, value) =
                    tag(rest).ok_or_else(|| trouble(format!("no tag: {}", excerpt(line.trim()))))?;
                match (name, &*value) {
                    ("Result", "*") => {}
                    ("Result", value) => {
                        let winner =
                            winner(value).ok_or_else(|| trouble(format!("no result: {}", excerpt(value))))?;
                        result = Some((at, winner));
                    }
                    ("Termination", value) => reason = Reason::from_name(value),
                    _ => put(&mut record, name, value.clone()).map_err(trouble)?,
                }
            }
            None => turns.extend(words(line, at)),
        }
        at += line.len();
    }
    let mut played = Vec::new();
    for (at, word) in turns {
        match winner(word) {
            Some(winner) => result = Some((at, winner)),
            None if word == "*" => {}
            None => played.extend(unnumbered(at, word)),
        }
    }
    let mut told = Reading {
        text,
        place,
        record,
        turns: played,
        stated: result.map(|(offset, winner)| Stated {
            offset,
            winner,
            reason,
        }),
    }
    .judge()?;
    if told.record.verdict.is_none() && reason == Some(Reason::Aborted) {
        told.record.verdict = Some(Verdict::ABORTED);
    }
    Ok(told)
}

/// A turn without the number that may stand before it, as in `4.` or `4.754`.
fn unnumbered(at: usize, word: &str) -> Option<(usize, &str)> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match word.split_once('.') {
        Some((number, "")) if is_number(number) => None,
        Some((number, turn)) if is_number(number) => Some((at + number.len() + 1, turn)),
        _ => Some((at, word)),
    }
}

/// Whose win a result is, `Some(None)` for a draw; `None` for anything else.
fn winner(result: &str) -> Option<Option<Seat>> {
    match result {
        "1-0" => Some(Some(Seat::First)),
        "0-1" => Some(Some(Seat::Second)),
        "1/2-1/2" => Some(None),
        _ => None,
    }
}

/// Name and value of `Name "value"]`.
fn tag(rest: &str) -> Option<(&str, String)> {
    let (name, value) = rest.strip_suffix(']')?.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        plain.push(match letter {
            '\\' => letters.next()?,
            letter => letter,
        });
    }
    Some((name, plain))
}

/// Takes a tag into the record. What only other programs know is passed over.
fn put(record: &mut SoccerRecord, name: &str, value: String) -> Result<(), String> {
    match name {
        "White" => record.names[0] = value,
        "Black" => record.names[1] = value,
        "Id" => record.id = value,
        "Engine" => record.engine = Some(value),
        "Source" => record.source = Some(value),
        "OwnSeat" => record.own_seat = Seat::BOTH.into_iter().find(|seat| seat.name() == value),
        "Date" => record.started_ms = day_ms(&value),
        "Field" => {
            let sides = value
                .split_once('x')
                .and_then(|(width, length)| Some((width.parse().ok()?, length.parse().ok()?)));
            let (width, length) = sides.ok_or_else(|| format!("no field: {}", excerpt(&value)))?;
            record.start.pitch = Pitch::new(width, length).map_err(|error| error.to_string())?;
        }
        "Blocked" => {
            record.start.blocked = Blocked::from_name(&value)
                .ok_or_else(|| format!("blocked players do not {}", excerpt(&value)))?;
        }
        _ => {}
    }
    Ok(())
}

/// Midnight (UTC) of a day as in `2014.09.05`.
fn day_ms(day: &str) -> Option<i64> {
    let date: jiff::civil::Date = day.replace('.', "-").parse().ok()?;
    Some(
        date.to_zoned(jiff::tz::TimeZone::UTC)
            .ok()?
            .timestamp()
            .as_millisecond(),
    )
}
