//! What the empty board looks like.

// Which cells are empty

/// At least this part of all cells must be seen to be empty. By trial.
pub(in crate::read) const EMPTY_PART_MIN: f32 = 0.06;

/// At least so many cells must be seen to be empty, however small the board is. By trial.
pub(in crate::read) const EMPTY_CELLS_MIN: f32 = 3.0;

/// So many of a cell's samples are nearer to its ground than what is called its roughness, as a share. By trial.
pub(in crate::read) const ROUGHNESS_RANK: f32 = 0.92;

/// Beneath signs, so many cells are at first taken to be plain, as a share. Half: what most cells share is the board.
pub(in crate::read) const PLAIN_RANK: f32 = 0.5;

/// So many cells between lines are taken to be smooth, as a share: what they are as rough as is the ground's own roughness.
/// By trial.
pub(in crate::read) const SMOOTH_RANK: f32 = 0.1;

/// A cell is plain up to so many times the smooth cells' roughness. By trial.
pub(in crate::read) const SMOOTH_TIMES: f32 = 2.0;

/// So much rougher it may be besides, in levels. By trial.
pub(in crate::read) const SMOOTH_NEAR: f32 = 3.0;

/// A cell is framed by an edge that shows more than this part of the common line. By trial.
pub(in crate::read) const FRAMED_MIN: f32 = 0.4;

/// An empty cell's own look is better than the pattern if its samples are no farther from that than so many times the noise.
/// By trial.
pub(in crate::read) const OWN_LOOK_TIMES: f32 = 3.0;

/// Or no farther than this, in levels. By trial.
pub(in crate::read) const OWN_LOOK_NEAR: f32 = 16.0;

// Grid lines

/// Weaker lines than this, in levels, are not told from grain. By trial.
pub(in crate::read) const LINE_CONTRAST_MIN: f32 = 1.5;

/// The arms of a cell are one line if none is farther from their mean than this part of its contrast. By trial.
pub(in crate::read) const ARMS_PART: f32 = 0.35;

/// So much more they may be off, in levels: faint lines are rounded to whole levels. One level.
pub(in crate::read) const ARMS_NEAR: f32 = 1.0;

/// Lines are alike if they are no farther apart than this part of their contrast. By trial.
pub(in crate::read) const COMMON_PART: f32 = 0.3;

/// So much more they may be apart, in levels. One level.
pub(in crate::read) const COMMON_NEAR: f32 = 1.0;

/// Between cells the lines show everywhere: at least so many cells have the common one, as a share. By trial.
pub(in crate::read) const LINED_CELLS_MIN: f32 = 0.4;

/// An arm is a grid line if it is no farther from the common one than this part of its contrast. By trial.
pub(in crate::read) const LINED_PART: f32 = 0.4;

/// So much more it may be off, in levels. One level.
pub(in crate::read) const LINED_NEAR: f32 = 1.0;

/// A line that changes by more than this part of its contrast up to the cell's edge does not go on: a stone's shading does
/// so. By trial.
pub(in crate::read) const CONTINUOUS_PART: f32 = 0.5;

/// So much more it may change, in levels. By trial.
pub(in crate::read) const CONTINUOUS_NEAR: f32 = 1.5;

// Ground

/// A board is chequered if the cells of one shade are so far from the others', in levels. By trial.
pub(in crate::read) const CHEQUERED_APART: f32 = 5.0;

/// Ground that is farther from the usual, in levels, is none. By trial.
pub(in crate::read) const STRANGER: f32 = 48.0;

/// Grain leaves no such gap between one cell's colour and the next, in levels. By trial.
pub(in crate::read) const GAP: f32 = 12.0;

/// Samples of a border that differ by more from what runs along it, in levels, are something else. By trial.
pub(in crate::read) const OTHER: f32 = 20.0;

// Noise

/// So many of a board's cells are its quietest ones. By trial.
pub(in crate::read) const QUIET: f32 = 0.2;

/// Of the noise on grid lines this part counts: lines that are rounded to whole pixels stray more than anything else, but
/// only on themselves. By trial.
pub(in crate::read) const ON_LINES_PART: f32 = 0.4;

/// A handicap dot's sample may be off by this part of what dots differ by: they fall otherwise between pixels. By trial.
pub(in crate::read) const DOT_BLUR: f32 = 0.4;
