//! From asking for a game to its beginning: is the board on the screen a fresh one, and who moves first? A part of the
//! session; pure as the rest of it.

use referee::{color::Color, seat::Seat};
use vision::observation::{Content, Observation};

use super::{Session, State};
use crate::bot::{
    course::{Course, stones},
    event::Action,
    trouble::Trouble,
};

/// Results that the client told while a new game was waited for: that of the game before, or of games that went by unseen.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Missed {
    results: u32,
    told_ms: u64,
}

/// So many such results, and games are begun that nobody plays.
const MISSED_MAX: u32 = 3;
/// One result may be told again and again for so long.
const RESULT_MS: u64 = 5_000;

impl Session {
    pub(super) fn ask_for_game(&mut self, attempt: u32, now_ms: u64, out: &mut Vec<Action>) {
        if self.person_at_mouse {
            self.state = State::Resting {
                until_ms: now_ms + self.bounds.rest_ms,
            };
            return;
        }
        self.requests.rematch_agreed = false;
        self.await_game(attempt, now_ms);
        out.push(Action::NewGame);
    }

    /// A new game is to come, whoever asked for it.
    pub(super) fn await_game(&mut self, attempt: u32, now_ms: u64) {
        let before = self.last_seen.clone();
        self.seat_shown = None;
        self.state = State::Opening {
            attempt,
            asked_ms: now_ms,
            before,
            fresh_since_ms: None,
        };
        self.settle.reset();
    }

    /// A fresh board is empty, or holds the opponent's first stone.
    pub(super) fn look_for_fresh_board(&mut self, seen: &Observation, now_ms: u64, out: &mut Vec<Action>) {
        if now_ms < self.left_until_ms {
            return;
        }
        let State::Opening {
            before,
            fresh_since_ms,
            ..
        } = &mut self.state
        else {
            return;
        };
        let count = stones(seen).len();
        if let (0, Some(seat)) = (count, self.seat_shown) {
            self.begin(seat, now_ms, out);
            return;
        }
        if count == 0 && self.bounds.seat_is_shown {
            fresh_since_ms.get_or_insert(now_ms);
            return;
        }
        if count == 0 {
            let since_ms = *fresh_since_ms.get_or_insert(now_ms);
            if now_ms >= since_ms + self.bounds.first_move_ms {
                self.begin(Seat::First, now_ms, out);
            }
            return;
        }
        let was_empty = fresh_since_ms.take().is_some();
        // One stone that was there before may be the rest of a game that was given up: ask again.
        let same_as_before = before
            .as_ref()
            .is_some_and(|before| stones(before) == stones(seen));
        if count == 1 && self.may_be_second() && (was_empty || !same_as_before) {
            self.begin(Seat::Second, now_ms, out);
            self.look_at_game(seen, now_ms, out);
        }
    }

    /// The client tells a result while a new game is waited for.
    pub(super) fn miss_game(&mut self, now_ms: u64, out: &mut Vec<Action>) {
        let missed = &mut self.missed;
        if missed.results > 0 && now_ms < missed.told_ms + RESULT_MS {
            return;
        }
        missed.told_ms = now_ms;
        missed.results += 1;
        if missed.results >= MISSED_MAX {
            let games = std::mem::take(missed).results;
            self.trouble(&Trouble::GamesMissed(games), now_ms, out);
        }
    }

    /// Where the client shows who is second, a stone on the board alone does not tell.
    fn may_be_second(&self) -> bool {
        match self.seat_shown {
            Some(seat) => seat == Seat::Second,
            None => !self.bounds.seat_is_shown,
        }
    }

    pub(super) fn begin(&mut self, own_seat: Seat, now_ms: u64, out: &mut Vec<Action>) {
        self.ladder.begun();
        self.missed = Missed::default();
        self.waiting_since_ms = None;
        self.count_rematch();
        out.push(Action::Begin {
            own_seat,
            position: self.empty.clone(),
        });
        self.state = State::Playing(Box::new(Course::new(self.empty.clone(), own_seat, now_ms)));
    }

    /// The first stone of a look that was never seen before cannot be told. On a board that is empty otherwise, after
    /// we asked for a game, it is the opponent's all the same, and the reader may learn it.
    pub(super) fn look_for_first_stone(&mut self, now_ms: u64, out: &mut Vec<Action>) {
        let Some(seen) = self.settle.stuck(now_ms, self.bounds.ending_ms) else {
            return;
        };
        let mut unclear =
            (0..seen.cells.len()).filter(|&index| seen.cells[index].content == Content::Uncertain);
        let (Some(only), None) = (unclear.next(), unclear.next()) else {
            return;
        };
        if !stones(seen).is_empty() || !self.may_be_second() {
            return;
        }
        let mut truth = seen.clone();
        truth.cells[only].content = Content::Stone(Color::Black);
        out.push(Action::Learn(Some(Box::new(truth.clone()))));
        self.begin(Seat::Second, now_ms, out);
        self.look_at_game(&truth, now_ms, out);
        // The reading itself taught nothing; the next one knows the stone.
        out.retain(|action| *action != Action::Learn(None));
        self.settle.reset();
    }
}
