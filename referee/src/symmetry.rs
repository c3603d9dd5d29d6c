//! The eight ways to lay a square board onto itself.

use crate::point::Point;

/// A rotation, a reflection or the identity: transpose if `TRANSPOSE` is set, then mirror x, then mirror y.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

const MIRROR_X: u8 = 1;
const MIRROR_Y: u8 = 2;
const TRANSPOSE: u8 = 4;

impl Symmetry {
    /// Leaves every point where it is.
    pub const IDENTITY: Symmetry = Symmetry(0);

    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// Where `point` goes on a board with `size` lines a side.
    ///
    /// # Panics
    /// In debug builds, when `point` is off the board.
    pub fn apply(self, point: Point, size: u8) -> Point {
        debug_assert!(
            point.x < size && point.y < size,
            "{point} is off a board of {size}"
        );
        let (x, y) = if self.0 & TRANSPOSE != 0 {
            (point.y, point.x)
        } else {
            (point.x, point.y)
        };
        let x = if self.0 & MIRROR_X != 0 { size - 1 - x } else { x };
        let y = if self.0 & MIRROR_Y != 0 { size - 1 - y } else { y };
        Point::new(x, y)
    }

    /// The symmetry that brings every point back.
    #[must_use]
    pub fn inverse(self) -> Symmetry {
        // Mirroring x before a transposition is mirroring y after it; only then does the order matter.
        if self.0 & TRANSPOSE == 0 {
            return self;
        }
        let swapped = (self.0 & MIRROR_X) << 1 | (self.0 & MIRROR_Y) >> 1;
        Symmetry(TRANSPOSE | swapped)
    }

    /// This symmetry followed by `next`.
    #[must_use]
    pub fn then(self, next: Symmetry) -> Symmetry {
        let mirrors = if next.0 & TRANSPOSE == 0 {
            self.0 & (MIRROR_X | MIRROR_Y)
        } else {
            (self.0 & MIRROR_X) << 1 | (self.0 & MIRROR_Y) >> 1
        };
        let transpose = (self.0 ^ next.0) & TRANSPOSE;
        Symmetry(transpose | (mirrors ^ (next.0 & (MIRROR_X | MIRROR_Y))))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn points() -> impl Iterator<Item = Point> {
        (0..6).flat_map(|y| (0..6).map(move |x| Point::new(x, y)))
    }

    #[test]
    fn the_eight_differ_and_are_bijections() {
        let images: HashSet<Vec<Point>> = Symmetry::ALL
            .iter()
            .map(|symmetry| points().map(|point| symmetry.apply(point, 6)).collect())
            .collect();
        assert_eq!(images.len(), 8);
        for image in images {
            assert_eq!(image.iter().collect::<HashSet<_>>().len(), 36);
        }
    }

    #[test]
    fn inverse_and_composition_agree_with_apply() {
        for first in Symmetry::ALL {
            assert_eq!(first.then(first.inverse()), Symmetry::IDENTITY);
            for second in Symmetry::ALL {
                for point in points() {
                    let stepwise = second.apply(first.apply(point, 6), 6);
                    assert_eq!(
                        first.then(second).apply(point, 6),
                        stepwise,
                        "{first:?} {second:?} {point}"
                    );
                }
            }
        }
    }
}
