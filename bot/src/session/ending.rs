//! How games end, and whether another one begins. A part of the session; pure as the rest of it.

use referee::verdict::{Reason, Verdict};

use super::{Session, State, progress::count};
use crate::event::Action;

impl Session {
    /// The opponent is not wanted: the game is given up in order, and is none for us.
    pub(super) fn leave_unwanted(&mut self, why: &str, now_ms: u64, out: &mut Vec<Action>) {
        if !matches!(self.state, State::Playing(_)) || self.person_at_mouse || self.stopping.is_some() {
            return;
        }
        out.push(Action::Say(format!("{why}: leaving the game")));
        out.push(Action::Resign);
        let (aborted, unwanted) = (self.aborted_in_a_row, self.unwanted_in_a_row + 1);
        self.aborted_in_a_row = 0;
        self.end(Verdict::ABORTED, now_ms, out);
        // Nothing went wrong in it.
        self.aborted_in_a_row = aborted;
        self.unwanted_in_a_row = unwanted;
        self.left_until_ms = now_ms + self.bounds.new_game_ms;
        if !self.is_over() && unwanted >= self.bounds.unwanted_games {
            self.finish(
                &format!("{unwanted} games in a row with opponents who are not wanted"),
                false,
                out,
            );
        }
    }

    /// Ends the game in hand and decides what comes after it.
    pub(super) fn end(&mut self, verdict: Verdict, now_ms: u64, out: &mut Vec<Action>) {
        let own_seat = self.own_seat();
        out.push(Action::CancelThink);
        out.push(Action::End(verdict));
        if let State::Playing(course) = &self.state
            && verdict.reason != Reason::Aborted
        {
            let position = course.position().clone();
            out.push(Action::Study { position, verdict });
        }
        self.results.close(self.last_seen.clone());
        count(&mut self.tally, verdict, own_seat);
        self.unwanted_in_a_row = 0;
        let in_a_row = |count: u32, again: bool| if again { count + 1 } else { 0 };
        self.aborted_in_a_row = in_a_row(self.aborted_in_a_row, verdict.reason == Reason::Aborted);
        self.crashes_in_a_row = in_a_row(self.crashes_in_a_row, verdict.reason == Reason::Crash);
        if verdict.reason != Reason::Aborted {
            self.games_done += 1;
        }
        let lost = verdict.winner.is_some() && verdict.winner != own_seat;
        if verdict.reason != Reason::Aborted {
            self.losses_in_a_row = in_a_row(self.losses_in_a_row, lost);
        }
        if self.games_done >= self.bounds.games {
            self.finish("all games are played", true, out);
        } else if self.bounds.session_ms.is_some_and(|limit_ms| now_ms >= limit_ms) {
            self.finish("its hours are over", true, out);
        } else if self
            .bounds
            .losses_in_a_row
            .is_some_and(|limit| self.losses_in_a_row >= limit)
        {
            self.finish(
                &format!("{} games lost in a row", self.losses_in_a_row),
                true,
                out,
            );
        } else if self.stop_soon {
            self.finish("stopped after the game in hand", true, out);
        } else if self.aborted_in_a_row >= self.bounds.aborted_games {
            self.finish(
                &format!("{} games in a row without a result", self.aborted_in_a_row),
                false,
                out,
            );
        } else if self.crashes_in_a_row >= self.bounds.engine_crashes {
            self.finish(
                &format!("the engine failed in {} games in a row", self.crashes_in_a_row),
                false,
                out,
            );
        } else {
            self.state = State::Resting {
                until_ms: now_ms + self.bounds.rest_ms,
            };
        }
    }

    /// Closes a game that counts for nobody; what comes after it is the caller's business.
    pub(super) fn close_uncounted(&mut self, out: &mut Vec<Action>) {
        count(&mut self.tally, Verdict::ABORTED, None);
        out.push(Action::End(Verdict::ABORTED));
    }

    pub(super) fn finish(&mut self, why: &str, done: bool, out: &mut Vec<Action>) {
        self.state = State::Over;
        out.push(Action::Finish {
            why: why.to_owned(),
            done,
        });
    }
}
