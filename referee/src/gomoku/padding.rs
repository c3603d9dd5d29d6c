//! The padded grid that boards of all sizes are kept in: walks along a line meet a wall and need no bounds check.

use crate::point::Point;

/// Padded row length: 22 lines and a wall on either side.
pub(super) const STRIDE: usize = 24;

/// Length of the padded grid.
pub(super) const AREA: usize = STRIDE * STRIDE;

/// Where a point of the board stands in the padded grid.
pub(super) fn padded_index(point: Point) -> usize {
    (usize::from(point.y) + 1) * STRIDE + usize::from(point.x) + 1
}
