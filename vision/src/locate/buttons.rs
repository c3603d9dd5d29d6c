//! Whether the cells of a look are buttons with rims, and where the rims of two of them meet.

use crate::locate::{
    level::largest,
    look::{Look, Mode, Place, Sample, Way, Window},
    relief::Relief,
    thresholds::look::RIMS_SHIFTS,
};

/// Every so many places are looked at to learn where rims meet.
const RELIEF_STEP: usize = 7;

impl Look<'_> {
    /// What the rims at upright and level lines look like, and where exactly the one lies beside the other: a line's place is
    /// that of its clearer rim.
    pub(super) fn learn_relief(&mut self, places: &[Place]) {
        for way in [Way::Upright, Way::Level] {
            let own = places.iter().filter(|place| place.way == way);
            let some: Vec<Place> = own.step_by(RELIEF_STEP).copied().collect();
            let mut best: Option<(f64, Relief)> = None;
            for shift in RIMS_SHIFTS {
                self.shift[way as usize] = shift;
                let samples = some.iter().filter_map(|place| self.sample(*place));
                let relief = Relief::of(&samples.map(|sample| sample.halves).collect::<Vec<_>>());
                let clearest = best.map_or(0.0, |(_, best)| largest(best.change()));
                if let Some(relief) = relief.filter(|relief| largest(relief.change()) > clearest) {
                    best = Some((shift, relief));
                }
            }
            self.shift[way as usize] = best.map_or(0.0, |(shift, _)| shift);
            self.relief[way as usize] = best.map(|(_, relief)| relief);
        }
    }

    /// Whether on most sides the outermost lines have rims towards the inside alone, as the outermost of many buttons have. Lines
    /// that are engraved are the same everywhere.
    pub(super) fn is_of_buttons(&self, window: Window) -> bool {
        let sides = [
            (Way::Upright, window.columns.0, window.rows, 1),
            (Way::Upright, window.columns.1, window.rows, 0),
            (Way::Level, window.rows.0, window.columns, 1),
            (Way::Level, window.rows.1, window.columns, 0),
        ];
        let ends = sides.into_iter().filter(|(way, line, pieces, inside)| {
            let Some(relief) = self.rims(*way) else {
                return false;
            };
            let places = (pieces.0..pieces.1).map(|piece| Place {
                way: *way,
                line: f64::from(*line),
                along: f64::from(piece) + 0.5,
            });
            let samples: Vec<Sample> = places.filter_map(|place| self.sample(place)).collect();
            let rimmed = |half: usize| {
                let with = samples
                    .iter()
                    .filter(|sample| relief.is_rim(half, &sample.halves));
                with.count() * 2 > samples.len()
            };
            rimmed(*inside) && !rimmed(1 - inside)
        });
        ends.count() >= 3
    }

    /// What the rims at lines of that way look like, if they are in relief.
    pub(super) fn rims(&self, way: Way) -> Option<&Relief> {
        let relief = self.relief[way as usize].as_ref();
        relief.filter(|_| self.mode == Mode::Relief)
    }

    /// Whether there are no rims, or none are looked for.
    pub(super) fn is_unrimmed(&self, way: Way, sample: &Sample) -> bool {
        self.rims(way).is_none_or(|relief| relief.is_bare(&sample.halves))
    }
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use crate::{
        calibration::Kind,
        frame::Frame,
        locate::{LocateOptions, locate},
    };

    /// So many buttons a side, each so many pixels wide, with rims of so many pixels, on a page of their own colour.
    fn buttons(side: u32, pitch: u32, rim: u32, [ground, light, dark]: [u8; 3]) -> RgbImage {
        let (from, size) = (40, side * pitch);
        RgbImage::from_fn(size + 120, size + 100, |x, y| {
            let (x, y) = (x.wrapping_sub(from), y.wrapping_sub(from));
            let (across, down) = (x % pitch, y % pitch);
            let level = if x >= size || y >= size {
                ground
            } else if across >= pitch - rim || down >= pitch - rim {
                dark
            } else if across < rim || down < rim {
                light
            } else {
                ground
            };
            Rgb([level; 3])
        })
    }

    #[test]
    fn buttons_are_cells() {
        let mut wrong = Vec::new();
        for shades in [[192, 255, 128], [192, 128, 255], [60, 130, 20]] {
            for (side, pitch) in [(10, 32), (15, 24), (15, 41), (18, 26), (20, 20)] {
                for rim in [1, 2] {
                    let frame = Frame::from_image(buttons(side, pitch, rim, shades));
                    let found = locate(&frame, &LocateOptions::default());
                    let found =
                        found.map(|board| (u32::from(board.columns), u32::from(board.rows), board.kind));
                    if found != Ok((side, side, Kind::Cells)) {
                        wrong.push(format!("{side} of {pitch}, rim {rim}, {shades:?}: {found:?}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
