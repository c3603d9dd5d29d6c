//! What is done about trouble: the escalation's answer carried out, and what came of a remedy. A part of the session; pure as
//! the rest of it.

use referee::verdict::Verdict;

use super::Session;
use crate::{
    event::{Action, Remedy},
    live_game::playable::Playable,
    trouble::{Response, Trouble},
};
use profile::familiarity::Familiarity;

impl<P: Playable> Session<P> {
    pub(super) fn trouble(&mut self, trouble: &Trouble, now_ms: u64, out: &mut Vec<Action<P>>) {
        out.push(Action::Fault {
            kind: trouble.kind(),
            detail: trouble.words(),
        });
        match self.escalation.respond(trouble, self.bounds.familiarity) {
            Response::Remedy(remedy) => {
                if remedy == Remedy::StartOver {
                    self.start_over(now_ms, out);
                }
                self.mend(remedy, now_ms, out);
            }
            Response::Abandon => {
                if self.is_playing() {
                    self.end(Verdict::ABORTED, now_ms, out);
                } else {
                    self.ask_for_game(1, now_ms, out);
                }
            }
            Response::Halt => self.halt(&trouble.words(), out),
        }
    }

    /// Forgets everything but the books, as if the program was started again: whether the game in hand is still on the
    /// screen shows when the board comes up.
    fn start_over(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        out.push(Action::CancelThink);
        self.state.start_over(&self.bounds, now_ms);
        self.sight.start_over();
    }

    /// Stops for good; a game in hand stays open, so that the next session can go on with it. Of a stranger nobody knows
    /// whether it was a game at all.
    pub(super) fn halt(&mut self, why: &str, out: &mut Vec<Action<P>>) {
        out.push(Action::CancelThink);
        if self.is_playing() && self.bounds.familiarity == Familiarity::Stranger {
            self.close_uncounted(out);
        }
        self.finish(why, false, out);
    }

    pub(super) fn mend(&mut self, remedy: Remedy, now_ms: u64, out: &mut Vec<Action<P>>) {
        out.push(Action::Say(format!("{}…", remedy.words())));
        self.sight.begin_mending(now_ms);
        out.push(Action::Remedy(remedy));
    }

    pub(super) fn remedied(&mut self, result: Result<(), String>, now_ms: u64, out: &mut Vec<Action<P>>) {
        if !self.sight.end_mending(now_ms) {
            return;
        }
        if let Err(why) = result {
            self.trouble(&Trouble::RemedyFailed(why), now_ms, out);
            return;
        }
        if self.state.opening().is_some() {
            self.ask_for_game(1, now_ms, out);
        }
    }
}
