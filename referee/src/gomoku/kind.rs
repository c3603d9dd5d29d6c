//! Gomoku as a kind of game that is recorded.

use super::{Move, Position, Start};
use crate::{kind::Kind, position::IllegalMove, seat::Seat};

impl Kind for Position {
    type Start = Start;

    fn begin(start: &Start) -> Result<Position, IllegalMove> {
        Position::start(start.size, start.rule, &start.opening).map_err(|error| IllegalMove {
            played: String::new(),
            reason: error.to_string(),
        })
    }

    fn beginning(&self) -> Start {
        Start {
            size: self.size(),
            rule: self.rule(),
            opening: self.opening().clone(),
        }
    }

    /// Every turn is one move.
    fn choices(&self, _bound: u64) -> Option<u64> {
        None
    }

    /// Length is in stones: swap2's choices are none.
    fn counts(played: Move, _by: Seat, _before: Option<Seat>) -> bool {
        matches!(played, Move::Place(_))
    }
}
