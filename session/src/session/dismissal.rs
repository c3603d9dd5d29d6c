//! Something of which the profile knows nothing lies over the board: the keys that a person would strike there are tried, one
//! after the other and a few times only. In a game that cannot have ended behind it that is done late, as what is asked may be
//! whether to give up. A part of the session; pure as the rest of it.

use super::{
    Session,
    state::{Stage, State},
};
use crate::{event::Action, live_game::playable::Playable};

/// It must have been up for so long without a break, and as long again after each key. What goes by itself does so
/// earlier.
const UP_MS: u64 = 10_000;
/// The same in a game that cannot have ended under it. Who does not move for a minute loses by that in many places.
const GOING_ON_MS: u64 = 45_000;
/// Keys from one game's beginning to the next one's, whatever comes up, and how many of them in the game.
const STRIKES_MAX: u32 = 5;
/// See [`STRIKES_MAX`].
const GAME_STRIKES_MAX: u32 = 2;

/// What was tried since the last game began.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dismissal {
    /// Since when it is up, or the last key was tried.
    since_ms: Option<u64>,
    /// The key that is tried next.
    next: usize,
    strikes: u32,
}

impl Dismissal {
    /// The board is free: what comes over it next is another thing.
    pub(super) fn rest(&mut self) {
        (self.since_ms, self.next) = (None, 0);
    }
}

impl<P: Playable> Session<P> {
    /// Tries the next key at what lies over the board, when it is time.
    pub(super) fn dismiss(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        let (most, in_game) = match &self.state {
            State::Between(between) if !matches!(between.stage, Stage::Arriving { .. }) => {
                (STRIKES_MAX, None)
            }
            State::Playing(playing) if !playing.game.is_told_over() => {
                (GAME_STRIKES_MAX, Some(&playing.game))
            }
            _ => return self.dismissal.rest(),
        };
        if self.person.is_at_mouse || !self.covered.is_over() {
            return self.dismissal.rest();
        }
        let since_ms = *self.dismissal.since_ms.get_or_insert(now_ms);
        let Some(key) = self.bounds.dismiss.get(self.dismissal.next).cloned() else {
            return;
        };
        let up_ms = now_ms.saturating_sub(since_ms);
        if up_ms < UP_MS || self.dismissal.strikes >= most {
            return;
        }
        if let Some(game) = in_game
            && up_ms < GOING_ON_MS
        {
            let seen = self.sight.settle.stuck(now_ms, 0);
            if !seen.is_some_and(|seen| game.may_have_ended(seen)) {
                return;
            }
        }
        self.dismissal.since_ms = Some(now_ms);
        out.push(Action::Dismiss(key));
    }

    /// A key was struck at it, or was not, as there is nothing that the profile does not know.
    pub(super) fn dismissed(&mut self, key: &str, is_struck: bool, out: &mut Vec<Action<P>>) {
        if !is_struck {
            return;
        }
        self.dismissal.next += 1;
        self.dismissal.strikes += 1;
        out.push(Action::Fault {
            kind: "dismissed",
            detail: format!(
                "something that the profile does not know lies over {} points of the board: struck {key}",
                self.covered.cells()
            ),
        });
    }
}
