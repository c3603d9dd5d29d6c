//! When a search has to end: the one place where most searches meet the clock. `alphabeta` has more to ask of it, and
//! keeps its own time.

use std::time::Instant;

use referee::player::Limits;

use crate::budget;

/// The end of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline(Option<Instant>);

impl Deadline {
    /// Of a search that begins now.
    #[expect(clippy::disallowed_methods, reason = "a search takes real time")]
    pub(crate) fn of(limits: &Limits) -> Deadline {
        // A limit too far away to be told as a moment is none.
        Deadline(budget::search_time(limits).and_then(|time| Instant::now().checked_add(time)))
    }

    /// Whether there is one.
    pub(crate) fn is_set(self) -> bool {
        self.0.is_some()
    }

    /// Whether it has come.
    #[expect(clippy::disallowed_methods, reason = "a search takes real time")]
    pub(crate) fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(turn_ms: Option<u64>) -> Limits {
        Limits {
            turn_ms,
            ..Limits::default()
        }
    }

    #[test]
    fn only_a_limit_on_time_sets_it() {
        let cases = [
            (None, false, false),
            (Some(0), true, true),
            (Some(3_600_000), true, false),
        ];
        for (turn_ms, is_set, is_over) in cases {
            let deadline = Deadline::of(&limits(turn_ms));
            assert_eq!(
                (deadline.is_set(), deadline.is_over()),
                (is_set, is_over),
                "{turn_ms:?}"
            );
        }
    }

    #[test]
    fn one_that_no_clock_reaches_is_none() {
        assert!(!Deadline::of(&limits(Some(u64::MAX))).is_over());
    }
}
