//! What becomes due because time passed: an end that was asked for, a remedy that hangs, the next game. A part of the session;
//! pure as the rest of it.

use super::{
    Session,
    state::{Stage, State},
};
use crate::{event::Action, live_game::LiveGame, live_game::playable::Playable, trouble::Trouble};

impl<P: Playable> Session<P> {
    /// What becomes due because time passed.
    pub(super) fn pass_time(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        if self.is_over() {
            return;
        }
        if let Some((why, since_ms)) = self.person.wants_end_now.clone() {
            let in_the_air = self.state.game().is_some_and(LiveGame::is_pending);
            if !in_the_air || now_ms >= since_ms + self.bounds.last_look_ms {
                self.finish(&why, false, out);
            }
            return;
        }
        if let Some(since_ms) = self.sight.mending_since_ms() {
            if now_ms >= since_ms + self.bounds.remedy_ms {
                self.remedied(Err("it took too long".to_owned()), now_ms, out);
            }
            return;
        }
        // In a pause the client is left alone, whatever it shows.
        if self.is_paused() {
            return;
        }
        if let Some((blindness, since_ms)) = self.sight.blind() {
            if now_ms >= since_ms + self.bounds.blind_ms {
                let blindness = blindness.clone();
                self.sight.clear();
                if blindness.is_cover() {
                    return self.wait_uncovered(&blindness, now_ms, out);
                }
                self.trouble(&Trouble::Blind(blindness), now_ms, out);
            }
            return;
        }
        self.pass_time_seeing(now_ms, out);
    }

    fn pass_time_seeing(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        self.follow(now_ms, out);
        self.dismiss(now_ms, out);
        let unsettled_ms = now_ms.saturating_sub(self.sight.settled_ms);
        let is_unsettled = unsettled_ms >= 2 * self.bounds.mismatch_ms;
        match &self.state {
            State::Between(between) => match &between.stage {
                Stage::Resting { until_ms } if now_ms >= *until_ms => self.ask_for_game(1, now_ms, out),
                Stage::Opening(opening) if opening.is_due(now_ms, &self.bounds) => {
                    self.ask_again(opening.attempt + 1, now_ms, out);
                }
                // A client that plays by itself before it is asked (a demonstration) never comes to rest.
                Stage::Arriving { unfinished } if unfinished.is_none() || is_unsettled => {
                    self.go_on_without(now_ms, out);
                }
                Stage::Opening(_) if is_unsettled => self.call_unsettled(now_ms, out),
                _ => {}
            },
            State::Playing(_) if is_unsettled => self.call_unsettled(now_ms, out),
            State::Playing(_) | State::Over => {}
        }
    }

    /// No new game came.
    fn ask_again(&mut self, attempt: u32, now_ms: u64, out: &mut Vec<Action<P>>) {
        if attempt > self.bounds.new_game_attempts && !self.may_seek_on(now_ms) {
            let trouble = self.no_new_game();
            self.trouble(&trouble, now_ms, out);
        } else {
            self.ask_for_game(attempt, now_ms, out);
        }
    }

    /// No reading is believed for too long.
    fn call_unsettled(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        self.sight.settled_ms = now_ms;
        if self.covered.is_waited_for(now_ms, &self.bounds) {
            return self.wait_for_dialog(now_ms, out);
        }
        let why = self.sight.settle.unrest();
        self.trouble(&Trouble::Unsettled(why), now_ms, out);
    }
}
