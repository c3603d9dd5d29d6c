//! A program that hangs in one call (a screen that does not answer, a disk that does not write) can neither say so itself
//! nor obey who ends it: its loop does not turn. A thread that only counts the loop's turns and the person's wishes can, and
//! ends the program, so that whoever started it may start it again.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU8, AtomicU64, AtomicUsize, Ordering},
        mpsc::channel,
    },
    thread,
    time::Duration,
};

use crate::health::duration;
use base::exit::Exit;

/// Between two looks at the counts.
const TICK: Duration = Duration::from_secs(1);
/// The least time without a turn that counts as hanging: longer than every wait of the program's own.
const HANG_S_MIN: u64 = 600;
/// The same for a program that is about to leave: longer than notices, an engine and a client need to end.
const LEAVING_S: u64 = 120;
/// Whoever is asked to finish the game in hand, and does not even turn for so long, hears nothing.
const FINISH_S: u64 = 10;
/// The same for one that was asked to stop at once.
const STOP_S: u64 = 3;
/// For last words, and for them of one whom somebody waits to see gone.
const WORDS: Duration = Duration::from_secs(30);
const HURRIED_WORDS: Duration = Duration::from_secs(2);

/// Says that it ends, and why. It may hang itself: nobody waits for it for ever.
type LastWords = Box<dyn FnOnce(&str, Exit) + Send>;

/// What is known of the loop. Clones are one.
#[derive(Clone)]
pub struct Leash(Arc<Shared>);

struct Shared {
    turns: AtomicU64,
    phase: AtomicU8,
    /// The longest wait of the loop's own, in seconds.
    slowest_s: AtomicU64,
    interrupts: Arc<AtomicUsize>,
    last_words: Mutex<Option<LastWords>>,
}

/// What the program is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// No loop turns yet, or none that is counted: who asks it to finish is heard in its own time.
    Uncounted,
    /// It makes ready for its loop, which takes a moment.
    Starting,
    /// The loop turns.
    Turning,
    /// The loop is over, and all is being put away.
    Leaving,
}

impl Leash {
    /// A leash that nobody holds yet; `interrupts` counts how often a person, or the system, asked for the end.
    pub fn new(interrupts: Arc<AtomicUsize>) -> Leash {
        Leash(Arc::new(Shared {
            turns: AtomicU64::new(0),
            phase: AtomicU8::new(Phase::Uncounted as u8),
            slowest_s: AtomicU64::new(0),
            interrupts,
            last_words: Mutex::new(None),
        }))
    }

    /// From here on, a thread of its own ends the program if it hangs, or does not hear who ends it.
    pub fn hold(&self) {
        let shared = Arc::clone(&self.0);
        thread::spawn(move || shared.watch());
    }

    /// The program makes ready for a loop whose turns it will tell.
    pub fn starts(&self) {
        self.enter(Phase::Starting);
    }

    /// Who says that it ends, if it has to be ended.
    pub(super) fn keep_last_words(&self, last_words: LastWords) {
        *lock(&self.0.last_words) = Some(last_words);
    }

    /// The loop begins; `slowest_s` is the longest wait that is known of it.
    pub fn turns_begin(&self, slowest_s: u64) {
        self.0.slowest_s.store(slowest_s, Ordering::SeqCst);
        self.enter(Phase::Turning);
    }

    /// The loop turned.
    pub fn turned(&self) {
        self.0.turns.fetch_add(1, Ordering::Relaxed);
    }

    /// The loop is over.
    pub fn leaves(&self) {
        self.enter(Phase::Leaving);
    }

    fn enter(&self, phase: Phase) {
        self.0.phase.store(phase as u8, Ordering::SeqCst);
    }
}

impl Shared {
    #[expect(
        clippy::disallowed_methods,
        reason = "this file is part of the shell: here a thread waits"
    )]
    fn watch(&self) {
        let mut stillness = Stillness::default();
        loop {
            thread::sleep(TICK);
            let slowest_s = self.slowest_s.load(Ordering::SeqCst);
            let interrupts = self.interrupts.load(Ordering::SeqCst);
            let sight = stillness.tick(
                self.phase(),
                self.turns.load(Ordering::Relaxed),
                interrupts,
                HANG_S_MIN.max(slowest_s.saturating_mul(2)),
            );
            match sight {
                Sight::Well => {}
                Sight::Hanging(still_s) => self.end(still_s, Exit::Trouble, WORDS),
                Sight::Deaf(still_s) => self.end(still_s, Exit::Interrupted, HURRIED_WORDS),
            }
        }
    }

    fn phase(&self) -> Phase {
        let code = self.phase.load(Ordering::SeqCst);
        let all = [Phase::Uncounted, Phase::Starting, Phase::Turning, Phase::Leaving];
        all[usize::from(code)]
    }

    /// Says so, and ends the program. Whoever hangs may hold whatever the words need, standard error too.
    fn end(&self, still_s: u64, exit: Exit, patience: Duration) {
        let why = format!("it hung for {}", duration(still_s * 1_000));
        let last_words = lock(&self.last_words).take();
        let (tell_said, said) = channel();
        thread::spawn(move || {
            tracing::info!("session over: {why}");
            if let Some(last_words) = last_words {
                last_words(&why, exit);
            }
            let _ = tell_said.send(());
        });
        let _ = said.recv_timeout(patience);
        leave(exit);
    }
}

