//! Paper Soccer (S2.1): rules, field and moves. One ply is one line; a turn is the plies that one player draws until the
//! ball rests. Knows nothing of clocks, players or files.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

mod direction;
mod pitch;
pub mod field;
mod lines;
mod position;
mod kind;
pub mod keys;
pub mod turn;
pub mod openings;
pub mod perft;

pub use direction::Direction;
pub use lines::Lines;
pub use pitch::{BadPitch, Node, Pitch};
pub use position::Position;

/// What becomes of a player who must draw a line and cannot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Blocked {
    /// It loses.
    #[default]
    Loses,
    /// Nobody wins.
    Draws,
}

impl Blocked {
    /// Both.
    pub const ALL: [Blocked; 2] = [Blocked::Loses, Blocked::Draws];

    /// `loses` or `draws`.
    pub fn name(self) -> &'static str {
        match self {
            Blocked::Loses => "loses",
            Blocked::Draws => "draws",
        }
    }

    /// The one with this [`name`](Blocked::name).
    pub fn from_name(name: &str) -> Option<Blocked> {
        Blocked::ALL.into_iter().find(|blocked| blocked.name() == name)
    }
}

/// What two games must share to be of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Rules {
    /// The field's measures.
    pub pitch: Pitch,
    /// What a player who cannot move gets.
    pub blocked: Blocked,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            pitch: Pitch::USUAL,
            blocked: Blocked::default(),
        }
    }
}

/// `Paper Soccer 8 x 10`, and what a blocked player gets if that is not usual.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Paper Soccer {} x {}", self.pitch.width(), self.pitch.length())?;
        match self.blocked {
            Blocked::Loses => Ok(()),
            Blocked::Draws => f.write_str(", a blocked player draws"),
        }
    }
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
