//! What the two sides of a game agree on: a move taken back, a draw. A part of the live game; pure as the rest of it.

use super::{LiveGame, Phase};
use crate::{event::Action, live_game::playable::Playable};
use profile::{
    bounds::Bounds,
    request::{DrawRule, Request, RequestAnswer},
};

/// Turns that go with one take-back: the opponent's last, and ours if it came after that.
const TURNS_MAX: usize = 2;
/// Plies that must be left for a game to be known again after a break: the first few are alike in many games.
const KNOWN_BY: usize = 4;

/// The agreements of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Agreement {
    /// Our moves in a row with a score that counts for a draw.
    even: u32,
    /// When a draw was agreed to; the client has to say that the game is over.
    draw_ms: Option<u64>,
    /// A take-back was granted and is not wholly on the board yet.
    back: Option<Back>,
    /// Take-backs that were granted.
    granted: u32,
}

/// A board that is about to go back.
#[derive(Clone, Copy, Debug)]
struct Back {
    since_ms: u64,
    /// By at most so many turns.
    turns: usize,
    /// More than one if the opponent asked again before the first was seen.
    requests: u32,
}

impl Agreement {
    /// What stays of it after a break.
    pub(super) fn again(&self) -> Agreement {
        Agreement {
            granted: self.granted,
            ..Agreement::default()
        }
    }

    /// Takes note of the engine's score for our next move.
    pub(super) fn judge(&mut self, rule: DrawRule, score: Option<i32>) {
        self.even = if rule.is_even(score) { self.even + 1 } else { 0 };
    }

    /// Whether something was agreed to that has yet to show, asked while the board shows the position as it was. A
    /// take-back that does not come in time does not come at all.
    pub(super) fn holds_clicks(&mut self, bounds: &Bounds, now_ms: u64) -> bool {
        self.back = self
            .back
            .filter(|back| now_ms < back.since_ms + bounds.take_back_ms);
        let drawn = self
            .draw_ms
            .is_some_and(|since_ms| now_ms < since_ms + bounds.client_says_ms);
        drawn || self.back.is_some()
    }
}

impl<P: Playable> LiveGame<P> {
    /// What is said to a request, by the rules of the house.
    pub(crate) fn weigh_request(&self, request: Request, bounds: &Bounds) -> RequestAnswer {
        let granted = match request {
            Request::TakeBack => {
                self.may_have_opponents_ply() && bounds.take_back.allows(self.agreement.granted)
            }
            Request::Draw => bounds.draw.allows(self.agreement.even),
            Request::Rematch => false,
        };
        if granted {
            RequestAnswer::Accept
        } else {
            RequestAnswer::Decline
        }
    }

    /// The request is granted: what it brings is expected from now on.
    pub(crate) fn agree(&mut self, request: Request, now_ms: u64) {
        match request {
            Request::TakeBack => {
                let before = self.agreement.back;
                self.agreement.back = Some(Back {
                    since_ms: now_ms,
                    turns: before.map_or(0, |back| back.turns) + TURNS_MAX,
                    requests: before.map_or(0, |back| back.requests) + 1,
                });
                self.agreement.granted += 1;
            }
            Request::Draw => self.agreement.draw_ms = Some(now_ms),
            Request::Rematch => {}
        }
    }

    /// The request that was granted is still up: what it brings may take so much longer.
    pub(crate) fn agree_again(&mut self, request: Request, now_ms: u64) {
        match (request, &mut self.agreement.back) {
            (Request::TakeBack, Some(back)) => back.since_ms = now_ms,
            (Request::Draw, _) => self.agreement.draw_ms = Some(now_ms),
            _ => {}
        }
    }

    /// The opponent's first ply may be on the client's board and not be confirmed yet.
    fn may_have_opponents_ply(&self) -> bool {
        self.position.plies() > 0 || self.position.turn() != self.own_seat
    }

    /// Whether the board shows the take-back that was granted, and perhaps the opponent's next move already. Then the
    /// game goes on from there.
    pub(super) fn went_back(&mut self, seen: &P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) -> bool {
        let Some(back) = self.agreement.back else {
            return false;
        };
        let Some((base, moves, gone)) = P::explain_back(self, seen, back.turns) else {
            return false;
        };
        let rest = back.turns - gone;
        // Of two stones one may vanish before the other.
        let half_way = rest > 0 && (back.requests > 1 || base.turn() == self.own_seat);
        self.agreement.back = half_way.then_some(Back {
            turns: rest,
            requests: (back.requests - 1).max(1),
            ..back
        });
        self.go_back(base, moves, now_ms, out);
        true
    }

    /// As [`LiveGame::went_back`], after a break: nobody knows whether a take-back was granted just before it.
    pub(super) fn resume_taken_back(
        &mut self,
        seen: &P::Seen,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action<P>>,
    ) -> bool {
        if !bounds.take_back.allows(self.agreement.granted) {
            return false;
        }
        let Some((base, moves, _)) = P::explain_back(self, seen, TURNS_MAX) else {
            return false;
        };
        if base.plies() < KNOWN_BY {
            return false;
        }
        self.agreement.granted += 1;
        self.go_back(base, moves, now_ms, out);
        true
    }

    fn go_back(&mut self, base: P, moves: Vec<P::Move>, now_ms: u64, out: &mut Vec<Action<P>>) {
        self.position = base;
        self.phase = Phase::Waiting;
        self.since_ms = now_ms;
        self.mismatch_since_ms = None;
        P::forget_cover(self);
        self.hopeless = 0;
        self.agreement.even = 0;
        out.push(Action::CancelThink);
        out.push(Action::TakenBack {
            plies: self.position.plies() as u32,
        });
        for played in moves {
            self.confirm(played, now_ms, out);
        }
    }
}
