//! Small pictures of single cells on one canonical scale, and how alike two of them are. It knows where cells
//! lie, not what stands on them.
//!
//! A [`Canvas`] is the whole board resampled so that every cell is [`SIDE`] x [`SIDE`] samples, whatever the
//! pitch: templates learned at one window size match at another. Each sample is the exact mean of the pixels
//! that it covers, sub-pixel edges included, so thin lines fade with the pitch but never flicker between cells.

use image::RgbImage;
use referee::point::Point;

use crate::calibration::Calibration;

/// Samples along one side of a cell. Odd, so that a grid line through the centre falls into one sample.
pub const SIDE: usize = 13;
/// Samples in a cell.
pub const SAMPLES: usize = SIDE * SIDE;

/// Red, green and blue, 0 to 255 each; differences of colours may be negative.
pub type Rgb = [f32; 3];

/// One cell, row by row from its top left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Patch(pub [Rgb; SAMPLES]);

impl Patch {
    /// The same colour everywhere.
    pub const fn flat(color: Rgb) -> Patch {
        Patch([color; SAMPLES])
    }

    /// The sample in column `i`, row `j` of the patch.
    ///
    /// # Panics
    /// `i` or `j` is not below [`SIDE`].
    pub fn at(&self, i: usize, j: usize) -> Rgb {
        self.0[j * SIDE + i]
    }
}

/// Every cell of a board as a [`Patch`].
#[derive(Clone, Debug)]
pub struct Canvas {
    columns: u8,
    rows: u8,
    patches: Vec<Patch>,
    /// Cells of which a part lies outside the picture.
    outside: Vec<bool>,
}

impl Canvas {
    /// Resamples the board's pixels; nothing else in the picture is looked at.
    pub fn sample(image: &RgbImage, calibration: &Calibration) -> Canvas {
        let (columns, rows) = (usize::from(calibration.columns), usize::from(calibration.rows));
        let across = Axis::new(calibration.origin.0, calibration.pitch.0, columns, image.width());
        let down = Axis::new(calibration.origin.1, calibration.pitch.1, rows, image.height());
        let mut patches = vec![Patch::flat([0.0; 3]); columns * rows];
        if image.width() > 0 && image.height() > 0 {
            resample(image, &across, &down, &mut patches);
        }
        let mut outside = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            outside.extend((0..columns).map(|column| across.outside[column] || down.outside[row]));
        }
        Canvas {
            columns: calibration.columns,
            rows: calibration.rows,
            patches,
            outside,
        }
    }

    /// Cells in a row.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Cells in a column.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// All cells, row by row.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// Whether a part of the cell lies outside the picture; its samples there repeat the picture's edge.
    ///
    /// # Panics
    /// `point` is off the board.
    pub fn is_outside(&self, point: Point) -> bool {
        self.outside[self.index(point)]
    }

    /// The cell at `point`.
    ///
    /// # Panics
    /// `point` is off the board.
    pub fn patch(&self, point: Point) -> &Patch {
        &self.patches[self.index(point)]
    }

    fn index(&self, point: Point) -> usize {
        assert!(
            point.x < self.columns && point.y < self.rows,
            "point {point} is off the board"
        );
        usize::from(point.y) * usize::from(self.columns) + usize::from(point.x)
    }
}

/// How the samples along one axis are made of pixels.
struct Axis {
    /// For each sample its first pixel, and the weights of it and its followers; the weights add up to 1.
    spans: Vec<(usize, Vec<f32>)>,
    /// For each cell whether it reaches out of the picture.
    outside: Vec<bool>,
}

