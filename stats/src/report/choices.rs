//! How many turns there were to choose from, by the number of the turn: only of games in which one turn may be several
//! moves. In the others it is the number of moves, and tells nothing.

use std::collections::BTreeMap;

use referee::{games::AnyRecord, kind::Kind as _, position::Position as _};
use schemars::JsonSchema;
use serde::Serialize;

use crate::store::{Store, StoreError, games::Filter};

/// Ways to play one turn are counted so far, unless asked otherwise. Late in a game of Paper Soccer there may be millions;
/// to count them all would hold up every report.
pub const BOUND: u64 = 10_000;

/// What the players of all games had to choose from at one turn.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Choices {
    /// 1 for the first turn of a game, which is the first player's.
    pub turn: u32,
    /// Games that got so far.
    pub games: u64,
    /// Turns to choose from, on average. Those that draw the same lines in another order are others.
    pub mean: f64,
    /// In the game in the middle.
    pub median: u64,
    /// In the game with the most.
    pub most: u64,
    /// Games in which there were so many that they were not all counted: then the mean is too small.
    pub cut: u64,
}

impl Choices {
    /// Of at least one game.
    fn of(turn: u32, mut counts: Vec<u64>, bound: u64) -> Choices {
        counts.sort_unstable();
        Choices {
            turn,
            games: counts.len() as u64,
            mean: counts.iter().sum::<u64>() as f64 / counts.len() as f64,
            median: counts[counts.len() / 2],
            most: counts[counts.len() - 1],
            cut: counts.iter().filter(|&&count| count >= bound).count() as u64,
        }
    }
}

/// Of all games that fit, as far as the rules allow their moves; none if a turn is one move.
pub(super) fn ask(store: &Store, filter: &Filter, bound: u64) -> Result<Vec<Choices>, StoreError> {
    let mut counts: BTreeMap<u32, Vec<u64>> = BTreeMap::new();
    for game in store.games(filter)? {
        let has_long_turns = game.record.start().is_ok_and(|start| start.choices(1).is_some());
        if !has_long_turns {
            continue;
        }
        if let Some(record) = store.find(&game.record.id)? {
            count(&record, bound, &mut counts);
        }
    }
    let choices = |(turn, counts)| Choices::of(turn, counts, bound);
    Ok(counts.into_iter().map(choices).collect())
}

fn count(record: &AnyRecord, bound: u64, counts: &mut BTreeMap<u32, Vec<u64>>) {
    let Ok(mut position) = record.start() else { return };
    let mut turn = 0;
    for ply in &record.plies {
        if let Some(turns) = position.choices(bound) {
            turn += 1;
            counts.entry(turn).or_default().push(turns);
        }
        if position.play(ply.play).is_err() {
            return;
        }
    }
}
