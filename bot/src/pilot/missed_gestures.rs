//! Gestures that were not made, and when they are too many: what is told of them. A part of the pilot.

use actuator::{
    ground::Unpressed,
    guard::{Broken, Refusal},
};

use super::Pilot;
use session::event::Event;
use session::live_game::playable::Playable;

/// A manager that never gave the keyboard so often is not asked before a click any more.
const KEYS_REFUSED_MAX: u32 = 3;
/// For so long presses may find another window in the way, the window elsewhere or the mouse held, before it is told as
/// trouble: pop-ups and menus go by themselves.
const MISSING_MS: u64 = 120_000;
/// When a person who watches is told.
const MISSING_TOLD_MS: u64 = 5_000;
/// So often in a row a press is put off because the board is not as it was read. What every look finds as it was read may look
/// otherwise under a pointer only.
const DOUBTS_MAX: u32 = 2;
/// A client at which that was so before so many presses is not doubted any more.
const IN_VAIN_MAX: u32 = 3;
/// Points in a row whose confirmation or cursor was not seen, before it is told as trouble.
const UNSEEN_MAX: u32 = 4;

/// What went wrong with gestures since the last one that was made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MissedGestures {
    misses: Misses,
    /// How often in a row the window did not get the keyboard.
    keys_refused: u32,
    /// Presses that were made at last on a board that was never as it was read.
    doubted_in_vain: u32,
}

/// Gestures in a row that were not made, because something lay in the way.
#[derive(Clone, Copy, Debug, Default)]
struct Misses {
    since_ms: Option<u64>,
    is_told: bool,
    unseen: u32,
    /// How many of them because the board had changed.
    doubts: u32,
}

/// What is done about a gesture that was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Miss {
    /// The next look shows what has changed, and the gesture is made up anew.
    Wait,
    /// The same, and a person who watches is told, once.
    Tell,
    /// It goes on and on: that is trouble.
    Trouble,
}

impl MissedGestures {
    /// A gesture was made.
    pub(super) fn made(&mut self) {
        self.doubted_in_vain += u32::from(self.misses.doubts >= DOUBTS_MAX);
        self.misses = Misses::default();
    }

    /// Whether a press is worth a look of its own at the board.
    pub(super) fn may_doubt_board(&self) -> bool {
        self.misses.doubts < DOUBTS_MAX && self.doubted_in_vain < IN_VAIN_MAX
    }

    /// The board had changed before a press.
    fn doubt_board(&mut self) {
        self.misses.doubts += 1;
    }

    /// Whether a window manager is worth asking for the keyboard.
    pub(super) fn may_ask_for_keys(&self) -> bool {
        self.keys_refused < KEYS_REFUSED_MAX
    }

    /// The manager was asked for the keyboard.
    pub(super) fn asked_for_keys(&mut self, is_given: bool) {
        self.keys_refused = if is_given { 0 } else { self.keys_refused + 1 };
    }

    /// Something lay in a gesture's way.
    fn miss(&mut self, now_ms: u64) -> Miss {
        let since_ms = *self.misses.since_ms.get_or_insert(now_ms);
        if now_ms >= since_ms + MISSING_MS {
            self.made();
            return Miss::Trouble;
        }
        if now_ms >= since_ms + MISSING_TOLD_MS && !std::mem::replace(&mut self.misses.is_told, true) {
            return Miss::Tell;
        }
        Miss::Wait
    }

    /// What the profile says should be seen is not. Answers whether that was too often.
    fn miss_sight(&mut self) -> bool {
        self.misses.unseen += 1;
        let is_trouble = self.misses.unseen >= UNSEEN_MAX;
        if is_trouble {
            self.made();
        }
        is_trouble
    }
}

