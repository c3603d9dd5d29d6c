//! Parts of a board that something lies over: whatever they look like, they cannot be told. A part of the board reader.

use vision::frame::Frame;

use super::{BoardReader, FoundBoard, blind, on_screen};
use session::{
    blindness::Blindness,
    live_game::playable::Playable,
    readable::{BoardReading as _, BoardSeen as _},
};

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
        let plain = board.plain.as_ref();
        Ok(plain.map(|(plain, _)| board.reader.covered(plain, &now)))
    }
}

impl<P: Playable> FoundBoard<P> {
    /// What is under something that was not there when the board was last read whole cannot be told; what shows still what it
    /// showed then can.
    pub(super) fn compare(&mut self, frame: &Frame, over: bool, observation: &mut P::Seen) {
        if let Some((plain, before)) = &self.plain {
            self.reader.doubt_news((plain, before), frame, observation);
        }
        if observation.uncertain() == 0 && !over {
            self.plain = Some((frame.clone(), observation.clone()));
            return;
        }
        if let Some((plain, before)) = &self.plain {
            self.reader.compare((plain, before), frame, observation);
        }
    }
}
