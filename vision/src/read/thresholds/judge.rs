//! The verdict on one cell.

use crate::read::thresholds::feature::SOLID;

// Confidence, 0 to 1

/// A verdict with less confidence is none. By trial.
pub(in crate::read) const CONFIDENCE_MIN: f32 = 0.15;

/// The same of a stone that is hardly darker or lighter than the ground, and shows nothing else: a shade looks so, too. By
/// trial.
pub(in crate::read) const CONFIDENCE_PALE: f32 = 0.28;

/// What is called uncertain because something covers it, or nothing is known. None at all.
pub(in crate::read) const SURE_OF_NONE: f32 = 0.0;

/// What is called uncertain though it looks like something. By trial.
pub(in crate::read) const UNSURE: f32 = 0.1;

/// What is called empty where no stone has been seen yet. By trial.
pub(in crate::read) const SURE_BARE: f32 = 0.8;

/// What is called empty between large stones. By trial.
pub(in crate::read) const SURE_CROWDED: f32 = 0.5;

/// What is called empty under a tint. By trial.
pub(in crate::read) const SURE_TINTED: f32 = 0.4;

/// What is called empty because it is hardly drawn upon. By trial.
pub(in crate::read) const SURE_UNDRAWN: f32 = 0.5;

/// By so much each sample that differs makes an empty cell less sure. By trial.
pub(in crate::read) const UNSURE_A_SAMPLE: f32 = 0.1;

/// A ghost is called empty with at least this, before the next. By trial.
pub(in crate::read) const SURE_GHOST_MIN: f32 = 0.3;

/// By this factor it is less sure that no stone is about to stand there than that none does. By trial.
pub(in crate::read) const SURE_GHOST_PART: f32 = 0.8;

/// A stone that is told by its rim is called one with at least this. By trial.
pub(in crate::read) const SURE_RIM_MIN: f32 = 0.3;

/// A sign is as sure as so many times what its score is ahead of the other kind's. By trial.
pub(in crate::read) const SURE_SIGN_TIMES: f32 = 1.4;

// Ghosts

/// Fainter than this part of a stone is a ghost under the pointer or a stone that has hardly begun to appear. By trial.
pub(in crate::read) const GHOST_MAX: f32 = 0.6;

/// From this part on a stone is wholly there. By trial.
pub(in crate::read) const WHOLE_MIN: f32 = 0.75;

/// Where a stone is wholly there in as many of its samples as lie above this rank, it is no ghost: something is drawn on it,
/// or it is drawn on something. By trial.
pub(in crate::read) const PATCHY: f32 = 0.75;

/// A ghost of which at least this part is there is looked at for its colour: it may lie over a stone of the other kind. By
/// trial.
pub(in crate::read) const GHOST_SEEN_MIN: f32 = 0.35;

/// A stone not wholly there that is of several colours in more of its cell is one under writing, as a share. By trial.
pub(in crate::read) const WRITTEN_STRUCTURE_MIN: f32 = 0.45;

/// Ink that is off its cell's middle is believed where it covers at least so much of the core, as a share. By trial.
pub(in crate::read) const STRAYING_MAX: f32 = 0.3;

/// Ink whose middle is farther than this from its cell's, in samples, was not put there. By trial.
pub(in crate::read) const ASIDE_MAX: f32 = 1.8;

/// What a stone throws beyond its cell is its shadow, and no darker, in levels. By trial.
pub(in crate::read) const SHADOW: f32 = 64.0;

// Colours

/// A sample that is farther than this from everything known is something else: a mark, a number, a window. By trial.
pub(in crate::read) const STRANGE: f32 = 64.0;

/// A sample is none of a kind's from this part of the distance between that and the empty cell on. By trial.
pub(in crate::read) const STRANGE_PART: f32 = 0.6;

/// But not below so many times what is visible. By trial.
pub(in crate::read) const STRANGE_VISIBLE: f32 = 1.5;

