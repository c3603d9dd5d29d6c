//! Small pictures of single cells on one canonical scale, and how alike two of them are. It knows where cells
//! lie, not what stands on them.
//!
//! A [`Canvas`] is the whole board resampled so that every cell is [`SIDE`] x [`SIDE`] samples, whatever the
//! pitch: templates learned at one window size match at another. Each sample is the exact mean of the pixels
//! that it covers, sub-pixel edges included, so thin lines fade with the pitch but never flicker between cells.

use std::ops::Range;

use image::RgbImage;
use referee::point::Point;

use crate::calibration::Calibration;

/// Samples along one side of a cell. Odd, so that a grid line through the centre falls into one sample.
pub const SIDE: usize = 13;
/// Samples in a cell.
pub(crate) const SAMPLES: usize = SIDE * SIDE;

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
    across: Axis,
    down: Axis,
    patches: Vec<Patch>,
    /// Cells of which a part lies outside the picture.
    outside: Vec<bool>,
}

impl Canvas {
    /// Resamples the board's pixels; nothing else in the picture is looked at.
    pub fn sample(image: &RgbImage, calibration: &Calibration) -> Canvas {
        Canvas::closer(image, calibration, 1.0)
    }

    /// The same of the middle of each cell only: so much of a pitch, `reach`, is spread over all samples.
    ///
    /// # Panics
    /// `reach` is not above 0 and up to 1.
    pub(crate) fn closer(image: &RgbImage, calibration: &Calibration, reach: f64) -> Canvas {
        assert!(
            reach > 0.0 && reach <= 1.0,
            "{reach} of a pitch cannot be looked at"
        );
        let (columns, rows) = (usize::from(calibration.columns), usize::from(calibration.rows));
        let axis = |origin: f64, pitch: f64, cells: usize, pixels: u32| {
            Axis::new(origin, pitch, reach, cells, pixels)
        };
        let across = axis(calibration.origin.0, calibration.pitch.0, columns, image.width());
        let down = axis(calibration.origin.1, calibration.pitch.1, rows, image.height());
        let mut patches = vec![Patch::flat([0.0; 3]); columns * rows];
        if image.width() > 0 && image.height() > 0 {
            for row in 0..rows * SIDE {
                resample(image, &across, &down, row, 0..columns, &mut patches);
            }
        }
        let mut outside = Vec::with_capacity(columns * rows);
        for row in 0..rows {
            outside.extend((0..columns).map(|column| across.outside[column] || down.outside[row]));
        }
        Canvas {
            columns: calibration.columns,
            rows: calibration.rows,
            across,
            down,
            patches,
            outside,
        }
    }

