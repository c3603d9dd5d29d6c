//! What threatens in a position, from both sides: asked often, and so with few nodes.

use referee::{color::Color, point::Point};

use super::{
    Found, SolverBounds, Work,
    threats::{Replies, Threats},
};
use crate::proof::{Attack, Proof};

/// What is certain of a position, as far as was looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// The side to move wins.
    Win(Proof),
    /// The other side threatens to win, and every reply but these loses. Which of them help is not known; where there are none, the
    /// side to move has lost.
    Replies(Vec<Point>),
    /// Nothing is known.
    Open,
}

impl<const HALF: usize> Work<'_, HALF> {
    pub(super) fn outlook(&mut self, turn: Color) -> Outlook {
        // What is found with few nodes comes first.
        if self.win_by_fours(SolverBounds::FOURS) == Found::Win {
            let attack = Attack::Fours(self.line_points());
            return Outlook::Win(Proof { winner: turn, attack });
        }
        let known = self.list_replies(!turn);
        let listed = std::mem::take(&mut self.scored_moves);
        if let Threats::Win(attack) = self.win_beyond_fours(SolverBounds::THREATS) {
            return Outlook::Win(Proof { winner: turn, attack });
        }
        let cells = listed.iter().map(|scored| scored.cell());
        let legal = cells.filter(|&cell| self.position.is_legal(cell));
        match known {
            Replies::All => Outlook::Open,
            Replies::Block | Replies::To(_) => Outlook::Replies(legal.map(|cell| cell.point()).collect()),
        }
    }
}
