//! Who sits where: the first or the second player of a game, whatever stones they end up with.

use std::ops::Not;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A player's place in one game. Colours can change seats (swap2); seats never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Makes the first decision of the game.
    First,
    /// Answers it.
    Second,
}

impl Seat {
    /// Both seats in order.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// 0 for first, 1 for second.
    pub fn index(self) -> usize {
        self as usize
    }

    /// `first` or `second`.
    pub fn name(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
        }
    }
}

impl Not for Seat {
    type Output = Seat;

    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}
