//! Parts of a board that something lies over: whatever they look like, they cannot be told. A part of the board reader.

use super::{BoardReader, blind, on_screen};
use session::{blindness::Blindness, live_game::playable::Playable};

impl<P: Playable> BoardReader<P> {
    /// Looks for something over the board that was not there when it was last read whole: how much of it is under that, and of
    /// how much. `None` if it was never read whole.
    ///
    /// # Errors
    /// The board cannot be seen, or another window lies over it.
    pub(crate) fn look_for_cover(&mut self) -> Result<Option<(usize, usize)>, Blindness> {
        let window = self.find_window()?;
        self.board_is_free()?;
        let Some(board) = &mut self.board else {
            return Err(Blindness::NoBoard);
        };
        let now = self.source.grab(on_screen(&window, board.roi)).map_err(blind)?;
        Ok(board.whole.covered(&mut board.reader, &now))
    }
}
