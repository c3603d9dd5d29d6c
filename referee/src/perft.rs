//! Counting move sequences, the plainest test of a move generator.

use crate::position::Position;

/// Sequences of exactly `depth` legal moves from `position`. A game that ends earlier contributes none. The
/// position comes back as it was.
///
/// # Panics
/// A legal move is refused or cannot be taken back: a bug in the position.
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut sequences = 0;
    for played in moves {
        position.play(played).expect("a legal move can be played");
        sequences += perft(position, depth - 1);
        assert_eq!(position.undo(), Some(played), "the last move is taken back");
    }
    sequences
}

#[cfg(test)]
mod tests;
