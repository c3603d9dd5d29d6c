//! One move of a game, assessed, whatever game it is.

use referee::seat::Seat;

use super::{expectation::Mark, look::Forced};

/// A move and what it changed.
#[derive(Clone, Debug)]
pub(super) struct Assessed {
    /// 1 for the first one, in the game's steps.
    pub(super) step: usize,
    pub(super) seat: Seat,
    /// Which of the game's sides.
    pub(super) side: usize,
    /// Spelled.
    pub(super) played: String,
    /// The score for the mover, before and after.
    pub(super) scores: [i32; 2],
    /// The expected result for the mover, before and after.
    pub(super) results: [f64; 2],
    /// What of it the move lost.
    pub(super) loss: f64,
    pub(super) mark: Mark,
    /// The engine's move and how it would have gone on, spelled.
    pub(super) best: Vec<String>,
    /// Whether the move was the first of these.
    pub(super) is_best: bool,
    /// The forced win that the mover did not take.
    pub(super) missed: Option<Forced>,
    /// The forced win that the move left to the other side.
    pub(super) allowed: Option<Allowed>,
    /// The position before, drawn, where that was asked for.
    pub(super) picture: Option<String>,
}

/// A win that a move left to the other side.
#[derive(Clone, Debug)]
pub(super) struct Allowed {
    pub(super) win: Forced,
    /// Whether the same side had threatened to win before the move: then the move overlooked it.
    pub(super) threatened: bool,
}

impl Assessed {
    /// The expected result for the first of the sides after the move.
    pub(super) fn for_first_side(&self) -> f64 {
        match self.side {
            0 => self.results[1],
            _ => 1.0 - self.results[1],
        }
    }
}
