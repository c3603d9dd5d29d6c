//! Parts of a board that something lies over: whatever they look like, they cannot be told. A part of the board reader.

use vision::{
    area::Area,
    window::{Window, WindowError},
};

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

    /// Whether the whole area of the window can be seen.
    pub(super) fn uncovered(&mut self, window: &Window, area: Area) -> Result<(), Blindness> {
        match self.desktop.cover_of(window.id, area) {
            Ok(None) => Ok(()),
            Ok(Some(cover)) => Err(covered_by(&cover)),
            Err(error) => Err(unknown(&error)),
        }
    }

    /// Whether it can be seen but for what its own program shows there.
    pub(super) fn uncovered_by_others(&mut self, window: &Window, area: Area) -> Result<(), Blindness> {
        let covers = self.lying_over(window, area)?;
        let is_own = |cover: &&Window| self.desktop.are_of_one_program(cover, window);
        let other = covers.iter().find(|cover| !is_own(cover));
        other.map_or(Ok(()), |cover| Err(covered_by(cover)))
    }

    /// Whether dialogs of its own program lie over it, which no raising of the window would bring beneath it.
    ///
    /// # Errors
    /// Something else does.
    pub(super) fn has_dialogs_only(&mut self, window: &Window, area: Area) -> Result<bool, Blindness> {
        let covers = self.lying_over(window, area)?;
        for cover in &covers {
            let is_of_program = self.desktop.are_of_one_program(cover, window);
            if !is_of_program
                || !self
                    .desktop
                    .is_dialog(cover.id)
                    .map_err(|error| unknown(&error))?
            {
                return Err(covered_by(cover));
            }
        }
        Ok(!covers.is_empty())
    }

    /// Whether dialogs lie over the board, and nothing else does.
    pub(super) fn board_is_free_but_for_dialogs(&mut self) -> Result<bool, Blindness> {
        let window = self.find_window()?;
        let Some(roi) = self.board_area() else {
            return Err(Blindness::NoBoard);
        };
        self.has_dialogs_only(&window, on_screen(&window, roi))
    }

    fn lying_over(&mut self, window: &Window, area: Area) -> Result<Vec<Window>, Blindness> {
        let covers = self.desktop.covers_of(window.id, area);
        covers.map_err(|error| unknown(&error))
    }
}

fn covered_by(cover: &Window) -> Blindness {
    let name = if cover.title.is_empty() {
        "a window without a title"
    } else {
        &cover.title
    };
    Blindness::Covered(format!("{name:?}"))
}

fn unknown(error: &WindowError) -> Blindness {
    match error {
        WindowError::Gone(_) => Blindness::WindowGone,
        error => Blindness::Capture(error.to_string()),
    }
}
