//! Node <-> pixel: where a field's nodes lie in a frame, whichever way the field lies on the screen.

use referee::soccer::{Node, Pitch};
use serde::{Deserialize, Serialize};

use crate::{
    calibration::{self, Kind},
    orientation::{Corner, Orientation, ScreenDirection},
};

/// Where every node of a field lies, in pixels of the frame it was found in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calibration {
    /// The field's measures.
    pub pitch: Pitch,
    /// How the field lies: the goal in row 0, which the first player attacks, is at the top if its origin is. With columns that
    /// run down the screen the goals are left and right.
    #[serde(default, skip_serializing_if = "Orientation::is_usual")]
    pub orientation: Orientation,
    /// The nodes as they are shown, goals included; its own orientation is the usual one.
    pub grid: calibration::Calibration,
}

impl Calibration {
    /// A field whose outermost nodes' rows and columns begin at `origin`, with squares of so many pixels each way.
    pub fn new(
        pitch: Pitch,
        orientation: Orientation,
        origin: (f64, f64),
        square: (f64, f64),
    ) -> Calibration {
        let (columns, rows) = shown_size(pitch, orientation.columns);
        let grid = calibration::Calibration {
            columns,
            rows,
            kind: Kind::Points,
            origin,
            pitch: square,
            confidence: 1.0,
            orientation: Orientation::default(),
        };
        Calibration {
            pitch,
            orientation,
            grid,
        }
    }

    /// Pixels of any place of the field, in columns and rows of nodes.
    pub fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let (across, down) = match self.orientation.columns {
            ScreenDirection::Across => (x, y),
            ScreenDirection::Down => (y, x),
        };
        let (right, bottom) = self.turned();
        let far = |count: u8, at: f64| f64::from(count - 1) - at;
        let across = if right {
            far(self.grid.columns, across)
        } else {
            across
        };
        let down = if bottom { far(self.grid.rows, down) } else { down };
        (
            self.grid.origin.0 + across * self.grid.pitch.0,
            self.grid.origin.1 + down * self.grid.pitch.1,
        )
    }

    /// Centre of a node in frame pixels, sub-pixel.
    pub fn centre_of(&self, node: Node) -> (f64, f64) {
        let point = self.pitch.point(node);
        self.place(f64::from(point.x), f64::from(point.y))
    }

    /// The pixel to click for a node.
    pub fn pixel_of(&self, node: Node) -> (i32, i32) {
        let (x, y) = self.centre_of(node);
        (x.round() as i32, y.round() as i32)
    }

    /// The same field after the frame's top left moved by (`dx`, `dy`) pixels.
    pub fn shifted(&self, dx: f64, dy: f64) -> Calibration {
        Calibration {
            grid: self.grid.shifted(dx, dy),
            ..*self
        }
    }

    /// Pixels of a square's side, the mean of both ways.
    pub fn square(&self) -> f64 {
        (self.grid.pitch.0 + self.grid.pitch.1) / 2.0
    }

    /// Whether the first column or row is at the right, and at the bottom.
    fn turned(&self) -> (bool, bool) {
        let right = matches!(self.orientation.origin, Corner::TopRight | Corner::BottomRight);
        let bottom = matches!(self.orientation.origin, Corner::BottomLeft | Corner::BottomRight);
        (right, bottom)
    }
}

/// Columns and rows of nodes as they are shown, goals included.
pub(crate) fn shown_size(pitch: Pitch, columns: ScreenDirection) -> (u8, u8) {
    let (width, length) = (pitch.width() + 1, pitch.length() + 3);
    match columns {
        ScreenDirection::Across => (width, length),
        ScreenDirection::Down => (length, width),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use referee::point::Point;

    use super::*;

    impl Calibration {
        /// The node that is nearest to this pixel, `None` off the field.
        fn node_at(&self, x: f64, y: f64) -> Option<Node> {
            let shown = self.grid.point_at(x, y)?;
            // A grid with as many columns as rows would turn by itself, were its orientation not the usual one.
            let (right, bottom) = self.turned();
            let across = if right {
                self.grid.columns - 1 - shown.x
            } else {
                shown.x
            };
            let down = if bottom {
                self.grid.rows - 1 - shown.y
            } else {
                shown.y
            };
            self.pitch.node(match self.orientation.columns {
                ScreenDirection::Across => Point::new(across, down),
                ScreenDirection::Down => Point::new(down, across),
            })
        }
    }

    proptest! {
        #[test]
        fn a_nodes_pixel_is_the_nodes(width in 2..=6u8, length in 3..=8u8, way in 0..8usize, x in 0.0..900.0f64,
            square in 13.0..160.0f64) {
            let pitch = Pitch::new(2 * width, 2 * length).unwrap();
            let orientation = Orientation::all().nth(way).unwrap();
            let field = Calibration::new(pitch, orientation, (x, 40.0), (square, square * 1.01));
            for node in pitch.nodes() {
                let (left, top) = field.pixel_of(node);
                prop_assert_eq!(field.node_at(f64::from(left), f64::from(top)), Some(node));
            }
        }
    }

    /// Where the goal that the first player attacks is shown: its middle, in squares from the top left of what is shown.
    #[track_caller]
    fn check(origin: Corner, columns: ScreenDirection, expected: (f64, f64)) {
        let field = Calibration::new(
            Pitch::USUAL,
            Orientation { origin, columns },
            (0.0, 0.0),
            (1.0, 1.0),
        );
        let goal = Pitch::USUAL.node(Point::new(4, 0)).unwrap();
        assert_eq!(field.centre_of(goal), expected, "{origin:?} {columns:?}");
    }

    #[test]
    fn goals_are_where_the_orientation_says() {
        check(Corner::TopLeft, ScreenDirection::Across, (4.0, 0.0));
        check(Corner::BottomRight, ScreenDirection::Across, (4.0, 12.0));
        check(Corner::TopLeft, ScreenDirection::Down, (0.0, 4.0));
        check(Corner::TopRight, ScreenDirection::Down, (12.0, 4.0));
    }

    #[test]
    fn corners_beside_the_goals_are_no_nodes() {
        let field = Calibration::new(Pitch::USUAL, Orientation::default(), (0.0, 0.0), (20.0, 20.0));
        assert_eq!(field.node_at(0.0, 0.0), None);
        assert_eq!(field.node_at(80.0, 0.0), Pitch::USUAL.node(Point::new(4, 0)));
    }
}