impl<P: Playable> Pilot<P> {
    /// What the guard refuses is a person's will, a matter of moments, or trouble.
    pub(super) fn refused(&mut self, refusal: &Refusal) {
        match refusal {
            Refusal::PersonAtMouse { .. } => self.events.push_back(self.person.take_mouse()),
            Refusal::TooManyClicks { .. } => {}
            Refusal::Unpressed(Unpressed::Pointer(error)) => {
                self.events.push_back(Event::Refused(error.to_string()));
            }
            Refusal::Unpressed(why) => {
                if *why == Unpressed::Changed {
                    self.missed_gestures.doubt_board();
                }
                self.missed(why.to_string());
            }
            stop if stop.is_stop() => self.events.push_back(self.person.stop(stop.to_string())),
            other => self.events.push_back(Event::Refused(other.to_string())),
        }
    }

    /// What a gesture broke off with, where no point was played.
    pub(super) fn broken(&mut self, broken: &Broken) {
        match broken.refusal() {
            Some(refusal) => self.refused(refusal),
            None => self.events.push_back(Event::Doubtful(broken.to_string())),
        }
    }

    pub(super) fn missed(&mut self, why: String) {
        match self.missed_gestures.miss(self.ports.clock.now_ms()) {
            Miss::Wait => {}
            Miss::Tell => self.ports.recorder.say(&format!("waiting to click: {why}")),
            Miss::Trouble => self.events.push_back(Event::Refused(why)),
        }
    }

    /// What the profile says should be seen, and is not.
    pub(super) fn unseen(&mut self, why: String) {
        if self.missed_gestures.miss_sight() {
            self.events.push_back(Event::Refused(why));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_the_way_is_told_once_and_is_trouble_in_the_end() {
        let mut missed = MissedGestures::default();
        let mut miss = |now_ms: u64| missed.miss(now_ms);
        assert_eq!((miss(100), miss(99 + MISSING_TOLD_MS)), (Miss::Wait, Miss::Wait));
        assert_eq!(
            (miss(100 + MISSING_TOLD_MS), miss(101 + MISSING_TOLD_MS)),
            (Miss::Tell, Miss::Wait)
        );
        assert_eq!(
            (miss(99 + MISSING_MS), miss(100 + MISSING_MS)),
            (Miss::Wait, Miss::Trouble)
        );
        assert_eq!(miss(101 + MISSING_MS), Miss::Wait, "another row begins");
    }

    #[test]
    fn a_gesture_that_was_made_ends_the_row() {
        let mut missed = MissedGestures::default();
        missed.miss(0);
        missed.made();
        assert_eq!(missed.miss(MISSING_MS), Miss::Wait);
        for _ in 1..UNSEEN_MAX {
            assert!(!missed.miss_sight());
        }
        missed.made();
        assert!(!missed.miss_sight());
    }

    #[test]
    fn a_board_that_looks_otherwise_under_every_pointer_is_doubted_a_few_times_only() {
        let mut missed = MissedGestures::default();
        for _ in 0..IN_VAIN_MAX {
            for _ in 0..DOUBTS_MAX {
                assert!(missed.may_doubt_board());
                missed.doubt_board();
            }
            assert!(!missed.may_doubt_board(), "the third press is made");
            missed.made();
        }
        assert!(!missed.may_doubt_board(), "it is always so here");
        let mut missed = MissedGestures::default();
        for _ in 0..9 {
            missed.doubt_board();
            missed.made();
        }
        assert!(missed.may_doubt_board(), "a dialog now and then is another thing");
    }

    #[test]
    fn a_manager_that_never_gives_the_keyboard_is_left_alone() {
        let mut missed = MissedGestures::default();
        for _ in 1..KEYS_REFUSED_MAX {
            missed.asked_for_keys(false);
        }
        assert!(missed.may_ask_for_keys());
        missed.asked_for_keys(true);
        for _ in 0..KEYS_REFUSED_MAX {
            assert!(missed.may_ask_for_keys());
            missed.asked_for_keys(false);
        }
        assert!(!missed.may_ask_for_keys());
    }
}
