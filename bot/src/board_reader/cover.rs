//! Parts of a board that something lies over: whatever they look like, they cannot be told. A part of the board reader.

use super::{BoardReader, blind, on_screen};
use profile::bounds::COVERED_CELLS;
use session::{
    blindness::Blindness,
    live_game::playable::Playable,
    readable::{BoardReading as _, BoardSeen as _, Place as _},
};

/// Parts of a board that may be told otherwise than before because of a pointer over it: the ghost of a stone.
const GHOSTS_MAX: usize = 1;

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

    /// Whether a look of its own shows the board as it was read last: nothing came over it, nothing went from it, and it lies where
    /// it lay. What a pointer does to the cells under it is no change. Where nothing can be compared nothing has changed.
    pub(crate) fn is_as_read(&mut self) -> bool {
        let (Some(window), Some(board)) = (&self.window, &mut self.board) else {
            return true;
        };
        let Some((before, seen)) = &board.last else {
            return true;
        };
        let Ok(now) = self.source.grab(on_screen(window, board.roi)) else {
            return true;
        };
        if now.image == before.image {
            return true;
        }
        let grid = board.place.grid();
        let cross_hair = usize::from(grid.columns) + usize::from(grid.rows);
        if board.reader.changed(before, &now) > cross_hair + GHOSTS_MAX {
            return false;
        }
        let (hidden, _) = board.reader.covered(before, &now);
        let told = board.reader.read(&now);
        hidden <= COVERED_CELLS && told.contradictions(seen) <= GHOSTS_MAX
    }
}
