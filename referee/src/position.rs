//! What every game here has in common: whose turn it is, which moves there are, how it ended.

use crate::{seat::Seat, verdict::Outcome};

/// A move that the rules do not allow, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal move {played}: {reason}")]
pub struct IllegalMove {
    /// The move as people call it.
    pub played: String,
    /// `occupied`, `off the board`, `forbidden: double-three`, `the game is over`, …
    pub reason: String,
}

impl IllegalMove {
    /// How the reason of a forbidden move begins.
    pub(crate) const FORBIDDEN: &str = "forbidden: ";

    /// Whether the move was refused because the rules forbid this point to this colour (renju).
    pub fn is_forbidden(&self) -> bool {
        self.reason.starts_with(IllegalMove::FORBIDDEN)
    }
}

/// A legal position with its history, so that moves can be taken back.
pub trait Position: Clone + Send {
    /// One decision of one player.
    type Move: Copy + Eq + std::fmt::Debug + std::fmt::Display + Send;

    /// Who decides next. Ask this, never the parity of plies.
    fn turn(&self) -> Seat;
    /// Decisions so far, those of an opening that was played included.
    fn plies(&self) -> usize;
    /// Every legal move, in a fixed order; empty when the game is over.
    fn legal_moves(&self) -> Vec<Self::Move>;
    /// Plays a move.
    ///
    /// # Errors
    /// The position is unchanged when the move is illegal.
    fn play(&mut self, played: Self::Move) -> Result<(), IllegalMove>;
    /// Takes the last move back; `None` at the start.
    fn undo(&mut self) -> Option<Self::Move>;
    /// Whether whoever is next is in the middle of a turn. A turn of several plies is one decision: what is said of a move's
    /// time and score holds for it as a whole. Most games have no such turns.
    fn is_within_turn(&self) -> bool {
        false
    }
    /// What people call a decision here, legal or not: points have other names on boards of other sizes.
    fn name_of(&self, played: Self::Move) -> String {
        played.to_string()
    }
    /// How the game ended, `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;
    /// Zobrist key: equal for equal positions, however they were reached.
    fn key(&self) -> u64;
}
