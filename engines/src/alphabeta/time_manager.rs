//! When to stop: at a number of nodes, at a moment, when asked to. The one place of this engine that meets the clock.

use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

use referee::player::Stop;

use crate::budget::Budget;

/// Nodes between looks at the clock: well under a millisecond.
const NODES_BETWEEN: u64 = 256;

/// Watches one search of one or more threads.
#[derive(Clone, Debug)]
pub(super) struct TimeManager<'a> {
    stop: &'a AtomicBool,
    asked: &'a Stop,
    begun: Instant,
    budget: Option<Budget>,
    nodes_max: u64,
    /// A depth was asked for, and nothing else.
    fixed: bool,
}

impl<'a> TimeManager<'a> {
    /// Begins. `stop` is set when the search's first thread ends, and ends the others; `asked` is somebody else's word.
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place where the search meets the clock"
    )]
    pub(super) fn new(
        stop: &'a AtomicBool,
        asked: &'a Stop,
        budget: Option<Budget>,
        nodes_max: Option<u64>,
    ) -> TimeManager<'a> {
        TimeManager {
            stop,
            asked,
            begun: Instant::now(),
            budget,
            nodes_max: nodes_max.unwrap_or(u64::MAX),
            fixed: budget.is_none(),
        }
    }

    /// The same, but ending when two thirds are used up.
    pub(super) fn shortened(&self) -> TimeManager<'a> {
        let less = |budget: Budget| Budget {
            hard: budget.hard * 2 / 3,
            ..budget
        };
        TimeManager {
            budget: self.budget.map(less),
            nodes_max: self.nodes_max / 3 * 2,
            ..self.clone()
        }
    }

    /// Whether a search that has come to its `nodes`-th node has to end there.
    #[inline(always)]
    pub(super) fn ends(&self, nodes: u64) -> bool {
        if nodes >= self.nodes_max {
            return true;
        }
        nodes.is_multiple_of(NODES_BETWEEN) && self.is_over()
    }

    /// Whether there is no limit on time: then the same search is made to the end, however obvious its answer.
    pub(super) fn is_fixed(&self) -> bool {
        self.fixed
    }

    /// Whether another depth is not worth beginning, after `steady` depths with the same best move, which took this
    /// share of the last one's nodes.
    pub(super) fn is_enough(&self, steady: u32, share: f64) -> bool {
        let Some(soft) = self.budget.and_then(|budget| budget.soft) else {
            return false;
        };
        let steadiness = match steady {
            0 => 1.6,
            1..=2 => 1.1,
            3..=5 => 0.9,
            _ => 0.75,
        };
        let clearness = (1.5 - share).clamp(0.6, 1.2);
        // The next depth takes longer than all before it: half the time is the last moment to begin it.
        self.elapsed() >= soft.mul_f64(steadiness * clearness * 0.6)
    }

    #[cold]
    fn is_over(&self) -> bool {
        self.stop.load(Relaxed)
            || self.asked.is_raised()
            || self.budget.is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// Since the beginning.
    pub(super) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }
}
