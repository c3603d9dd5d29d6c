//! A place on a board: column and row, 0-based from the top left. Formats with another origin convert at their own edge.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Column `x` from the left, row `y` from the top, both 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
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

    /// What players call it on a board of this size, such as `h8`: a letter from the left, a number from below.
    ///
    /// ```
    /// use referee::point::Point;
    /// assert_eq!(Point::new(7, 7).name_on(15), "h8");
    /// assert_eq!(Point::new(0, 14).name_on(15), "a1");
    /// ```
    pub fn name_on(self, size: u8) -> String {
        let row = i16::from(size) - i16::from(self.y);
        format!("{}{row}", char::from(b'a'.saturating_add(self.x)))
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}
