//! What a match of Paper Soccer has of its own: fields, what a blocked player gets, and openings.

use std::ops::RangeInclusive;

use recordings::openings::any;
use referee::soccer::{
    Pitch, Rules,
    openings::{self, TurnRecipe},
};

use super::{
    Args,
    match_openings::{BOOK_MAX, MatchOpenings},
};
use base::user_error::UserError;

/// Turns of an opening by dice if nobody says otherwise.
const OPENING_TURNS: RangeInclusive<u32> = 2..=6;
/// The most that can be asked for.
const OPENING_TURNS_MAX: u32 = 20;
/// What `--openings` knows besides files.
pub(super) const WORDS: &str = "random and empty";

/// Field and rule.
pub(super) fn start(args: &Args) -> Rules {
    Rules {
        pitch: args.pitch.unwrap_or(Pitch::USUAL),
        blocked: args.blocked.unwrap_or_default(),
    }
}

/// The openings that a word names; `None` if it is none.
pub(super) fn openings(args: &Args, pairs_max: u64) -> Result<Option<MatchOpenings>, UserError> {
    let rules = start(args);
    Ok(Some(match args.openings.as_str() {
        "empty" => MatchOpenings::none(rules.into(), "from the beginning"),
        "random" => {
            let turns = args.opening_turns.clone().unwrap_or(OPENING_TURNS);
            let recipe = TurnRecipe {
                rules,
                turns: turns.clone(),
                seed: args.seed,
            };
            let book = openings::random(&recipe, pairs_max.min(BOOK_MAX) as usize);
            if book.is_empty() {
                return Err(UserError::new(
                    format!(
                        "no opening of {} turns was found on {}",
                        told(&turns),
                        rules.pitch
                    ),
                    "give fewer --opening-turns, or a larger --pitch",
                ));
            }
            MatchOpenings {
                from: format!("{} random openings of {} turns", book.len(), told(&turns)),
                start: rules.into(),
                book: any::into_any(book),
            }
        }
        word @ ("balanced" | "swap2") => {
            return Err(UserError::new(
                format!("--openings {word} is for gomoku"),
                format!("give a file, or one of the words {WORDS}"),
            ));
        }
        _ => return Ok(None),
    }))
}

/// `2 to 6`, or `4`.
fn told(turns: &RangeInclusive<u32>) -> String {
    match (turns.start(), turns.end()) {
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}

/// `2..6`, or `4`.
pub(super) fn turns(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| {
        text.parse::<u32>()
            .ok()
            .filter(|turns| (1..=OPENING_TURNS_MAX).contains(turns))
    };
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err(format!(
            "it is written as in 2..6, with numbers from 1 to {OPENING_TURNS_MAX}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_turns() {
        let check = |text: &str, expected: Option<RangeInclusive<u32>>| {
            assert_eq!(turns(text).ok(), expected, "{text}");
        };
        check("2..6", Some(2..=6));
        check("4", Some(4..=4));
        check("6..2", None);
        check("0..2", None);
        check("2..21", None);
        check("a..b", None);
        assert_eq!(
            (told(&(2..=6)), told(&(4..=4))),
            ("2 to 6".to_owned(), "4".to_owned())
        );
    }
}
