//! Boards of dots without lines.

// Spots

/// Least difference of a spot from the ground, in levels. By trial.
pub(in crate::locate) const APART: f32 = 14.0;

/// So many times the ground's own unrest a spot differs more. By trial.
pub(in crate::locate) const UNREST: f32 = 4.0;

/// The ground's own unrest counts no more than this, in levels. By trial.
pub(in crate::locate) const UNREST_MAX: f32 = 14.0;

/// Grounds that are nearer, in levels, are one. No more than what a spot differs by: of two grounds that counted as one and
/// are farther apart, one would be a spot as large as a board.
pub(in crate::locate) const GROUNDS_APART: f32 = APART;

// Boards of spots

/// How far a spot may be from its place, in pitches. By trial.
pub(in crate::locate) const ASTRAY: f64 = 0.06;

/// The same in pixels. By trial.
pub(in crate::locate) const ASTRAY_PX: f64 = 1.0;

/// From one spot to the next, both may be astray: so many times as far. Twice.
pub(in crate::locate) const STEP_ASTRAY: f64 = 2.0;

/// And so many pixels more, as pitches are tried in halves of pixels. By trial.
pub(in crate::locate) const STEP_ASTRAY_PX: f64 = 0.8;

/// Distances that are nearer to each other, in pixels, are tried once. By trial.
pub(in crate::locate) const PITCHES_APART: f64 = 2.5;

/// A spot is smaller than this, in pitches. By trial.
pub(in crate::locate) const SPOT_MAX: f64 = 0.7;

/// Least part of the points that carry a spot. By trial.
pub(in crate::locate) const SPOTTED_MIN: f64 = 0.3;

/// Largest part of the points that are bare. By trial.
pub(in crate::locate) const BARE_MAX: f64 = 0.03;

/// Largest part of the places between the points on which something may be drawn. By trial.
pub(in crate::locate) const DRAWN_MAX: f64 = 0.12;

/// Part of the points of the next column or row that must carry a spot for it to be one of the board's. By trial.
pub(in crate::locate) const NEXT_MIN: f64 = 0.25;

/// Largest typical distance of a spot from its place, in pixels. By trial.
pub(in crate::locate) const RESIDUAL_MAX: f64 = 0.6;

/// Least room beyond the outermost points, in pitches: less may be a board that goes on. By trial.
pub(in crate::locate) const ROOM: f64 = 0.42;

/// Stones on points beyond the picture's edge reach into it where that is so far from the outermost points, in pitches, and
/// farther. Half a stone.
pub(in crate::locate) const STONE_FROM: f64 = 0.5;

/// And nearer than this. By trial.
pub(in crate::locate) const STONE_TO: f64 = 1.2;

/// So sure, 0 to 1, is a board of dots at the most. By trial.
pub(in crate::locate) const SURE_MOST: f64 = 0.95;

/// By so much less sure is one whose spots are as far from their places as they may be, as a share. By trial.
pub(in crate::locate) const CROOKED_COST: f64 = 0.3;
