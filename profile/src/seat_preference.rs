//! The seat that one would like to have. Pure.

use referee::seat::Seat;
use serde::{Deserialize, Serialize};

/// In which seat games are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatWish {
    /// Whatever comes.
    #[default]
    Any,
    /// Always first.
    First,
    /// Always second.
    Second,
    /// By turns, first to begin with: the other one than in the last game.
    Alternate,
}

impl SeatWish {
    /// Whether that seat may be asked for.
    pub fn asks_for(self, seat: Seat) -> bool {
        match self {
            SeatWish::Any => false,
            SeatWish::First => seat == Seat::First,
            SeatWish::Second => seat == Seat::Second,
            SeatWish::Alternate => true,
        }
    }

    /// The seat to ask for after a game in seat `last`.
    pub fn after(self, last: Option<Seat>) -> Option<Seat> {
        match self {
            SeatWish::Any => None,
            SeatWish::First => Some(Seat::First),
            SeatWish::Second => Some(Seat::Second),
            SeatWish::Alternate => Some(last.map_or(Seat::First, |seat| !seat)),
        }
    }
}
