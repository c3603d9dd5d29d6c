//! A move of the root, as searches and their threads tell each other of it.

use super::{
    cell::Cell,
    score::{INFINITE, Score},
};

/// A move of the root, with what the last search of it found.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) cell: Cell,
    /// Of the last depth that was finished with this move; an upper bound for all but the best.
    pub(super) score: Score,
    /// Of the depth being searched.
    pub(super) fresh: Score,
    pub(super) nodes: u64,
    pub(super) line: Vec<Cell>,
}

impl RootMove {
    pub(super) fn new(cell: Cell) -> RootMove {
        RootMove {
            cell,
            score: -INFINITE,
            fresh: -INFINITE,
            nodes: 0,
            line: vec![cell],
        }
    }
}
