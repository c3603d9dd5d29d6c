//! A program that hangs in one call (a screen that does not answer, a disk that does not write) cannot say so itself: its
//! loop does not turn. A thread that only counts the loop's turns can, and ends the program, so that whoever started it
//! may start it again.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

/// Between two looks at the count.
const TICK: Duration = Duration::from_secs(5);
/// The least time that counts as hanging: longer than every wait of the program's own.
const HANG_S_MIN: u64 = 600;

/// Turns of the loop. Clones count together.
#[derive(Clone, Debug, Default)]
pub(super) struct Turns(Arc<AtomicU64>);

impl Turns {
    /// The loop turned.
    pub(super) fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// From here on, nobody expects it to turn.
    pub(super) fn end(&self) {
        self.0.store(ENDED, Ordering::Relaxed);
    }
}

const ENDED: u64 = u64::MAX;

/// What a look at the count tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Turning,
    Hanging,
    Ended,
}

/// Counts ticks without a turn. Ticks, not time: while the whole program is stopped, it does not hang.
#[derive(Debug)]
struct Stillness {
    turns: u64,
    ticks: u64,
    ticks_max: u64,
}

impl Stillness {
    fn tick(&mut self, turns: u64) -> Sight {
        self.ticks = if turns == self.turns { self.ticks + 1 } else { 0 };
        self.turns = turns;
        match (turns, self.ticks >= self.ticks_max) {
            (ENDED, _) => Sight::Ended,
            (_, true) => Sight::Hanging,
            (_, false) => Sight::Turning,
        }
    }
}

/// Calls `last_words` in a thread of its own if the loop does not turn for much longer than `slowest_s`, the longest
/// wait that is known of it.
#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: here a thread waits"
)]
pub(super) fn watch(turns: &Turns, slowest_s: u64, last_words: impl FnOnce(u64) + Send + 'static) {
    let hang_s = HANG_S_MIN.max(slowest_s.saturating_mul(2));
    let turns = turns.clone();
    thread::spawn(move || {
        let mut stillness = Stillness {
            turns: 0,
            ticks: 0,
            ticks_max: hang_s / TICK.as_secs(),
        };
        loop {
            thread::sleep(TICK);
            match stillness.tick(turns.0.load(Ordering::Relaxed)) {
                Sight::Turning => {}
                Sight::Hanging => return last_words(hang_s),
                Sight::Ended => return,
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_that_does_not_turn_hangs() {
        let mut stillness = Stillness {
            turns: 0,
            ticks: 0,
            ticks_max: 3,
        };
        let turns = Turns::default();
        let mut look = |added: u64| {
            (0..added).for_each(|_| turns.add());
            stillness.tick(turns.0.load(Ordering::Relaxed))
        };
        let sights: Vec<Sight> = [0, 0, 1, 0, 7, 0, 0, 0].map(&mut look).to_vec();
        assert_eq!(sights[..7], [Sight::Turning; 7]);
        assert_eq!(sights[7], Sight::Hanging);
        turns.end();
        let mut look = || stillness.tick(turns.0.load(Ordering::Relaxed));
        assert_eq!(look(), Sight::Ended);
    }
}
