//! One game of a network against itself, as it is kept: its moves, and for those that a full search chose how often each point
//! was looked at. What is learned from it is made of that again.

use referee::{
    gomoku::{Move, Position},
    position::{IllegalMove, Position as _},
    seat::Seat,
};
use serde::{Deserialize, Serialize};

use super::settings::TrainSettings;
use crate::network::snapshot::Snapshot;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number, 0 for the first.
    pub game: u64,
    /// Its moves.
    pub moves: Vec<Move>,
    /// Who won.
    pub winner: Option<Seat>,
    /// What a full search saw, in the order of plies.
    pub searched: Vec<Searched>,
}

/// What a full search saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// Moves of the game before it.
    pub ply: usize,
    /// Row by row, how often each point was looked at.
    pub visits: Vec<u32>,
    /// What it found the position to be worth for the side to move, in thousandths; not kept by trainings of before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
}

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// What the network sees.
    pub seen: Snapshot,
    /// Row by row, the share of each point.
    pub shares: Vec<f32>,
    /// What it is worth for the side to move: the result, or something between that and what a search found.
    pub value: f32,
}

/// Why a record is none of a game on this board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadGameRecord {
    /// A move cannot be played.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A search is of another board, or of no move.
    #[error("what was searched at ply {0} does not belong to this game")]
    Searched(usize),
}

impl GameRecord {
    /// What a training with these settings learns from it.
    ///
    /// # Errors
    /// It is no game on their board.
    pub fn samples(&self, settings: &TrainSettings) -> Result<Vec<Sample>, BadGameRecord> {
        let mut position = Position::new(settings.size, settings.rule).expect("a training has a board");
        let mut samples = Vec::new();
        let mut searched = self.searched.iter().peekable();
        for (ply, &played) in self.moves.iter().enumerate() {
            if let Some(here) = searched.next_if(|next| next.ply == ply) {
                let sum: u64 = here.visits.iter().map(|&visits| u64::from(visits)).sum();
                if here.visits.len() != usize::from(settings.size).pow(2) || sum == 0 {
                    return Err(BadGameRecord::Searched(ply));
                }
                let share = |&visits: &u32| (f64::from(visits) / sum as f64) as f32;
                let result = self
                    .winner
                    .map_or(0.0, |winner| if winner == position.turn() { 1.0 } else { -1.0 });
                let found = here.value.map_or(result, |value| f64::from(value) / 1_000.0);
                samples.push(Sample {
                    seen: Snapshot::of(&position),
                    shares: here.visits.iter().map(share).collect(),
                    value: (result + settings.searched_share * (found - result)) as f32,
                });
            }
            position.play(played)?;
        }
        match searched.next() {
            None => Ok(samples),
            Some(left) => Err(BadGameRecord::Searched(left.ply)),
        }
    }
}
