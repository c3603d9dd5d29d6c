//! Paper Soccer as a kind of game that is recorded.

use super::{Direction, Position, Rules, turn};
use crate::{
    kind::Kind,
    position::{IllegalMove, Position as _},
    seat::Seat,
};

impl Kind for Position {
    type Start = Rules;

    fn begin(start: &Rules) -> Result<Position, IllegalMove> {
        Ok(Position::new(*start))
    }

    fn beginning(&self) -> Rules {
        self.rules()
    }

    /// Turns that draw the same lines in another order are others.
    fn choices(&self, bound: u64) -> Option<u64> {
        let is_between_turns = self.outcome().is_none() && self.drawn_in_turn() == 0;
        is_between_turns.then(|| turn::count(&mut self.lines().clone(), bound))
    }

    /// Length is in turns.
    fn counts(_played: Direction, by: Seat, before: Option<Seat>) -> bool {
        before != Some(by)
    }
}
