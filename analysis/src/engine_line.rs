//! How the engine would have gone on at some step of a game. Data only.

use crate::assessed::Assessed;

/// Moves of it that are told and drawn.
pub(crate) const LENGTH: usize = 9;

/// How the engine would have gone on after so many steps.
pub struct EngineLine<'a> {
    pub(crate) after: usize,
    /// Spelled.
    pub(crate) moves: &'a [String],
}

impl<'a> EngineLine<'a> {
    /// In place of this move.
    pub(crate) fn before(assessed: &'a Assessed) -> EngineLine<'a> {
        EngineLine {
            after: assessed.step - 1,
            moves: &assessed.best[..assessed.best.len().min(LENGTH)],
        }
    }
}