/// Stones that differ less from the ground, in levels, are pale. By trial.
pub(in crate::read) const PALE: f32 = 48.0;

/// From this part of the other kind's distance on a colour is not the nearer kind's own. By trial.
pub(in crate::read) const BETWEEN: f32 = 0.6;

/// Nearer to its kind than this part of `STRANGE` a colour is that kind's own. By trial.
pub(in crate::read) const BETWEEN_STRANGE: f32 = 0.3;

/// A pale stone that is of several colours in so much of its cell shows more than a shade does, as a share. By trial.
pub(in crate::read) const PALE_STRUCTURE_MAX: f32 = 0.35;

/// A stone leaves the ground free in its corners if they differ by less than this part of its fill. By trial.
pub(in crate::read) const CORNER_FREE: f32 = 0.4;

/// Where one kind is filled so much, the other may be a stone with less. By trial.
pub(in crate::read) const FILLED_MOST: f32 = 1.2 * SOLID;

/// Namely with this. By trial.
pub(in crate::read) const FILLED_LEAST: f32 = 0.8 * SOLID;

// Veils: another window between grid lines

/// Where there are no grid lines to be missed, a flat colour as far as this from the ground is no tint. By trial.
pub(in crate::read) const VEIL: f32 = 75.0;

/// A veil is of several colours in less of a cell, as a share. By trial.
pub(in crate::read) const VEIL_STRUCTURE_MAX: f32 = 0.1;

/// And less of the core differs once the tint is taken out, as a share. By trial.
pub(in crate::read) const VEIL_COVERED_MAX: f32 = 0.1;

/// From this part of the common line on a line shows through a tint. By trial.
pub(in crate::read) const VEIL_LINE_MIN: f32 = 0.6;

/// Up to this part it does: stronger is something else. By trial.
pub(in crate::read) const VEIL_LINE_MAX: f32 = 1.4;

/// A veil leaves grid lines on fewer of its arms, as a share. By trial.
pub(in crate::read) const VEIL_LINED_MAX: f32 = 0.6;

/// A line of which no more shows is hidden by a veil. By trial.
pub(in crate::read) const VEIL_LINE_HIDDEN: f32 = 0.3;

/// Where a line shows, a flat colour is a veil from so many times the distance on. By trial.
pub(in crate::read) const VEIL_LINE_TIMES: f32 = 3.0;

/// A veil's tint is so many times what is visible. By trial.
pub(in crate::read) const VEIL_VISIBLE: f32 = 2.0;

// Where no stone has been seen

/// What is of several colours in so much of a cell is hatched. By trial.
pub(in crate::read) const HATCHED: f32 = 0.8;

/// A point is bare if grid lines show on so many of its arms, as a share. Half.
pub(in crate::read) const BARE_LINED_MIN: f32 = 0.5;

/// Or if less of its core differs, as a share. By trial.
pub(in crate::read) const BARE_COVERED_MAX: f32 = 0.3;

/// A cell is bare if less of it is of several colours, as a share. By trial.
pub(in crate::read) const BARE_STRUCTURE_MAX: f32 = 0.06;

/// Or if less of its core differs, as a share. By trial.
pub(in crate::read) const BARE_CELL_COVERED_MAX: f32 = 0.06;

// Votes of the samples

/// How much seeing or missing the grid lines counts beside all votes. By trial.
pub(in crate::read) const LINE_WEIGHT: f32 = 0.25;

/// Grid lines are visible on a point if they show on so many of its arms, as a share. Three of four arms.
pub(in crate::read) const LINED_MIN: f32 = 0.75;

/// So much of a vote for emptiness is a strange sample over visible grid lines: a tint or a small mark. Half a vote.
pub(in crate::read) const STRANGE_LINED_VOTE: f32 = 0.5;

/// A whole vote has a sample that is nearer to one look than to the next by this, in levels. By trial.
pub(in crate::read) const VOTE_LEVELS: f32 = 24.0;

