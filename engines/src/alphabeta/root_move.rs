//! A move of the root, as searches and their threads tell each other of it.

use super::{
    score::{INFINITE, Score},
    site::Site,
};

/// A move of the root, with what the last search of it found.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) site: Site,
    /// Of the last depth that was finished with this move; an upper bound for all but the best.
    pub(super) score: Score,
    /// Of the depth being searched.
    pub(super) fresh: Score,
    pub(super) nodes: u64,
    pub(super) line: Vec<Site>,
}

impl RootMove {
    pub(super) fn new(site: Site) -> RootMove {
        RootMove {
            site,
            score: -INFINITE,
            fresh: -INFINITE,
            nodes: 0,
            line: vec![site],
        }
    }
}
