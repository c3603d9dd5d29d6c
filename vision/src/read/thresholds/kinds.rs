//! The two kinds of stone, and which cells they are learned from.

// What may be a stone

/// A stone on a point leaves grid lines on no more of its arms, as a share. Half of four arms.
pub(in crate::read) const HIDDEN_LINED_MAX: f32 = 0.5;

/// What differs in less of its core is no stone on a point, as a share. By trial.
pub(in crate::read) const HIDDEN_COVERED_MIN: f32 = 0.25;

/// A stone on a point leaves less than this part of the line in the median arm. By trial.
pub(in crate::read) const HIDDEN_LINE_MAX: f32 = 0.45;

/// Or it differs in more of its core than this, as a share. By trial.
pub(in crate::read) const HIDDEN_COVERED: f32 = 0.6;

/// A glossy stone, whose shading looks like faint lines, differs in more of its core, as a share. By trial.
pub(in crate::read) const GLOSSY_COVERED_MIN: f32 = 0.8;

/// Its colour is farther from the ground than so many times a line's contrast. By trial.
pub(in crate::read) const GLOSSY_LINE_TIMES: f32 = 2.0;

/// And so much farther, in levels. By trial.
pub(in crate::read) const GLOSSY_NEAR: f32 = 30.0;

/// Farther than this from the ground, in levels, is enough beside any line. By trial.
pub(in crate::read) const GLOSSY_ENOUGH: f32 = 90.0;

/// On a point without lines a stone differs in more of its core than this, as a share. Half.
pub(in crate::read) const LINELESS_COVERED_MIN: f32 = 0.5;

/// Between lines, a stone's ink is at least this part of a line's contrast. By trial.
pub(in crate::read) const STONE_INK_PART: f32 = 0.3;

/// The same of a thin sign's. By trial.
pub(in crate::read) const SIGN_INK_PART: f32 = 0.5;

/// Ink that is fainter, in levels, is no stone's and no sign's. By trial.
pub(in crate::read) const INK_MIN: f32 = 20.0;

/// A sign between lines is of several colours in at least so much of its cell, as a share. By trial.
pub(in crate::read) const DRAWN_STRUCTURE_MIN: f32 = 0.07;

/// And differs in at least so much of its core, as a share. By trial.
pub(in crate::read) const DRAWN_COVERED_MIN: f32 = 0.07;

/// Stronger ink than this, in levels, needs no outline: clouds are fainter. By trial.
pub(in crate::read) const STRONG_INK: f32 = 80.0;

/// The rank of the strength that candidates are compared with, as a share: one much stronger is something else. By trial.
pub(in crate::read) const STRENGTH_RANK: f32 = 0.9;

/// Something unfilled that is fainter than this part of that strength is a cloud or a star. By trial.
pub(in crate::read) const FAINT_BESIDE: f32 = 0.25;

/// What fills its corners is a stone only if one such is stronger than this part of the strongest candidate. By trial.
pub(in crate::read) const FILLS_STRONG: f32 = 0.6;

/// The correlation with its own mirror image from which on something is symmetric. By trial.
pub(in crate::read) const MIRRORED: f32 = 0.5;

/// The same between lines, where signs may be drawn by hand: a cross beside a ring loses 0.27.
pub(in crate::read) const LOPSIDED_BY_HAND: f32 = 0.3;

// One kind or two

/// Cells whose correlation is at least this look the same. By trial.
pub(in crate::read) const SAME: f32 = 0.93;

/// A ring is as far from a cross of the same pen as so many levels of colour. By trial.
pub(in crate::read) const ROUND_WEIGHT: f32 = 90.0;

/// What leaves grid lines on fewer of its arms hides them, as a share. By trial.
pub(in crate::read) const LINES_HIDDEN_MAX: f32 = 0.3;

/// So many of a group's members are nearer to its middle than what is called its spread, as a share. By trial.
pub(in crate::read) const SPREAD_RANK: f32 = 0.4;

/// Two kinds are farther apart than this part of the stronger one's contrast. By trial.
pub(in crate::read) const APART_PART: f32 = 0.2;

