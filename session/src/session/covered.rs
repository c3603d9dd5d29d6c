//! Something lies over the board and it is not the client's fault: what is told, what is tried and how long it is waited.
//! A part of the session; pure as the rest of it.

use super::Session;
use crate::{
    blindness::Blindness,
    event::{Action, Remedy},
    live_game::playable::Playable,
    readable::BoardSeen,
};
use profile::bounds::{Bounds, COVERED_CELLS};

/// The window is raised after so long, after twice as long, and so on, at least once in [`RAISE_MAX_MS`].
const RAISE_MS: u64 = 5_000;
/// Between two attempts at most.
const RAISE_MAX_MS: u64 = 60_000;

/// A board of which much cannot be told may lie elsewhere in its window: it is looked for after so long, after twice as
/// long, and so on, at least once in [`RAISE_MAX_MS`].
const FOLLOW_MS: u64 = 400;

/// What lies over the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Covered {
    /// Since when, and how often something was done about it.
    since: Option<(u64, u32)>,
    /// Cells of the last reading that something may lie over.
    cells: usize,
    /// Since when so much of the board cannot be told, and how often it was looked for elsewhere.
    astray: Option<(u64, u32)>,
}

impl Covered {
    /// The board was read.
    pub(super) fn see(&mut self, reading: &impl BoardSeen, now_ms: u64) {
        self.cells = reading.hidden();
        if !self.is_over() {
            self.since = None;
        }
        if reading.uncertain() <= COVERED_CELLS {
            self.astray = None;
        } else {
            self.astray.get_or_insert((now_ms, 0));
        }
    }

    /// Whether it is time to look for the board elsewhere in its window.
    fn is_astray(&mut self, now_ms: u64) -> bool {
        let Some((since_ms, tries)) = &mut self.astray else {
            return false;
        };
        let is_due = now_ms >= due_ms(*since_ms, *tries + 1, FOLLOW_MS);
        *tries += u32::from(is_due);
        is_due
    }

    /// Whether something lies over the board as it was last read.
    pub(super) fn is_over(&self) -> bool {
        self.cells > COVERED_CELLS
    }

    /// How many of its cells that lies over.
    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// Whether it is something in the client's own window, and there is patience left for it.
    pub(super) fn is_waited_for(&self, now_ms: u64, bounds: &Bounds) -> bool {
        let since_ms = self.since.map_or(now_ms, |(since_ms, _)| since_ms);
        self.is_over() && now_ms < since_ms.saturating_add(bounds.covered_ms)
    }
}

impl<P: Playable> Session<P> {
    /// The board is looked for elsewhere in its window, when it is time.
    pub(super) fn follow(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        if self.covered.is_astray(now_ms) {
            out.push(Action::Follow);
        }
    }

    /// Another window lies over the board, or the client's is hidden: it is raised, at growing intervals; the client is
    /// never ended for it, and its game stays in hand.
    pub(super) fn wait_uncovered(&mut self, blindness: &Blindness, now_ms: u64, out: &mut Vec<Action<P>>) {
        let (since_ms, tries) = self.covered.since.unwrap_or((now_ms, 0));
        self.progress.be_patient(now_ms);
        // Nothing can settle that is not seen.
        self.sight.settled_ms = now_ms;
        let waited_ms = now_ms.saturating_sub(since_ms);
        if waited_ms >= self.bounds.covered_ms {
            let minutes = waited_ms / 60_000;
            return self.halt(&format!("{} for {minutes} min", blindness.words()), out);
        }
        if now_ms < due_ms(since_ms, tries, RAISE_MS) {
            return;
        }
        self.covered.since = Some((since_ms, tries + 1));
        self.tell_cover(&blindness.words(), since_ms, tries, now_ms, out);
        self.mend(Remedy::Raise, now_ms, out);
    }

    /// Something in the client's own window lies over the board, of which the profile knows nothing.
    pub(super) fn wait_for_dialog(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        let (since_ms, tries) = self.covered.since.unwrap_or((now_ms, 0));
        self.progress.be_patient(now_ms);
        if now_ms < due_ms(since_ms, tries, RAISE_MS) {
            return;
        }
        self.covered.since = Some((since_ms, tries + 1));
        let words = format!(
            "something in the client's window lies over {} points of the board",
            self.covered.cells
        );
        self.tell_cover(&words, since_ms, tries, now_ms, out);
    }

    fn tell_cover(&self, words: &str, since_ms: u64, tries: u32, now_ms: u64, out: &mut Vec<Action<P>>) {
        let limit = self.bounds.covered_ms / 1_000;
        let told = match tries {
            0 => format!("{words}: waiting for up to {limit} s"),
            _ => format!(
                "{words}, for {} s of at most {limit}",
                now_ms.saturating_sub(since_ms) / 1_000
            ),
        };
        out.push(match tries {
            0 => Action::Fault {
                kind: "covered",
                detail: told,
            },
            _ => Action::Say(told),
        });
    }
}

/// When something is done for the next time.
fn due_ms(since_ms: u64, tries: u32, first_ms: u64) -> u64 {
    let wait_ms = |attempt: u32| (first_ms << attempt.min(16)).min(RAISE_MAX_MS);
    (0..tries).map(wait_ms).fold(since_ms, u64::saturating_add)
}
