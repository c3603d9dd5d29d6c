//! What the first player's seat is worth, whoever sat there: every game with a result tells it, also those in which no seat
//! is ours.

use referee::seat::Seat;
use schemars::JsonSchema;
use serde::Serialize;

use super::{BUCKET, Bucket, LENGTH_MAX, OwnResult, ReportScore, judge, lengths};
use crate::store::games::Outline;

/// Results from the first player's side.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct FirstPlayer {
    /// Won by the first player, drawn, and won by the second.
    pub score: ReportScore,
    /// By length, in tens, without gaps.
    pub lengths: Vec<Bucket>,
    /// Games among these in which our seat is not known, and which the other rates leave out therefore.
    pub not_ours: u64,
}

impl FirstPlayer {
    /// Of these games; marked, unfinished and short ones tell nothing here, either.
    pub(super) fn of<'a>(games: &[&'a Outline], min_moves: u32) -> FirstPlayer {
        let result = |&game: &&'a Outline| Some((game, judge(game, min_moves, Some(Seat::First)).ok()?));
        let told: Vec<(&Outline, OwnResult)> = games.iter().filter_map(result).collect();
        let not_ours = told.iter().filter(|(game, _)| game.own_seat.is_none());
        FirstPlayer {
            score: told.iter().map(|(_, result)| *result).collect(),
            lengths: lengths(
                told.iter().map(|(game, result)| (game.length, *result)),
                BUCKET,
                LENGTH_MAX,
            ),
            not_ours: not_ours.count() as u64,
        }
    }
}
