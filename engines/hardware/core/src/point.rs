//! A place on a board: column and row, 0-based from the top left.

/// Column `x` from the left, row `y` from the top, both 0-based.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// Column, 0 at the left.
    pub x: u8,
    /// Row, 0 at the top.
    pub y: u8,
}

impl Point {
    /// The point in column `x`, row `y`.
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }
}
