//! Which cells show the grid's lines and nothing else. A part of the background.

use super::{
    super::measure::{Bound, distance, dot, median_color, minus, plus, quantile, size, times},
    Trait,
};
use crate::read::thresholds::background::{
    ARMS_NEAR, ARMS_PART, COMMON_NEAR, COMMON_PART, EMPTY_PART_MIN, FRAMED_MIN, LINE_CONTRAST_MIN,
    LINED_CELLS_MIN, LINED_NEAR, LINED_PART, SMOOTH_NEAR, SMOOTH_RANK, SMOOTH_TIMES,
};
use crate::{calibration::Kind, template::Rgb};

/// The line contrast that most cells with even lines share.
pub(super) fn common_line(traits: &[Trait], kind: Kind) -> Option<Rgb> {
    // Stones so large that they hide the lines' ends everywhere leave nothing continuous.
    let some = traits.iter().filter(|seen| seen.continuous).count() >= 5;
    let even: Vec<Rgb> = traits
        .iter()
        .filter(|seen| seen.continuous || !some)
        .filter_map(|seen| {
            let arms: Vec<Rgb> = seen.lines.iter().copied().flatten().collect();
            let middle = times(
                arms.iter().fold([0.0; 3], |sum, arm| plus(sum, *arm)),
                1.0 / arms.len().max(1) as f32,
            );
            let contrast = size(middle);
            let agreed = arms
                .iter()
                .all(|arm| distance(*arm, middle) <= ARMS_PART * contrast + ARMS_NEAR);
            (contrast >= LINE_CONTRAST_MIN && agreed).then_some(middle)
        })
        .collect();
    let like = |a: Rgb| {
        let near = Bound::at_most(COMMON_PART * size(a) + COMMON_NEAR);
        move |b: &Rgb| near.holds(minus(a, *b))
    };
    let best = even
        .iter()
        .map(|&a| {
            let like = like(a);
            (even.iter().filter(|b| like(b)).count(), a)
        })
        .max_by_key(|(count, _)| *count);
    let (count, center) = best?;
    // Through points a stone hides the lines; between cells they show everywhere.
    let part_min = if kind == Kind::Points {
        EMPTY_PART_MIN
    } else {
        LINED_CELLS_MIN
    };
    if (count as f32) < traits.len() as f32 * part_min {
        return None;
    }
    Some(median_color(even.iter().copied().filter(like(center))))
}

/// How much of a grid line is to be seen: 1 for all of it, 0 for none.
pub(in crate::read) fn visibility(seen: Rgb, line: Rgb) -> f32 {
    dot(seen, line) / dot(line, line).max(1e-6)
}

/// Cells of whose arms each one is a grid line.
pub(super) fn lined(traits: &[Trait], line: Rgb) -> Vec<bool> {
    let is_line = |arm: &Rgb| distance(*arm, line) <= LINED_PART * size(line) + LINED_NEAR;
    traits
        .iter()
        .map(|seen| seen.lines.iter().flatten().all(is_line))
        .collect()
}

/// Cells with nothing drawn in them, between grid lines if there are any.
pub(super) fn plain(traits: &[Trait], line: Option<Rgb>) -> Vec<bool> {
    let roughness: Vec<f32> = traits.iter().map(|seen| seen.roughness).collect();
    let limit = quantile(&roughness, SMOOTH_RANK) * SMOOTH_TIMES + SMOOTH_NEAR;
    let framed = |seen: &Trait| {
        line.is_none_or(|line| {
            seen.lines
                .iter()
                .flatten()
                .filter(|edge| visibility(**edge, line) > FRAMED_MIN)
                .count()
                >= 2
        })
    };
    traits
        .iter()
        .map(|seen| seen.roughness <= limit && framed(seen))
        .collect()
}
