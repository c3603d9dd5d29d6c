//! Who looks on while a session plays: a port of the pilot. An observer is told, may ask, and can stop nothing.

use crate::health::Health;

/// Looks on.
pub trait Observer: Send {
    /// Whether somebody asked how it goes since this was called last.
    fn asks(&mut self) -> bool;

    /// How it goes.
    fn sees(&mut self, health: &Health);

    /// Something went wrong: one word and all of them.
    fn hears_fault(&mut self, kind: &str, detail: &str);

    /// The session ended.
    fn hears_end(&mut self, end: SessionEnd<'_>);

    /// Memory that the process holds, where the system tells.
    fn memory_bytes(&self) -> Option<u64>;
}

/// How a session ended, for those who look on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionEnd<'a> {
    /// In words.
    pub why: &'a str,
    /// Whether that was in order.
    pub in_order: bool,
}

/// Nobody looks on.
pub struct Nobody;

impl Observer for Nobody {
    fn asks(&mut self) -> bool {
        false
    }

    fn sees(&mut self, _: &Health) {}

    fn hears_fault(&mut self, _: &str, _: &str) {}

    fn hears_end(&mut self, _: SessionEnd<'_>) {}

    fn memory_bytes(&self) -> Option<u64> {
        None
    }
}