/// And at least so far, in levels. By trial.
pub(in crate::read) const APART_MIN: f32 = 18.0;

/// And at least so many times the spread of either. By trial.
pub(in crate::read) const APART_SPREADS: f32 = 2.5;

/// One that has at least this part of the others' contrast may be one of them shining through. By trial.
pub(in crate::read) const SHINES_MIN: f32 = 0.25;

/// From this part on it is not: it is a stone. By trial.
pub(in crate::read) const SHINES_MAX: f32 = 0.75;

/// What is left over when that part is taken out is less than this part of the contrast, if it is of the same colour. By
/// trial.
pub(in crate::read) const SHINES_REST: f32 = 0.12;

/// So many of the members of one kind are to be near its middle, as a share. By trial.
pub(in crate::read) const ALIKE_RANK: f32 = 0.8;

/// They are near if no farther than this part of the kind's contrast. By trial.
pub(in crate::read) const ALIKE_PART: f32 = 0.25;

/// The same of two or three members: two kinds that look nearly the same are likelier than so few stones of one kind alone.
/// By trial.
pub(in crate::read) const ALIKE_PART_FEW: f32 = 0.1;

/// The contrast of a paler kind counts as this, in levels. By trial.
pub(in crate::read) const ALIKE_CONTRAST_MIN: f32 = 72.0;

/// Samples that differ by more, in levels, are not of one kind. By trial.
pub(in crate::read) const UNLIKE: f32 = 48.0;

/// What reaches less far than this part of a stone's reach is none: a cross half a pitch wide reaches 3.5 samples, a stone 5.
pub(in crate::read) const ONE_SIZE: f32 = 0.72;

/// By so many samples the reach of one stone differs from the next one's, as they fall between pixels. One sample and a half.
pub(in crate::read) const SAMPLED: f32 = 1.5;

// Which one is called x

/// A middle that differs by less, in levels, is the ground. By trial.
pub(in crate::read) const SHOWS: f32 = 24.0;

/// Pens whose darkness differs by less, of 255, are told apart by what they draw. By trial.
pub(in crate::read) const PENS_NEAR: f32 = 60.0;

/// A ring is so much rounder than a cross, of 1. By trial.
pub(in crate::read) const ROUNDER: f32 = 0.3;

/// Stones whose darkness differs by less, of 255, are told apart by their number. By trial.
pub(in crate::read) const DARKER: f32 = 2.0;

/// The only kind of one picture is that of another if they are nearer than this, in levels. By trial.
pub(in crate::read) const KIND_LIKE: f32 = 60.0;

// Whether to believe the model

/// A closer look is to be as sure of half of what it shows: handicap dots that fall otherwise between pixels are hardly two
/// kinds. By trial.
pub(in crate::read) const SHOWN: f32 = 0.3;

/// So far from what they should look like, in levels, are empty cells in another light. By trial.
pub(in crate::read) const OTHER_LIGHT: f32 = 12.0;

/// Ground that two pictures show differs from cell to cell at most so many times as it usually does. By trial.
pub(in crate::read) const OTHER_GROUND: f32 = 3.0;

/// And so many times what is visible besides. By trial.
pub(in crate::read) const OTHER_GROUND_VISIBLE: f32 = 2.0;

// Empty cells that are remembered as they look

/// An empty cell's own look is kept if it is called empty with this confidence. By trial.
pub(in crate::read) const KEEP_SURE: f32 = 0.6;

/// And grid lines show on so many of its arms, as a share. Three of four arms.
pub(in crate::read) const KEEP_LINED_MIN: f32 = 0.75;

/// And less of its core differs than this, as a share. By trial.
pub(in crate::read) const KEEP_COVERED_MAX: f32 = 0.5;

/// The same between lines. By trial.
pub(in crate::read) const KEEP_CELL_COVERED_MAX: f32 = 0.06;

/// Between lines its tint is weaker than this part of a veil's. Half.
pub(in crate::read) const KEEP_TINT_PART: f32 = 0.5;
