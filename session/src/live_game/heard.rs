//! Whether the client heard a click: its stone comes as soon as others came before, or does not come at all. A part of the
//! live game; pure as the rest of it.

/// On top of twice the longest time that a stone took, in milliseconds: clients and services are not always as fast.
const SLACK_MS: u64 = 100;

/// How long the client took to show stones of ours in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Heard {
    longest_ms: Option<u64>,
    /// When the click was made whose stone was seen last.
    shown_ms: Option<u64>,
}

impl Heard {
    /// The stone of the click that was made then is there.
    pub(super) fn shows(&mut self, clicked_ms: u64, now_ms: u64) {
        if self.shown_ms != Some(clicked_ms) {
            self.shown_ms = Some(clicked_ms);
            self.longest_ms = self.longest_ms.max(Some(now_ms.saturating_sub(clicked_ms)));
        }
    }

    /// Whether a click that was made then and put no stone until now is likely to put none. Nobody knows before the first
    /// stone of a game.
    pub(super) fn is_overdue(&self, clicked_ms: u64, now_ms: u64) -> bool {
        self.longest_ms
            .is_some_and(|longest_ms| now_ms.saturating_sub(clicked_ms) > 2 * longest_ms + SLACK_MS)
    }
}
