//! Colours as numbers to reckon with.

use image::RgbImage;

/// Red, green and blue, 0 to 255, or differences of such.
pub(crate) type Level = [f32; 3];

/// Mean colour of a rectangle of pixels, `None` if it does not lie in the picture.
pub(crate) fn mean(image: &RgbImage, from: (f64, f64), to: (f64, f64)) -> Option<Level> {
    let (left, top, right, bottom) = (from.0.round(), from.1.round(), to.0.round(), to.1.round());
    let inside =
        left >= 0.0 && top >= 0.0 && right < f64::from(image.width()) && bottom < f64::from(image.height());
    if !inside {
        return None;
    }
    let mut sum = [0.0; 3];
    for y in top as u32..=bottom as u32 {
        for x in left as u32..=right as u32 {
            let pixel = image.get_pixel(x, y).0;
            (0..3).for_each(|channel| sum[channel] += f32::from(pixel[channel]));
        }
    }
    let count = ((right - left + 1.0) * (bottom - top + 1.0)) as f32;
    Some(sum.map(|sum| sum / count))
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
        let mut values: Vec<f32> = levels.iter().map(|level| level[channel]).collect();
        values.sort_by(f32::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or(0.0)
    })
}
