//! What is visible, and what a cell is measured to be.

// What is visible

/// A difference from the empty cell is visible from this on, however little noise there is, in levels. By trial.
pub(in crate::read) const VISIBLE_MIN: f32 = 12.0;

/// A difference is visible if it is so many times the noise, which nine in ten samples stay below. By trial.
pub(in crate::read) const NOISE_TIMES: f32 = 2.5;

/// Between lines, a difference is visible from this part of a grid line's contrast on: lines rounded to whole pixels lie a
/// little more in one cell than in the next. By trial.
pub(in crate::read) const ROUNDING_PART: f32 = 0.2;

/// So many of an empty cell's samples stray by less than what is called the noise, as a share. A convention.
pub(in crate::read) const NOISE_RANK: f32 = 0.9;

// Stones and thin signs

/// From this `filled` on a cell holds a stone rather than a thin sign. The unit of `filled`.
pub(in crate::read) const SOLID: f32 = 1.0;

/// From this `filled` on it is a stone all the same if it covers its cell: a glossy stone's colour may be the ground's in
/// places. By trial.
pub(in crate::read) const SOLID_COVERED: f32 = 0.6 * SOLID;

/// What differs in so much of its core covers its cell, as a share. By trial.
pub(in crate::read) const COVERED_MIN: f32 = 0.93;

/// A disc inks so much of a cell's caps, as a share: from there on `filled` is 1. By trial.
pub(in crate::read) const CAPS_FULL: f32 = 0.75;

/// A disc inks so much of a cell's core, as a share: from there on `filled` is 1. By trial.
pub(in crate::read) const CORE_FULL: f32 = 0.6;

/// Corners that are nearer to the middle's difference than this part of it are of its colour. By trial.
pub(in crate::read) const CORNERS_LIKE_FILL: f32 = 0.3;

/// The steps from sample to sample that are looked at for an outline: all but the strongest few, as a share. By trial.
pub(in crate::read) const STEPS_RANK: f32 = 0.93;

/// What steps by less than this part of its ink has no outline: clouds and grain change slowly. By trial.
pub(in crate::read) const OUTLINE_PART: f32 = 0.2;

/// So many of the samples that differ lie within what is called the extent, as a share. A convention.
pub(in crate::read) const EXTENT_RANK: f32 = 0.9;

/// What is so much less symmetric than what is most so is something else: a pointer beside stones, 0.27 less in seed 1,041 of
/// `what_few_stones_do_not_show_is_not_told`.
pub(in crate::read) const LOPSIDED: f32 = 0.25;

// Ink

/// The rank of the difference that is called the strongest, as a share: a few samples above it are chance. By trial.
pub(in crate::read) const INK_RANK: f32 = 0.92;

/// Samples that differ by this part of the strongest are ink. By trial.
pub(in crate::read) const INK_PART: f32 = 0.6;

// Tints and clouds

/// Corners that differ by more from their mean, in levels, are no cloud that could be taken out of the cell. By trial.
pub(in crate::read) const UNEVEN_MAX: f32 = 30.0;

/// A tint that is stronger, in levels, is not taken out if it is uneven as well. By trial.
pub(in crate::read) const TINT_MAX: f32 = 40.0;

// Grid lines

/// A grid line of which no more shows is hidden. By trial.
pub(in crate::read) const LINE_HIDDEN: f32 = 0.2;

/// An arm that shows less than this part of the common line is none. By trial.
pub(in crate::read) const LINE_PART_MIN: f32 = 0.35;

/// An arm that is so many times as strong as the common line is something else. By trial.
pub(in crate::read) const LINE_PART_MAX: f32 = 1.6;

/// The same at the border, where lines are often drawn thicker. By trial.
pub(in crate::read) const BORDER_LINE_PART_MAX: f32 = 3.0;

/// An arm whose colour is farther from the line's than this part of the line's contrast is no line. By trial.
pub(in crate::read) const LINE_COLOR_PART: f32 = 0.3;

/// So much more it may be off in levels: faint lines are rounded to whole levels. By trial.
pub(in crate::read) const LINE_COLOR_NEAR: f32 = 1.5;
