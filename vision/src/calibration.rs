//! Grid <-> pixel: where the board's points lie in a frame.

use referee::{point::Point, symmetry::Symmetry};
use serde::{Deserialize, Serialize};

use crate::orientation::Orientation;

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
    /// Where the client counts from. Columns, rows, origin and pitch are the screen's all the same. A board that is not
    /// square is taken as it is shown.
    #[serde(default, skip_serializing_if = "Orientation::is_usual")]
    pub orientation: Orientation,
}

impl Calibration {
    /// Centre of `point` in frame pixels, sub-pixel.
    pub fn centre_of(&self, point: Point) -> (f64, f64) {
        let point = match self.shown() {
            Symmetry::IDENTITY => point,
            shown => shown.apply(point, self.columns),
        };
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
        (inside(column, self.columns) && inside(row, self.rows)).then(|| {
            let shown = Point::new(column as u8, row as u8);
            self.shown().inverse().apply(shown, self.columns.max(self.rows))
        })
    }

    /// What brings the client's points to their places on the screen.
    pub fn shown(&self) -> Symmetry {
        if self.columns == self.rows {
            self.orientation.shown()
        } else {
            Symmetry::IDENTITY
        }
    }

    /// The same board after the frame's top left moved by (`dx`, `dy`) pixels.
    pub fn shifted(&self, dx: f64, dy: f64) -> Calibration {
        Calibration {
            origin: (self.origin.0 - dx, self.origin.1 - dy),
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    prop_compose! {
        fn calibrations()(columns in 5..23u8, rows in 5..23u8, x in 0.0..900.0f64, y in 0.0..900.0f64, across in 13.0..82.0f64, skew in 0.97..1.03f64,
            way in 0..8usize, square in any::<bool>())
            -> Calibration
        {
            let pitch = (across, across * skew);
            let rows = if square { columns } else { rows };
            let orientation = Orientation::all().nth(way).unwrap();
            Calibration { columns, rows, kind: Kind::Points, origin: (x, y), pitch, confidence: 1.0, orientation }
        }
    }

    proptest! {
        #[test]
        fn a_points_pixel_is_the_points(board in calibrations()) {
            for y in 0..board.rows {
                for x in 0..board.columns {
                    let point = Point::new(x, y);
                    let (left, top) = board.pixel_of(point);
                    prop_assert_eq!(board.point_at(f64::from(left), f64::from(top)), Some(point));
                }
            }
        }

        /// A pixel belongs to the nearest point, and to none beyond half a pitch around the outermost ones.
        #[test]
        fn a_pixel_belongs_to_the_nearest_point(board in calibrations(), x in -100.0..2800.0f64, y in -100.0..2800.0f64) {
            let steps = ((x - board.origin.0) / board.pitch.0, (y - board.origin.1) / board.pitch.1);
            let inside = |steps: f64, count: u8| steps > -0.5 && steps < f64::from(count) - 0.5;
            match board.point_at(x, y) {
                Some(point) => {
                    let (left, top) = board.centre_of(point);
                    prop_assert!((x - left).abs() <= board.pitch.0 / 2.0 + 1e-9);
                    prop_assert!((y - top).abs() <= board.pitch.1 / 2.0 + 1e-9);
                }
                None => prop_assert!(!inside(steps.0, board.columns) || !inside(steps.1, board.rows)),
            }
        }

        #[test]
        fn a_shift_moves_every_point_alike(board in calibrations(), dx in -300.0..300.0f64, dy in -300.0..300.0f64) {
            let last = Point::new(board.columns - 1, board.rows - 1);
            let (before, after) = (board.centre_of(last), board.shifted(dx, dy).centre_of(last));
            prop_assert!((before.0 - dx - after.0).abs() < 1e-9 && (before.1 - dy - after.1).abs() < 1e-9);
        }
    }
}