impl Axis {
    /// `origin` is the centre of the first cell where pixel centres are whole numbers.
    fn new(origin: f64, pitch: f64, cells: usize, pixels: u32) -> Axis {
        let step = pitch / SIDE as f64;
        // Pixel k covers [k, k + 1) here: pixel centres at k + 0.5.
        let start = origin + 0.5 - pitch / 2.0;
        let last = f64::from(pixels.max(1)) - 1.0;
        let span = |sample: usize| {
            // Thinner than a pixel would read one pixel's colour: the mean over a pixel's width interpolates.
            let middle = start + (sample as f64 + 0.5) * step;
            let half = step.max(1.0) / 2.0;
            let (low, high) = (middle - half, middle + half);
            let first = low.floor().clamp(0.0, last);
            let end = (high.ceil() - 1.0).clamp(first, last);
            let mut weights: Vec<f32> = (first as usize..=end as usize)
                .map(|pixel| ((pixel as f64 + 1.0).min(high) - (pixel as f64).max(low)).max(0.0) as f32)
                .collect();
            let sum: f32 = weights.iter().sum();
            if sum > 0.0 {
                weights.iter_mut().for_each(|weight| *weight /= sum);
            } else {
                weights = vec![1.0];
            }
            (first as usize, weights)
        };
        // A quarter of the cell may be cut off: what decides stands in the middle.
        let outside = |cell: usize| {
            let middle = start + (cell as f64 + 0.5) * pitch;
            middle - pitch / 4.0 < 0.0 || middle + pitch / 4.0 > last + 1.0
        };
        Axis {
            spans: (0..cells * SIDE).map(span).collect(),
            outside: (0..cells).map(outside).collect(),
        }
    }
}

/// Two passes: pixel rows into one row of samples' height, then that row into samples.
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn resample(image: &RgbImage, across: &Axis, down: &Axis, patches: &mut [Patch]) {
    let stride = image.width() as usize * 3;
    let raw = image.as_raw();
    let columns = across.spans.len() / SIDE;
    let left = across.spans.iter().map(|(first, _)| *first).min().unwrap_or(0);
    let right = across
        .spans
        .iter()
        .map(|(first, weights)| first + weights.len())
        .max()
        .unwrap_or(0);
    let mut strip = vec![0.0f32; (right - left) * 3];
    for (sample_row, (first, weights)) in down.spans.iter().enumerate() {
        strip.fill(0.0);
        for (offset, &weight) in weights.iter().enumerate() {
            let line = &raw[(first + offset) * stride + left * 3..(first + offset) * stride + right * 3];
            for (sum, &value) in strip.iter_mut().zip(line) {
                *sum += weight * f32::from(value);
            }
        }
        let (row, j) = (sample_row / SIDE, sample_row % SIDE);
        for column in 0..columns {
            let patch = &mut patches[row * columns + column].0[j * SIDE..(j + 1) * SIDE];
            for (sample, (first, weights)) in patch.iter_mut().zip(&across.spans[column * SIDE..]) {
                let pixels = strip[(first - left) * 3..].as_chunks::<3>().0;
                let mut sum = [0.0; 3];
                for (&weight, pixel) in weights.iter().zip(pixels) {
                    sum[0] += weight * pixel[0];
                    sum[1] += weight * pixel[1];
                    sum[2] += weight * pixel[2];
                }
                *sample = sum;
            }
        }
    }
}

