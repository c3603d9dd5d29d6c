//! From asking for a game to its beginning: is the board on the screen a fresh one, and who moves first? A part of the
//! session; pure as the rest of it.

use referee::seat::Seat;

use super::{
    Session,
    dismissal::Dismissal,
    seat_shown::SeatShown,
    state::{Opening, SeatBasis, Stage, State},
};
use crate::{
    event::Action, live_game::LiveGame, live_game::playable::Playable, readable::BoardSeen, trouble::Trouble,
};
use profile::familiarity::Familiarity;

/// Where only the clock said that we are first, and the first stone came after several clicks of ours, an opponent who does not
/// answer it for so long may be waiting for us.
const SECOND_THOUGHTS_MS: u64 = 20_000;

impl<P: Playable> Session<P> {
    fn seat(&self) -> Option<Seat> {
        self.state.opening()?.seat_shown.and_then(SeatShown::believed)
    }

    pub(super) fn ask_for_game(&mut self, attempt: u32, now_ms: u64, out: &mut Vec<Action<P>>) {
        if self.person.is_at_mouse || self.person.wants_pause {
            let until_ms = now_ms + self.bounds.rest_ms;
            return self.state.turn_to(Stage::Resting { until_ms });
        }
        self.requests.rematch_agreed = false;
        self.await_game(attempt, now_ms);
        out.push(Action::NewGame(self.bounds.seat.after(self.games.last_seat())));
    }

    /// A new game is to come, whoever asked for it.
    pub(super) fn await_game(&mut self, attempt: u32, now_ms: u64) {
        // What a stranger shows at the beginning was set up by a person; there is no game of ours before it.
        let before = match self.bounds.familiarity {
            Familiarity::Stranger if self.games_done() == 0 => None,
            _ => {
                let board = self.last_game.board.as_ref();
                board.or(self.sight.last_seen.as_ref()).cloned()
            }
        };
        self.state.turn_to(Stage::Opening(Opening {
            attempt,
            asked_ms: now_ms,
            before,
            fresh_since_ms: None,
            seat_shown: None,
        }));
        self.sight.settle.reset();
    }

    /// Whether no board was seen before the game to come.
    pub(super) fn knows_no_board(&self) -> bool {
        let is_known = |opening: &Opening<P>| opening.before.is_some();
        self.state.game().is_none()
            && self.sight.last_seen.is_none()
            && !self.state.opening().is_some_and(is_known)
    }

    /// A fresh board is empty, or holds the opponent's first stone.
    pub(super) fn look_for_fresh_board(&mut self, seen: &P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) {
        if self.last_game.may_be_up(now_ms) {
            return;
        }
        let shown = self.seat();
        let attempts = self.bounds.new_game_attempts;
        let Some(Opening {
            attempt,
            before,
            fresh_since_ms,
            ..
        }) = self.state.opening_mut()
        else {
            return;
        };
        let count = seen.placed();
        if self.last_game.has_left_board() && count > 0 {
            // What a dialog hid that told how it ended.
            before.get_or_insert_with(|| seen.clone());
        }
        if let (0, Some(seat)) = (count, shown) {
            self.begin(seat, SeatBasis::Seen, now_ms, out);
            return;
        }
        if count == 0 && self.bounds.seat_is_shown {
            fresh_since_ms.get_or_insert(now_ms);
            return;
        }
        if count == 0 {
            let since_ms = *fresh_since_ms.get_or_insert(now_ms);
            if now_ms >= since_ms + self.bounds.first_move_ms {
                self.begin(Seat::First, SeatBasis::Guessed { clicks: 0 }, now_ms, out);
            }
            return;
        }
        let was_empty = fresh_since_ms.take().is_some();
        // One stone that was there before may be the rest of a game that was given up: ask again. If it stays after all asking,
        // it is an opponent's who began where the last game did.
        let is_asked_enough = *attempt >= attempts;
        let same_as_before =
            before.as_ref().is_some_and(|before| before.shows_the_same(seen)) || self.last_game.shows(seen);
        if count == 1 && self.may_be_second() && (was_empty || !same_as_before || is_asked_enough) {
            self.begin(Seat::Second, SeatBasis::Seen, now_ms, out);
            self.look_at_game(seen, now_ms, out);
        }
    }

