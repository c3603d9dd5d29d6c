//! A place on a board: column and row, 0-based from the top left. Formats with another origin convert at their own edge.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Column `x` from the left, row `y` from the top, both 0-based.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
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

    /// What people call it on a board of so many rows, such as `h8`: a letter from the left, a number from below. A point
    /// beyond the board has the name that a larger board would give it, and beyond the letters its column's number.
    ///
    /// ```
    /// use referee::point::Point;
    /// assert_eq!(Point::new(7, 7).name_on(15), "h8");
    /// assert_eq!(Point::new(0, 14).name_on(15), "a1");
    /// assert_eq!(Point::new(15, 15).name_on(15), "p0");
    /// assert_eq!(Point::new(30, 0).name_on(15), "column 31, row 15");
    /// ```
    pub fn name_on(self, rows: u8) -> String {
        let row = i16::from(rows) - i16::from(self.y);
        match self.x {
            0..26 => format!("{}{row}", char::from(b'a' + self.x)),
            x => format!("column {}, row {row}", u16::from(x) + 1),
        }
    }
}

/// Column and row as programs write them, for protocols and files. People read [`Point::name_on`].
impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}
