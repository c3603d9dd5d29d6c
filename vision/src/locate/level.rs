//! Colours as numbers to reckon with.

use image::RgbImage;

use crate::rank::{self, order};

/// Red, green and blue, 0 to 255, or differences of such.
pub(crate) type Level = [f32; 3];

/// Mean colour of a rectangle of pixels, `None` if it does not lie in the picture.
pub(crate) fn mean(image: &RgbImage, from: (f64, f64), to: (f64, f64)) -> Option<Level> {
    let (left, top, right, bottom) = (rounded(from.0), rounded(from.1), rounded(to.0), rounded(to.1));
    let inside =
        left >= 0 && top >= 0 && right < i64::from(image.width()) && bottom < i64::from(image.height());
    if !inside {
        return None;
    }
    let mut sum = [0u32; 3];
    let stride = image.width() as usize * 3;
    if left <= right {
        for y in top..=bottom {
            let begin = y as usize * stride;
            let row = &image.as_raw()[begin + left as usize * 3..=begin + right as usize * 3 + 2];
            for pixel in row.as_chunks::<3>().0 {
                (0..3).for_each(|channel| sum[channel] += u32::from(pixel[channel]));
            }
        }
    }
    let count = ((right - left + 1) * (bottom - top + 1)) as f32;
    // Whole numbers of this size are exact.
    Some(sum.map(|sum| sum as f32 / count))
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

/// Channel by channel; black of nothing.
pub(crate) fn median(levels: &[Level]) -> Level {
    std::array::from_fn(|channel| {
        let mut places: Vec<i32> = levels.iter().map(|level| order(level[channel])).collect();
        let middle = places.len() / 2;
        match places.is_empty() {
            true => 0.0,
            false => rank::at(&mut places, middle),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::{prop, prop_assert_eq, proptest};

    proptest! {
        #[test]
        fn rounding_is_that_of_the_library(value in -1e6f64..1e6, half in -2_000i32..2_000) {
            prop_assert_eq!(rounded(value), value.round() as i64);
            let half = f64::from(half) / 2.0;
            for near in [half, half.next_up(), half.next_down()] {
                prop_assert_eq!(rounded(near), near.round() as i64);
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
