//! What a match of Gomoku has of its own: boards, rules, and openings.

use recordings::openings::{self, any};
use referee::{
    gomoku::{Opening, Position, Rule, Start, openings as random},
    kind::Kind as _,
};

use super::{
    Args,
    match_openings::{BOOK_MAX, MatchOpenings},
};
use base::user_error::UserError;

/// Lines a side if nobody says otherwise.
const SIZE: u8 = 15;
/// Stones of an opening by dice if nobody says otherwise.
const OPENING_PLIES: u32 = 4;
/// What `--openings` knows besides files.
pub(super) const WORDS: &str = "random, balanced, empty and swap2";

/// Board and rule.
pub(super) fn start(args: &Args) -> Start {
    let rule = args.rule.unwrap_or(Rule::Freestyle);
    Start::free(args.size.unwrap_or(SIZE), rule)
}

/// The openings that a word names; `None` if it is none.
pub(super) fn openings(args: &Args, pairs_max: u64) -> Result<Option<MatchOpenings>, UserError> {
    let start = start(args);
    let told = |from: String, book| MatchOpenings {
        start: start.clone().into(),
        book: any::into_any(book),
        from,
    };
    Ok(Some(match args.openings.as_str() {
        "empty" => MatchOpenings::none(start.into(), "from the empty board"),
        "swap2" => {
            let start = Start {
                opening: Opening::Swap2,
                ..start
            };
            // Nobody finds out by hand why swap2 is refused for a rule or board.
            Position::begin(&start)
                .map_err(|error| UserError::new(error.reason, "choose other --openings"))?;
            MatchOpenings::none(start.into(), "opened by swap2")
        }
        "random" => {
            let (book, plies) = by_dice(args, &start, pairs_max)?;
            told(format!("{} random openings of {plies} plies", book.len()), book)
        }
        "balanced" => {
            let book = balanced(&start)?;
            told(format!("{} balanced openings", book.len()), book)
        }
        _ => return Ok(None),
    }))
}

type Book = Vec<Vec<referee::gomoku::Move>>;

fn by_dice(args: &Args, start: &Start, pairs_max: u64) -> Result<(Book, u32), UserError> {
    let plies = args.opening_plies.unwrap_or(OPENING_PLIES);
    let recipe = random::Recipe {
        size: start.size,
        rule: start.rule,
        plies,
        seed: args.seed,
    };
    let book = random::random(recipe, pairs_max.min(BOOK_MAX) as usize)
        .map_err(|error| UserError::new(error.to_string(), "give a --size from 5 to 22"))?;
    if book.is_empty() {
        return Err(UserError::new(
            format!("no opening of {plies} stones was found on {} lines", start.size),
            "give fewer --opening-plies, or a larger --size",
        ));
    }
    Ok((book, plies))
}

fn balanced(start: &Start) -> Result<Book, UserError> {
    let (size, rule) = (start.size, start.rule);
    let lines = engines::book::balanced(size, rule).ok_or_else(|| {
        UserError::new(
            format!(
                "there are no balanced openings for {size} lines by {} rules",
                rule.name()
            ),
            "make some with: tengen openings make --out FILE; or name other --openings",
        )
    })?;
    openings::read(lines.as_bytes(), size, rule)
        .map_err(|error| UserError::new(error.to_string(), error.hint))
}
