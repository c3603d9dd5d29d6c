//! Whoever chooses moves: an engine, another program, a device, a person.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering::Relaxed},
};

use serde::{Deserialize, Serialize};

use crate::{position::Position, verdict::Verdict};

/// What a player may use for one move. `None` means no such limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Milliseconds for this move.
    pub turn_ms: Option<u64>,
    /// Milliseconds left for the rest of the game.
    pub game_left_ms: Option<u64>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Bytes of memory for the whole player.
    pub memory_bytes: Option<u64>,
    /// Ends the search at once when it is raised; the move is the best one known by then.
    pub stop: Stop,
}

/// A word to a player that thinks elsewhere: enough. Clones are one and the same.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Says it, once and for all.
    pub fn raise(&self) {
        self.0.store(true, Relaxed);
    }

    /// Whether it was said.
    #[inline]
    pub fn is_raised(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Whether both are raised or both are not.
impl PartialEq for Stop {
    fn eq(&self, other: &Stop) -> bool {
        self.is_raised() == other.is_raised()
    }
}

impl Eq for Stop {}

/// A chosen move and what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought<M> {
    /// The chosen move.
    pub play: M,
    /// Value for the side that moves, in the engine's own units.
    pub score: Option<i32>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Best line, starting with `play`; may be empty.
    pub line: Vec<M>,
}

impl<M> Thought<M> {
    /// A move with nothing to say about it.
    pub fn bare(play: M) -> Thought<M> {
        Thought {
            play,
            score: None,
            depth: None,
            nodes: None,
            line: Vec::new(),
        }
    }
}

/// What one move of a game cost a player, finer than a game's clock.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Moves of the game before it.
    pub ply: usize,
    /// From the question to the answer on the host's clock, in microseconds.
    pub wall_us: u64,
    /// The player's own time, if it works elsewhere and told that, in microseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device_us: Option<u64>,
    /// Cycles of its clock, if it told them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// Nodes, if it told them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What a player that weighs every move of a position knows of one of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<M> {
    /// The move.
    pub play: M,
    /// Its share before anything was searched, 0 to 1; those of all moves make 1.
    pub prior: f32,
    /// How often the search looked at it.
    pub visits: u64,
    /// Its mean result for the side to move, -1 (lost) to 1 (won); 0 where it was never looked at.
    pub value: f64,
}

/// Why a player gave no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// Nothing came within the limits.
    #[error("no answer within {after_ms} ms")]
    Timeout {
        /// How long was waited.
        after_ms: u64,
    },
    /// The program or device is gone.
    #[error("engine is gone: {0}")]
    Gone(String),
    /// It answered, but not with a move.
    #[error("engine answered nonsense: {0}")]
    Nonsense(String),
    /// It answered with a move that the rules do not allow, and that may not even be one of this board.
    #[error("engine played against the rules: {0}")]
    Illegal(String),
    /// It cannot play this board or rule.
    #[error("engine cannot play this game: {0}")]
    Unsupported(String),
    /// It gives up.
    #[error("engine resigns")]
    Resigns,
}

/// Chooses moves for one side (or both). A player may keep state between calls, but must answer any position given.
pub trait Player<P: Position>: Send {
    /// Name and version for records.
    fn name(&self) -> String;
    /// A game starts from `position`. State of an earlier game is dropped.
    ///
    /// # Errors
    /// The player cannot play this board or rule, or is gone.
    fn new_game(&mut self, position: &P) -> Result<(), PlayerError>;
    /// Chooses a move in `position`, which is not over.
    ///
    /// # Errors
    /// No move within the limits, or none at all.
    fn think(&mut self, position: &P, limits: &Limits) -> Result<Thought<P::Move>, PlayerError>;
    /// What it knows of each move of the position that it thought about last, the one that it plays first. Most players do not
    /// weigh moves one by one, and have nothing to tell.
    fn candidates(&self) -> Vec<Candidate<P::Move>> {
        Vec::new()
    }
    /// The other side thinks about `position`: time to think ahead, until `stop` is raised. Most players have no use for
    /// it.
    fn ponder(&mut self, _position: &P, _stop: &Stop) {}
    /// The game ended in `position` with `verdict`: a player that learns does so here, within bounds of its own, and may
    /// say what came of it. The next game may begin without this one's end being told.
    fn game_over(&mut self, position: &P, verdict: Verdict) -> Option<String> {
        let _ = (position, verdict);
        None
    }
    /// What its moves of the game in hand, or of the last one, cost a player that works elsewhere, on a device say. Others
    /// have nothing to tell.
    fn move_costs(&self) -> Vec<Cost> {
        Vec::new()
    }
}
