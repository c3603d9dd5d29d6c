//! Whether anything comes of the looking: a session whose every look is well, but where no ply is confirmed and no game
//! begins or ends, climbs the escalation. And how the session stands, for whoever asks. A part of the session; pure as the
//! rest of it.

use referee::verdict::Reason;

use super::{Session, state::State};
use crate::{event::Action, live_game::playable::Playable, trouble::Trouble};
use watch::health::{AskedState, ResultCounts};

/// How a session stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionStanding {
    /// What it is about, in words.
    pub doing: String,
    /// Since when.
    pub since_ms: u64,
    /// The last ply that was confirmed, game that began or game that ended with a result.
    pub progressed_ms: u64,
    /// For how long nothing of the kind may happen.
    pub patience_ms: u64,
    /// Games so far.
    pub tally: ResultCounts,
    /// Games with a result that were asked for.
    pub wanted: u32,
    /// What a person asked for that goes beyond playing on.
    pub asked: Option<AskedState>,
}

/// What the watchdog knows. Both are `None` before the first event.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// The last of it.
    progressed_ms: Option<u64>,
    /// From when patience counts: progress, a game given up, a remedy, a person at the mouse.
    patient_ms: Option<u64>,
    /// The last action of any kind, and how often it was told since that nothing happens.
    quiet: (u64, u32),
    /// The last event of any kind.
    heard_ms: u64,
}

/// After so long without any action it is told what is waited for, and then each time after three times as long.
const QUIET_MS: u64 = 20_000;
/// So often.
const QUIET_MOST: u32 = 4;

impl Progress {
    /// The client says that it waits, too.
    pub(super) fn be_patient(&mut self, now_ms: u64) {
        self.patient_ms = Some(now_ms);
    }
}

impl<P: Playable> Session<P> {
    /// How the session stands at `now_ms`.
    pub fn standing(&self, now_ms: u64) -> SessionStanding {
        let (doing, since_ms) = self.doing(now_ms);
        SessionStanding {
            doing,
            since_ms,
            progressed_ms: self.progressed_ms(now_ms),
            patience_ms: self.patience_ms(),
            tally: self.games.tally(),
            wanted: self.bounds.games,
            asked: self.asked_state(),
        }
    }

    fn progressed_ms(&self, now_ms: u64) -> u64 {
        self.progress.progressed_ms.unwrap_or(now_ms)
    }

    fn patience_ms(&self) -> u64 {
        match self.is_playing() {
            true => self.bounds.patience_in_game_ms(),
            false => self.bounds.patience_between_games_ms(),
        }
    }

    /// Whether the client may go on looking for an opponent.
    pub(super) fn may_seek_on(&self, now_ms: u64) -> bool {
        let limit_ms = self.bounds.seek_ms.unwrap_or(0);
        now_ms < self.progressed_ms(now_ms).saturating_add(limit_ms)
    }

    /// Takes note of what came of an event, and calls nothing for too long trouble.
    pub(super) fn watch_progress(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        let progressed = out.iter().any(|action| match action {
            Action::Ply { .. } | Action::Begin { .. } => true,
            Action::End(verdict) => verdict.reason != Reason::Aborted,
            _ => false,
        });
        if progressed || self.progress.progressed_ms.is_none() {
            self.progress.progressed_ms = Some(now_ms);
        }
        if self.is_over() || self.person.wants_end_now.is_some() {
            return;
        }
        let given_up = out.iter().any(|action| matches!(action, Action::End(_)));
        let waits = given_up || self.person.is_at_mouse || self.is_paused() || self.sight.is_mending();
        let patient_ms = self.progress.patient_ms.unwrap_or(now_ms);
        if progressed || waits || self.progress.patient_ms.is_none() {
            self.progress.patient_ms = Some(now_ms);
        } else if now_ms >= patient_ms.saturating_add(self.patience_ms()) {
            self.progress.patient_ms = Some(now_ms);
            let minutes = now_ms.saturating_sub(self.progressed_ms(now_ms)) / 60_000;
            let why = format!("{} for {minutes} min", self.doing(now_ms).0);
            self.trouble(&Trouble::NoProgress(why), now_ms, out);
        }
    }

    /// Tells what is waited for when nothing happens.
    pub(super) fn tell_waiting(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        // A client that was just started took its time, and nobody waited for it here.
        let late = now_ms >= self.progress.heard_ms + QUIET_MS;
        self.progress.heard_ms = now_ms;
        if !out.is_empty() || self.is_over() || self.is_paused() || late {
            self.progress.quiet = (now_ms, 0);
            return;
        }
        let (since_ms, told) = self.progress.quiet;
        let due_ms = since_ms.saturating_add(QUIET_MS * 3_u64.pow(told));
        if told < QUIET_MOST && now_ms >= due_ms {
            self.progress.quiet.1 += 1;
            let seconds = now_ms.saturating_sub(since_ms) / 1_000;
            let words = format!("nothing happens since {seconds} s: {}", self.doing(now_ms).0);
            out.push(Action::Say(words));
        }
    }

    fn doing(&self, now_ms: u64) -> (String, u64) {
        let progressed_ms = self.progressed_ms(now_ms);
        if self.sight.is_mending() {
            return ("mending".to_owned(), progressed_ms);
        }
        if let Some((blindness, since_ms)) = self.sight.blind() {
            return (format!("blind: {}", blindness.words()), since_ms);
        }
        let (words, since_ms) = match self.is_paused() {
            true => ("paused between two games".to_owned(), progressed_ms),
            false => self.state.doing(progressed_ms),
        };
        if self.person.is_at_mouse {
            return (format!("{words}, while a person has the mouse"), since_ms);
        }
        match &self.state {
            State::Playing(playing) if let Some(since_ms) = playing.away_since_ms => {
                (format!("{words}, but the board is not up"), since_ms)
            }
            _ => (words, since_ms),
        }
    }
}
