//! Points or cells. What speaks for points is counted up, in about the logarithm of how much, less what speaks for cells;
//! these are the weights.

// Evidence and its weight

/// Colours further apart than this, in levels of the channel that differs most, are not the same ground. By trial.
pub(in crate::locate) const APART: f32 = 20.0;

/// Where no more than this speaks for either, the grid may well be the other. By trial.
pub(in crate::locate) const UNCLEAR: f64 = 0.85;

/// Stones beyond so many say nothing more. By trial.
pub(in crate::locate) const ENOUGH: f64 = 4.0;

/// So sure is a board of which nothing tells what it is. By trial.
pub(in crate::locate) const SURE_LEAST: f64 = 0.45;

/// So much evidence makes it wholly sure, and more. By trial.
pub(in crate::locate) const SURE_SCALE: f64 = 8.0;

/// The weight of stones. By trial.
pub(in crate::locate) const SIGNS_WEIGHT: f64 = 2.0;

/// The weight of lines that run on beyond the outermost ones for less than a cell, for points. Two stones in
/// cells outweigh it, one does not.
pub(in crate::locate) const OVERSHOOT_WEIGHT: f64 = 3.6;

/// The weight of lines that run on for a whole cell on every side and end there, for cells. By trial.
pub(in crate::locate) const OPEN_WEIGHT: f64 = 2.5;

/// The weight of handicap dots, for points. By trial.
pub(in crate::locate) const STAR_WEIGHT: f64 = 4.0;

/// The weight of coordinates, for either. By trial.
pub(in crate::locate) const LABELS_WEIGHT: f64 = 5.0;

/// The weight of ground that ends where stones on the outermost points would have no room, for cells. By trial.
pub(in crate::locate) const NO_ROOM_WEIGHT: f64 = 2.5;

/// The same if it ends so on one side only. By trial.
pub(in crate::locate) const NO_ROOM_ONE_WEIGHT: f64 = 0.8;

/// The weight of heavier outermost lines, for cells. By trial.
pub(in crate::locate) const HEAVY_WEIGHT: f64 = 0.8;

/// The weight of a size that boards of points have. The logarithm of how much more often it is seen.
pub(in crate::locate) const USUAL_POINTS: f64 = 1.7;

/// The weight of a size that boards of cells have. The logarithm of how much more often it is seen.
pub(in crate::locate) const USUAL_CELLS: f64 = 1.5;

/// The weight of any other size, for points. The logarithm of how much more often those are seen.
pub(in crate::locate) const USUAL_OTHER: f64 = 0.3;

// Stones

/// So far from a site's centre, each way, a stone still covers the ground, in pitches. By trial.
pub(in crate::locate) const COVERED_OUT: f64 = 0.15;

/// The same where strokes that cross a site must not count. By trial.
pub(in crate::locate) const COVERED_WIDE_OUT: f64 = 0.28;

/// Half the side of the square looked at there, as a part of that distance. By trial.
pub(in crate::locate) const COVERED_HALF: f64 = 0.25;

/// Stones prefer crossings or cells if there are so many times as many on the one: clouds, grain and watermarks do not. By
/// trial.
pub(in crate::locate) const PREFER: f64 = 1.5;

/// The weight of a cell whose inside is unlike others', for cells, where stones prefer neither. By trial.
pub(in crate::locate) const DRAWN_WEIGHT: f64 = 0.8;

/// So far from the middle of a piece of line, along it or across, what lies over it is looked for as well, in pitches: a stone that
/// touches the middle does not reach there. By trial.
pub(in crate::locate) const BESIDE_MIDDLE: f64 = 0.3;

/// Half the side of the square that tells a site's colour, in pitches. By trial.
pub(in crate::locate) const MEAN_HALF: f64 = 0.06;

/// Half the side of the square that tells how lively a cell is, in pitches. By trial.
pub(in crate::locate) const BODY_HALF: f64 = 0.38;

/// What is farther from the usual than so many times the typical distance is odd. By trial.
pub(in crate::locate) const ODD_TIMES: f32 = 8.0;

/// Farther than this, in levels, it is odd whatever is typical. By trial.
pub(in crate::locate) const ODD_MAX: f32 = 3.0 * APART;

// Handicap dots

/// So far from a crossing, each way, a dot's ink is looked for, in pitches. By trial.
pub(in crate::locate) const DOT_OUT: f64 = 0.045;

/// A dot has so much more of the line's ink there than most crossings. By trial.
pub(in crate::locate) const DOT_MORE: f32 = 0.2;

// Chequered boards

/// The two shades are farther apart than this, in levels. By trial.
pub(in crate::locate) const CHEQUERED_MIN: f32 = 8.0;

/// A cell is of a shade if it is nearer than this part of the distance between them. By trial.
pub(in crate::locate) const SHADE_NEAR: f32 = 0.4;

/// More cells than this must be of their shade, as a share: stones cover the others. By trial.
pub(in crate::locate) const SHADE_CELLS: f32 = 0.35;

// Where the board ends

/// So far beyond the outermost lines other ground is looked for, in pitches: a frame is passed. By trial.
pub(in crate::locate) const END_OUT: [f64; 5] = [0.25, 0.4, 0.55, 0.7, 0.85];

/// Ground that is farther from the board's, in levels, is other ground. By trial.
pub(in crate::locate) const END_APART: f32 = 4.5;

/// So many times as far as is typical it must be as well. By trial.
pub(in crate::locate) const END_TIMES: f32 = 3.0;

/// So far beyond the outermost lines the others are looked for, in pitches. By trial.
pub(in crate::locate) const OVERSHOOT_OUT: f64 = 0.3;

/// So far to either side a line's ink is summed up, in pitches. By trial.
pub(in crate::locate) const HEAVY_REACH: f64 = 0.12;

/// But at least so far, in pixels. By trial.
pub(in crate::locate) const HEAVY_REACH_MIN: f64 = 2.0;

/// An outermost line is heavier if it has so many times the others' ink. By trial.
pub(in crate::locate) const HEAVY_TIMES: f32 = 1.35;

/// And so much more, in levels summed across it. By trial.
pub(in crate::locate) const HEAVY_MORE: f32 = 10.0;

// Coordinates

/// Levels by which ink differs from what is around it. By trial.
pub(in crate::locate) const INK: f32 = 24.0;

/// Part of the places that must be inked. By trial.
pub(in crate::locate) const LABELLED: f32 = 0.7;

/// Part of the places in between that may be. By trial.
pub(in crate::locate) const FREE: f32 = 0.2;

/// A label begins so far from the outermost line, in pitches. By trial.
pub(in crate::locate) const LABEL_NEAR: f64 = 0.3;

/// And ends no farther, in pitches. By trial.
pub(in crate::locate) const LABEL_FAR: f64 = 1.5;

/// It reaches so far along the line to either side, in pitches. By trial.
pub(in crate::locate) const LABEL_REACH: f64 = 0.16;

/// But at least so far, in pixels. By trial.
pub(in crate::locate) const LABEL_REACH_MIN: f64 = 2.0;
