//! Who has an opinion of a position: what the search asks where its tree ends.

use referee::position::Position;

/// Says of a position that is not over who wins, and which moves are worth looking at.
pub trait Evaluator<P: Position>: Send {
    /// The value for the side to move, from -1 (lost) to 1 (won). `moves` are all legal ones, which may be put into another
    /// order; `priors`, which is empty, is filled with the share of each, all of them together 1.
    fn evaluate(&mut self, position: &P, moves: &mut [P::Move], priors: &mut Vec<f32>) -> f32;
}
