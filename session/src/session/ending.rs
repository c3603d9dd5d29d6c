//! How games end, and whether another one begins. A part of the session; pure as the rest of it.

use referee::verdict::{Reason, Verdict};

use super::{Session, games::Enough, state::State};
use crate::{event::Action, live_game::playable::Playable};

impl<P: Playable> Session<P> {
    /// The opponent is not wanted: the game is given up in order, and is none for us.
    pub(super) fn leave_unwanted(&mut self, why: &str, now_ms: u64, out: &mut Vec<Action<P>>) {
        if !self.is_playing() || !self.person.lets_act() {
            return;
        }
        out.push(Action::Say(format!("{why}: leaving the game")));
        out.push(Action::Resign);
        let before = self.games.leave_unwanted();
        self.end(Verdict::ABORTED, now_ms, out);
        let unwanted = self.games.left_unwanted(before);
        self.last_game.leave(now_ms + self.bounds.new_game_ms);
        if !self.is_over() && unwanted >= self.bounds.unwanted_games {
            self.finish(
                &format!("{unwanted} games in a row with opponents who are not wanted"),
                false,
                out,
            );
        }
    }

    /// Ends the game in hand and decides what comes after it.
    pub(super) fn end(&mut self, verdict: Verdict, now_ms: u64, out: &mut Vec<Action<P>>) {
        let own_seat = self.own_seat();
        out.push(Action::CancelThink);
        out.push(Action::End(verdict));
        if let Some(game) = self.state.game()
            && verdict.reason != Reason::Aborted
        {
            let position = game.position().clone();
            out.push(Action::Study { position, verdict });
        }
        self.last_game
            .close(self.sight.last_seen.clone(), self.state.game().cloned());
        self.games.end(verdict, own_seat);
        if !self.has_enough(now_ms, out) {
            self.state = State::resting(now_ms + self.bounds.rest_ms);
        }
    }

    /// Ends the session if no other game is to begin; answers whether it did.
    pub(super) fn has_enough(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) -> bool {
        let enough = self.games.enough(&self.bounds, self.person.wants_end, now_ms);
        if let Some(Enough { why, is_done }) = &enough {
            self.finish(why, *is_done, out);
        }
        enough.is_some()
    }

    /// Closes a game that counts for nobody; what comes after it is the caller's business.
    pub(super) fn close_uncounted(&mut self, out: &mut Vec<Action<P>>) {
        self.games.close_uncounted();
        out.push(Action::End(Verdict::ABORTED));
    }

    pub(super) fn finish(&mut self, why: &str, done: bool, out: &mut Vec<Action<P>>) {
        self.state = State::Over;
        out.push(Action::Finish {
            why: why.to_owned(),
            done,
        });
    }
}
