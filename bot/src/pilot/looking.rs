//! One look at the client: what is captured, what is up there, what is read, and where presses may fall after it. A part of
//! the pilot.

use super::Pilot;
use crate::mouse::resting_place;
use session::{blindness::Blindness, event::Event, live_game::playable::Playable, readable::Place as _};

impl<P: Playable> Pilot<P> {
    /// Looks at the client, and tells the session what is seen.
    pub(super) fn look(&mut self) {
        let began_ms = self.ports.clock.now_ms();
        if self.rhythm.may_be_woken() {
            // What was drawn up to here is in the picture that is captured.
            self.ports.reader.await_drawing(0);
        }
        let from_ms = self.ports.clock.now_ms();
        let captured = self.ports.reader.capture();
        let by_ms = self.ports.clock.now_ms();
        let has_changed = captured == Ok(true);
        self.rhythm.saw(has_changed, by_ms);
        if !self.look_around(has_changed) {
            self.events.push_back(match captured {
                // Another screen than the board was up when the content was last seen.
                Ok(_) | Err(Blindness::NoBoard) => match self.screens.unseen.clone() {
                    None => Event::Away,
                    Some(blindness) => Event::Blind(blindness),
                },
                Err(blindness) => Event::Blind(blindness),
            });
            return;
        }
        let over = self.screens.is_any_up();
        let read = captured.and_then(|_| self.ports.reader.read(over));
        if let Ok(look) = &read {
            self.study(look);
        }
        self.tell_board();
        if read.is_ok() {
            // From the first of two pictures to the second lies at least what lies between these times.
            let taken_ms = if has_changed { by_ms } else { from_ms };
            self.events.push_back(Event::Taken(taken_ms));
        }
        match read {
            Ok(look) if look.changed && self.rhythm.is_animated(began_ms) => {
                self.events.push_back(Event::Stirred(look.observation));
            }
            Ok(look) => {
                if !look.changed {
                    self.rhythm.rest();
                }
                self.events.push_back(Event::Read(look.observation));
            }
            // The board came up for the first time, or in a window of another size.
            Err(Blindness::NoBoard) if !self.ports.reader.is_placed() => {
                if let Err(blindness) = self.ports.reader.locate() {
                    self.events.push_back(Event::Blind(blindness));
                }
            }
            Err(blindness) => self.events.push_back(Event::Blind(blindness)),
        }
        if let Some(window) = self.ports.reader.window() {
            let window = window.clone();
            let park = self.resting_pixel();
            self.ports.mouse.allow(&window, park);
        }
    }

    /// Where the pointer rests, on the screen.
    pub(super) fn resting_pixel(&self) -> Option<(i32, i32)> {
        let window = self.ports.reader.window()?;
        let content = (window.content.width, window.content.height);
        let own = self.ports.client.profile.mouse.park;
        let found = || resting_place(content, &self.ports.reader.place()?.grid());
        let (x, y) = own.or_else(found)?;
        Some((window.content.x + x, window.content.y + y))
    }
}
