//! A game of Gomoku in hand: what readings of its stones say. A part of the live game; pure as the rest of it.

mod colors;
mod cover;
mod covered;
mod ending;
mod endings;
mod recognition;
mod unread;

use referee::{color::Color, gomoku, point::Point};
use vision::{observation::Observation, reconcile};

pub(crate) use self::endings::ends_on_board;
use self::{cover::Cover, unread::Unread};
use super::{LiveGame, Standing};
use crate::{event::Action, stones::stones, trouble::Trouble, witness::Witness};
use profile::bounds::Bounds;

/// What is known of a game of Gomoku besides its plies.
#[derive(Clone, Debug, Default)]
pub struct BoardNotes {
    /// The reader's kind that last stood for black: a winning line may be drawn over the first stone.
    black_is: Option<Color>,
    witness: Witness,
    /// Cells that could not be told while nothing could be placed: they never speak for a move.
    veiled: Vec<Point>,
    /// Cells that could not be told when the board last showed nothing but the confirmed position.
    covered: Vec<Point>,
    /// Where stones stood when every cell could be told for the last time.
    told: Vec<Point>,
    /// Points where something was about to appear when the board was last seen free.
    stirred: Vec<Point>,
    cover: Cover,
    unread: Option<Unread>,
}

impl LiveGame<gomoku::Position> {
    /// What was known to be hidden does not count any more.
    pub(crate) fn forget_veiled(&mut self) {
        self.notes.veiled.clear();
    }

    /// Whether the last-move mark is not yet where it belongs.
    pub(crate) fn awaits_mark(&mut self, seen: &Observation, now_ms: u64, bounds: &Bounds) -> bool {
        let last = self.position.last_stone();
        let witness = &mut self.notes.witness;
        witness.awaits_mark(seen.last_move, last, now_ms, bounds.ending_ms)
    }

    /// Takes note of a picture after the client told the result.
    pub(crate) fn glimpse_end(&mut self, seen: &Observation, now_ms: u64) {
        self.notes.cover.look(seen, now_ms);
    }

    /// Weighs one stable reading. `may_click` is false while a person has the mouse.
    ///
    /// # Errors
    /// The reading cannot be explained for longer than the bounds allow.
    pub(crate) fn saw(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action>,
    ) -> Result<Standing, Trouble> {
        self.notes.black_is = self.black_in(seen);
        self.notes.covered.clear();
        self.notes.veiled.clear();
        self.notes.told = stones(seen).into_iter().map(|(point, _)| point).collect();
        if self.is_beginless(seen) {
            let why = "nobody saw which stone came first".to_owned();
            return self.unexplained(seen, why, now_ms, bounds, out);
        }
        let seen = self.in_own_colors(seen);
        let moves = match reconcile::explain(&self.position, &seen) {
            Ok(moves) => moves,
            Err(_) if self.went_back(&seen, now_ms, out) => return Ok(self.standing()),
            Err(mismatch) => {
                let standing = self.unexplained(&seen, mismatch.to_string(), now_ms, bounds, out);
                return standing.map_err(|trouble| trouble.suspected(bounds.familiarity, &mismatch));
            }
        };
        let standing = self.weigh(&seen, &moves, now_ms, bounds, may_click, out)?;
        self.notes.unread = None;
        self.is_resumed = false;
        if !moves.is_empty() {
            out.push(Action::Learn(None));
        }
        Ok(standing)
    }

    /// After a break (a killed bot, a restarted client): whether the board on the screen goes on from
    /// this game, by at most one move of each side. Those moves are confirmed, whoever clicked them. A take-back may
    /// have been granted just before the break.
    pub(crate) fn catch_up(
        &mut self,
        seen: &Observation,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action>,
    ) -> bool {
        let seen = self.in_own_colors(seen);
        let Ok(moves) = reconcile::explain(&self.position, &seen) else {
            return self.resume_taken_back(&seen, now_ms, bounds, out);
        };
        self.resume(now_ms);
        for played in moves {
            self.confirm(played, now_ms, out);
        }
        // A winning line that is drawn next may leave nothing that a reader could tell who knows no stone.
        out.push(Action::Learn(None));
        true
    }
}
