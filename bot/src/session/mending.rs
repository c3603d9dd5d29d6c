//! What is done about trouble: the ladder's answer carried out, and what came of a remedy. A part of the session; pure as
//! the rest of it.

use referee::verdict::Verdict;

use super::{Session, State};
use crate::{
    event::{Action, Remedy},
    trouble::{Response, Trouble},
};
use profile::familiarity::Familiarity;

impl Session {
    pub(super) fn trouble(&mut self, trouble: &Trouble, now_ms: u64, out: &mut Vec<Action>) {
        out.push(Action::Fault {
            kind: trouble.kind(),
            detail: trouble.words(),
        });
        match self.ladder.respond(trouble, self.bounds.familiarity) {
            Response::Remedy(remedy) => {
                if remedy == Remedy::StartOver {
                    self.start_over(now_ms, out);
                }
                self.mend(remedy, now_ms, out);
            }
            Response::Abandon => {
                if let State::Playing(_) = self.state {
                    self.end(Verdict::ABORTED, now_ms, out);
                } else {
                    self.ask_for_game(1, now_ms, out);
                }
            }
            Response::Halt => self.halt(&trouble.words(), out),
        }
    }

    /// Stops for good; a game in hand stays open, so that the next session can go on with it. Of a stranger nobody knows
    /// whether it was a game at all.
    pub(super) fn halt(&mut self, why: &str, out: &mut Vec<Action>) {
        out.push(Action::CancelThink);
        if let (State::Playing(_), Familiarity::Stranger) = (&self.state, self.bounds.familiarity) {
            self.close_uncounted(out);
        }
        self.finish(why, false, out);
    }

    pub(super) fn mend(&mut self, remedy: Remedy, now_ms: u64, out: &mut Vec<Action>) {
        out.push(Action::Say(format!("{}…", remedy.words())));
        self.mending_since_ms = Some(now_ms);
        out.push(Action::Remedy(remedy));
    }

    pub(super) fn remedied(&mut self, result: Result<(), String>, now_ms: u64, out: &mut Vec<Action>) {
        if self.mending_since_ms.take().is_none() {
            return;
        }
        self.settle.reset();
        self.blind = None;
        self.last_settled_ms = now_ms;
        if let Err(why) = result {
            self.trouble(&Trouble::RemedyFailed(why), now_ms, out);
            return;
        }
        if let State::Opening { .. } = self.state {
            self.ask_for_game(1, now_ms, out);
        }
    }
}
