//! A line's parts: how many of them tell it, and whether something lies on one of them.

use crate::pitch::probe::Ink;

/// Of a line's parts so many at least must be drawn, and as many blank, for either. Six of eight.
pub(super) const PARTS_LEAST: usize = 6;

/// A line one part of which has so many times the ink of another has the ball on it, if it leads to where the ball is sought,
/// and something else otherwise. By trial.
pub(super) const BULGE: f32 = 1.7;
const LAIN_OVER: f32 = 3.0;

/// Whether a line has ink, and no part of it much more than most: nothing lies on it but what a pen draws.
pub(super) fn is_even(ink: &Ink) -> bool {
    most(ink) < LAIN_OVER * least(ink)
}

/// How much ink the part of a line has that has the most.
pub(super) fn most(ink: &Ink) -> f32 {
    ink.parts.iter().map(|part| part[3]).fold(0.0, f32::max)
}

/// How much the part of a line has that has the least, but for as many as may be blank in a drawn one.
pub(super) fn least(ink: &Ink) -> f32 {
    let mut parts = ink.parts.map(|part| part[3]);
    parts.sort_by(f32::total_cmp);
    parts[parts.len() - PARTS_LEAST]
}
