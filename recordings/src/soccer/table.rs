//! A game a line: the winner (`first`, `second`, `draw`, or `none` for a game without a result), a tab, and the turns with
//! blanks between them. Lines that begin with `#` are remarks. The field is the usual one, a blocked player loses.
//!
//! ```text
//! first TAB 4 4 4 4 31 47 22 5
//! ```

use std::collections::HashMap;

use referee::{
    record::Record,
    seat::Seat,
    soccer::Rules,
    verdict::{Reason, Verdict},
};

use super::{Reading, SoccerGame, SoccerRecord, Stated, identify, turns};
use crate::{
    malformed::{Malformed, Place, excerpt},
    text::NoText,
};

const NONE: &str = "none";
const DRAW: &str = "draw";

/// The game as a line.
///
/// # Errors
/// It is on another field, or by another rule for blocked players.
pub fn write(record: &SoccerRecord) -> Result<String, NoText> {
    if record.start != Rules::default() {
        let Rules { pitch, blocked } = record.start;
        return Err(NoText {
            format: "tsv",
            what: format!("a field of {pitch} where a blocked player {blocked}"),
        });
    }
    let result = match record.verdict {
        None
        | Some(Verdict {
            reason: Reason::Aborted,
            ..
        }) => NONE,
        Some(Verdict { winner, .. }) => winner.map_or(DRAW, Seat::name),
    };
    Ok(format!("{result}\t{}\n", turns(record).join(" ")))
}

/// The games of a file one after the other; a bad one costs itself alone.
pub fn each(text: &str, take: &mut dyn FnMut(Result<SoccerGame, Malformed>)) {
    let mut place = Place::START;
    let mut others = HashMap::new();
    let mut number = 0;
    for line in text.split_inclusive('\n') {
        let next = place.advanced(text.as_bytes(), place.offset + line.len());
        let content = line.trim_end();
        if !content.is_empty() && !content.starts_with('#') {
            number += 1;
            let mut told = game(text, place, content);
            match &mut told {
                Ok(told) => identify(&mut told.record, &mut others),
                Err(trouble) => trouble.game = Some(number),
            }
            take(told);
        }
        place = next;
    }
}

fn game(text: &str, place: Place, line: &str) -> Result<SoccerGame, Malformed> {
    let hint = "a game is written as in: first, a tab, and turns as in 4 754 210";
    let trouble = |message| Malformed::after(place, text.as_bytes(), place.offset, message, hint);
    let (result, moves) = line
        .split_once('\t')
        .ok_or_else(|| trouble(format!("no tab: {}", excerpt(line))))?;
    let stated = |winner| {
        Some(Stated {
            offset: place.offset,
            winner,
            reason: None,
        })
    };
    let stated = match Seat::BOTH.into_iter().find(|seat| seat.name() == result) {
        Some(seat) => stated(Some(seat)),
        None if result == DRAW => stated(None),
        None if result == NONE => None,
        None => return Err(trouble(format!("no result: {}", excerpt(result)))),
    };
    let begins = place.offset + result.len() + 1;
    Reading {
        text,
        place,
        record: SoccerRecord {
            source: Some("tsv".to_owned()),
            ..Record::started(Rules::default())
        },
        turns: words(moves, begins),
        stated,
    }
    .judge()
}

/// What stands between blanks, each with the byte where it begins.
pub(super) fn words(text: &str, begins: usize) -> Vec<(usize, &str)> {
    let at = |word: &str| begins + (word.as_ptr() as usize - text.as_ptr() as usize);
    text.split_ascii_whitespace()
        .map(|word| (at(word), word))
        .collect()
}
