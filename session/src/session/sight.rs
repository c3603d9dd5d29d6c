//! What the session sees: whether it sees anything, which readings it believes, and what is known to hide the board. A part
//! of the session; pure as the rest of it.

use vision::settle::Settle;

use crate::{blindness::Blindness, live_game::playable::Playable};
use profile::bounds::Bounds;

/// Readings in a row that must agree.
const READINGS: u32 = 2;
/// A screen that is up is told at least once in so many milliseconds.
const EXPLAINED_MS: u64 = 5_000;

/// What the client's window shows.
#[derive(Clone, Debug)]
pub(super) struct Sight<P: Playable> {
    /// Which readings agree.
    pub(super) settle: Settle<P::Seen>,
    /// When the picture of the next reading was taken, if that was told.
    pub(super) taken_ms: Option<u64>,
    /// When they did for the last time, or when nothing was there to agree on.
    pub(super) settled_ms: u64,
    /// The last reading that was believed.
    pub(super) last_seen: Option<P::Seen>,
    outlook: Outlook,
    veil: Veil,
}

/// Whether readings can come.
#[derive(Clone, Debug)]
enum Outlook {
    Clear,
    /// The client cannot be seen.
    Blind {
        blindness: Blindness,
        since_ms: u64,
    },
    /// A remedy is being carried out; readings mean nothing until it is done.
    Mending {
        since_ms: u64,
    },
}

/// What the client's own screens do to its board.
#[derive(Clone, Copy, Debug, Default)]
struct Veil {
    /// Until when a screen that was answered may still lie over the board.
    lies_until_ms: u64,
    /// Until when what lies over the board is a screen that tells no result.
    explains_until_ms: u64,
}

impl<P: Playable> Sight<P> {
    /// Nothing was seen yet.
    pub(super) fn new(bounds: &Bounds) -> Sight<P> {
        Sight {
            settle: Settle::new(READINGS, bounds.settle_ms),
            taken_ms: None,
            settled_ms: 0,
            last_seen: None,
            outlook: Outlook::Clear,
            veil: Veil::default(),
        }
    }

    /// When the picture of a reading was taken that is heard of now.
    pub(super) fn taken_ms(&mut self, now_ms: u64) -> u64 {
        self.taken_ms.take().unwrap_or(now_ms)
    }

    /// The client cannot be seen. Of a row of reasons the last one counts, from when the first one came.
    pub(super) fn lose(&mut self, blindness: Blindness, now_ms: u64) {
        self.settle.reset();
        let since_ms = match &self.outlook {
            Outlook::Blind { since_ms, .. } => *since_ms,
            Outlook::Clear | Outlook::Mending { .. } => now_ms,
        };
        self.outlook = Outlook::Blind { blindness, since_ms };
    }

    /// The client can be seen, or what kept it from being seen is dealt with.
    pub(super) fn clear(&mut self) {
        if let Outlook::Blind { .. } = self.outlook {
            self.outlook = Outlook::Clear;
        }
    }

    /// Why the client cannot be seen, and since when.
    pub(super) fn blind(&self) -> Option<(&Blindness, u64)> {
        match &self.outlook {
            Outlook::Blind { blindness, since_ms } => Some((blindness, *since_ms)),
            Outlook::Clear | Outlook::Mending { .. } => None,
        }
    }

    /// A remedy begins.
    pub(super) fn begin_mending(&mut self, now_ms: u64) {
        self.outlook = Outlook::Mending { since_ms: now_ms };
    }

    /// A remedy was carried out. Answers whether one was waited for.
    pub(super) fn end_mending(&mut self, now_ms: u64) -> bool {
        if !self.is_mending() {
            return false;
        }
        self.outlook = Outlook::Clear;
        self.settle.reset();
        self.settled_ms = now_ms;
        true
    }

    /// Since when a remedy is being carried out.
    pub(super) fn mending_since_ms(&self) -> Option<u64> {
        match self.outlook {
            Outlook::Mending { since_ms } => Some(since_ms),
            Outlook::Clear | Outlook::Blind { .. } => None,
        }
    }

    /// Whether one is.
    pub(super) fn is_mending(&self) -> bool {
        self.mending_since_ms().is_some()
    }

    /// What was seen tells nothing of what comes.
    pub(super) fn start_over(&mut self) {
        self.settle.reset();
        self.last_seen = None;
        self.clear();
    }

    /// Nothing is there to be read.
    pub(super) fn pause(&mut self, now_ms: u64) {
        self.settle.reset();
        self.settled_ms = now_ms;
    }

    /// A screen was answered that may lie over the board until then.
    pub(super) fn veil_until(&mut self, until_ms: u64) {
        self.veil.lies_until_ms = until_ms;
    }

    /// Whether a screen that was answered may still lie over the board.
    pub(super) fn is_veiled(&self, now_ms: u64) -> bool {
        now_ms < self.veil.lies_until_ms
    }

    /// A screen is up that tells no result.
    pub(super) fn explain(&mut self, now_ms: u64) {
        self.veil.explains_until_ms = now_ms + EXPLAINED_MS;
    }

    /// Whether such a screen is what lies over the board.
    pub(super) fn is_explained(&self, now_ms: u64) -> bool {
        now_ms < self.veil.explains_until_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sight() -> Sight<referee::gomoku::Position> {
        Sight::new(&Bounds::default())
    }

    #[test]
    fn a_blindness_that_changes_its_reason_is_as_old_as_before() {
        let mut sight = sight();
        sight.lose(Blindness::Hidden, 10);
        sight.lose(Blindness::WindowGone, 20);
        assert_eq!(sight.blind(), Some((&Blindness::WindowGone, 10)));
        sight.clear();
        assert_eq!(sight.blind(), None);
        sight.lose(Blindness::Hidden, 30);
        assert_eq!(sight.blind(), Some((&Blindness::Hidden, 30)));
    }

    #[test]
    fn nothing_is_seen_and_nobody_is_blind_while_a_remedy_is_carried_out() {
        let mut sight = sight();
        assert!(!sight.end_mending(5), "nothing was begun");
        sight.lose(Blindness::Hidden, 10);
        sight.begin_mending(20);
        sight.clear();
        assert_eq!((sight.blind(), sight.mending_since_ms()), (None, Some(20)));
        assert!(sight.end_mending(30));
        assert_eq!((sight.is_mending(), sight.settled_ms), (false, 30));
    }

    #[test]
    fn a_veil_goes_by_itself() {
        let mut sight = sight();
        assert!(!sight.is_veiled(0) && !sight.is_explained(0));
        sight.veil_until(100);
        sight.explain(100);
        assert!(sight.is_veiled(99) && !sight.is_veiled(100));
        assert!(sight.is_explained(99 + EXPLAINED_MS) && !sight.is_explained(100 + EXPLAINED_MS));
    }
}
