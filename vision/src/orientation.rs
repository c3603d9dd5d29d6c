//! Where a client counts its points from. Inside, column 0 and row 0 are the client's own, so that records say what the
//! client's do; where they lie on the screen is said here, and asked for where points meet pixels only.

use referee::symmetry::Symmetry;
use serde::{Deserialize, Serialize};

/// How a square board lies on the screen. The usual one counts from the top left, columns across.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Orientation {
    /// The corner of the board, as it is shown, where the client's first column and first row meet.
    #[serde(default)]
    pub origin: Corner,
    /// Which way the client's columns follow each other on the screen.
    #[serde(default)]
    pub columns: ScreenDirection,
}

/// A corner of a board on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Corner {
    /// Where most clients count from.
    #[default]
    #[serde(rename = "top left")]
    TopLeft,
    /// Mirrored left and right.
    #[serde(rename = "top right")]
    TopRight,
    /// Mirrored top and bottom: rows count up, as on paper.
    #[serde(rename = "bottom left")]
    BottomLeft,
    /// Turned by half.
    #[serde(rename = "bottom right")]
    BottomRight,
}

/// A direction on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ScreenDirection {
    /// From side to side.
    #[default]
    Across,
    /// Up or down: with this the board is turned by a quarter, or mirrored at a diagonal.
    Down,
}

impl Orientation {
    /// Every way a board can lie.
    pub fn all() -> impl Iterator<Item = Orientation> {
        let corners = [
            Corner::TopLeft,
            Corner::TopRight,
            Corner::BottomLeft,
            Corner::BottomRight,
        ];
        let runs = [ScreenDirection::Across, ScreenDirection::Down];
        runs.into_iter()
            .flat_map(move |columns| corners.map(|origin| Orientation { origin, columns }))
    }

    /// Whether it is the usual one.
    pub fn is_usual(&self) -> bool {
        *self == Orientation::default()
    }

    /// What brings the client's points to their places on the screen.
    pub fn shown(self) -> Symmetry {
        let right = matches!(self.origin, Corner::TopRight | Corner::BottomRight);
        let bottom = matches!(self.origin, Corner::BottomLeft | Corner::BottomRight);
        let turn = usize::from(self.columns == ScreenDirection::Down);
        // The eight in their order: transposed or not, then mirrored top and bottom, then left and right.
        Symmetry::ALL[4 * turn + 2 * usize::from(bottom) + usize::from(right)]
    }
}

#[cfg(test)]
mod tests {
    use referee::point::Point;

    use super::*;

    /// Where the client's points (0, 0) and (1, 0) are shown on a board of 9 points a side.
    fn check(origin: Corner, columns: ScreenDirection, first: (u8, u8), second: (u8, u8)) {
        let shown = Orientation { origin, columns }.shown();
        let at = |x: u8, y: u8| {
            let point = shown.apply(Point::new(x, y), 9);
            (point.x, point.y)
        };
        assert_eq!((at(0, 0), at(1, 0)), (first, second), "{origin:?} {columns:?}");
    }

    #[test]
    fn points_are_counted_from_the_corner_that_is_named() {
        check(Corner::TopLeft, ScreenDirection::Across, (0, 0), (1, 0));
        check(Corner::TopRight, ScreenDirection::Across, (8, 0), (7, 0));
        check(Corner::BottomLeft, ScreenDirection::Across, (0, 8), (1, 8));
        check(Corner::BottomRight, ScreenDirection::Across, (8, 8), (7, 8));
        check(Corner::TopLeft, ScreenDirection::Down, (0, 0), (0, 1));
        check(Corner::TopRight, ScreenDirection::Down, (8, 0), (8, 1));
        check(Corner::BottomLeft, ScreenDirection::Down, (0, 8), (0, 7));
        check(Corner::BottomRight, ScreenDirection::Down, (8, 8), (8, 7));
    }

    #[test]
    fn all_eight_differ() {
        let all: std::collections::HashSet<Symmetry> = Orientation::all().map(Orientation::shown).collect();
        assert_eq!(all.len(), 8);
    }
}
