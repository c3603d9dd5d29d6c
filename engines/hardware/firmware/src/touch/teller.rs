//! Tells the PC the person's stone, and again if there is no answer: the wire has no check sum and no receipt. Time is the
//! caller's, in microseconds.

use wires::s1::BoardPoint;

/// Until a stone without an answer is told again.
pub(super) const AGAIN_US: u64 = 2_000_000;
/// How often it is told.
pub(super) const TIMES: u8 = 5;

/// A stone that is to be told, or none.
#[derive(Clone, Debug)]
pub(super) struct Teller {
    stone: Option<BoardPoint>,
    next_us: u64,
    times: u8,
}

/// What is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Due {
    /// Nothing yet.
    Nothing,
    /// This is to be told.
    Tell(BoardPoint),
    /// It was told often enough.
    Enough,
}

impl Teller {
    /// Nothing to tell.
    pub(super) const fn new() -> Teller {
        Teller {
            stone: None,
            next_us: 0,
            times: 0,
        }
    }

    /// From `from_us` on this is to be told, so many times unless [`Teller::stop`] comes before.
    pub(super) fn begin(&mut self, stone: BoardPoint, from_us: u64, times: u8) {
        self.stone = Some(stone);
        self.next_us = from_us;
        self.times = times;
    }

    /// It was answered, or nobody waits for an answer any more.
    pub(super) fn stop(&mut self) {
        self.stone = None;
    }

    /// What is due at this time; each thing once.
    pub(super) fn due(&mut self, now_us: u64) -> Due {
        let Some(stone) = self.stone.filter(|_| now_us >= self.next_us) else {
            return Due::Nothing;
        };
        if self.times == 0 {
            self.stone = None;
            return Due::Enough;
        }
        self.times -= 1;
        self.next_us = now_us + AGAIN_US;
        Due::Tell(stone)
    }
}

impl Default for Teller {
    fn default() -> Teller {
        Teller::new()
    }
}
