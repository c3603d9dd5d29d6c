//! A game that was left, by a program that was killed or a client that was started anew: whether it is still on the screen, and
//! what became of it meanwhile. A part of the session; pure as the rest of it.

use super::{
    Session,
    state::{Playing, Stage, State},
};
use crate::{event::Action, live_game::Standing, live_game::playable::Playable};

impl<P: Playable> Session<P> {
    /// A game that was left after its last ply was kept, and before its result was, is over by the rules, whatever is on the screen.
    pub(super) fn end_unfinished(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        let left = self.state.unfinished_mut();
        if left.is_some_and(|playing| matches!(playing.game.standing(), Standing::Over(_))) {
            self.take_up(now_ms, out);
        }
    }

    /// The first reading that is believed.
    pub(super) fn arrive(&mut self, seen: &P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) {
        if let Some(playing) = self.state.unfinished_mut()
            && P::catch_up(&mut playing.game, seen, now_ms, &self.bounds, out)
        {
            self.take_up(now_ms, out);
            return;
        }
        self.sight.last_seen = Some(seen.clone());
        self.go_on_without(now_ms, out);
    }

    /// A reading that stays unclear may show the game that was left all the same: a winning line is drawn over its stones, a
    /// dialog lies over some of them, or the reader has never seen such stones.
    pub(super) fn look_for_unfinished(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        let Some(seen) = self.sight.settle.stuck(now_ms, self.bounds.unclear_ms) else {
            return;
        };
        let Some(playing) = self.state.unfinished_mut() else {
            return;
        };
        if let Some(truth) = P::recognised(&playing.game, seen) {
            out.push(Action::Learn(Some(Box::new(truth))));
        } else if !P::is_shown_in(&playing.game, seen) {
            return;
        }
        playing.game.resume(now_ms);
        self.take_up(now_ms, out);
        self.sight.pause(now_ms);
    }

    /// Whether the client tells a result, and it is not known yet whether that of the game that was left.
    pub(super) fn is_told_of_unfinished(&mut self) -> bool {
        let unfinished = self.state.unfinished_mut();
        unfinished.is_some_and(|playing| playing.game.is_told_over())
    }

    /// A picture of the board while the client tells a result: it is that of the game that was left if its board is behind it.
    pub(super) fn look_behind_result(&mut self, seen: &P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) {
        let Some(playing) = self.state.unfinished_mut() else {
            return;
        };
        if P::recognised(&playing.game, seen).is_none() && !P::is_shown_in(&playing.game, seen) {
            return;
        }
        playing.game.resume(now_ms);
        playing.game.weigh_end(seen, now_ms, out);
        self.sight.settled_ms = now_ms;
        self.take_up(now_ms, out);
    }

    /// The game that was left is the one in hand, or over.
    fn take_up(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        let Some(playing) = self.take_unfinished() else {
            return;
        };
        let standing = playing.game.standing();
        let plies = playing.game.position().plies();
        self.state = State::Playing(playing);
        if let Standing::Over(verdict) = standing {
            self.end(verdict, now_ms, out);
        } else {
            out.push(Action::Say(format!(
                "the unfinished game is still on the screen: going on at ply {plies}"
            )));
        }
    }

    /// The game that was left, if there is one, is not to be seen. A screen that tells a result is none of it. Another game is
    /// asked for, unless that one was to be the last.
    pub(super) fn go_on_without(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        if let Some(playing) = self.take_unfinished() {
            let words = "the unfinished game is not on the screen any more: closed as aborted";
            out.push(Action::Say(words.to_owned()));
            self.close_uncounted(out);
            if self.has_enough(now_ms, out) {
                return;
            }
            // In a pause the answer may begin a game.
            if !self.person.wants_pause {
                let up = playing.result_screen;
                out.extend(up.map(|number| Action::AnswerScreen { number }));
            }
        }
        self.ask_for_game(1, now_ms, out);
    }

    fn take_unfinished(&mut self) -> Option<Box<Playing<P>>> {
        match &mut self.state {
            State::Between(between) => match &mut between.stage {
                Stage::Arriving { unfinished } => unfinished.take(),
                Stage::Opening(_) | Stage::Resting { .. } => None,
            },
            State::Playing(_) | State::Over => None,
        }
    }
}
