//! One node of the tree: a move, how often the search came by, and what came of it.

use referee::seat::Seat;

use super::evaluator::Certainty;

/// A position after a move.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    /// The move that leads here; none leads to the root.
    pub(super) played: Option<M>,
    /// The share of its parent's visits that the evaluator would give it.
    pub(super) prior: f32,
    pub(super) visits: u32,
    /// Of all values that were backed up to here, for the first seat.
    pub(super) sum: f64,
    /// Its children lie one after the other; none before it is expanded.
    pub(super) first: u32,
    pub(super) count: u32,
    /// Who moves, once that is known.
    pub(super) turn: Seat,
    pub(super) proven: Option<Proven>,
}

/// An end that no play of the loser can prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proven {
    /// The winner, `None` for a draw.
    pub winner: Option<Seat>,
    /// Plies until then along the line that was proven, the loser resisting longest among the lines known.
    pub plies: u32,
}

impl Proven {
    /// How good that is for a seat: the greater the better. Nearer wins are better, farther losses less bad.
    pub(super) fn rank(self, seat: Seat) -> i64 {
        match self.winner {
            None => 0,
            Some(winner) if winner == seat => i64::from(u32::MAX) - i64::from(self.plies),
            Some(_) => i64::from(self.plies) - i64::from(u32::MAX),
        }
    }

    /// 1 for a win, 0 for a draw, -1 for a loss of the first seat.
    pub(super) fn value(self) -> f64 {
        self.winner.map_or(0.0, |winner| value_of(1.0, winner))
    }
}

impl<M> Certainty<M> {
    /// The same as an end, where `turn` moves.
    pub(super) fn proven(&self, turn: Seat) -> Option<Proven> {
        let (winner, plies) = match *self {
            Certainty::Nothing => return None,
            Certainty::Win { plies, .. } => (turn, plies),
            Certainty::Loss { plies } => (!turn, plies),
        };
        Some(Proven {
            winner: Some(winner),
            plies,
        })
    }
}

impl<M> Node<M> {
    pub(super) fn leaf(played: Option<M>, prior: f32, turn: Seat) -> Node<M> {
        Node {
            played,
            prior,
            visits: 0,
            sum: 0.0,
            first: 0,
            count: 0,
            turn,
            proven: None,
        }
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }

    /// The mean value for a seat; `None` before the first visit.
    pub(super) fn mean(&self, seat: Seat) -> Option<f64> {
        match self.proven {
            Some(proven) => Some(value_of(proven.value(), seat)),
            None if self.visits == 0 => None,
            None => Some(value_of(self.sum / f64::from(self.visits), seat)),
        }
    }
}

/// A value of one seat for the first, and back.
pub(super) fn value_of(value: f64, seat: Seat) -> f64 {
    match seat {
        Seat::First => value,
        Seat::Second => -value,
    }
}
