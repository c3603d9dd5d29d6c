//! The client tells how the game in hand ended: what is concluded from that and from the pictures, and when its screen is
//! answered. A part of the session; pure as the rest of it.

use super::{
    Session,
    state::{Playing, State},
};
use crate::{event::Action, live_game::Conclusion, live_game::playable::Playable, readable::BoardSeen as _};
use profile::screen::{EndedBy, Meaning};

impl<P: Playable> Session<P> {
    /// A screen tells the result. It is answered when what it hides of the board was weighed, so that no last stone is lost.
    pub(super) fn told_result(
        &mut self,
        number: u64,
        name: &str,
        (meaning, by): (Meaning, Option<EndedBy>),
        now_ms: u64,
        out: &mut Vec<Action<P>>,
    ) {
        if !self.person.lets_act() || self.sight.is_mending() {
            return;
        }
        let playing = match &mut self.state {
            State::Playing(playing) => Some(&mut **playing),
            _ => self.state.unfinished_mut(),
        };
        let Some(Playing {
            game, result_screen, ..
        }) = playing
        else {
            // In a pause the answer may begin a game.
            if !self.is_paused() {
                out.push(Action::AnswerScreen { number });
            }
            return;
        };
        if !game.is_told_over() {
            out.push(Action::CancelThink);
            out.push(Action::Say(format!("screen {name:?} tells the result")));
            self.sight.settle.reset();
        }
        *result_screen = Some(number);
        game.hear(meaning, by, now_ms);
    }

    /// Ends the game in hand if the client told its result and enough is known of it; answers whether it ended.
    pub(super) fn conclude(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) -> bool {
        let Some(Playing {
            game, result_screen, ..
        }) = self.state.playing_mut()
        else {
            return false;
        };
        let answer = |number| Action::AnswerScreen { number };
        let verdict = match game.conclude(now_ms, out) {
            Conclusion::Open => return false,
            Conclusion::Hidden => {
                game.look_behind(now_ms);
                out.extend(result_screen.take().map(answer));
                return false;
            }
            Conclusion::Ended(verdict) => verdict,
            Conclusion::Unknown(verdict, meaning, detail) => {
                let kind = match meaning {
                    Meaning::Won => "hidden_win",
                    Meaning::Lost => "hidden_loss",
                    _ => "hidden_end",
                };
                out.push(Action::Fault { kind, detail });
                verdict
            }
        };
        let up = result_screen.take();
        self.end(verdict, now_ms, out);
        // What is left on the screen of the last game does no harm, and answering it may begin another one.
        if !self.is_over() && !self.is_paused() {
            out.extend(up.map(answer));
        }
        true
    }

    /// Between two games: the next one may begin by itself, or by the answer to the screen that told the result.
    pub(super) fn look_while_resting(&mut self, seen: &P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) {
        let placed = seen.placed();
        let old = self.last_game.board.as_ref();
        let is_old = old.is_none_or(|old| old.shows_the_same(seen)) || self.last_game.shows(seen);
        if is_old
            || placed > 1
            || self.last_game.may_be_up(now_ms)
            || self.person.is_at_mouse
            || self.person.wants_pause
        {
            return;
        }
        // A stone on a board that is empty otherwise is the opponent's first: the game is running. An empty board may wait
        // for a new game to be asked for, unless that was just done.
        if placed == 1 || self.last_game.is_answered {
            let words = "a new board is up: looking who begins";
            out.push(Action::Say(words.to_owned()));
            self.await_game(0, now_ms);
            self.look_for_fresh_board(seen, now_ms, out);
        }
    }
}
