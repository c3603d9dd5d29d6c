//! Which lattice is a board, and how sure that is.

// Lattices

/// Pixels from one line to the next, at least: slightly less than what is promised, so that rounding cannot lose the ends.
/// The promise: 14.
pub(in crate::locate) const PITCH_MIN: f64 = 13.5;

/// And at most. The promise: 160, of which the half is found in the halved picture.
pub(in crate::locate) const PITCH_MAX: f64 = 82.0;

/// Columns and rows may be so much apart in pitch, as a share. By trial.
pub(in crate::locate) const SQUARE: f64 = 0.012;

/// The same of two combs, before their lines are fitted. By trial.
pub(in crate::locate) const SQUARE_ROUGHLY: f64 = 4.0 * SQUARE;

/// Least part of the lines that must be seen above what lies between them. By trial.
pub(in crate::locate) const CONTRAST_MIN: f64 = 0.5;

/// A lattice this clear needs no second look. By trial.
pub(in crate::locate) const CONTRAST_PLAIN: f64 = 0.7;

/// Largest typical distance of a line from its place, in pixels. By trial.
pub(in crate::locate) const RESIDUAL_MAX: f64 = 0.9;

/// Combs cross if more than this part of each lies in the other's field. Half.
pub(in crate::locate) const CROSSING_MIN: f64 = 0.5;

/// Of two lattices the one with the larger pitch is the board: the power of the pitch in its score. By trial.
pub(in crate::locate) const PITCH_POWER: f64 = 1.5;

// Confidence, 0 to 1

/// By so much less sure is a board whose lines are as far from their places as they may be. By trial.
pub(in crate::locate) const CROOKED_COST: f64 = 0.3;

/// So sure is a board of which nothing tells whether it is of points or of cells. By trial.
pub(in crate::locate) const SURE_KIND_LEAST: f64 = 0.6;

/// So much more one of which that is certain. What is left to 1.
pub(in crate::locate) const SURE_KIND_MORE: f64 = 0.4;

// Boards that fill their window

/// Of an outermost line nearer than this to the picture's edge, in cells, not all can be seen that is asked of a line. By
/// trial.
pub(in crate::locate) const EDGE_NEAR: f64 = 0.2;

/// Pixels by which the picture may cut off an outermost line, or show more than the line. By trial.
pub(in crate::locate) const TIGHT: f64 = 4.0;

/// Least pixels beyond an outermost line that show whether the others run on there. By trial.
pub(in crate::locate) const SHOWN: f64 = 1.5;
