//! What an opponent asks for, weighed once by the rules of the house: a move back, a draw, another game. A part of the
//! session; pure as the rest of it.

use super::{
    Session,
    state::{Stage, State},
};
use crate::{event::Action, live_game::playable::Playable};
use profile::request::{Request, RequestAnswer};

/// The requests of a session.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Requests {
    /// The last one that was weighed, by its number, and what is said to it as long as it stays up.
    weighed: Option<(u64, RequestAnswer)>,
    /// A rematch that is asked for before its game is over for us, and since when.
    early: Option<(u64, u64)>,
    /// A rematch is agreed to and has not begun.
    pub(super) rematch_agreed: bool,
    /// Rematches in a row.
    pub(super) rematches: u32,
}

impl<P: Playable> Session<P> {
    /// The opponent asks for something. While a person has the mouse, the answer is that person's.
    pub(super) fn asked(&mut self, number: u64, request: Request, now_ms: u64, out: &mut Vec<Action<P>>) {
        if request != Request::Rematch
            && let Some(game) = self.state.game_mut()
        {
            game.doubt_click_beside_screen();
        }
        if !self.person.lets_act() || self.sight.is_mending() {
            return;
        }
        if request == Request::Rematch && !self.is_ready_for_rematch(number, now_ms, out) {
            return;
        }
        let known = self.requests.weighed.filter(|(known, _)| *known == number);
        let answer = known.map_or_else(|| self.weigh(request), |(_, answer)| answer);
        if known.is_none() {
            let words = format!("the opponent asks for {}: {}", request.words(), answer.words());
            out.push(Action::Say(words));
            self.requests.weighed = Some((number, answer));
        }
        out.push(Action::Answer {
            number,
            request,
            answer,
        });
        match (&mut self.state, request) {
            _ if answer == RequestAnswer::Decline => {}
            (State::Playing(playing), _) if known.is_some() => playing.game.agree_again(request, now_ms),
            (State::Playing(playing), _) => playing.game.agree(request, now_ms),
            (_, Request::Rematch) => {
                self.requests.rematch_agreed = true;
                self.await_game(1, now_ms);
            }
            _ => {}
        }
    }

    fn weigh(&self, request: Request) -> RequestAnswer {
        match (&self.state, request) {
            (State::Playing(playing), _) => playing.game.weigh_request(request, &self.bounds),
            (State::Between(between), Request::Rematch)
                if !matches!(between.stage, Stage::Arriving { .. })
                    && !self.person.wants_pause
                    && !self.games.is_unwanted()
                    && self.bounds.rematch.allows(self.requests.rematches) =>
            {
                RequestAnswer::Accept
            }
            _ => RequestAnswer::Decline,
        }
    }

    /// A rematch is asked for when a game is over. Where it is not for us, the client may have said so and the pixels
    /// need not follow any more; or its last stones are still to be read, for which there is a little time.
    fn is_ready_for_rematch(&mut self, number: u64, now_ms: u64, out: &mut Vec<Action<P>>) -> bool {
        let Some(game) = self.state.game() else {
            return true;
        };
        if game.is_told_over() {
            return self.conclude(now_ms, out) && !self.is_over();
        }
        let since_ms = match self.requests.early {
            Some((known, since_ms)) if known == number => since_ms,
            _ => {
                self.requests.early = Some((number, now_ms));
                now_ms
            }
        };
        now_ms >= since_ms + self.bounds.mismatch_ms
    }

    /// A game begins: one that was agreed to, or another.
    pub(super) fn count_rematch(&mut self) {
        let requests = &mut self.requests;
        requests.rematches = if requests.rematch_agreed {
            requests.rematches + 1
        } else {
            0
        };
        requests.rematch_agreed = false;
    }
}
