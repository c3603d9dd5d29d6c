//! A rectangle of pixels. Whether it is meant in a screen, a window or a frame is said where it is used.

use serde::{Deserialize, Serialize};

/// Left, top, width and height in pixels. Left and top may be negative on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Area {
    /// Left edge.
    pub x: i32,
    /// Top edge.
    pub y: i32,
    /// Columns of pixels.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
}

impl Area {
    /// The rectangle with its top left corner at `x`, `y`.
    pub const fn new(x: i32, y: i32, width: u32, height: u32) -> Area {
        Area { x, y, width, height }
    }

    /// First column to the right of the rectangle.
    pub fn right(&self) -> i64 {
        i64::from(self.x) + i64::from(self.width)
    }

    /// First row below the rectangle.
    pub fn bottom(&self) -> i64 {
        i64::from(self.y) + i64::from(self.height)
    }

    /// Whether the pixel lies inside.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        x >= self.x && y >= self.y && i64::from(x) < self.right() && i64::from(y) < self.bottom()
    }

    /// The part that both rectangles share, `None` if they do not touch.
    pub fn intersection(&self, other: &Area) -> Option<Area> {
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        let width = self.right().min(other.right()) - i64::from(x);
        let height = self.bottom().min(other.bottom()) - i64::from(y);
        (width > 0 && height > 0).then_some(Area {
            x,
            y,
            width: width as u32,
            height: height as u32,
        })
    }
}
