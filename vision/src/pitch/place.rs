//! Columns and rows of a field, between nodes too.

use referee::soccer::{Node, Pitch};

/// Columns and rows of nodes.
pub(super) type Place = (f64, f64);

/// Column and row of a node.
pub(super) fn place(pitch: Pitch, node: Node) -> Place {
    let point = pitch.point(node);
    (f64::from(point.x), f64::from(point.y))
}
