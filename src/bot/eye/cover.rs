//! Cells of a board that something lies over: whatever they look like, they cannot be told. A part of the eye.

use vision::{
    cover,
    frame::Frame,
    observation::{Content, Observation},
};

use super::Board;

impl Board {
    /// Cells under something that was not there when the board was last read whole cannot be told.
    pub(super) fn hide_covered(&mut self, frame: &Frame, over: bool, observation: &mut Observation) {
        let unclear = observation.uncertain();
        if unclear == 0 && !over {
            self.plain = Some(frame.clone());
            return;
        }
        let Some(plain) = &self.plain else { return };
        let in_roi = self
            .calibration
            .shifted(f64::from(self.roi.x), f64::from(self.roi.y));
        let cover = cover::covered(plain, frame, &in_roi);
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
