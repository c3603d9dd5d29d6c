//! The client tells how the game in hand ended: what is concluded from that and from the pictures, and when its screen is
//! answered. A part of the session; pure as the rest of it.

use vision::observation::Observation;

use super::{Session, State};
use crate::{
    event::Action,
    live_game::{Conclusion, stones},
};
use profile::screen::Meaning;

/// The screens that tell results.
#[derive(Clone, Debug, Default)]
pub(super) struct Results {
    /// The number of the one that is up and waits for its answer.
    open: Option<u64>,
    /// One was answered since the last game began: the next game may begin by that.
    pub(super) answered: bool,
    /// The board at the end of the last game.
    pub(super) last_board: Option<Observation>,
}

impl Results {
    /// The game in hand ended, on that board.
    pub(super) fn close(&mut self, board: Option<Observation>) {
        *self = Results {
            last_board: board,
            ..Results::default()
        };
    }
}

impl Session {
    /// A screen tells the result. It is answered when what it hides of the board was weighed, so that no last stone is lost.
    pub(super) fn told_result(
        &mut self,
        number: u64,
        name: &str,
        meaning: Meaning,
        now_ms: u64,
        out: &mut Vec<Action>,
    ) {
        if self.person_at_mouse || self.stopping.is_some() || self.mending_since_ms.is_some() {
            return;
        }
        let State::Playing(course) = &mut self.state else {
            out.push(Action::AnswerScreen { number });
            return;
        };
        if !course.is_told_over() {
            out.push(Action::CancelThink);
            out.push(Action::Say(format!("screen {name:?} tells the result")));
            self.settle.reset();
        }
        self.results.open = Some(number);
        course.hear(meaning, now_ms);
    }

    /// Ends the game in hand if the client told its result and enough is known of it; answers whether it ended.
    pub(super) fn conclude(&mut self, now_ms: u64, out: &mut Vec<Action>) -> bool {
        let State::Playing(course) = &mut self.state else {
            return false;
        };
        let verdict = match course.conclude(now_ms, out) {
            Conclusion::Open => return false,
            Conclusion::Hidden => {
                course.look_behind(now_ms);
                out.extend(
                    self.results
                        .open
                        .take()
                        .map(|number| Action::AnswerScreen { number }),
                );
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
        let open = self.results.open.take();
        self.end(verdict, now_ms, out);
        // What is left on the screen of the last game does no harm, and answering it may begin another one.
        if !self.is_over() {
            out.extend(open.map(|number| Action::AnswerScreen { number }));
        }
        true
    }

    /// Between two games: the next one may begin by itself, or by the answer to the screen that told the result.
    pub(super) fn look_while_resting(&mut self, seen: &Observation, now_ms: u64, out: &mut Vec<Action>) {
        let placed = stones(seen);
        let old = self.results.last_board.as_ref().map(stones);
        let is_old = old.as_ref().is_none_or(|old| *old == placed);
        if is_old || placed.len() > 1 || now_ms < self.left_until_ms || self.person_at_mouse {
            return;
        }
        // A stone on a board that is empty otherwise is the opponent's first: the game is running. An empty board may wait
        // for a new game to be asked for, unless that was just done.
        if placed.len() == 1 || self.results.answered {
            let words = "a new board is up: looking who begins";
            out.push(Action::Say(words.to_owned()));
            self.await_game(0, now_ms);
            self.look_for_fresh_board(seen, now_ms, out);
        }
    }
}
