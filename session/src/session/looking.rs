//! What is seen of the board, in each state of the session: a reading, a picture in motion, no board at all. A part of the
//! session; pure as the rest of it.

use super::{
    Session,
    covered::Covered,
    state::{SeatBasis, Stage, State},
};
use crate::{event::Action, live_game::Standing, live_game::playable::Playable, trouble::Trouble};

impl<P: Playable> Session<P> {
    /// The client shows no board. Between games that may be; in a game it is waited for.
    pub(super) fn away(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        self.sight.clear();
        self.sight.pause(now_ms);
        // The next board that comes up is another one, whatever it looks like, and seats may have changed.
        self.sight.last_seen = None;
        self.last_game.go();
        if let Some(opening) = self.state.opening_mut() {
            opening.seat_shown = None;
            opening.before = None;
        }
        if let Some(Stage::Arriving { .. }) = self.state.stage() {
            self.go_on_without(now_ms, out);
        }
        self.covered = Covered::default();
        let Some(playing) = self.state.playing_mut() else {
            return;
        };
        let since_ms = *playing.away_since_ms.get_or_insert(now_ms);
        if playing.game.is_told_over() {
            playing.game.lose_sight();
        } else if now_ms >= since_ms + self.bounds.away_ms {
            playing.away_since_ms = None;
            self.trouble(&Trouble::Away, now_ms, out);
        }
    }

    /// Another board is up, on which games begin so: nothing that was seen on the one before is a part of it.
    pub(super) fn change_board(&mut self, empty: P) {
        if empty == self.empty || self.is_playing() {
            return;
        }
        self.empty = empty;
        self.sight.clear();
        self.sight.settle.reset();
        self.sight.last_seen = None;
        self.last_game.go();
        self.covered = Covered::default();
        if let Some(opening) = self.state.opening_mut() {
            (opening.before, opening.fresh_since_ms) = (None, None);
        }
    }

    /// The board was read.
    pub(super) fn read(&mut self, reading: P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) {
        let taken_ms = self.sight.taken_ms(now_ms);
        self.sight.clear();
        self.covered.see(&reading, now_ms);
        if let Some(playing) = self.state.playing_mut() {
            playing.away_since_ms = None;
            if playing.game.is_told_over() {
                self.sight.settled_ms = now_ms;
                return playing.game.weigh_end(&reading, now_ms, out);
            }
            P::glimpse(&mut playing.game, &reading, now_ms);
        }
        if self.is_told_of_unfinished() {
            return self.look_behind_result(&reading, now_ms, out);
        }
        if self.sight.is_veiled(now_ms) {
            self.sight.settle.reset();
            return;
        }
        let Some(seen) = self.sight.settle.push(reading, taken_ms) else {
            self.look_at_unclear(now_ms, out);
            return;
        };
        self.sight.settled_ms = now_ms;
        self.dismissal.rest();
        self.look(&seen, now_ms, out);
        self.sight.last_seen = Some(seen);
    }

    /// A reading that is believed.
    fn look(&mut self, seen: &P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) {
        match &mut self.state {
            State::Between(between) => match &mut between.stage {
                Stage::Arriving { .. } => self.arrive(seen, now_ms, out),
                Stage::Opening(_) => self.look_for_fresh_board(seen, now_ms, out),
                Stage::Resting { .. } => self.look_while_resting(seen, now_ms, out),
            },
            State::Playing(_) => self.look_at_game(seen, now_ms, out),
            State::Over => {}
        }
    }

    /// In a game, the first of the readings that must agree may be that of the picture in which a stone came.
    pub(super) fn begin_reading(&mut self, reading: P::Seen, now_ms: u64) {
        let taken_ms = self.sight.taken_ms(now_ms);
        let Some(game) = self.state.game_mut() else {
            return;
        };
        if game.is_told_over() {
            return;
        }
        P::glimpse(game, &reading, now_ms);
        if !self.sight.is_veiled(now_ms) {
            self.sight.settle.begin(reading, taken_ms);
        }
    }

