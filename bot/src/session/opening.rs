//! From asking for a game to its beginning: is the board on the screen a fresh one, and who moves first? A part of the
//! session; pure as the rest of it.

use referee::{color::Color, seat::Seat};
use vision::observation::{Content, Observation};

use super::{Session, State, dismissal::Dismissal};
use crate::{
    event::Action,
    live_game::{LiveGame, stones},
    trouble::Trouble,
};
use profile::familiarity::Familiarity;

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

/// The seat that the client shows for the game to come. A picture that is late, or half of it, may be that of the game
/// before: it is believed when it was shown for a while.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatShown {
    seat: Seat,
    since_ms: u64,
    last_ms: u64,
}

const SEAT_MS: u64 = 300;

impl SeatShown {
    /// After another look that showed `seat`.
    pub(super) fn then(before: Option<SeatShown>, seat: Seat, now_ms: u64) -> SeatShown {
        let since_ms = before
            .filter(|shown| shown.seat == seat)
            .map_or(now_ms, |shown| shown.since_ms);
        SeatShown {
            seat,
            since_ms,
            last_ms: now_ms,
        }
    }
}

impl Session {
    fn seat(&self) -> Option<Seat> {
        let shown = self.seat_shown?;
        (shown.last_ms >= shown.since_ms + SEAT_MS).then_some(shown.seat)
    }

    pub(super) fn ask_for_game(&mut self, attempt: u32, now_ms: u64, out: &mut Vec<Action>) {
        if self.person_at_mouse {
            self.state = State::Resting {
                until_ms: now_ms + self.bounds.rest_ms,
            };
            return;
        }
        self.requests.rematch_agreed = false;
        self.await_game(attempt, now_ms);
        out.push(Action::NewGame(self.bounds.seat.after(self.last_seat)));
    }

    /// A new game is to come, whoever asked for it.
    pub(super) fn await_game(&mut self, attempt: u32, now_ms: u64) {
        // What a stranger shows at the beginning was set up by a person; there is no game of ours before it.
        let before = match self.bounds.familiarity {
            Familiarity::Stranger if self.games_done == 0 => None,
            _ => self.results.last_board.clone().or_else(|| self.last_seen.clone()),
        };
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
        let shown = self.seat();
        let State::Opening {
            before,
            fresh_since_ms,
            ..
        } = &mut self.state
        else {
            return;
        };
        let count = stones(seen).len();
        if let (0, Some(seat)) = (count, shown) {
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

    /// Why no game begins, as far as it can be seen.
    pub(super) fn no_new_game(&self) -> Trouble {
        match (self.bounds.familiarity, &self.last_seen) {
            (Familiarity::Profile, _) => Trouble::NoNewGame,
            (Familiarity::Stranger, None) => Trouble::NotFresh("the board cannot be read".to_owned()),
            (Familiarity::Stranger, Some(seen)) => {
                Trouble::NotFresh(format!("{} stones are on the board already", stones(seen).len()))
            }
        }
    }

    /// Whether a stranger that seemed to leave the first stone to us put it elsewhere than we clicked: it was thinking.
    pub(super) fn is_outrun(&self, seen: &Observation) -> bool {
        let State::Playing(course) = &self.state else {
            return false;
        };
        let stranger = self.bounds.familiarity == Familiarity::Stranger;
        let untouched = course.position().history().is_empty() && course.own_seat() == Seat::First;
        match stones(seen).as_slice() {
            [(point, _)] => stranger && untouched && course.clicked() != Some(*point),
            _ => false,
        }
    }

    /// The game that we seemed to open is the opponent's to open.
    pub(super) fn begin_as_second(&mut self, seen: &Observation, now_ms: u64, out: &mut Vec<Action>) {
        out.push(Action::CancelThink);
        self.close_uncounted(out);
        self.begin(Seat::Second, now_ms, out);
        self.look_at_game(seen, now_ms, out);
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
        match self.seat() {
            Some(seat) => seat == Seat::Second,
            None => !self.bounds.seat_is_shown,
        }
    }

    pub(super) fn begin(&mut self, own_seat: Seat, now_ms: u64, out: &mut Vec<Action>) {
        self.ladder.begun();
        self.missed = Missed::default();
        self.dismissal = Dismissal::default();
        self.last_seat = Some(own_seat);
        self.waiting_since_ms = None;
        self.count_rematch();
        out.push(Action::Begin {
            own_seat,
            position: self.empty.clone(),
        });
        self.state = State::Playing(Box::new(LiveGame::new(self.empty.clone(), own_seat, now_ms)));
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
