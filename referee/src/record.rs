//! One game as plain data: what the formats spell, the journal tells and the store keeps.
//! It may hold anything a file holds; [`Record::replay`] says whether the rules agree.

use serde::{Deserialize, Serialize};

use crate::{
    gomoku::{self, Move, Rule},
    position::{IllegalMove, Position},
    seat::Seat,
    verdict::Verdict,
};

/// One decision and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// What was played.
    pub play: Move,
    /// Thinking time in milliseconds, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent_ms: Option<u64>,
    /// The player's own evaluation, from its point of view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// Plies searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

impl Ply {
    /// A move of which nothing more is known.
    pub fn bare(play: Move) -> Ply {
        Ply {
            play,
            spent_ms: None,
            score: None,
            depth: None,
            nodes: None,
        }
    }
}

/// A whole game, finished or broken off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// UUIDv7 as text. Games read from foreign files get one derived from their content.
    pub id: String,
    /// Lines a side.
    pub size: u8,
    /// Which fives win and which points are forbidden.
    pub rule: Rule,
    /// Names by seat: `[first, second]`.
    pub names: [String; 2],
    /// The seat that Tengen (or the person given by `--me`) held, if any.
    pub own_seat: Option<Seat>,
    /// Client profile the game was played on, or the file format it came from.
    pub source: Option<String>,
    /// Engine spec that chose our moves.
    pub engine: Option<String>,
    /// Unix milliseconds.
    pub started_ms: Option<i64>,
    /// Unix milliseconds.
    pub ended_ms: Option<i64>,
    /// In play order.
    pub plies: Vec<Ply>,
    /// `None` while it is being played.
    pub verdict: Option<Verdict>,
}

impl Record {
    /// Plays the moves again.
    ///
    /// # Errors
    /// The first move that the rules refuse.
    pub fn replay(&self) -> Result<gomoku::Position, IllegalMove> {
        let mut position = gomoku::Position::new(self.size, self.rule).map_err(|error| IllegalMove {
            played: String::new(),
            reason: error.to_string(),
        })?;
        for ply in &self.plies {
            position.play(ply.play)?;
        }
        Ok(position)
    }
}
