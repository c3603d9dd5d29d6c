//! A failpoint that fires at one port call, counted over all ports of a night: what fails once must not lose a game.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

/// Counts calls; clones count together.
#[derive(Clone, Debug, Default)]
pub struct Failpoint {
    calls: Arc<AtomicU64>,
    /// The call that fails, from 1; 0 for none.
    fails: u64,
}

impl Failpoint {
    /// A failpoint that fires at call number `fails`, counted from 1; never for 0.
    pub fn at(fails: u64) -> Failpoint {
        Failpoint {
            calls: Arc::default(),
            fails,
        }
    }

    /// Counts one call and says whether it is the one that fails.
    pub(crate) fn fires(&self) -> bool {
        self.calls.fetch_add(1, Ordering::Relaxed) + 1 == self.fails
    }

    /// Calls so far.
    pub fn calls(&self) -> u64 {
        self.calls.load(Ordering::Relaxed)
    }
}