/// A stone is doubtful if less of its samples look like anything known, as a share. Half.
pub(in crate::read) const KNOWN_MIN: f32 = 0.5;

/// An empty point that differs is doubtful if less of its samples look like anything known, as a share. Half.
pub(in crate::read) const EMPTY_KNOWN_MIN: f32 = 0.5;

/// An empty point that differs is doubtful if it is of several colours in more of its cell, as a share. Half.
pub(in crate::read) const EMPTY_DRAWN_MIN: f32 = 0.5;

/// An empty point without grid lines is doubtful if more of its core differs, as a share. By trial.
pub(in crate::read) const EMPTY_COVERED: f32 = 0.3;

/// An empty point with grid lines may be doubtful if more of its core differs, as a share. Half.
pub(in crate::read) const EMPTY_COVERED_MUCH: f32 = 0.5;

/// An empty cell is doubtful if more of it is of several colours, as a share. By trial.
pub(in crate::read) const EMPTY_CELL_STRUCTURE: f32 = 0.15;

/// And more of its core differs, as a share. By trial.
pub(in crate::read) const EMPTY_CELL_COVERED: f32 = 0.4;

/// A tint is of several colours in less of a cell, as a share. By trial.
pub(in crate::read) const TINT_STRUCTURE_MAX: f32 = 0.3;

/// A stone over visible grid lines has at least so many of the votes, or is a tint, as a share. By trial.
pub(in crate::read) const TINT_SHARE_MAX: f32 = 0.75;

// Points between large stones

/// A point is empty between large stones if its lines show at least this part of the common line. By trial.
pub(in crate::read) const CROWDED_LINE_MIN: f32 = 0.6;

/// And at most this part. By trial.
pub(in crate::read) const CROWDED_LINE_MAX: f32 = 1.4;

/// On more of its arms than this, as a share. All of them.
pub(in crate::read) const CROWDED_LINED: f32 = 0.99;

/// Its heart is bare where it differs by no more than so many times what is visible. By trial.
pub(in crate::read) const CROWDED_VISIBLE: f32 = 2.0;

// Stones that are told by their rim

/// On a rim, a sample is far from everything known from this part of `STRANGE` on. Half.
pub(in crate::read) const RIM_STRANGE_PART: f32 = 0.5;

/// A sample is bare if it is nearer to the empty cell than this part of the stone's fill. By trial.
pub(in crate::read) const RIM_BARE_PART: f32 = 0.4;

/// The stone's disc is where it differs from the empty cell by more than this part of its fill. Half.
pub(in crate::read) const RIM_DISC_PART: f32 = 0.5;

/// A rim of which this part is there is no ghost's. The middle between a ghost and a stone.
pub(in crate::read) const RIM_WHOLE: f32 = 0.5 * (GHOST_MAX + WHOLE_MIN);

/// So much of the disc must look like the stone, as a share. By trial.
pub(in crate::read) const RIM_ALIKE_MIN: f32 = 0.3;

/// The same while only one kind has been seen: a mark may have its colour and lie on the first stone of the other. Half.
pub(in crate::read) const RIM_ALIKE_LONE_MIN: f32 = 0.5;

/// No more may look bare, or like the other kind, as a part of what looks like the stone. By trial.
pub(in crate::read) const RIM_OTHER_MAX: f32 = 0.35;

// How much of a stone is there

/// A stone that leaves grid lines on fewer of its arms is wholly there, as a share. By trial.
pub(in crate::read) const WHOLE_LINED_MAX: f32 = 0.3;

/// If it leaves less than this part of the line in the median arm. By trial.
pub(in crate::read) const WHOLE_LINE_MAX: f32 = 0.25;

/// And the line is so many times as strong as what is visible. By trial.
pub(in crate::read) const WHOLE_LINE_VISIBLE: f32 = 2.0;
