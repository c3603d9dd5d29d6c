//! How a game ended: by the rules of the board ([`Outcome`]) or by those of the match ([`Verdict`]).

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{point::Point, seat::Seat};

/// An end that the board itself shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner, `None` for a draw.
    pub winner: Option<Seat>,
    /// [`Reason::Five`], [`Reason::BoardFull`], or [`Reason::Forbidden`] when only forbidden points are left to Black;
    /// [`Reason::Goal`] or [`Reason::Blocked`] on a field.
    pub reason: Reason,
    /// The stones of the winning line, in order along it; empty for a draw.
    pub line: Vec<Point>,
}

/// Why a game ended. Names are what files and the store hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Five (or more, where the rule allows it) in a row.
    Five,
    /// No empty point is left.
    BoardFull,
    /// The ball is in the loser's goal.
    Goal,
    /// The player who had to draw a line had none left.
    Blocked,
    /// The loser's clock ran out.
    Time,
    /// The loser made an illegal move.
    Illegal,
    /// The loser made a forbidden move (renju).
    Forbidden,
    /// The loser's engine died or talked nonsense.
    Crash,
    /// The loser did not answer at all.
    Stall,
    /// The loser gave up.
    Resign,
    /// Both agreed, or the referee decided early.
    Adjudicated,
    /// Broken off without a result: the client vanished, the bot was stopped, the opponent left.
    Aborted,
}

impl Reason {
    /// The name in files, in the store and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Five => "five",
            Reason::BoardFull => "board_full",
            Reason::Goal => "goal",
            Reason::Blocked => "blocked",
            Reason::Time => "time",
            Reason::Illegal => "illegal",
            Reason::Forbidden => "forbidden",
            Reason::Crash => "crash",
            Reason::Stall => "stall",
            Reason::Resign => "resign",
            Reason::Adjudicated => "adjudicated",
            Reason::Aborted => "aborted",
        }
    }

    /// Whether the position itself shows it, and nobody has to say so.
    pub fn is_by_rules(self) -> bool {
        use Reason::*;
        match self {
            Five | BoardFull | Goal | Blocked => true,
            Time | Illegal | Forbidden | Crash | Stall | Resign | Adjudicated | Aborted => false,
        }
    }

    /// The reason with this [`name`](Reason::name).
    pub fn from_name(name: &str) -> Option<Reason> {
        use Reason::*;
        [
            Five,
            BoardFull,
            Goal,
            Blocked,
            Time,
            Illegal,
            Forbidden,
            Crash,
            Stall,
            Resign,
            Adjudicated,
            Aborted,
        ]
        .into_iter()
        .find(|reason| reason.name() == name)
    }
}

/// The result of one game. `winner: None` is a draw, except with [`Reason::Aborted`], where there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// Who won.
    pub winner: Option<Seat>,
    /// Why.
    pub reason: Reason,
}

impl Verdict {
    /// On a game that was broken off.
    pub const ABORTED: Verdict = Verdict {
        winner: None,
        reason: Reason::Aborted,
    };
}

impl From<&Outcome> for Verdict {
    fn from(outcome: &Outcome) -> Verdict {
        Verdict {
            winner: outcome.winner,
            reason: outcome.reason,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.winner, self.reason) {
            (Some(seat), reason) => write!(f, "{} wins ({})", seat.name(), reason.name()),
            (None, Reason::Aborted) => write!(f, "no result (aborted)"),
            (None, reason) => write!(f, "draw ({})", reason.name()),
        }
    }
}