/// Zero-mean normalised cross-correlation of two patches over the samples in `mask`, each channel with its own
/// mean: 1 for the same pattern at any brightness and contrast, -1 for its negative, 0 for unrelated ones and
/// whenever one of them is flat (a spread under one level a sample).
pub fn zncc(a: &Patch, b: &Patch, mask: &[usize]) -> f32 {
    let count = mask.len().max(1) as f32;
    let mean = |patch: &Patch| {
        let mut sum = [0.0f32; 3];
        for &index in mask {
            for (total, value) in sum.iter_mut().zip(patch.0[index]) {
                *total += value;
            }
        }
        sum.map(|total| total / count)
    };
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut product, mut square_a, mut square_b) = (0.0f32, 0.0f32, 0.0f32);
    for &index in mask {
        for channel in 0..3 {
            let from_a = a.0[index][channel] - mean_a[channel];
            let from_b = b.0[index][channel] - mean_b[channel];
            product += from_a * from_b;
            square_a += from_a * from_a;
            square_b += from_b * from_b;
        }
    }
    if square_a.min(square_b) < count {
        return 0.0;
    }
    (product / (square_a * square_b).sqrt()).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibration::Kind;
    use image::Rgb as Pixel;
    use proptest::prelude::{Strategy, prop, prop_assert, proptest};

    const ALL: [usize; SAMPLES] = {
        let mut all = [0; SAMPLES];
        let mut index = 0;
        while index < SAMPLES {
            all[index] = index;
            index += 1;
        }
        all
    };

    fn calibration(pitch: f64, origin: f64, size: u8) -> Calibration {
        Calibration {
            columns: size,
            rows: size,
            kind: Kind::Points,
            origin: (origin, origin),
            pitch: (pitch, pitch),
            confidence: 1.0,
        }
    }

    fn any_patch() -> impl Strategy<Value = Patch> {
        prop::collection::vec(prop::array::uniform3(0.0f32..255.0), SAMPLES)
            .prop_map(|samples| Patch(samples.try_into().expect("as many as asked for")))
    }

    proptest! {
        /// Brightness and contrast do not matter, a negative is the opposite, order does not matter.
        #[test]
        fn zncc_ignores_light((a, b) in (any_patch(), any_patch()), gain in 0.2f32..3.0, shift in -50.0f32..50.0) {
            let lit = Patch(a.0.map(|sample| sample.map(|value| value * gain + shift)));
            let negative = Patch(a.0.map(|sample| sample.map(|value| 255.0 - value)));
            prop_assert!((zncc(&a, &lit, &ALL) - 1.0).abs() < 1e-3);
            prop_assert!((zncc(&a, &negative, &ALL) + 1.0).abs() < 1e-3);
            prop_assert!((zncc(&a, &b, &ALL) - zncc(&b, &a, &ALL)).abs() < 1e-4);
            prop_assert!((zncc(&a, &b, &ALL) - zncc(&lit, &b, &ALL)).abs() < 1e-3);
        }

        /// A linear ramp is reproduced at every pitch and offset: sampling has no bias. A partly covered end pixel counts
        /// with its centre, which is off by at most f (1 - f) / 2 <= 1/8 of a level.
        #[test]
        fn a_ramp_stays_a_ramp(pitch in 14.0f64..60.0, phase in 0.0f64..1.0) {
            let image = RgbImage::from_fn(250, 250, |x, y| Pixel([x as u8, y as u8, 7]));
            let calibration = calibration(pitch, pitch / 2.0 + 2.0 + phase, 4);
            let canvas = Canvas::sample(&image, &calibration);
            for y in 0..3u8 {
                for x in 0..3u8 {
                    let (cx, cy) = calibration.centre_of(Point::new(x, y));
                    let patch = canvas.patch(Point::new(x, y));
                    for (i, j) in [(0, 0), (6, 6), (12, 3)] {
                        let want_x = cx + (i as f64 - 6.0) * pitch / SIDE as f64;
                        let want_y = cy + (j as f64 - 6.0) * pitch / SIDE as f64;
                        prop_assert!((f64::from(patch.at(i, j)[0]) - want_x).abs() < 0.126);
                        prop_assert!((f64::from(patch.at(i, j)[1]) - want_y).abs() < 0.126);
                    }
                }
            }
        }
    }

    #[test]
    fn a_flat_patch_is_like_nothing() {
        let flat = Patch::flat([90.0, 90.0, 90.0]);
        assert_eq!(zncc(&flat, &flat, &ALL), 0.0);
    }

    #[test]
    fn cells_beyond_the_picture_are_told() {
        let image = RgbImage::new(100, 60);
        let canvas = Canvas::sample(&image, &calibration(20.0, 10.0, 5));
        assert!(!canvas.is_outside(Point::new(4, 2)));
        assert!(canvas.is_outside(Point::new(0, 3)));
        assert!(canvas.is_outside(Point::new(4, 4)));
    }
}
