//! What a session does by itself, as a profile says or as the command line overrides: when to resign, to rest, to stop.

use serde::{Deserialize, Serialize};

use crate::{
    bounds::Bounds,
    request::{DrawRule, Grant},
    screen::ClientStep,
    seat_preference::SeatPreference,
};

/// The rules of the house for one client. Requests of opponents (take back, draw, rematch) are screens that say what is
/// asked for; the rules for them are here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Policy {
    /// When and how to resign; never if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<Resign>,
    /// How many moves a game an opponent may take back; none if left out.
    #[serde(default)]
    pub take_back: Grant,
    /// When a draw is agreed to; never if left out.
    #[serde(default)]
    pub draw: DrawRule,
    /// How many rematches in a row are played with one opponent; none if left out.
    #[serde(default)]
    pub rematch: Grant,
    /// In which seat games are asked for; whatever comes if left out.
    #[serde(default, skip_serializing_if = "crate::usual::is_usual")]
    pub seat: SeatPreference,
    /// Seconds that an opponent may take for its first move of a game; then the game is given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_reply_s: Option<u64>,
    /// Seconds for which an opponent may be sought, however often it is asked for; if left out, a few minutes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seek_s: Option<u64>,
    /// Hours after which no new game is begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hours: Option<f64>,
    /// Opponents, by name or id, whose games are left at their beginning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub block: Vec<String>,
    /// If there are any, games with all others are left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
    /// Keys that are tried at something over the board that no screen describes; `Escape` if left out, none if empty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dismiss: Option<Vec<String>>,
    /// Lost games in a row after which the session ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses_in_a_row: Option<u32>,
}

/// A lost game is given up, or one with somebody who is not wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// The engine's score, from our side, that counts as lost; none does if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub below: Option<i32>,
    /// So many of our moves in a row.
    #[serde(default = "one")]
    pub moves: u32,
    /// How it is done.
    pub steps: Vec<ClientStep>,
}

fn one() -> u32 {
    1
}

impl Policy {
    /// Puts these bounds in place of the usual ones.
    pub fn apply(&self, bounds: &mut Bounds) {
        let resign = self.resign.as_ref();
        bounds.resign = resign.and_then(|resign| Some((resign.below?, resign.moves)));
        bounds.take_back = self.take_back;
        bounds.draw = self.draw;
        bounds.rematch = self.rematch;
        bounds.seat = self.seat;
        bounds.first_reply_ms = self.first_reply_s.map(|seconds| seconds * 1_000);
        bounds.seek_ms = self.seek_s.map(|seconds| seconds.saturating_mul(1_000));
        bounds.session_ms = self.hours.map(|hours| (hours * 3_600_000.0) as u64);
        bounds.losses_in_a_row = self.losses_in_a_row;
        if let Some(keys) = &self.dismiss {
            bounds.dismiss.clone_from(keys);
        }
    }
}
