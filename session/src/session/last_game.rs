//! What the game before may have left on the screen: its board, and screens that tell its result. A part of the session; pure
//! as the rest of it.

use crate::live_game::{LiveGame, playable::Playable};

/// After the client told the result of a game that was left, its board is gone within so many milliseconds.
const LEFT_MS: u64 = 2_000;

/// The last game that ended.
#[derive(Clone, Debug)]
pub(super) struct LastGame<P: Playable> {
    /// The board at its end.
    pub(super) board: Option<P::Seen>,
    /// The game, whose last stone may have come after that.
    game: Option<LiveGame<P>>,
    /// Whether a screen that tells a result was answered since it ended: the next game may begin by that.
    pub(super) is_answered: bool,
    /// We left it: until when the board may still be its own, be it empty.
    left_until_ms: u64,
    /// A screen told the result of a game of which nothing is known: the board that is seen next is its own.
    is_unseen: bool,
}

impl<P: Playable> Default for LastGame<P> {
    fn default() -> LastGame<P> {
        LastGame {
            board: None,
            game: None,
            is_answered: false,
            left_until_ms: 0,
            is_unseen: false,
        }
    }
}

impl<P: Playable> LastGame<P> {
    /// It ended, on that board.
    pub(super) fn close(&mut self, board: Option<P::Seen>, game: Option<LiveGame<P>>) {
        self.board = board;
        self.game = game;
        self.is_answered = false;
        self.is_unseen = false;
    }

    /// The client told how a game ended that was never seen, before any other was.
    pub(super) fn hear_of_unseen(&mut self) {
        self.is_unseen = self.board.is_none() && self.game.is_none();
    }

    /// Whether a board that is seen now was there when its result was told. It is told once.
    pub(super) fn has_left_board(&mut self) -> bool {
        std::mem::take(&mut self.is_unseen)
    }

    /// Whether a board with a single stone shows no more than it did: that may be its first, though it was seen too late or never.
    pub(super) fn shows(&self, seen: &P::Seen) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| P::shows_first_only(game, seen))
    }

    /// It was left before its end, and may be on the screen until then.
    pub(super) fn leave(&mut self, until_ms: u64) {
        self.left_until_ms = until_ms;
    }

    /// The client told that a game has ended.
    pub(super) fn hear_end(&mut self, now_ms: u64) {
        self.left_until_ms = self.left_until_ms.min(now_ms + LEFT_MS);
    }

    /// Its board is not up any more, whatever comes up next.
    pub(super) fn go(&mut self) {
        self.board = None;
        self.game = None;
        self.left_until_ms = 0;
        self.is_unseen = false;
    }

    /// Whether the board that is up may be that of a game that was left.
    pub(super) fn may_be_up(&self, now_ms: u64) -> bool {
        now_ms < self.left_until_ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_was_left_goes_in_time_or_sooner() {
        let left = || {
            let mut game = LastGame::<referee::gomoku::Position>::default();
            assert!(!game.may_be_up(0));
            game.leave(30_000);
            game
        };
        assert!(left().may_be_up(29_999) && !left().may_be_up(30_000));
        let mut told = left();
        told.hear_end(10_000);
        assert!(told.may_be_up(9_999 + LEFT_MS) && !told.may_be_up(10_000 + LEFT_MS));
        told.hear_end(20_000);
        assert!(!told.may_be_up(20_000), "a second word gives it no time");
        let mut gone = left();
        gone.go();
        assert!(!gone.may_be_up(0));
    }
}
