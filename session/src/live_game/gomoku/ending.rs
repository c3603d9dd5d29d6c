//! Readings that no move explains as they stand: a winning line drawn over the stones, a stone that looks like none before
//! it. A part of the live game; pure as the rest of it.

use referee::{
    gomoku::{Move, Position},
    point::Point,
    position::Position as _,
};
use vision::{
    observation::{Content, Observation},
    reconcile,
};

use super::{super::Phase, LiveGame, Standing};
use crate::event::Action;

/// Stones of a winning line that show that it is drawn.
const MARKED_LEAST: usize = 2;

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
    pub(super) fn guess(&mut self, seen: &Observation, now_ms: u64, out: &mut Vec<Action>) -> Standing {
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
        let Some(moves) = self.moves_to_line(seen) else {
            return Standing::GoingOn;
        };
        for played in moves {
            self.confirm(played, now_ms, out);
        }
        self.standing()
    }

    /// The moves after which a winning line is drawn as it is seen; `None` if there are none, or several.
    fn moves_to_line(&self, seen: &Observation) -> Option<Vec<Move>> {
        let explain = |clicked| reconcile::explain_ending(&self.position, seen, clicked);
        let clicked = self.clicked();
        if clicked.is_some() || self.position.turn() != self.own_seat {
            return explain(clicked);
        }
        if !self.may_have_clicked {
            return None;
        }
        // What was clicked before the break is not known. That a line is drawn shows by the stones that were there before, and by
        // the one that is due if it can be told: what cannot be told on an empty point alone may be a pointer's shadow of a stone.
        let due = Content::Stone(self.position.to_place());
        let is_marked = |point: &Point| match self.position.stone(*point) {
            Some(color) => seen.content(*point) != Content::Stone(color),
            None => seen.content(*point) == due,
        };
        if seen.points().filter(is_marked).count() < MARKED_LEAST {
            return None;
        }
        let fresh = seen
            .points()
            .filter(|point| self.position.stone(*point).is_none() && seen.content(*point) != Content::Empty);
        let mut answers: Vec<Vec<Move>> = Vec::new();
        for clicked in std::iter::once(None).chain(fresh.map(Some)) {
            if let Some(moves) = explain(clicked)
                && !answers.contains(&moves)
            {
                answers.push(moves);
            }
        }
        answers.pop().filter(|_| answers.is_empty())
    }
}
