//! From what the touch panel measures to pixels of the screen. A resistive panel lies on the screen a little turned, skewed and
//! off its centre, and may have its sides exchanged: three taps on known places tell all of that, and a fourth checks it.
//! Integers only.

use wires::panel::{HEIGHT, READING_MAX, WIDTH};

use super::panel::{Pixel, Raw};

/// Where taps are asked for: three that make the calibration and one that checks it, in which a miss of any of them shows in
/// full.
pub const CROSSES: [Pixel; 4] = [
    Pixel { x: 32, y: 24 },
    Pixel { x: 288, y: 24 },
    Pixel { x: 32, y: 216 },
    Pixel { x: 288, y: 216 },
];
/// Taps that make a calibration.
pub const TAPS: usize = 3;
/// Pixels by which the checking tap may miss its cross.
const MISS_MAX: i32 = 8;
/// A panel uses a quarter of its converter's range at least, along each side.
const RANGE_MIN: i64 = (READING_MAX as i64 + 1) / 4;

/// x = (x_by.0 * raw.x + x_by.1 * raw.y + x_by.2) / by, and y likewise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Calibration {
    x_by: [i64; 3],
    y_by: [i64; 3],
    by: i64,
}

/// Why taps make no calibration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// They lie almost on a line, or on one place.
    Line,
    /// No panel is as small, as oblong or as skewed as they would have it.
    Shape,
    /// The fourth tap is not where its cross was.
    Check,
}

impl Calibration {
    /// From taps on the first three crosses.
    ///
    /// # Errors
    /// No panel has these.
    pub fn new(taps: [Raw; TAPS]) -> Result<Calibration, Fault> {
        let [a, b, c] = taps.map(|raw| (i64::from(raw.x), i64::from(raw.y)));
        let by = (a.0 - c.0) * (b.1 - c.1) - (b.0 - c.0) * (a.1 - c.1);
        if by == 0 {
            return Err(Fault::Line);
        }
        let along = |side: fn(Pixel) -> i32| {
            let [at_a, at_b, at_c] = [0, 1, 2].map(|cross| i64::from(side(CROSSES[cross])));
            let by_x = (at_a - at_c) * (b.1 - c.1) - (at_b - at_c) * (a.1 - c.1);
            let by_y = (a.0 - c.0) * (at_b - at_c) - (b.0 - c.0) * (at_a - at_c);
            [by_x, by_y, at_c * by - by_x * c.0 - by_y * c.1]
        };
        let calibration = Calibration {
            x_by: along(|pixel| pixel.x),
            y_by: along(|pixel| pixel.y),
            by,
        };
        calibration.check_shape()?;
        Ok(calibration)
    }

    /// The whole screen in units of the converter: how its width and its height lie there.
    ///
    /// The inverse of the matrix (m n; o p) / by is (p -n; -o m) * by / (m p - n o), and that denominator is `by` times the
    /// crosses' own determinant.
    fn check_shape(&self) -> Result<(), Fault> {
        let [m, n, _] = self.x_by;
        let [o, p, _] = self.y_by;
        let crosses = (m * p - n * o) / self.by;
        let side = |along: i64, length: u16| along * i64::from(length) / crosses;
        let width = (side(p, WIDTH), side(-o, WIDTH));
        let height = (side(-n, HEIGHT), side(m, HEIGHT));
        let square = |(x, y): (i64, i64)| x * x + y * y;
        let (wide, high) = (square(width), square(height));
        // The area against the sides is the sine of the angle between them.
        let area = width.0 * height.1 - width.1 * height.0;
        let range_max = 2 * i64::from(READING_MAX);
        if wide.min(high) < RANGE_MIN * RANGE_MIN / 16 {
            return Err(Fault::Line);
        }
        // A sine of at least 0.95: 18 degrees from a right angle at most. And no side three times as long as the other.
        let is_square = i128::from(area) * i128::from(area) * 100 >= i128::from(wide) * i128::from(high) * 90;
        let fits = wide.min(high) >= RANGE_MIN * RANGE_MIN && wide.max(high) <= range_max * range_max;
        // Each side of the screen goes along a side of the panel: 18 degrees from it at most.
        let is_along = |(x, y): (i64, i64)| x.abs().min(y.abs()) * 3 <= x.abs().max(y.abs());
        if !is_square || !is_along(width) || !is_along(height) || !fits || wide.max(high) > 9 * wide.min(high)
        {
            return Err(Fault::Shape);
        }
        Ok(())
    }

    /// Whether a tap on the fourth cross is where that is.
    ///
    /// # Errors
    /// It is not.
    pub fn check(&self, tap: Raw) -> Result<(), Fault> {
        let (at, cross) = (self.pixel(tap), CROSSES[TAPS]);
        let (dx, dy) = (at.x - cross.x, at.y - cross.y);
        if dx.abs().max(dy.abs()) > MISS_MAX {
            return Err(Fault::Check);
        }
        Ok(())
    }

