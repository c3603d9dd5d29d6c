//! What can go wrong while a device is spoken to, and how the talk goes on after it.

use super::port::Lost;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// The port is gone: open it again.
    Lost(String),
    /// Nothing came, or not all of it.
    Late,
    /// Bytes that are not this wire's; the first of them, for people.
    Garbage(String),
    /// The device forgot its game, as after a reset: tell it the game from the start.
    Reset(String),
    /// Device and host are not in the same game: tell it the game from the start.
    OutOfStep(String),
    /// Told the game from the start, it plays another one, and cannot be made to play this one.
    Differs {
        /// Where.
        how: String,
        /// Whether it played that move in this game once.
        played_before: bool,
    },
    /// It cannot do that, however often it is asked.
    Unfit(String),
    /// Nobody wants the answer any more.
    Stopped,
}

impl From<Lost> for Trouble {
    fn from(lost: Lost) -> Trouble {
        Trouble::Lost(lost.0)
    }
}

/// Bytes for people: `7f e0 0a`, at most a dozen.
pub(super) fn shown(bytes: &[u8]) -> String {
    const SHOWN_MAX: usize = 12;
    let mut text: Vec<String> = bytes
        .iter()
        .take(SHOWN_MAX)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    if bytes.len() > SHOWN_MAX {
        text.push("…".to_owned());
    }
    text.join(" ")
}
