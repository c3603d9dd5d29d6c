//! Who has an opinion of a position: what the search asks where its tree ends.

use referee::position::Position;

/// Says of a position that is not over who wins, and which moves are worth looking at.
pub trait Evaluator<P: Position>: Send {
    /// What can be told for certain before anything is guessed. Moves that lose for certain may be taken out of `moves`, which
    /// are all legal ones, as long as some are left.
    fn tell(&mut self, _position: &P, _moves: &mut Vec<P::Move>) -> Certainty<P::Move> {
        Certainty::Nothing
    }

    /// The value for the side to move, from -1 (lost) to 1 (won). `moves` may be put into another order; `priors`, which is empty,
    /// is filled with the share of each, all of them together 1.
    fn evaluate(&mut self, position: &P, moves: &mut [P::Move], priors: &mut Vec<f32>) -> f32;

    /// Forgets what would make the next game depend on those before it.
    fn new_game(&mut self) {}
}

/// What is certain of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty<M> {
    /// Nothing is.
    Nothing,
    /// The side to move wins by a move, after so many plies if it is resisted as long as possible.
    Win {
        /// The first of them.
        play: M,
        /// The winner's own and the replies.
        plies: u32,
    },
    /// The side to move has lost, so many plies from here.
    Loss {
        /// Its own and the winner's.
        plies: u32,
    },
}
