//! Small marks in the middle of their points.

use crate::template::SAMPLES;

// What is a mark

/// Samples that differ less than this part of the strongest ones are not the mark's. By trial.
pub(in crate::read) const GRAIN: f32 = 0.4;

/// What is as much stronger than grain is looked at without it. By trial.
pub(in crate::read) const STRONG: f32 = 2.5;

/// The strongest samples: all but so many. By trial.
pub(in crate::read) const PEAK: f32 = 1.0 - 3.0 / SAMPLES as f32;

/// A mark's middle is no farther from its cell's, in samples. By trial.
pub(in crate::read) const ASIDE_MAX: f32 = 2.0;

/// What has no colour on the whole is as much stronger than noise. By trial.
pub(in crate::read) const COLORLESS: f32 = 5.5;

/// The middle of what has no colour on the whole is no farther. By trial.
pub(in crate::read) const CENTRED: f32 = 0.7;

/// What reaches so many times as far without grain taken out is a mark with grain beside it. By trial.
pub(in crate::read) const WIDER: f32 = 3.0;

/// So many of a mark's samples lie within what is called its radius, as a share. A convention.
pub(in crate::read) const RADIUS_RANK: f32 = 0.9;

/// A mark's colour on the whole is so many times what is visible; noise just above the bound is less. By trial.
pub(in crate::read) const COLORED: f32 = 1.3;

// Marks that are alike

/// Marks are of one colour if it differs by less than this part of its contrast. By trial.
pub(in crate::read) const INK_LIKE_PART: f32 = 0.25;

/// So much more it may differ, in levels. By trial.
pub(in crate::read) const INK_LIKE_NEAR: f32 = 6.0;

/// Marks are of one size if their radii differ by no more, in samples. One sample.
pub(in crate::read) const RADIUS_LIKE: f32 = 1.0;

/// A small mark may be a stone if its radius differs from a stone's by no more, in samples. By trial.
pub(in crate::read) const STONE_RADIUS_LIKE: f32 = 1.5;

// Handicap dots

/// A handicap dot reaches no farther, in samples. By trial.
pub(in crate::read) const DOT_MAX: f32 = 4.5;

/// A dot's colour lies along the lines' if the cosine between them is greater. By trial.
pub(in crate::read) const ALONG_LINES: f32 = 0.75;

/// A dot that grain runs through is up to so many times as strong as its counterparts, or they as it. By trial.
pub(in crate::read) const DOT_INK_TIMES: f32 = 2.0;

/// Dots on two sides are counterparts if their radii differ by no more, in samples. One sample.
pub(in crate::read) const DOT_RADIUS_LIKE: f32 = 1.0;

/// Dots beside small stones are one kind of thing if their radii differ by no more, in samples. Half a sample.
pub(in crate::read) const TWIN_RADIUS_LIKE: f32 = 0.5;

/// Beside other small things, one more dot reaches no farther than the others and so much, in samples: stones may be hardly
/// larger. By trial.
pub(in crate::read) const BESIDE_MARKS_LARGER: f32 = 0.4;

/// Nor is it more than so many times as strong as they. By trial.
pub(in crate::read) const BESIDE_MARKS_STRONGER: f32 = 1.25;

/// Grain that runs through a dot leaves it fainter than this part of a line's contrast. By trial.
pub(in crate::read) const FAINT_PART: f32 = 0.8;

/// Where there are no other small things, one more dot reaches no farther than the others and so much, in samples. One
/// sample.
pub(in crate::read) const ALONE_LARGER: f32 = 1.0;

// How near to go

/// Marks are brought to that radius, in samples. By trial.
pub(in crate::read) const WANTED: f32 = 4.2;

/// Nearer than this, there are more samples than pixels. At a pitch of 43 pixels that is a sample a pixel.
pub(in crate::read) const REACH_MIN: f64 = 0.3;

/// So many of the marks are to fit, as a share: a few larger ones are something else. By trial.
pub(in crate::read) const RADII_RANK: f32 = 0.8;
