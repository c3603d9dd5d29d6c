//! What a position is worth while nobody has won: by the network on the usual field, elsewhere by how many turns the ball
//! is from either goal.

use std::sync::Arc;

use referee::{
    seat::Seat,
    soccer::{Direction, Node, Pitch},
};

use super::{
    grid::Grid,
    ground::Ground,
    network::{Network, Sum},
    score::{Score, VALUE_MAX},
    survey::{FAR, Survey},
};

/// For one pitch.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    network: Option<Arc<Network>>,
}

impl Judge {
    /// With this network where the pitch is the usual one.
    pub(super) fn new(pitch: Pitch, network: Option<&Arc<Network>>) -> Judge {
        Judge {
            network: network.filter(|_| pitch == Pitch::USUAL).cloned(),
        }
    }

    /// What the lines on the field add to the values of positions in which `seat` goes on.
    pub(super) fn sum(&self, grid: Option<&Grid>, seat: Seat) -> Sum {
        let network = self.network.as_ref().zip(grid);
        network.map_or(Sum::EMPTY, |(network, grid)| network.sum(grid, seat))
    }

    /// Adds one line, from `node`.
    #[inline]
    pub(super) fn add(&self, sum: &mut Sum, seat: Seat, node: Node, way: Direction) {
        if let Some(network) = &self.network {
            network.add(sum, seat, node, way);
        }
    }

    /// Value for `seat`, which goes on, of the field that `survey` has looked at and whose lines are in `sum`.
    pub(super) fn value(&self, ground: &Ground, ball: Node, seat: Seat, survey: &Survey, sum: &Sum) -> Score {
        match &self.network {
            Some(network) => network.value(sum, ball, seat, survey),
            None => by_distance(ground, ball, seat, survey),
        }
    }
}

/// A turn less to the goal that is attacked is worth this much, a row this much, and so is the other's way being cut off.
const TURN: Score = 700;
const ROW: Score = 150;
const CUT_OFF: Score = 2_000;

fn by_distance(ground: &Ground, ball: Node, seat: Seat, survey: &Survey) -> Score {
    let row = ground.pitch.point(ball).y;
    let worth = |seat: Seat| {
        let turns = survey.to_goal(seat);
        let rows = Score::from(ground.pitch.goal_row(seat).abs_diff(row));
        let cut_off = if turns == FAR { CUT_OFF } else { 0 };
        -Score::from(turns) * TURN - rows * ROW - cut_off
    };
    (worth(seat) - worth(!seat)).clamp(1 - VALUE_MAX, VALUE_MAX - 1)
}