    pub(super) fn look_at_game(&mut self, seen: &P::Seen, now_ms: u64, out: &mut Vec<Action<P>>) {
        if self.is_outrun(seen) {
            return self.begin_as_second(SeatBasis::Seen, seen, now_ms, out);
        }
        if self.is_answered_by_another(seen) {
            return self.begin_as_first(seen, now_ms, out);
        }
        let may_click = self.person.lets_act();
        let Some(game) = self.state.game_mut() else {
            return;
        };
        let (before, clicks) = (game.position().plies(), game.clicks());
        let standing = P::saw(game, seen, now_ms, &self.bounds, may_click, out);
        let plies = game.position().plies();
        if plies > before {
            self.escalation.progress();
            self.heard_of_seat(plies, clicks);
        }
        match standing {
            Ok(Standing::GoingOn) if may_click && self.has_second_thoughts(now_ms) => {
                out.push(Action::Say(
                    "nobody answers the first stone: it may be the opponent's".to_owned(),
                ));
                self.begin_as_second(SeatBasis::Doubted, seen, now_ms, out);
            }
            Err(Trouble::ClicksIgnored(_)) if self.state.seat_basis() == SeatBasis::Doubted => {
                out.push(Action::Say(
                    "the answer is not taken: the first stone is ours".to_owned(),
                ));
                self.begin_as_first(seen, now_ms, out);
            }
            standing => self.go_on(standing, now_ms, out),
        }
    }

    /// A ply was confirmed, after so many clicks for it if it is ours.
    fn heard_of_seat(&mut self, plies: usize, clicks: u32) {
        if let Some(playing) = self.state.playing_mut() {
            playing.seat_basis = match playing.seat_basis {
                SeatBasis::Guessed { .. } if plies == 1 => SeatBasis::Guessed { clicks },
                SeatBasis::Doubted if plies == 1 => SeatBasis::Doubted,
                _ => SeatBasis::Seen,
            };
        }
    }

    /// A reading that stays unclear: a cell or two that cannot be told, or a winning line drawn over the stones.
    fn look_at_unclear(&mut self, now_ms: u64, out: &mut Vec<Action<P>>) {
        if self.state.opening().is_some() {
            return self.look_for_first_stone(now_ms, out);
        }
        if self.state.unfinished_mut().is_some() {
            return self.look_for_unfinished(now_ms, out);
        }
        let may_click = self.person.lets_act();
        let is_explained = self.sight.is_explained(now_ms);
        let Some(game) = self.state.game_mut() else {
            return;
        };
        let settle = &self.sight.settle;
        let Some(seen) = settle.stuck(now_ms, self.bounds.unclear_ms) else {
            return;
        };
        let plies = game.position().plies();
        let standing = match P::saw_unclear(game, seen, now_ms, &self.bounds, may_click, out) {
            Ok(Some(standing)) => {
                self.sight.settled_ms = now_ms;
                Ok(standing)
            }
            Ok(None) => match settle.stuck(now_ms, self.bounds.ending_ms) {
                Some(seen) => {
                    let is_stuck = settle.stuck(now_ms, self.bounds.unknown_ms).is_some();
                    Ok(P::saw_ending(game, seen, is_stuck && !is_explained, now_ms, out))
                }
                None => Ok(Standing::GoingOn),
            },
            Err(trouble) => Err(trouble),
        };
        if game.position().plies() > plies {
            self.sight.settled_ms = now_ms;
            self.escalation.progress();
        }
        self.go_on(standing, now_ms, out);
    }

    fn go_on(&mut self, standing: Result<Standing, Trouble>, now_ms: u64, out: &mut Vec<Action<P>>) {
        match standing {
            Ok(Standing::GoingOn) => {}
            Ok(Standing::Over(verdict)) => self.end(verdict, now_ms, out),
            Err(trouble) => self.trouble(&trouble, now_ms, out),
        }
    }
}
