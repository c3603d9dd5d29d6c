//! Grid <-> pixel: where the board's points lie in a frame.

use referee::point::Point;
use serde::{Deserialize, Serialize};

/// What a board's grid means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Stones stand on the crossings of the lines.
    Points,
    /// Marks stand in the cells between the lines.
    Cells,
}

/// Where every point of a board lies, in pixels of the frame it was found in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// Points in a row (not lines: a board of 15 x 15 cells has 16 lines and 15 columns).
    pub columns: u8,
    /// Points in a column.
    pub rows: u8,
    /// Crossings or cells.
    pub kind: Kind,
    /// Pixel position of the centre of point (0, 0); pixel centres have whole coordinates.
    pub origin: (f64, f64),
    /// Pixels from one point to the next, right and down.
    pub pitch: (f64, f64),
    /// 0 to 1: how well the frame's lines fit this grid.
    pub confidence: f64,
}

impl Calibration {
    /// Centre of `point` in frame pixels, sub-pixel.
    pub fn centre_of(&self, point: Point) -> (f64, f64) {
        let x = self.origin.0 + f64::from(point.x) * self.pitch.0;
        let y = self.origin.1 + f64::from(point.y) * self.pitch.1;
        (x, y)
    }

    /// The pixel to click for `point`.
    pub fn pixel_of(&self, point: Point) -> (i32, i32) {
        let (x, y) = self.centre_of(point);
        (x.round() as i32, y.round() as i32)
    }

    /// The point whose cell holds this pixel, `None` off the board.
    pub fn point_at(&self, x: f64, y: f64) -> Option<Point> {
        let column = ((x - self.origin.0) / self.pitch.0).round();
        let row = ((y - self.origin.1) / self.pitch.1).round();
        let inside = |value: f64, count: u8| value >= 0.0 && value < f64::from(count);
        (inside(column, self.columns) && inside(row, self.rows)).then(|| Point::new(column as u8, row as u8))
    }

    /// The same board after the frame's top left moved by (`dx`, `dy`) pixels.
    pub fn shifted(&self, dx: f64, dy: f64) -> Calibration {
        Calibration {
            origin: (self.origin.0 - dx, self.origin.1 - dy),
            ..*self
        }
    }
}
