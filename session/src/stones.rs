//! The stones of a reading.

use referee::{color::Color, point::Point};
use vision::observation::{Content, Observation};

/// All stones of a reading with their kinds.
pub fn stones(seen: &Observation) -> Vec<(Point, Color)> {
    let mut stones = Vec::new();
    for y in 0..seen.rows {
        for x in 0..seen.columns {
            let point = Point::new(x, y);
            if let Content::Stone(color) = seen.content(point) {
                stones.push((point, color));
            }
        }
    }
    stones
}