/// What hangs cannot be asked to return. All that is known is in the journal, as after a kill.
#[expect(
    clippy::disallowed_methods,
    clippy::exit,
    reason = "the thread that would return an exit code is the one that hangs"
)]
fn leave(exit: Exit) {
    std::process::exit(exit.code().into());
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a look at the counts tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sight {
    Well,
    /// For so many ticks.
    Hanging(u64),
    /// It was asked to end, so many ticks ago, and did not hear.
    Deaf(u64),
}

/// Counts ticks without a turn. Ticks, not time: while the whole program is stopped, it does not hang.
#[derive(Debug, Default)]
struct Stillness {
    turns: u64,
    interrupts: usize,
    is_leaving: bool,
    /// Since the last turn, or the last change of what it is about.
    still: u64,
    /// Since then, or since it was last asked to end.
    unheard: u64,
    /// Whether it was asked to end since it began to leave.
    is_hurried: bool,
}

impl Stillness {
    fn tick(&mut self, phase: Phase, turns: u64, interrupts: usize, hang_s: u64) -> Sight {
        let leaves = phase == Phase::Leaving && !self.is_leaving;
        let is_asked = interrupts > self.interrupts;
        if turns != self.turns || leaves {
            self.still = 0;
            self.unheard = 0;
        } else {
            self.still += 1;
            self.unheard += 1;
        }
        if is_asked {
            self.unheard = 0;
            self.is_hurried = self.is_leaving;
        }
        (self.turns, self.interrupts) = (turns, interrupts);
        self.is_leaving |= leaves;
        let (still_max, unheard_max) = match (phase, interrupts) {
            (Phase::Leaving, _) if self.is_hurried => (LEAVING_S, STOP_S),
            (Phase::Leaving, _) => (LEAVING_S, u64::MAX),
            (Phase::Uncounted, 0 | 1) | (Phase::Starting, 0) => (u64::MAX, u64::MAX),
            (Phase::Uncounted, 2..) => (u64::MAX, STOP_S),
            (Phase::Turning, 0) => (hang_s, u64::MAX),
            (Phase::Starting | Phase::Turning, 1) => (hang_s, FINISH_S),
            (Phase::Starting | Phase::Turning, 2..) => (hang_s, STOP_S),
        };
        match () {
            () if self.unheard >= unheard_max => Sight::Deaf(self.unheard),
            () if self.still >= still_max => Sight::Hanging(self.still),
            () => Sight::Well,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first tick at which something is wrong, if it is in the first hour, when the loop turns up to tick
    /// `last_turn` and is asked to end at these ticks.
    fn check(phase: Phase, last_turn: u64, asked: &[u64], expected: Option<(u64, Sight)>) {
        let mut stillness = Stillness::default();
        let seen = (1..3_600).find_map(|tick| {
            let interrupts = asked.iter().filter(|at| **at <= tick).count();
            let sight = stillness.tick(phase, tick.min(last_turn), interrupts, 600);
            (sight != Sight::Well).then_some((tick, sight))
        });
        assert_eq!(seen, expected, "{phase:?}, {last_turn}, {asked:?}");
    }

    #[test]
    fn a_loop_that_does_not_turn_hangs() {
        check(Phase::Turning, 3_600, &[], None);
        check(Phase::Turning, 100, &[], Some((700, Sight::Hanging(600))));
        check(Phase::Starting, 0, &[], None);
        check(Phase::Uncounted, 0, &[], None);
        check(Phase::Leaving, 0, &[], Some((121, Sight::Hanging(120))));
    }

    #[test]
    fn whoever_does_not_hear_who_ends_it_is_ended() {
        // It finishes the game in hand, however long that takes, as long as it turns.
        check(Phase::Turning, 3_600, &[50], None);
        check(Phase::Turning, 3_600, &[50, 51], None);
        check(Phase::Turning, 100, &[50], Some((110, Sight::Deaf(10))));
        check(Phase::Turning, 100, &[200], Some((210, Sight::Deaf(10))));
        check(Phase::Turning, 100, &[200, 205], Some((208, Sight::Deaf(3))));
        check(Phase::Starting, 0, &[5], Some((15, Sight::Deaf(10))));
        check(Phase::Uncounted, 0, &[5], None);
        check(Phase::Uncounted, 0, &[5, 9], Some((12, Sight::Deaf(3))));
        // One that was asked before it began to leave is on its way.
        check(Phase::Leaving, 0, &[1], Some((121, Sight::Hanging(120))));
        check(Phase::Leaving, 0, &[1, 20], Some((23, Sight::Deaf(3))));
    }
}
