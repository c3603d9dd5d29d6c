//! Cells of a board that something lies over: whatever they look like, they cannot be told. A part of the eye.

use vision::{
    cover,
    frame::Frame,
    observation::{Content, Observation},
};

use super::{Board, BoardReader, blind, on_screen};
use crate::event::Blindness;

impl BoardReader {
    /// Looks for something over the board that was not there when it was last read whole: how many of its points are under it, and of
    /// how many. `None` if it was never read whole.
    ///
    /// # Errors
    /// The board cannot be seen, or another window lies over it.
    pub fn look_for_cover(&mut self) -> Result<Option<(usize, usize)>, Blindness> {
        let window = self.find_window()?;
        self.board_is_free()?;
        let Some(board) = &self.board else {
            return Err(Blindness::NoBoard);
        };
        let now = self.source.grab(on_screen(&window, board.roi)).map_err(blind)?;
        let points = usize::from(board.calibration.columns) * usize::from(board.calibration.rows);
        let over = board.plain.as_ref().map(|plain| board.cover(plain, &now));
        Ok(over.map(|over| (over.points.len(), points)))
    }
}

impl Board {
    /// What lies over the board in a picture, compared with an earlier one.
    fn cover(&self, plain: &Frame, now: &Frame) -> cover::Cover {
        let in_roi = self
            .calibration
            .shifted(f64::from(self.roi.x), f64::from(self.roi.y));
        cover::covered(plain, now, &in_roi)
    }

    /// Cells under something that was not there when the board was last read whole cannot be told.
    pub(super) fn hide_covered(&mut self, frame: &Frame, over: bool, observation: &mut Observation) {
        let unclear = observation.uncertain();
        if unclear == 0 && !over {
            self.plain = Some(frame.clone());
            return;
        }
        let Some(plain) = &self.plain else { return };
        let cover = self.cover(plain, frame);
        // A board of which most cannot be told is no board in the shade.
        if cover.shaded && unclear > observation.cells.len() / 2 {
            let (columns, rows) = (observation.columns, observation.rows);
            *observation = Observation::unknown(columns, rows);
        }
        for point in cover.points {
            observation.put(point, Content::Uncertain);
        }
    }
}
