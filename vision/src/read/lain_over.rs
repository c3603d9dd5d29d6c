//! What a cell is that something lies over.

use crate::observation::{Cell, Content};

/// What something lies over.
pub(super) const HIDDEN: Cell = Cell {
    content: Content::Uncertain,
    confidence: 0.0,
};
