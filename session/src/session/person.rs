//! What the person beside the bot wants: the mouse, an end after the game in hand, an end at once. A part of the session;
//! pure as the rest of it.

/// A person's will. An end after the game stays wished for when an end at once is: a game that ends meanwhile ends in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Person {
    /// Whether a person has the mouse.
    pub(super) is_at_mouse: bool,
    /// Whether the session ends after the game in hand.
    pub(super) wants_end: bool,
    /// Why it ends as soon as no click is in the air, in words, and since when that is so.
    pub(super) wants_end_now: Option<(String, u64)>,
}

impl Person {
    /// Whether anything may be clicked and answered.
    pub(super) fn lets_act(&self) -> bool {
        !self.is_at_mouse && self.wants_end_now.is_none()
    }
}
