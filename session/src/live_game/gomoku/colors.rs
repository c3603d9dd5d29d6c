//! Which of the two kinds of stone that a reader tells apart is black. A part of the live game; pure as the rest of it.

use referee::{
    color::Color,
    gomoku::{Move, Position},
    seat::Seat,
};
use vision::observation::{Content, Observation};

use super::{
    super::{LiveGame, Phase},
    stones,
};

impl LiveGame<Position> {
    /// The reading in the game's colours. A reader tells two kinds of stones apart and does not know which
    /// side has which; the kind of the first stone of the game is black.
    pub(crate) fn in_own_colors(&self, seen: &Observation) -> Observation {
        if self.is_swapped(seen) {
            seen.swapped()
        } else {
            seen.clone()
        }
    }

    /// Whether there are stones on the board and nothing tells which of them came first.
    pub(super) fn is_beginless(&self, seen: &Observation) -> bool {
        self.black_in(seen).is_none() && self.position.history().is_empty() && stones(seen).len() > 1
    }

    pub(super) fn is_swapped(&self, seen: &Observation) -> bool {
        self.black_in(seen) == Some(Color::White)
    }

    /// The reading's kind that stands for black, or stood for it last.
    pub(super) fn black_in(&self, seen: &Observation) -> Option<Color> {
        self.kind_of_black(seen).or(self.notes.black_is)
    }

    fn kind_of_black(&self, seen: &Observation) -> Option<Color> {
        let sure = self.kind_of_first(seen);
        let is_known = self.own_seat == Seat::First && self.notes.black_is.is_some();
        if sure.is_some() || !self.position.history().is_empty() || is_known {
            return sure;
        }
        match (&self.phase, stones(seen).as_slice()) {
            // Our first stone cannot be told, its answer can.
            (Phase::Pending { decision, .. }, [(_, kind)])
                if seen.content(decision.target) == Content::Uncertain =>
            {
                Some(!*kind)
            }
            (_, [(_, kind)]) => Some(*kind),
            // The one without the last-move mark was there before.
            (_, [first, second]) => match seen.last_move? {
                last if last == second.0 => Some(first.1),
                last if last == first.0 => Some(second.1),
                _ => None,
            },
            _ => None,
        }
    }

    /// The kind of the first stone of the game, where that is known and can be told.
    pub(super) fn kind_of_first(&self, seen: &Observation) -> Option<Color> {
        let first = match (self.position.history().first(), &self.phase) {
            (Some(Move::Place(first)), _) => Some(*first),
            (None, Phase::Pending { decision, .. }) if self.own_seat == Seat::First => Some(decision.target),
            _ => None,
        };
        // A picture may show a smaller board.
        let placed = stones(seen).into_iter();
        placed
            .filter(|(point, _)| Some(*point) == first)
            .map(|(_, kind)| kind)
            .next()
    }
}
