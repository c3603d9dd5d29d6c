//! The verdict on signs that are drawn with a pen, and on kinds of which few stones were seen; the last-move mark.

// Signs and their pens

/// Middles farther apart than this part of the ink are not of one kind, where only one was seen. Half.
pub(in crate::read) const OTHER_MIDDLE: f32 = 0.5;

/// A drawing that is less like any known one is another drawing. By trial.
pub(in crate::read) const DRAWN_MIN: f32 = 0.7;

/// Pens that differ by less, in levels, do not tell kinds apart. By trial.
pub(in crate::read) const PENS_ALIKE: f32 = 40.0;

/// Pens that differ by so much, in levels, tell kinds apart whatever is drawn with them. By trial.
pub(in crate::read) const PENS_APART: f32 = 100.0;

/// Pens whose directions from the ground differ by so much, in radians, tell kinds apart however thin the line is. By trial.
pub(in crate::read) const INKS_APART: f32 = 0.35;

/// An unknown drawing is told by its pen's colour if its ink is stronger than this part of the kind's. By trial.
pub(in crate::read) const PEN_INK_MIN: f32 = 0.75;

/// An unknown drawing covers more of the core than this, as a share. By trial.
pub(in crate::read) const PEN_COVERED_MIN: f32 = 0.1;

/// Its pen is nearer to a kind's than this part of the distance between the two kinds'. By trial.
pub(in crate::read) const PEN_NEAR: f32 = 0.2;

/// A thin line, a blend of pen and ground, has more than this part of the pen's contrast. By trial.
pub(in crate::read) const LINE_INK_MIN: f32 = 0.4;

/// Its direction from the ground is off from the nearer pen's by less than this part of what it is off from the other's. By
/// trial.
pub(in crate::read) const LINE_DIRECTION: f32 = 0.3;

/// Nothing is drawn where less than this part of a sign's strength is there. By trial.
pub(in crate::read) const NONE_PART_MAX: f32 = 0.3;

/// And the correlation with all known drawings is less. By trial.
pub(in crate::read) const NONE_DRAWN_MAX: f32 = 0.5;

/// A sign that scores less is none of a known kind's, of 1.15. By trial.
pub(in crate::read) const SCORE_MIN: f32 = 0.5;

/// A sign of which at least this part is there, and less than of a stone, is not called none: thin signs lose strength by
/// mere blur. By trial.
pub(in crate::read) const HALF_SIGN_MIN: f32 = 0.3;

/// Under a highlight, more than this part of a sign must be there. By trial.
pub(in crate::read) const LIT_PART_MIN: f32 = 0.4;

/// Its correlation with a known drawing must be higher. By trial.
pub(in crate::read) const LIT_DRAWN_MIN: f32 = 0.8;

/// By so much more than with the other kind's. By trial.
pub(in crate::read) const LIT_DRAWN_LEAD: f32 = 0.15;

// How a cell compares with a sign

/// A drawing with a higher correlation is measured against the known one sample by sample. By trial.
pub(in crate::read) const SHAPE_MIN: f32 = 0.6;

/// The part of a sign that is there counts as no less where ink is compared. By trial.
pub(in crate::read) const PART_LEAST: f32 = 0.3;

/// And as no more. By trial.
pub(in crate::read) const PART_MOST: f32 = 1.3;

/// A pen nearer to the kind's than this part of its ink is the same. By trial.
pub(in crate::read) const SAME_PEN: f32 = 0.18;

/// What is drawn with the same pen is there at least to this part. By trial.
pub(in crate::read) const SAME_PEN_PART: f32 = 0.9;

/// So much each part of its contrast that the ink is off takes from its likeness. By trial.
pub(in crate::read) const INK_OFF_WEIGHT: f32 = 2.0;

/// So much each part that it is rounder or less round. By trial.
pub(in crate::read) const ROUND_OFF_WEIGHT: f32 = 0.4;

/// The weight of the drawing's correlation in the score. Half.
pub(in crate::read) const SCORE_DRAWN: f32 = 0.5;

/// The weight of the ink's likeness in the score. Half.
pub(in crate::read) const SCORE_INK: f32 = 0.5;

/// A drawing with a higher correlation scores more. By trial.
pub(in crate::read) const WELL_DRAWN: f32 = 0.85;

/// Namely so much. By trial.
pub(in crate::read) const WELL_DRAWN_MORE: f32 = 0.15;

/// A drawing's strength is measured where the known one has more than this part of its strongest ink. Half.
pub(in crate::read) const STRONG_SAMPLES: f32 = 0.5;

// Kinds of which few stones were seen

/// A pointer that hides most of an empty cell is called a stone with less confidence. By trial.
pub(in crate::read) const HALF_SURE: f32 = 0.7;

/// By so much its correlation with its mirror image is below a stone's: 0.21 in seed 1,041, and numbers on stones take less.
pub(in crate::read) const LESS_SYMMETRIC: f32 = 0.35;

/// A colour that is nearer to a stone's than this part of its distance from the ground is the stone's. By trial.
pub(in crate::read) const OWN_COLOR: f32 = 0.3;

/// The first stone of a kind is of several colours against the ground in more of its cell, as a share. By trial.
pub(in crate::read) const FIRST_STRUCTURE_MIN: f32 = 0.3;

// Cells that something lies over

/// From so far on, in levels, ground is another one. By trial.
pub(in crate::read) const BAND_OFF: f32 = 28.0;

/// A band's own colour changes from cell to cell by less, in levels. By trial.
pub(in crate::read) const BAND_SAME: f32 = 10.0;

/// Two cells are under one band if what they are off differs by less than this part of it. By trial.
pub(in crate::read) const BAND_LIKE: f32 = 0.3;

/// A cell whose lines all show less than this part of the common one is covered. By trial.
pub(in crate::read) const LINELESS: f32 = 0.25;

/// A cell is flat if no sample differs by so much, in levels, from the first. One level.
pub(in crate::read) const FLAT_MAX: f32 = 1.0;

// The last-move mark

/// Standing out by less is chance. By trial.
pub(in crate::read) const OUTSTANDING_MIN: f32 = 0.06;

/// The next strangest stone stands out by no more than this part of it, or none is the last move. By trial.
pub(in crate::read) const SECOND_MAX: f32 = 0.5;

/// A sample of a stone is odd if it is off by more than so many times what is visible. By trial.
pub(in crate::read) const ODD_VISIBLE: f32 = 1.5;

/// A mark's middle is no farther than this from its stone's, in samples, along a row or a column. By trial.
pub(in crate::read) const MARK_ASIDE_MAX: f32 = 1.2;

/// So much a sign's tint counts, as a share of all levels, towards its oddness. By trial.
pub(in crate::read) const TINT_WEIGHT: f32 = 2.0;

/// A sign is framed if more than this part of the frame around it differs. Half.
pub(in crate::read) const FRAMED_SIGN_MIN: f32 = 0.5;

/// A sign that correlates less with all known drawings has something drawn beside it. By trial.
pub(in crate::read) const EXTRA_MAX: f32 = 0.6;

/// So much what it lacks of that counts towards its oddness. By trial.
pub(in crate::read) const EXTRA_WEIGHT: f32 = 0.1;
