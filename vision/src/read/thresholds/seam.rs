//! What goes on from one cell into the next.

/// One colour changes by less along a seam and across it, in levels: what compression leaves of it. By trial.
pub(in crate::read) const SEAM_SAME: f32 = 12.0;

/// It is off from the ground by more, in levels. By trial.
pub(in crate::read) const SEAM_OFF: f32 = 16.0;

/// So many of the 13 samples along a side, from either end of it on, are not of discs that touch: those of a pitch share the five
/// in its middle, and a tenth larger ones the seven.
pub(in crate::read) const OUTER: usize = 3;

/// So many of those six are a seam. Half: words and the edge of what lies there hide the others.
pub(in crate::read) const SEAM_OUTER: usize = 3;

/// If so many are along the whole side. By trial.
pub(in crate::read) const SEAM_LEAST: usize = 4;

/// Of what is known to lie over cells, so many go on into the next one: one more than touching discs share.
pub(in crate::read) const SEAM_ON: usize = 6;

/// Or so many of the six at its ends. By trial.
pub(in crate::read) const SEAM_OUTER_ON: usize = 2;

/// A colour that lies over so many cells together is no stone's. By trial.
pub(in crate::read) const SPREAD_LEAST: usize = 3;

/// Stones fill their cells or are larger if they fill so many of the sides that lie open, as a share. What lies over a board ends
/// where cells end on one side in six. By trial.
pub(in crate::read) const LARGE_SIDES: f32 = 0.8;
