//! A key at something over the board that no screen describes: struck only if a look of its own shows that it is there. A part of
//! the pilot.

use super::Pilot;
use profile::{bounds::COVERED_CELLS, screen::ClientStep};
use session::event::Event;
use session::live_game::playable::Playable;

/// What lies over the board leaves at least this part of its points free: what hides a whole board may be another page, where
/// keys mean other things.
const FREE_PART: usize = 5;

impl<P: Playable> Pilot<P> {
    /// Strikes the key, and tells the session whether it did.
    pub(super) fn dismiss(&mut self, key: String) {
        let is_struck = self.unknown_is_up() && self.take_steps(&[ClientStep::Key(key.clone())], None);
        self.events.push_back(Event::Dismissed { key, is_struck });
    }

    /// Whether something lies over a part of the board that was not there when it was last read whole, and no screen of the
    /// profile is up there.
    fn unknown_is_up(&mut self) -> bool {
        let Some(board) = self.ports.reader.board_area() else {
            return false;
        };
        let over = self.ports.reader.look_for_cover();
        let is_part = over.is_ok_and(|over| {
            over.is_some_and(|(hidden, all)| hidden > COVERED_CELLS && (all - hidden) * FREE_PART >= all)
        });
        is_part && !self.is_screen_in(board)
    }
}
