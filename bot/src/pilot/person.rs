//! What the person beside the bot did, as the pilot heard it: took the mouse, struck Ctrl-C, held the stop key, asked for a pause. A part of the
//! pilot.

use session::{event::Event, live_game::playable::Playable};

/// A person's doings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Person {
    /// Whether the person has the mouse.
    is_at_mouse: bool,
    /// Whether the stop key or the stop corner ended it.
    pub(super) has_stopped: bool,
    interrupts_heard: usize,
    /// Whether the session was told to pause.
    pub(super) has_paused: bool,
}

impl Person {
    /// Ctrl-C was struck so often by now: what the session is to hear of it.
    pub(super) fn interrupt<P: Playable>(&mut self, interrupts: usize) -> Option<Event<P>> {
        if interrupts <= self.interrupts_heard {
            return None;
        }
        self.interrupts_heard = interrupts;
        Some(match interrupts {
            1 => Event::StopSoon,
            _ => Event::StopNow("stopped at once, as was asked".to_owned()),
        })
    }

    /// The person wants a pause, or wants none: what the session is to hear of it.
    pub(super) fn pause<P: Playable>(&mut self, wanted: bool) -> Option<Event<P>> {
        let before = std::mem::replace(&mut self.has_paused, wanted);
        (before != wanted).then_some(if wanted { Event::Pause } else { Event::Resume })
    }

    /// The person was met at the mouse.
    pub(super) fn take_mouse<P: Playable>(&mut self) -> Event<P> {
        self.is_at_mouse = true;
        Event::PersonAtMouse
    }

    /// Nobody is at the mouse.
    pub(super) fn leave_mouse<P: Playable>(&mut self) -> Option<Event<P>> {
        std::mem::take(&mut self.is_at_mouse).then_some(Event::PersonLeft)
    }

    /// The person wants an end at once.
    pub(super) fn stop<P: Playable>(&mut self, why: String) -> Event<P> {
        self.has_stopped = true;
        Event::StopNow(why)
    }
}

#[cfg(test)]
mod tests {
    use referee::gomoku::Position;

    use super::*;

    #[test]
    fn each_interrupt_is_told_once() {
        let mut person = Person::default();
        assert_eq!(person.interrupt::<Position>(0), None);
        assert_eq!(person.interrupt(1), Some(Event::<Position>::StopSoon));
        assert_eq!(person.interrupt::<Position>(1), None);
        assert!(matches!(person.interrupt(2), Some(Event::<Position>::StopNow(_))));
        let mut hasty = Person::default();
        assert!(matches!(hasty.interrupt(3), Some(Event::<Position>::StopNow(_))));
    }

    #[test]
    fn a_pause_and_its_end_are_told_once() {
        let mut person = Person::default();
        assert_eq!(person.pause::<Position>(false), None);
        assert_eq!(person.pause(true), Some(Event::<Position>::Pause));
        assert_eq!(person.pause::<Position>(true), None);
        assert_eq!(person.pause(false), Some(Event::<Position>::Resume));
    }

    #[test]
    fn who_was_not_at_the_mouse_does_not_leave_it() {
        let mut person = Person::default();
        assert_eq!(person.leave_mouse::<Position>(), None);
        assert_eq!(person.take_mouse(), Event::<Position>::PersonAtMouse);
        assert_eq!(person.leave_mouse(), Some(Event::<Position>::PersonLeft));
        assert_eq!(person.leave_mouse::<Position>(), None);
    }
}