    /// The nearest pixel, which may lie outside the screen.
    pub fn pixel(&self, raw: Raw) -> Pixel {
        let along = |[by_x, by_y, more]: [i64; 3]| {
            let sum = by_x * i64::from(raw.x) + by_y * i64::from(raw.y) + more;
            let (sum, by) = (sum * self.by.signum(), self.by.abs());
            (sum + by / 2).div_euclid(by) as i32
        };
        Pixel {
            x: along(self.x_by),
            y: along(self.y_by),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A panel as it may lie on a screen: raw = origin + x * right + y * down, in 64ths.
    #[derive(Clone, Copy)]
    struct Lying {
        origin: (i32, i32),
        right: (i32, i32),
        down: (i32, i32),
    }

    const PANELS: [Lying; 5] = [
        // Upright, as large as the converter allows.
        Lying {
            origin: (0, 0),
            right: (818, 0),
            down: (0, 1091),
        },
        // Upside down.
        Lying {
            origin: (3900, 3800),
            right: (-740, 0),
            down: (0, -930),
        },
        // Sides exchanged.
        Lying {
            origin: (250, 3850),
            right: (0, -720),
            down: (900, 0),
        },
        // Turned and skewed.
        Lying {
            origin: (420, 300),
            right: (610, 55),
            down: (-70, 820),
        },
        // A converter that is used by a third.
        Lying {
            origin: (1000, 1500),
            right: (280, -9),
            down: (12, 370),
        },
    ];

    impl Lying {
        fn raw(&self, pixel: Pixel) -> Raw {
            let along = |origin, right, down| (origin + (pixel.x * right + pixel.y * down) / 64) as u16;
            Raw {
                x: along(self.origin.0, self.right.0, self.down.0),
                y: along(self.origin.1, self.right.1, self.down.1),
            }
        }

        fn taps(&self) -> [Raw; TAPS] {
            [0, 1, 2].map(|cross| self.raw(CROSSES[cross]))
        }
    }

    #[test]
    fn pixels_are_found_again_however_the_panel_lies() {
        for (number, panel) in PANELS.iter().enumerate() {
            let calibration = Calibration::new(panel.taps()).unwrap();
            assert_eq!(calibration.check(panel.raw(CROSSES[TAPS])), Ok(()));
            for (x, y) in (0..320)
                .step_by(7)
                .flat_map(|x| (0..240).step_by(7).map(move |y| (x, y)))
            {
                let found = calibration.pixel(panel.raw(Pixel { x, y }));
                let miss = (found.x - x).abs().max((found.y - y).abs());
                assert!(miss <= 1, "panel {number}: {x},{y} is found at {found:?}");
            }
        }
    }

    #[test]
    fn the_nearest_pixel_is_meant_beside_the_screen_too() {
        // Ten units a pixel, the first one at 100; and the same from the other side.
        for (origin, step) in [(100, 10), (3900, -10)] {
            let lying = Lying {
                origin: (origin, origin),
                right: (step * 64, 0),
                down: (0, step * 64),
            };
            let calibration = Calibration::new(lying.taps()).unwrap();
            for (tenths, pixel) in [(1236, 124), (1234, 123), (-16, -2), (-14, -1), (-4, 0)] {
                let raw = (origin + tenths * step.signum()) as u16;
                let found = calibration.pixel(Raw { x: raw, y: raw });
                assert_eq!((found.x, found.y), (pixel, pixel), "{tenths} tenths");
            }
        }
    }

    #[test]
    fn taps_that_no_panel_has_are_told() {
        let raw = |x, y| Raw { x, y };
        let check = |taps: [Raw; TAPS], fault| assert_eq!(Calibration::new(taps), Err(fault), "{taps:?}");
        check([raw(2000, 2000); 3], Fault::Line);
        check([raw(500, 500), raw(1500, 1500), raw(3000, 3000)], Fault::Line);
        check([raw(500, 500), raw(504, 503), raw(498, 507)], Fault::Line);
        // Turned by half a right angle.
        check([raw(2000, 500), raw(3500, 2000), raw(500, 2000)], Fault::Shape);
        // One tap is far off, to the side or towards another.
        let [a, b, _] = PANELS[0].taps();
        check([a, b, PANELS[0].raw(Pixel { x: 130, y: 216 })], Fault::Shape);
        check([a, b, PANELS[0].raw(Pixel { x: 32, y: 60 })], Fault::Shape);
    }

    #[test]
    fn a_tap_beside_its_cross_shows_in_the_fourth() {
        let panel = PANELS[3];
        for missed in 0..TAPS {
            let mut taps = panel.taps();
            let Pixel { x, y } = CROSSES[missed];
            taps[missed] = panel.raw(Pixel { x: x + 10, y: y - 4 });
            let calibration = Calibration::new(taps).unwrap();
            assert_eq!(calibration.check(panel.raw(CROSSES[TAPS])), Err(Fault::Check));
        }
    }
}