    /// Makes this canvas, sampled from `before`, that of a picture of the same size: only what differs is looked at closely.
    ///
    /// # Panics
    /// The sizes differ.
    pub fn follow(&mut self, before: &RgbImage, image: &RgbImage) {
        assert_eq!(
            before.dimensions(),
            image.dimensions(),
            "a canvas belongs to one size"
        );
        let stride = image.width() as usize * 3;
        if stride == 0 {
            return;
        }
        let rows = before.chunks_exact(stride).zip(image.chunks_exact(stride));
        let changed: Vec<Range<usize>> = rows.map(|(before, after)| changed(before, after)).collect();
        for row in 0..self.down.spans.len() {
            let pixels = self.down.pixels(row);
            let parts = changed[pixels].iter().filter(|part| !part.is_empty());
            let (left, right) = parts.fold((usize::MAX, 0), |(left, right), part| {
                (left.min(part.start), right.max(part.end))
            });
            if left < right {
                let cells = self.across.cells_in(left..right);
                resample(image, &self.across, &self.down, row, cells, &mut self.patches);
            }
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
    pub(crate) fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// Whether a part of the cell lies outside the picture; its samples there repeat the picture's edge.
    ///
    /// # Panics
    /// `point` is off the board.
    pub(crate) fn is_outside(&self, point: Point) -> bool {
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

/// First and end of the pixels that differ in two rows of bytes, three a pixel.
fn changed(before: &[u8], after: &[u8]) -> Range<usize> {
    if before == after {
        return 0..0;
    }
    let differs = |(a, b): (&u8, &u8)| a != b;
    let first = before.iter().zip(after).position(differs).unwrap_or(0);
    let last = before.iter().zip(after).rposition(differs).unwrap_or(0);
    first / 3..last / 3 + 1
}

/// How the samples along one axis are made of pixels.
#[derive(Clone, Debug)]
struct Axis {
    /// For each sample its first pixel, and which of the weights are those of it and its followers.
    spans: Vec<(usize, Range<usize>)>,
    /// Those of a sample add up to 1.
    weights: Vec<f32>,
    /// For each cell the pixels of all its samples.
    cells: Vec<Range<usize>>,
    /// For each cell whether it reaches out of the picture.
    outside: Vec<bool>,
}

impl Axis {
    /// `origin` is the centre of the first cell where pixel centres are whole numbers.
    fn new(origin: f64, pitch: f64, reach: f64, cells: usize, pixels: u32) -> Axis {
        let step = reach * pitch / SIDE as f64;
        // Pixel k covers [k, k + 1) here: pixel centres at k + 0.5.
        let start = origin + 0.5 - reach * pitch / 2.0;
        let last = f64::from(pixels.max(1)) - 1.0;
        let mut weights: Vec<f32> = Vec::new();
        let mut span = |sample: usize| {
            // Thinner than a pixel would read one pixel's colour: the mean over a pixel's width interpolates.
            let cell = (sample / SIDE) as f64 * pitch;
            let middle = start + cell + ((sample % SIDE) as f64 + 0.5) * step;
            let half = step.max(1.0) / 2.0;
            let (low, high) = (middle - half, middle + half);
            let first = low.floor().clamp(0.0, last);
            let end = (high.ceil() - 1.0).clamp(first, last);
            let begin = weights.len();
            weights.extend(
                (first as usize..=end as usize)
                    .map(|pixel| ((pixel as f64 + 1.0).min(high) - (pixel as f64).max(low)).max(0.0) as f32),
            );
            let own = &mut weights[begin..];
            let sum: f32 = own.iter().sum();
            if sum > 0.0 {
                own.iter_mut().for_each(|weight| *weight /= sum);
            } else {
                weights.truncate(begin);
                weights.push(1.0);
            }
            (first as usize, begin..weights.len())
        };
        // A quarter of the cell may be cut off: what decides stands in the middle.
        let outside = |cell: usize| {
            let middle = origin + 0.5 + cell as f64 * pitch;
            middle - pitch / 4.0 < 0.0 || middle + pitch / 4.0 > last + 1.0
        };
        let spans: Vec<(usize, Range<usize>)> = (0..cells * SIDE).map(&mut span).collect();
        // The samples lie in their order.
        let of_cell = |samples: &[(usize, Range<usize>)]| {
            let end = |(first, weights): &(usize, Range<usize>)| first + weights.len();
            samples[0].0..end(&samples[SIDE - 1])
        };
        Axis {
            cells: spans.chunks_exact(SIDE).map(of_cell).collect(),
            spans,
            weights,
            outside: (0..cells).map(outside).collect(),
        }
    }

    /// The pixels of a sample.
    fn pixels(&self, sample: usize) -> Range<usize> {
        let (first, weights) = &self.spans[sample];
        *first..first + weights.len()
    }

    /// The pixels of some cells.
    fn pixels_of(&self, cells: Range<usize>) -> Range<usize> {
        match &self.cells[cells] {
            [] => 0..0,
            [first, .., last] => first.start..last.end,
            [only] => only.clone(),
        }
    }

    /// The cells that any of those pixels belong to, and those between them.
    fn cells_in(&self, pixels: Range<usize>) -> Range<usize> {
        let touched = |cell: &usize| {
            let own = &self.cells[*cell];
            own.start < pixels.end && pixels.start < own.end
        };
        let mut cells = (0..self.outside.len()).filter(touched);
        cells.next().map_or(0..0, |first| {
            first..cells.next_back().map_or(first + 1, |last| last + 1)
        })
    }
}

/// One row of samples in some columns of cells, in two passes: pixel rows into one row of samples' height, then that row
/// into samples.
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn resample(
    image: &RgbImage,
    across: &Axis,
    down: &Axis,
    row: usize,
    cells: Range<usize>,
    patches: &mut [Patch],
) {
    let stride = image.width() as usize * 3;
    let raw = image.as_raw();
    let columns = across.spans.len() / SIDE;
    let Range {
        start: left,
        end: right,
    } = across.pixels_of(cells.clone());
    let mut strip = vec![0.0f32; (right - left) * 3];
    let (first, weights) = &down.spans[row];
    for (offset, &weight) in down.weights[weights.clone()].iter().enumerate() {
        let line = &raw[(first + offset) * stride + left * 3..(first + offset) * stride + right * 3];
        for (sum, &value) in strip.iter_mut().zip(line) {
            *sum += weight * f32::from(value);
        }
    }
    let (cell_row, j) = (row / SIDE, row % SIDE);
    for column in cells {
        let patch = &mut patches[cell_row * columns + column].0[j * SIDE..(j + 1) * SIDE];
        for (sample, (first, weights)) in patch.iter_mut().zip(&across.spans[column * SIDE..]) {
            let pixels = strip[(first - left) * 3..].as_chunks::<3>().0;
            let mut sum = [0.0; 3];
            for (&weight, pixel) in across.weights[weights.clone()].iter().zip(pixels) {
                sum[0] += weight * pixel[0];
                sum[1] += weight * pixel[1];
                sum[2] += weight * pixel[2];
            }
            *sample = sum;
        }
    }
}

/// Zero-mean normalised cross-correlation of two patches over the samples in `mask`, each channel with its own
/// mean: 1 for the same pattern at any brightness and contrast, -1 for its negative, 0 for unrelated ones and
/// whenever one of them is flat (a spread under one level a sample).
pub(crate) fn zncc(a: &Patch, b: &Patch, mask: &[usize]) -> f32 {
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
            orientation: crate::orientation::Orientation::default(),
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

    proptest! {
        /// A canvas that followed its picture is the canvas of that picture, whatever changed and wherever the board lies.
        #[test]
        fn following_is_sampling(
            pitch in 8.0f64..30.0,
            origin in -10.0f64..40.0,
            spots in prop::collection::vec((0u32..90, 0u32..70, 1u32..30), 0..4),
        ) {
            let before = RgbImage::from_fn(90, 70, |x, y| Pixel([(x * 7) as u8, (y * 5) as u8, (x * y) as u8]));
            let mut after = before.clone();
            for (x, y, side) in spots {
                for at in 0..side {
                    after.put_pixel((x + at) % 90, (y + at / 3) % 70, Pixel([at as u8; 3]));
                }
            }
            let calibration = calibration(pitch, origin, 4);
            let mut canvas = Canvas::sample(&before, &calibration);
            canvas.follow(&before, &after);
            prop_assert!(canvas.patches() == Canvas::sample(&after, &calibration).patches());
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
