//! Which way a field of Paper Soccer is shown.

use referee::seat::Seat;
use serde::{Deserialize, Serialize};

/// Who attacks the goal that is shown at the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Attacks {
    /// Whoever moves first.
    #[default]
    First,
    /// Whoever moves second.
    Second,
    /// We do, in every game.
    We,
    /// The opponent does, in every game.
    They,
}

impl Attacks {
    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Attacks> {
        Some(match name {
            "first" => Attacks::First,
            "second" => Attacks::Second,
            "we" => Attacks::We,
            "they" => Attacks::They,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Attacks::First => "first",
            Attacks::Second => "second",
            Attacks::We => "we",
            Attacks::They => "they",
        }
    }

    /// Whether the field is shown the other way round than the rules have it, where the first player attacks row 0.
    pub fn is_turned(self, own_seat: Seat) -> bool {
        match self {
            Attacks::First => false,
            Attacks::Second => true,
            Attacks::We => own_seat == Seat::Second,
            Attacks::They => own_seat == Seat::First,
        }
    }
}
