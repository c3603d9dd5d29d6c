//! The seat that one would like to have. Pure.

use referee::seat::Seat;
use serde::{Deserialize, Serialize};

/// In which seat games are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatPreference {
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

impl SeatPreference {
    /// Whether that seat may be asked for.
    pub(crate) fn asks_for(self, seat: Seat) -> bool {
        match self {
            SeatPreference::Any => false,
            SeatPreference::First => seat == Seat::First,
            SeatPreference::Second => seat == Seat::Second,
            SeatPreference::Alternate => true,
        }
    }

    /// The seat to ask for after a game in seat `last`.
    pub fn after(self, last: Option<Seat>) -> Option<Seat> {
        match self {
            SeatPreference::Any => None,
            SeatPreference::First => Some(Seat::First),
            SeatPreference::Second => Some(Seat::Second),
            SeatPreference::Alternate => Some(last.map_or(Seat::First, |seat| !seat)),
        }
    }
}
