//! Looking for the client's window among those that are there, and for one that is nearly such as the profile says. A part of the board reader.

use vision::{
    frame::Frame,
    window::{Window, WindowError, WindowId},
};

use super::{BoardReader, best_match};
use session::blindness::Blindness;
use session::live_game::playable::Playable;

impl<P: Playable> BoardReader<P> {
    /// The windows that are such as the profile says, the topmost first.
    pub(super) fn fitting_windows(&mut self) -> Result<Vec<Window>, WindowError> {
        let mut windows = self.desktop.windows()?;
        windows.retain(|window| self.window_profile.fits(window));
        Ok(windows)
    }

    /// The numbers of all windows that are there.
    pub(crate) fn window_numbers(&mut self) -> Vec<WindowId> {
        let windows = self.desktop.windows().unwrap_or_default();
        windows.into_iter().map(|window| window.id).collect()
    }

    /// A window that was not among those before, could show a board, and has the title or the class that the profile names, but not
    /// both: the same program may call itself otherwise when it is started in another way.
    pub(crate) fn nearly_found(&mut self, before: &[WindowId]) -> Option<Window> {
        let mut windows = self.desktop.windows().ok()?;
        windows.retain(|window| self.window_profile.nearly_fits(window) && !before.contains(&window.id));
        best_match(windows, self.window_profile.title.as_deref()).filter(super::could_show)
    }

    /// From here on, such a window is the client's as well.
    pub(crate) fn take_as_well(&mut self, window: &Window) {
        self.window_profile = self.window_profile.taking(window);
    }

    /// Other windows of the client's program that can be seen.
    pub(crate) fn windows_beside(&mut self) -> Vec<Window> {
        let Some(client) = self.window.clone() else {
            return Vec::new();
        };
        let mut windows = self.desktop.windows().unwrap_or_default();
        windows.retain(|other| {
            let is_of_program = self.desktop.are_of_one_program(other, &client);
            other.id != client.id && other.viewable && is_of_program
        });
        windows
    }

    /// What a window shows, if it can be seen whole.
    pub(crate) fn picture_of(&mut self, window: &Window) -> Option<Frame> {
        let now = self.desktop.window(window.id).ok()??;
        self.uncovered(&now, now.content).ok()?;
        self.source.grab(now.content).ok()
    }

    /// The window that was chosen shows no board: another one that fits as well is looked at next, each of them in its turn.
    pub(super) fn turn_to_another(&mut self) {
        let Some(id) = self.window.as_ref().map(|window| window.id) else {
            return;
        };
        self.without_board.push(id);
        let mut others = self.fitting_windows().unwrap_or_default();
        others.retain(super::could_show);
        if others.iter().all(|other| self.without_board.contains(&other.id)) {
            self.without_board.clear();
        }
        others.retain(|other| other.id != id && !self.without_board.contains(&other.id));
        if let Ok(Some(other)) = self.choose(others) {
            self.window = Some(other);
            self.board = None;
        }
    }

    /// What is sought, in words.
    pub fn sought(&self) -> String {
        self.window_profile.words()
    }

    /// Which windows there are in place of the sought one, in words; `None` if there are none.
    pub(crate) fn windows_there(&mut self) -> Option<String> {
        let windows = self.desktop.windows().ok()?;
        self.window_profile.what_was_there(&windows)
    }

    /// What is sought, and what is there instead: the whole of a message.
    pub(crate) fn not_found(&mut self) -> String {
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
