//! What a cell is that something lies over, and from when on its ground counts as another one.

use crate::observation::{Cell, Content};

/// What something lies over.
pub(super) const HIDDEN: Cell = Cell {
    content: Content::Uncertain,
    confidence: 0.0,
};

/// From so far on, in levels, ground is another one.
pub(super) const BAND_OFF: f32 = 28.0;
