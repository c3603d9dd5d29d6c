//! How the ground's colour changes over a board.

/// Levels that a region may be off. By trial.
pub(in crate::locate) const OFF_MAX: f32 = 14.0;

/// Levels by which the ground must change to be worth a curve. By trial.
pub(in crate::locate) const CHANGE_MIN: f32 = 20.0;

/// Colours this close are the same ground. By trial.
pub(in crate::locate) const NEAR: f32 = 16.0;

/// So many times as many places must look alike without the trend as with it. By trial.
pub(in crate::locate) const GAIN_MIN: f32 = 1.15;

/// How far beyond the board the curve is followed, the board reaching from -1 to 1. By trial.
pub(in crate::locate) const BEYOND: f64 = 1.15;
