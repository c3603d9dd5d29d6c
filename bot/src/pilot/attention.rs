//! Before a click is made again: whether the client minds its window at all. One that hangs keeps every click and hears all of them
//! when it wakes, whatever lies there by then. A part of the pilot.

use vision::window::Attention;

use super::Pilot;
use session::{event::Event, live_game::playable::Playable};

/// A client that minds its window answers within so many milliseconds.
const ANSWER_MS: u64 = 250;
/// One that did not is asked again after so many.
const ASK_AGAIN_MS: u64 = 1_000;

/// What is known of the click whose stone was not seen yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct RepeatedClick {
    /// Whether one was made.
    is_made: bool,
    /// Since it was made, the client was asked for attention and gave none.
    is_unheard: bool,
    /// Nothing is asked or clicked until then.
    until_ms: u64,
}

/// What is done about a click that is due again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// It is made.
    Click,
    /// It is not, yet: the client is about to hear what was clicked, or just has.
    Wait,
    /// It is not: the client hangs.
    Hangs,
}

impl RepeatedClick {
    /// A click was made.
    pub(super) fn made(&mut self) {
        self.is_made = true;
    }

    /// Its stone was seen, or nobody waits for it any more.
    pub(super) fn is_answered(&mut self) {
        *self = RepeatedClick::default();
    }

    /// Whether the client is to be asked before a click.
    fn asks(&self, now_ms: u64) -> bool {
        self.is_made && now_ms >= self.until_ms
    }

    /// What the client said, and how long the stone of a click that it has just heard is awaited.
    fn hear(&mut self, attention: Attention, now_ms: u64, confirm_ms: u64) -> Due {
        match attention {
            Attention::Missing => {
                self.is_unheard = true;
                self.until_ms = now_ms + ASK_AGAIN_MS;
                Due::Hangs
            }
            // What was clicked while it hung is heard with the question, or has been.
            Attention::Given if std::mem::take(&mut self.is_unheard) => {
                self.until_ms = now_ms.saturating_add(confirm_ms);
                Due::Wait
            }
            Attention::Given | Attention::Unknown => Due::Click,
        }
    }
}

impl<P: Playable> Pilot<P> {
    /// Whether a click may be made: for the first time, or again where the client hears it. What keeps it from being made is told.
    pub(super) fn may_click(&mut self) -> bool {
        let now_ms = self.ports.clock.now_ms();
        if now_ms < self.repeated.until_ms {
            self.events.push_back(Event::NotYet);
            if self.repeated.is_unheard {
                self.tell_hanging();
            }
            return false;
        }
        let Some(id) = self.ports.reader.window().map(|window| window.id) else {
            return true;
        };
        if !self.repeated.asks(now_ms) {
            return true;
        }
        let attention = self.ports.reader.desktop().attention(id, ANSWER_MS);
        let due = self.repeated.hear(attention, now_ms, self.bounds.confirm_ms);
        if due != Due::Click {
            self.events.push_back(Event::NotYet);
        }
        if due == Due::Hangs {
            self.tell_hanging();
        }
        due == Due::Click
    }

    fn tell_hanging(&mut self) {
        self.missed("the client hangs: it does not answer for its window".to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIRM_MS: u64 = 1_500;

    #[test]
    fn a_client_is_asked_before_a_click_is_repeated_only() {
        let mut click = RepeatedClick::default();
        assert!(!click.asks(0), "the first one");
        click.made();
        assert!(click.asks(0));
        assert_eq!(click.hear(Attention::Given, 0, CONFIRM_MS), Due::Click);
        assert_eq!(click.hear(Attention::Unknown, 0, CONFIRM_MS), Due::Click);
        click.is_answered();
        assert!(!click.asks(0), "another ply");
    }

    #[test]
    fn nothing_is_clicked_while_a_client_hangs_nor_right_after_it_woke() {
        let mut click = RepeatedClick::default();
        click.made();
        for now_ms in [2_000, 3_000, 4_000] {
            assert!(click.asks(now_ms));
            assert_eq!(click.hear(Attention::Missing, now_ms, CONFIRM_MS), Due::Hangs);
            assert!(!click.asks(now_ms + ASK_AGAIN_MS - 1));
        }
        assert_eq!(click.hear(Attention::Given, 5_000, CONFIRM_MS), Due::Wait);
        assert!(
            !click.asks(5_000 + CONFIRM_MS - 1),
            "what it heard just now may put its stone"
        );
        assert!(click.asks(5_000 + CONFIRM_MS));
        assert_eq!(click.hear(Attention::Given, 6_500, CONFIRM_MS), Due::Click);
    }
}
