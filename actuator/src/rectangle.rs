//! A rectangle of screen pixels: where the pointer may go.

use std::fmt;

/// Left, top, width and height in screen pixels. Left and top may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Columns of pixels.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
}

impl Rectangle {
    /// The rectangle with its top left corner at `x`, `y`.
    pub const fn new(x: i32, y: i32, width: u32, height: u32) -> Rectangle {
        Rectangle { x, y, width, height }
    }

    /// Whether the pixel lies inside. An empty rectangle holds none.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        let within = |value: i32, from: i32, length: u32| {
            value >= from && i64::from(value) < i64::from(from) + i64::from(length)
        };
        within(x, self.x, self.width) && within(y, self.y, self.height)
    }
}

/// As window geometry is usually written: `640x480+100+20`.
impl fmt::Display for Rectangle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}{:+}{:+}", self.width, self.height, self.x, self.y)
    }
}
