//! One move of a game, assessed, whatever game it is.

use referee::seat::Seat;

use crate::{expectation::Mark, findings::Forced};

/// A move and what it changed.
#[derive(Clone, Debug)]
pub struct Assessed {
    /// 1 for the first one, in the game's steps.
    pub(crate) step: usize,
    pub(crate) seat: Seat,
    /// Which of the game's sides.
    pub(crate) side: usize,
    /// Spelled.
    pub(crate) played: String,
    /// The score for the mover, before and after.
    pub(crate) scores: [i32; 2],
    /// The expected result for the mover, before and after.
    pub(crate) results: [f64; 2],
    /// What of it the move lost.
    pub(crate) loss: f64,
    pub(crate) mark: Mark,
    /// The engine's move and how it would have gone on, spelled.
    pub(crate) best: Vec<String>,
    /// Whether the move was the first of these.
    pub(crate) is_best: bool,
    /// The forced win that the mover did not take.
    pub(crate) missed: Option<Forced>,
    /// The forced win that the move left to the other side.
    pub(crate) allowed: Option<Allowed>,
    /// The position before, drawn, where that was asked for.
    pub(crate) picture: Option<String>,
}

/// A win that a move left to the other side.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    pub(crate) win: Forced,
    /// Whether the same side had threatened to win before the move: then the move overlooked it.
    pub(crate) threatened: bool,
}

impl Assessed {
    /// The expected result for the first of the sides after the move.
    pub(crate) fn for_first_side(&self) -> f64 {
        match self.side {
            0 => self.results[1],
            _ => 1.0 - self.results[1],
        }
    }
}
