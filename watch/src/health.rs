//! How a session goes, as one reading and one line. Data only: time and memory come in.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the games of a session ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ResultCounts {
    /// Games that we won.
    pub won: u32,
    /// Games that we lost.
    pub lost: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Games without a result.
    pub aborted: u32,
}

/// What a person asked of a session, as it stands with that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AskedState {
    /// To pause: that comes after the game in hand.
    Pausing,
    /// To pause: no game is in hand, and none begins.
    Paused,
    /// To end after the game in hand.
    Finishing,
    /// To end at once.
    Stopping,
}

impl AskedState {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            AskedState::Pausing => "pauses after this game",
            AskedState::Paused => "paused, no game begins",
            AskedState::Finishing => "ends after this game",
            AskedState::Stopping => "stops now",
        }
    }
}

/// One reading. Durations are milliseconds up to it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Health {
    /// Unix milliseconds.
    pub at_ms: i64,
    /// Since the session's start.
    pub session_ms: u64,
    /// What it is about, in words.
    pub doing: String,
    /// For how long.
    pub doing_ms: u64,
    /// Since the last ply, game that began or game that ended with a result.
    pub idle_ms: u64,
    /// How long that may be.
    pub patience_ms: u64,
    /// Games so far.
    pub games: ResultCounts,
    /// Games with a result that were asked for, if it said so.
    #[serde(default)]
    pub wanted: Option<u32>,
    /// What a person asked for that goes beyond playing on.
    #[serde(default)]
    pub asked: Option<AskedState>,
    /// Faults so far.
    pub faults: u32,
    /// The last one's kind.
    pub last_fault: Option<String>,
    /// Looks at the client since the reading before.
    pub looks_a_second: f64,
    /// Memory that the process holds, where the system tells.
    pub memory_bytes: Option<u64>,
    /// The engine's spec.
    pub engine: String,
}

impl Health {
    /// All of it, for people.
    pub fn line(&self) -> String {
        let ResultCounts {
            won,
            lost,
            drawn,
            aborted,
        } = self.games;
        let last = self.last_fault.iter().map(|kind| format!(" (last: {kind})"));
        let wanted = self.wanted.iter().map(|wanted| format!(" of {wanted}"));
        let asked = self.asked.iter().map(|asked| format!("; {}", asked.words()));
        let memory = self.memory_bytes.map(|bytes| format!("{} MiB, ", bytes >> 20));
        format!(
            "health: {} since the start; games: {}{} ({won} won, {lost} lost, {drawn} drawn), {aborted} without a result; \
             {} for {}{}; last progress {} ago; faults: {}{}; {:.1} looks a second, {}{}",
            duration(self.session_ms),
            won + lost + drawn,
            wanted.collect::<String>(),
            self.doing,
            duration(self.doing_ms),
            asked.collect::<String>(),
            duration(self.idle_ms),
            self.faults,
            last.collect::<String>(),
            self.looks_a_second,
            memory.unwrap_or_default(),
            self.engine,
        )
    }
}

/// `42 s`, `3 min 07 s`, `26 h 05 min`.
pub fn duration(ms: u64) -> String {
    let seconds = ms / 1_000;
    match seconds {
        ..60 => format!("{seconds} s"),
        60..3_600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        _ => format!("{} h {:02} min", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_in_words() {
        let check = |ms: u64, words: &str| assert_eq!(duration(ms), words);
        check(0, "0 s");
        check(59_999, "59 s");
        check(187_000, "3 min 07 s");
        check(26 * 3_600_000 + 5 * 60_000, "26 h 05 min");
    }
}
