//! Looking for the client's window among those that are there, and for one that is nearly such as the profile says. A part of the eye.

use vision::window::{Window, WindowError, WindowId};

use super::{BoardReader, best_match};
use crate::event::Blindness;

impl BoardReader {
    /// The windows that are such as the profile says, the topmost first.
    pub(super) fn fitting_windows(&mut self) -> Result<Vec<Window>, WindowError> {
        let mut windows = self.desktop.windows()?;
        windows.retain(|window| self.window_profile.fits(window));
        Ok(windows)
    }

    /// The numbers of all windows that are there.
    pub fn window_numbers(&mut self) -> Vec<WindowId> {
        let windows = self.desktop.windows().unwrap_or_default();
        windows.into_iter().map(|window| window.id).collect()
    }

    /// A window that was not among those before, could show a board, and has the title or the class that the profile names, but not
    /// both: the same program may call itself otherwise when it is started in another way.
    pub fn nearly_found(&mut self, before: &[WindowId]) -> Option<Window> {
        let mut windows = self.desktop.windows().ok()?;
        windows.retain(|window| self.window_profile.nearly_fits(window) && !before.contains(&window.id));
        best_match(windows, self.window_profile.title.as_deref()).filter(super::could_show)
    }

    /// From here on, such a window is the client's as well.
    pub fn take_as_well(&mut self, window: &Window) {
        self.window_profile = self.window_profile.taking(window);
    }

    /// What is sought, in words.
    pub fn sought(&self) -> String {
        self.window_profile.words()
    }

    /// Which windows there are in place of the sought one, in words; `None` if there are none.
    pub fn windows_there(&mut self) -> Option<String> {
        let windows = self.desktop.windows().ok()?;
        self.window_profile.what_was_there(&windows)
    }

    /// What is sought, and what is there instead: the whole of a message.
    pub fn not_found(&mut self) -> String {
        let sought = self.sought();
        match self.windows_there() {
            Some(there) => format!("window not found: {sought}; {there}"),
            None => format!("window not found: {sought}; there are no windows at all"),
        }
    }

    /// Why a look at the sought window failed, with all that is known of it: the whole of a message.
    pub fn unseen(&mut self, blindness: &Blindness) -> String {
        match blindness {
            Blindness::WindowGone => self.not_found(),
            other => format!("the window ({}) cannot be seen: {}", self.sought(), other.words()),
        }
    }
}