    /// Why no game begins, as far as it can be seen.
    pub(super) fn no_new_game(&self) -> Trouble {
        match (self.bounds.familiarity, &self.sight.last_seen) {
            (Familiarity::Profile, _) => Trouble::NoNewGame,
            (Familiarity::Stranger, None) => Trouble::NotFresh("the board cannot be read".to_owned()),
            (Familiarity::Stranger, Some(seen)) => {
                let (count, things) = (seen.placed(), P::Seen::THINGS);
                Trouble::NotFresh(format!("{count} {things} are on the board already"))
            }
        }
    }

    /// Whether an opponent who seemed to leave the first stone to us put it elsewhere than we clicked: it was thinking.
    pub(super) fn is_outrun(&self, seen: &P::Seen) -> bool {
        let SeatBasis::Guessed { clicks: 0 } = self.state.seat_basis() else {
            return false;
        };
        let game = self.state.game();
        game.is_some_and(|game| game.position().plies() == 0 && P::came_otherwise(game, seen))
    }

    /// Whether the first stone, which came where we had clicked more than once, seems to be the opponent's: nobody answers it.
    pub(super) fn has_second_thoughts(&self, now_ms: u64) -> bool {
        let SeatBasis::Guessed { clicks: 2.. } = self.state.seat_basis() else {
            return false;
        };
        let game = self.state.game();
        game.is_some_and(|game| game.position().plies() == 1 && game.has_waited(SECOND_THOUGHTS_MS, now_ms))
    }

    /// Whether the answer to the first stone came from somebody else than us, who seemed to be asked for it.
    pub(super) fn is_answered_by_another(&self, seen: &P::Seen) -> bool {
        let doubted = self.state.seat_basis() == SeatBasis::Doubted;
        let game = self.state.game().filter(|_| doubted);
        game.is_some_and(|game| game.position().plies() == 1 && P::came_otherwise(game, seen))
    }

    /// The game that we seemed to open is the opponent's to open.
    pub(super) fn begin_as_second(
        &mut self,
        basis: SeatBasis,
        seen: &P::Seen,
        now_ms: u64,
        out: &mut Vec<Action<P>>,
    ) {
        out.push(Action::CancelThink);
        self.close_uncounted(out);
        self.begin(Seat::Second, basis, now_ms, out);
        self.look_at_game(seen, now_ms, out);
    }

    /// We opened the game after all.
    pub(super) fn begin_as_first(&mut self, seen: &P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) {
        out.push(Action::CancelThink);
        self.close_uncounted(out);
        self.begin(Seat::First, SeatBasis::Seen, now_ms, out);
        if let Some(game) = self.state.game_mut() {
            game.resume(now_ms);
        }
        self.look_at_game(seen, now_ms, out);
    }

    /// Where the client shows who is second, a stone on the board alone does not tell.
    fn may_be_second(&self) -> bool {
        match self.seat() {
            Some(seat) => seat == Seat::Second,
            None => !self.bounds.seat_is_shown,
        }
    }

    pub(super) fn begin(
        &mut self,
        own_seat: Seat,
        seat_basis: SeatBasis,
        now_ms: u64,
        out: &mut Vec<Action<P>>,
    ) {
        self.escalation.begun();
        self.dismissal = Dismissal::default();
        self.games.begin(own_seat);
        self.count_rematch();
        out.push(Action::Begin {
            own_seat,
            position: self.empty.clone(),
        });
        self.state = State::playing(LiveGame::new(self.empty.clone(), own_seat, &self.bounds, now_ms));
        if let Some(playing) = self.state.playing_mut() {
            playing.seat_basis = seat_basis;
        }
    }

    /// The first stone of a look that was never seen before cannot be told. On a board that is empty otherwise, after
    /// we asked for a game, it is the opponent's all the same, and the reader may learn it.
    pub(super) fn look_for_first_stone(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        let Some(seen) = self.sight.settle.stuck(now_ms, self.bounds.ending_ms) else {
            return;
        };
        let Some(truth) = P::first_unclear(seen) else {
            return;
        };
        if !self.may_be_second() {
            return;
        }
        out.push(Action::Learn(Some(Box::new(truth.clone()))));
        self.begin(Seat::Second, SeatBasis::Seen, now_ms, out);
        self.look_at_game(&truth, now_ms, out);
        // The reading itself taught nothing; the next one knows the stone.
        out.retain(|action| *action != Action::Learn(None));
        self.sight.settle.reset();
    }
}
