//! Buttons in other windows of the client's program: a window with the game's settings, a dialog of its own. A part of the pilot.

use actuator::gesture::Gesture;
use vision::{screen_state, window::Window};

use super::{MANAGER_MS, Pilot, playing::TEMPLATE_AT_LEAST};
use profile::mouse::SETTLE_MS;
use session::live_game::playable::Playable;

impl<P: Playable> Pilot<P> {
    /// A click on a template in another window of the client's program, which is raised and in which the mouse may press.
    pub(super) fn gesture_beside(&mut self, template: &str) -> Option<Gesture> {
        let picture = self.ports.client.template(template)?.clone();
        let others = self.ports.reader.windows_beside();
        let found = others
            .iter()
            .find_map(|other| Some((other, self.find_in(other, &picture)?)));
        let Some((other, (x, y))) = found else {
            let count = others.len();
            tracing::debug!("{template:?} is in none of {count} windows beside the client's");
            return None;
        };
        self.ports.mouse.allow(other, None);
        Some(Gesture::click(x, y, SETTLE_MS))
    }

    /// The middle of a picture in a window, on the screen.
    fn find_in(&mut self, other: &Window, picture: &image::RgbImage) -> Option<(i32, i32)> {
        self.ports.reader.desktop().activate(other.id).ok()?;
        self.ports.clock.wait_ms(MANAGER_MS);
        let frame = self.ports.reader.picture_of(other)?;
        let found = screen_state::find(picture, &frame, frame.area())?;
        tracing::debug!("{:?}: {:.2} at {:?}", other.title, found.score, found.at);
        let (x, y) = (found.score >= TEMPLATE_AT_LEAST).then_some(found.at)?;
        Some((other.content.x + x, other.content.y + y))
    }

    /// Raises the client's window again, over the others of its program.
    pub(super) fn come_back(&mut self) {
        let Some(window) = self.ports.reader.window().cloned() else {
            return;
        };
        // If the window manager does not obey, the board is found to be covered.
        let _ = self.ports.reader.desktop().activate(window.id);
        self.ports.clock.wait_ms(MANAGER_MS);
        let park = self.resting_pixel();
        self.ports.mouse.allow_program(&window, park);
    }
}
