//! Lines: runs of change, combs of runs, and where exactly a ruling's lines lie.

// Runs

/// What a strip without evidence costs; one with evidence gains 1. By trial.
pub(in crate::locate) const GAP_COST: f32 = 0.4;

/// A run ends where it has lost this much since its best. By trial.
pub(in crate::locate) const LOSS_MAX: f32 = 9.0;

/// Least gain of a run worth keeping. By trial.
pub(in crate::locate) const GAIN_MIN: f32 = 6.0;

/// Runs this far apart, in pixels, are the two sides of one line. By trial.
pub(in crate::locate) const LINE_WIDTH: f32 = 3.0;

/// Runs that lie farther apart are no edges of one line. Twice a line.
pub(in crate::locate) const WIDE_MAX: f32 = 2.0 * LINE_WIDTH;

/// Two edges are of one line if they share this part of the shorter one. Half.
pub(in crate::locate) const SHARED_MIN: f32 = 0.5;

// Combs

/// A comb's teeth are another one's if they are nearer to them than this, in pixels. By trial.
pub(in crate::locate) const TEETH_NEAR: f64 = 2.0;

/// And its pitch is off from a multiple of the other's by less, as a share. By trial.
pub(in crate::locate) const PITCH_LIKE: f64 = 0.02;

/// Lines of one board share at least this part of the shorter one. Half.
pub(in crate::locate) const BESIDE_MIN: f32 = 0.5;

/// The shorter one is at least this part of the longer one. By trial.
pub(in crate::locate) const LENGTH_MIN: f32 = 0.3;

/// The fainter one is at least this part as clear as the other. By trial.
pub(in crate::locate) const GAIN_PART_MIN: f32 = 0.2;

/// The next tooth may be so far from its place beside rounding, in pitches. By trial.
pub(in crate::locate) const TOOTH_ASTRAY: f64 = 0.005;

/// By so much less fits a tooth that is as far from its place as it may be, as a share. By trial.
pub(in crate::locate) const ASTRAY_COST: f64 = 0.8;

// Fitting a ruling

/// A comb is looked for across another one that is longer than so many of its pitches. By trial.
pub(in crate::locate) const CROSSED_MIN: f64 = 6.0;

/// A line's profile reaches so far to either side, in pitches. A third.
pub(in crate::locate) const PROFILE_REACH: f64 = 0.34;

/// A line's centre is looked for so far to either side of its place, round by round, in pitches. By trial.
pub(in crate::locate) const WINDOWS: [f64; 3] = [0.22, 0.14, 0.1];

/// But at least so far, in pixels. By trial.
pub(in crate::locate) const WINDOW_MIN: f64 = 2.5;

/// A line that is farther off than so many times the usual is left out of the fit. By trial.
pub(in crate::locate) const MISS_TIMES: f64 = 2.5;

/// But none that is nearer than this, in pixels. By trial.
pub(in crate::locate) const MISS_MIN: f64 = 0.35;
