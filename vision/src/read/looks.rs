//! What a reader has learned of one client's board and stones.

use std::sync::Arc;

use super::model::Model;
use crate::calibration::Calibration;

/// What a reader has learned of one client.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    /// Shared with the reader, which reads by it.
    pub(super) model: Arc<Model>,
    pub(super) columns: u8,
    pub(super) rows: u8,
}

impl Looks {
    /// Whether they were learned on a board of this size and kind.
    pub(super) fn fits(&self, calibration: &Calibration) -> bool {
        (self.columns, self.rows, self.model.grid)
            == (calibration.columns, calibration.rows, calibration.kind)
    }
}
