//! How the win rate went: over the games of a window that moves from the first game to the last.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::CountedGame;
use crate::{
    rating::{Interval, WinCount},
    report::OwnResult,
};

/// Places of a trend at most; between them are several games.
const PLACES: usize = 400;

/// The rate over the games up to one of them.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TrendPlace {
    /// How many games there were by then.
    pub games: usize,
    /// The number of the last of them in the database.
    pub number: i64,
    /// When it began, Unix milliseconds.
    pub started_ms: Option<i64>,
    /// Wins divided by games of the window.
    pub rate: f64,
    /// 95 % interval of the rate, for one look.
    pub wilson: Interval,
}

/// An engine that was another than before at the same client, or a client that was not there before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TrendMark {
    /// How many games there were before.
    pub games: usize,
    /// What it is from here on.
    pub word: String,
}

/// Places of the rate over the last `window` games, from the first whole window on; of fewer games, over all of them.
///
/// # Panics
/// The window is empty.
pub fn trend(counted: &[CountedGame<'_>], window: usize) -> Vec<TrendPlace> {
    assert!(window > 0, "a window has games");
    let window = window.min(counted.len().max(1));
    let every = counted.len().div_ceil(PLACES).max(1);
    let is_won = |index: usize| u64::from(counted[index].1 == OwnResult::Won);
    let mut wins = 0;
    let mut places = Vec::new();
    for (index, (game, _)) in counted.iter().enumerate() {
        wins += is_won(index);
        if index >= window {
            wins -= is_won(index - window);
        }
        let is_last = index + 1 == counted.len();
        if index + 1 < window || !(is_last || (index + 1 - window).is_multiple_of(every)) {
            continue;
        }
        let tally = WinCount::new(wins, window as u64);
        places.push(TrendPlace {
            games: index + 1,
            number: game.number,
            started_ms: game.outline.started_ms,
            rate: tally.rate().unwrap_or(0.0),
            wilson: tally.wilson(),
        });
    }
    places
}

/// Where a client was played with another engine than before, or for the first time; `most` marks at most, the newest.
pub fn marks(counted: &[CountedGame<'_>], most: usize) -> Vec<TrendMark> {
    let word = |(game, _): &CountedGame<'_>| {
        let [engine, client] =
            [&game.outline.engine, &game.outline.source].map(|name| crate::report::named(name.as_deref()));
        format!("{engine} on {client}")
    };
    let mut marks: Vec<TrendMark> = Vec::new();
    let mut engines = HashMap::new();
    for (index, game) in counted.iter().enumerate() {
        let outline = &game.0.outline;
        let before = engines.insert(outline.source.as_deref(), outline.engine.as_deref());
        if index > 0 && before != Some(outline.engine.as_deref()) {
            marks.push(TrendMark {
                games: index,
                word: word(game),
            });
        }
    }
    marks.split_off(marks.len().saturating_sub(most))
}
