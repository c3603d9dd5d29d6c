//! Readings that no move explains as they stand: a winning line drawn over the stones, a stone that looks like none before
//! it. A part of the live game; pure as the rest of it.

use referee::{gomoku::Position, position::Position as _};
use vision::{
    observation::{Content, Observation},
    reconcile,
};

use super::{LiveGame, Phase, Standing};
use crate::event::Action;

impl LiveGame<Position> {
    /// Weighs a reading that stays as it is although it cannot be explained move by move: a client may have drawn
    /// its winning line over the stones, or a stone may look like none before it.
    /// Something may lie over the board as well: `clicked_counts` says whether that has been there for so long that our
    /// click on a hidden point counts.
    pub(crate) fn saw_ending(
        &mut self,
        seen: &Observation,
        clicked_counts: bool,
        now_ms: u64,
        out: &mut Vec<Action>,
    ) -> Standing {
        let own_colors = self.in_own_colors(seen);
        if let over @ Standing::Over(_) = self.end_by_line(&own_colors, now_ms, out) {
            return over;
        }
        if let Some(verdict) = self.end_under_cover(seen, clicked_counts, now_ms, out) {
            return Standing::Over(verdict);
        }
        self.guess(seen, now_ms, out)
    }

    /// A cell that was empty, on which a stone is due, and that cannot be told any more holds that stone; the reader
    /// is told so.
    fn guess(&mut self, seen: &Observation, now_ms: u64, out: &mut Vec<Action>) -> Standing {
        let clicked = self.clicked();
        if clicked.is_none() && self.phase != Phase::Waiting {
            return Standing::GoingOn;
        }
        let own_colors = self.in_own_colors(&self.without_strangers(seen));
        let Some(moves) =
            reconcile::explain_unclear(&self.position, &own_colors, clicked, &self.notes.veiled)
        else {
            return Standing::GoingOn;
        };
        let swapped = self.is_swapped(seen);
        for played in moves {
            self.confirm(played, now_ms, out);
        }
        out.push(Action::Learn(Some(Box::new(
            self.with_stones_of_game(seen, swapped),
        ))));
        self.standing()
    }

    /// The reading with the game's stones where it cannot tell, in the reader's own colours.
    pub(super) fn with_stones_of_game(&self, seen: &Observation, swapped: bool) -> Observation {
        let mut truth = seen.clone();
        for point in seen.points() {
            if let (Content::Uncertain, Some(color)) = (seen.content(point), self.position.stone(point)) {
                truth.put(point, Content::Stone(if swapped { !color } else { color }));
            }
        }
        truth
    }

    pub(crate) fn end_by_line(&mut self, seen: &Observation, now_ms: u64, out: &mut Vec<Action>) -> Standing {
        let clicked = self.clicked();
        if clicked.is_none() && self.position.turn() == self.own_seat {
            return Standing::GoingOn;
        }
        let Some(moves) = reconcile::explain_ending(&self.position, seen, clicked) else {
            return Standing::GoingOn;
        };
        for played in moves {
            self.confirm(played, now_ms, out);
        }
        self.standing()
    }
}
