//! What the two sides of a game agree on: a move taken back, a draw. A part of the course; pure as the rest of it.

use referee::{
    gomoku::{self, Move},
    position::Position as _,
};
use vision::{observation::Observation, reconcile};

use super::{LiveGame, Phase};
use crate::event::Action;
use profile::{
    bounds::Bounds,
    request::{Answer, DrawRule, Request},
};

/// Plies that go with one take-back: the opponent's last, and ours if it came after that.
const PLIES_MAX: usize = 2;
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
    /// By at most so many plies.
    plies: usize,
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

impl LiveGame {
    /// What is said to a request, by the rules of the house.
    pub fn weigh_request(&self, request: Request, bounds: &Bounds) -> Answer {
        let granted = match request {
            Request::TakeBack => {
                self.may_have_opponents_ply() && bounds.take_back.allows(self.agreement.granted)
            }
            Request::Draw => bounds.draw.allows(self.agreement.even),
            Request::Rematch => false,
        };
        if granted { Answer::Accept } else { Answer::Decline }
    }

    /// The request is granted: what it brings is expected from now on.
    pub fn agree(&mut self, request: Request, now_ms: u64) {
        match request {
            Request::TakeBack => {
                let before = self.agreement.back;
                self.agreement.back = Some(Back {
                    since_ms: now_ms,
                    plies: before.map_or(0, |back| back.plies) + PLIES_MAX,
                    requests: before.map_or(0, |back| back.requests) + 1,
                });
                self.agreement.granted += 1;
            }
            Request::Draw => self.agreement.draw_ms = Some(now_ms),
            Request::Rematch => {}
        }
    }

    /// The request that was granted is still up: what it brings may take so much longer.
    pub fn agree_again(&mut self, request: Request, now_ms: u64) {
        match (request, &mut self.agreement.back) {
            (Request::TakeBack, Some(back)) => back.since_ms = now_ms,
            (Request::Draw, _) => self.agreement.draw_ms = Some(now_ms),
            _ => {}
        }
    }

    /// The opponent's first ply may be on the client's board and not be confirmed yet.
    fn may_have_opponents_ply(&self) -> bool {
        !self.position.history().is_empty() || self.position.turn() != self.own_seat
    }

    /// Whether the board shows the take-back that was granted, and perhaps the opponent's next move already. Then the
    /// game goes on from there.
    pub(super) fn went_back(&mut self, seen: &Observation, now_ms: u64, out: &mut Vec<Action>) -> bool {
        let Some(back) = self.agreement.back else {
            return false;
        };
        let Some((base, moves)) = self.explain_back(seen, back.plies) else {
            return false;
        };
        let rest = back.plies - (self.position.history().len() - base.history().len());
        // Of two stones one may vanish before the other.
        let half_way = rest > 0 && (back.requests > 1 || base.turn() == self.own_seat);
        self.agreement.back = half_way.then_some(Back {
            plies: rest,
            requests: (back.requests - 1).max(1),
            ..back
        });
        self.go_back(base, moves, now_ms, out);
        true
    }

    /// As [`LiveGame::went_back`], after a break: nobody knows whether a take-back was granted just before it.
    pub(super) fn resume_taken_back(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action>,
    ) -> bool {
        if !bounds.take_back.allows(self.agreement.granted) {
            return false;
        }
        let Some((base, moves)) = self.explain_back(seen, PLIES_MAX) else {
            return false;
        };
        if base.history().len() < KNOWN_BY {
            return false;
        }
        self.agreement.granted += 1;
        self.go_back(base, moves, now_ms, out);
        true
    }

    /// The position before the last ply or two from which the opponent's next move, or none, leads to what is seen. None
    /// of ours can be there: nothing was clicked in that position.
    fn explain_back(&self, seen: &Observation, plies: usize) -> Option<(gomoku::Position, Vec<Move>)> {
        let mut base = self.position.clone();
        for _ in 0..plies {
            base.undo()?;
            let filled = reconcile::fill(&base, seen);
            let most = usize::from(base.turn() != self.own_seat);
            if let Ok(moves) = reconcile::explain(&base, &filled)
                && moves.len() <= most
            {
                return Some((base, moves));
            }
        }
        None
    }

    fn go_back(&mut self, base: gomoku::Position, moves: Vec<Move>, now_ms: u64, out: &mut Vec<Action>) {
        self.position = base;
        self.phase = Phase::Waiting;
        self.since_ms = now_ms;
        self.mismatch_since_ms = None;
        self.veiled.clear();
        self.hopeless = 0;
        self.agreement.even = 0;
        out.push(Action::CancelThink);
        out.push(Action::TakenBack {
            plies: self.position.history().len() as u32,
        });
        for played in moves {
            self.confirm(played, now_ms, out);
        }
    }
}
