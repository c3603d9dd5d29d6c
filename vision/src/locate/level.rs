//! Colours as numbers to reckon with.

use image::RgbImage;

use crate::rank::median_color;

/// Red, green and blue, 0 to 255, or differences of such.
pub(crate) type Level = [f32; 3];

/// A picture's pixels added up, so that any rectangle's sum is four look-ups away.
pub(crate) struct Sums {
    width: usize,
    height: usize,
    /// The sum of all pixels above and to the left of each corner between pixels, row by row. Sums of large pictures run
    /// over; their differences are right all the same.
    corners: Vec<[u32; 3]>,
}

impl Sums {
    pub(crate) fn of(image: &RgbImage) -> Sums {
        let (width, height) = (image.width() as usize, image.height() as usize);
        let mut corners = vec![[0u32; 3]; (width + 1) * (height + 1)];
        for (y, row) in image.as_raw().chunks_exact((width * 3).max(1)).enumerate() {
            let (above, below) = corners[y * (width + 1)..(y + 2) * (width + 1)].split_at_mut(width + 1);
            let mut sum = [0u32; 3];
            for ((pixel, above), below) in row
                .as_chunks::<3>()
                .0
                .iter()
                .zip(&above[1..])
                .zip(&mut below[1..])
            {
                for channel in 0..3 {
                    sum[channel] += u32::from(pixel[channel]);
                    below[channel] = above[channel].wrapping_add(sum[channel]);
                }
            }
        }
        Sums {
            width,
            height,
            corners,
        }
    }

    /// Mean colour of the pixels from the first to the last column and row; `None` if they do not lie in the picture.
    pub(crate) fn mean(&self, columns: (i64, i64), rows: (i64, i64)) -> Option<Level> {
        let within = |(first, last): (i64, i64), length: usize| {
            (0 <= first && first <= last && last < length as i64).then(|| (first as usize, last as usize + 1))
        };
        let ((left, right), (top, bottom)) = (within(columns, self.width)?, within(rows, self.height)?);
        let corner = |x: usize, y: usize| self.corners[y * (self.width + 1) + x];
        let (whole, above) = (corner(right, bottom), corner(right, top));
        let (beside, both) = (corner(left, bottom), corner(left, top));
        let count = ((right - left) * (bottom - top)) as f32;
        // Whole numbers of this size are exact.
        Some(std::array::from_fn(|channel| {
            let added = whole[channel].wrapping_add(both[channel]);
            let sum = added.wrapping_sub(above[channel]).wrapping_sub(beside[channel]);
            sum as f32 / count
        }))
    }
}

/// The whole number below, or the value itself.
pub(crate) fn floored(value: f64) -> i64 {
    let whole = value as i64;
    whole - i64::from(value < whole as f64)
}

/// The nearest whole number, the farther from 0 of two.
pub(crate) fn rounded(value: f64) -> i64 {
    let whole = value as i64;
    let rest = value - whole as f64;
    whole + i64::from(rest >= 0.5) - i64::from(rest <= -0.5)
}

/// Difference in the channel that differs most.
pub(crate) fn apart(a: Level, b: Level) -> f32 {
    (0..3)
        .map(|channel| (a[channel] - b[channel]).abs())
        .fold(0.0, f32::max)
}

/// Size of a difference, in the channel that differs most.
pub(crate) fn largest(level: Level) -> f32 {
    apart(level, [0.0; 3])
}

/// How far one difference goes the way of another one; below 0 if it goes the other way.
pub(crate) fn dot(a: Level, b: Level) -> f32 {
    (0..3).map(|channel| a[channel] * b[channel]).sum()
}

/// How much of the usual difference a difference is: 1 if it is the same, 0 if nothing differs that way.
pub(crate) fn part_of(usual: Level, difference: Level) -> f32 {
    dot(difference, usual) / dot(usual, usual)
}

/// Channel by channel; black of nothing.
pub(crate) fn median(levels: &[Level]) -> Level {
    median_color(levels.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop, prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn sums_are_those_of_the_pixels(columns in (-2i64..12, -2i64..12), rows in (-2i64..9, -2i64..9)) {
            let image = RgbImage::from_fn(11, 8, |x, y| image::Rgb([(x * 23) as u8, (y * 31) as u8, (x * y * 3) as u8]));
            let inside = |(first, last): (i64, i64), length: i64| first >= 0 && first <= last && last < length;
            let wanted = (inside(columns, 11) && inside(rows, 8)).then(|| {
                let pixels = (rows.0..=rows.1).flat_map(|y| (columns.0..=columns.1).map(move |x| (x as u32, y as u32)));
                let pixels: Vec<[u8; 3]> = pixels.map(|(x, y)| image.get_pixel(x, y).0).collect();
                let sum = |channel: usize| pixels.iter().map(|pixel| f32::from(pixel[channel])).sum::<f32>();
                [0, 1, 2].map(|channel| sum(channel) / pixels.len() as f32)
            });
            prop_assert_eq!(Sums::of(&image).mean(columns, rows), wanted);
        }

        #[test]
        fn rounding_is_that_of_the_library(value in -1e6f64..1e6, half in -2_000i32..2_000) {
            prop_assert_eq!(rounded(value), value.round() as i64);
            prop_assert_eq!(floored(value), value.floor() as i64);
            let half = f64::from(half) / 2.0;
            for near in [half, half.next_up(), half.next_down()] {
                prop_assert_eq!(rounded(near), near.round() as i64);
                prop_assert_eq!(floored(near), near.floor() as i64);
            }
        }

        #[test]
        fn the_middle_is_that_of_the_sorted_values(levels in prop::collection::vec(prop::array::uniform3(-255.0f32..255.0), 1..40)) {
            let of = |channel: usize| {
                let mut values: Vec<f32> = levels.iter().map(|level| level[channel]).collect();
                values.sort_by(f32::total_cmp);
                values[values.len() / 2]
            };
            prop_assert_eq!(median(&levels), [of(0), of(1), of(2)]);
        }
    }
}
