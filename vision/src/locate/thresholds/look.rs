//! What a piece of line looks like, how far the field goes, and what lies beyond.

// A piece of line

/// Least change across a line, in levels of the channel that changes most. By trial.
pub(in crate::locate) const CHANGE_MIN: f32 = 3.5;

/// Colours this close are the same ground. By trial.
pub(in crate::locate) const SAME_GROUND: f32 = 26.0;

/// A line is there where this part of the pieces that can be judged is seen. By trial.
pub(in crate::locate) const SEEN_MIN: f32 = 0.6;

/// Beyond the field everything may be strange and thus count as covered: of all places, this part of what is usual on the
/// board is to be seen. By trial.
pub(in crate::locate) const OPEN_PART: f32 = 0.3;

/// An outermost line is there where this part of them is: it may be no more than the rim of every second cell. By trial.
pub(in crate::locate) const EDGE_SEEN_MIN: f32 = 0.6 * SEEN_MIN;

/// More than one place must be seen, however few there are. Between one and two.
pub(in crate::locate) const SEEN_PLACES_MIN: f32 = 1.5;

/// A line is seen where at least this part of the usual change across it is. By trial.
pub(in crate::locate) const CHANGE_PART_MIN: f32 = 0.45;

/// And at most so many times that. By trial.
pub(in crate::locate) const CHANGE_PART_MAX: f32 = 2.5;

/// The bare ground is seen where less than this part of it is. By trial.
pub(in crate::locate) const BARE_PART_MAX: f32 = 0.3;

/// A line's two sides are even if no farther apart, in levels. By trial.
pub(in crate::locate) const EVEN_SIDES: f32 = 1.5 * SAME_GROUND;

/// An outermost line is seen where at least this part of the usual change is, whatever lies beyond. By trial.
pub(in crate::locate) const EDGE_CHANGE_PART: f32 = 0.4;

/// Colours that count for each other in the search for the commonest are no farther apart, in levels. By trial.
pub(in crate::locate) const COMMON_NEAR: f32 = 0.6 * SAME_GROUND;

/// So far along the line to either side a place is looked at, in pitches. By trial.
pub(in crate::locate) const PLACE_LONG: f64 = 0.08;

/// Half of a line's width, in pitches. By trial.
pub(in crate::locate) const LINE_HALF: f64 = 0.05;

/// So far from a line's middle its sides are looked at, in pitches. By trial.
pub(in crate::locate) const BESIDE: f64 = 0.13;

/// At least so many pixels beyond half of its width. By trial.
pub(in crate::locate) const BESIDE_MIN: f64 = 2.0;

/// Places on a piece of line between two crossings: stones on crossings leave the middle open, marks in cells the ends. By
/// trial.
pub(in crate::locate) const PARTS: [f64; 5] = [0.12, 0.3, 0.5, 0.7, 0.88];

// Cells in relief

/// Either half of a line is so wide, in pitches. By trial.
pub(in crate::locate) const RIMS_WIDE: f64 = 0.1;

/// So far beside a line's place a light rim may meet a dark one, in pixels: the clearer of two draws the place to itself, by as
/// much as it is wide. By trial.
pub(in crate::locate) const RIMS_SHIFTS: [f64; 7] = [0.0, 0.5, -0.5, 1.0, -1.0, 1.5, -1.5];

/// So far from a line's middle its sides are looked at where cells have rims, in pitches. By trial.
pub(in crate::locate) const RELIEF_BESIDE: f64 = 0.22;

/// A rim differs from its cell by at least so many levels, in the mean over its half of the line. By trial.
pub(in crate::locate) const RIM_MIN: f32 = 1.5;

/// The fainter of two rims differs by at least this part of what the clearer one does. By trial.
pub(in crate::locate) const RIM_PART_MIN: f32 = 0.06;

/// As much must speak for rims as this part of what speaks for plain lines: a dark rim alone looks like one. By trial.
pub(in crate::locate) const RELIEF_PART: f32 = 0.9;

// The field

/// The ends of a piece begin so far from its middle, in pitches. By trial.
pub(in crate::locate) const END_FROM: f64 = 0.3;

/// Where more of the ends are seen than this, marks stand in cells, as a share. By trial.
pub(in crate::locate) const ENDS_SEEN: f32 = 0.9;

/// Half of the stretch for which a place stands, in strips: long enough for the middle of one to lie in it. A little more
/// than half.
pub(in crate::locate) const STRETCH_HALF: f64 = 0.51;

/// But at least so much, in pitches. By trial.
pub(in crate::locate) const STRETCH_MIN: f64 = 0.1;

/// Places on the crossing lines' next pieces, in pitches from the outermost line. By trial.
pub(in crate::locate) const REACH_PARTS: [f64; 5] = [0.12, 0.3, 0.55, 0.75, 0.88];

/// Those beyond this are the far ones. By trial.
pub(in crate::locate) const FAR_FROM: f64 = 0.6;

/// The next line is plain to see where this part of its places is, as a share. By trial.
pub(in crate::locate) const OWN_SEEN: f32 = 0.9;

/// Then this part of what is else asked of the crossing lines is enough: stones may hide nearly all of them. By trial.
pub(in crate::locate) const CROWDED_OPEN: f32 = 0.2;

/// Fewer far places that are not covered tell nothing. Two.
pub(in crate::locate) const FAR_PLACES_MIN: f32 = 2.0;

/// Of more, at least this part must be seen, as a share. Half.
pub(in crate::locate) const FAR_SEEN_MIN: f32 = 0.5;

/// Where something lies over a board's edge, at least this part of the crossing lines, and of the next line's pieces, is wholly
/// seen beside it. By trial.
pub(in crate::locate) const BESIDE_SEEN: f32 = 0.15;

/// And of the others no more than this part: words look like a few. By trial.
pub(in crate::locate) const STRAYS_SEEN: f32 = 0.25;

/// A field is broken off between two lines where less than this part of what should cross from the one to the other is seen. By
/// trial.
pub(in crate::locate) const BROKEN_SEEN: f32 = 0.25;

/// And more than this part of all places there is bare: stones and dialogs hide lines as well. Half.
pub(in crate::locate) const BROKEN_BARE: f32 = 0.5;

// What lies beyond

/// How far the lines may run on farther on one side than on another, in pixels: less is rounding. By trial.
pub(in crate::locate) const UNEVEN_PX: f64 = 2.5;

/// The same in pitches. By trial.
pub(in crate::locate) const UNEVEN: f64 = 0.1;

/// How far the lines of a board with marks in cells may run on beyond its outermost ones, in pitches. By trial.
pub(in crate::locate) const CELLS_OVERRUN: f64 = 0.22;

/// Least ground beyond the outermost points that stones on them need, in pitches. By trial.
pub(in crate::locate) const STONE_ROOM: f64 = 0.3;

/// Ground beyond an outermost point where a whole stone has room, in pitches. By trial.
pub(in crate::locate) const FULL_ROOM: f64 = 0.4;

/// Lines that run on for at least so long beyond the outermost one on every side bound the cells of a board without a frame, in
/// pitches: nearly a whole cell, of which the end may be rounded. By trial.
pub(in crate::locate) const OPEN_CELL: f64 = 0.85;

/// There they have ended, in pitches. By trial.
pub(in crate::locate) const PAST_CELL: f64 = 1.15;

/// The outermost line itself may be so wide beyond its middle, in pitches. By trial.
pub(in crate::locate) const EDGE_WIDTH: f64 = 0.14;

/// Stones on the outermost points may reach so far, in pitches. By trial.
pub(in crate::locate) const STONE_REACH: f64 = 0.5;

/// And leave no more than this part of the crossing lines to be seen. By trial.
pub(in crate::locate) const CROWDED_SEEN: f32 = 0.25;

/// Farther out, more than this part of the crossing lines is seen if they run on. Half.
pub(in crate::locate) const RUNS_ON_SEEN: f32 = 0.5;

/// Part of the places between the lines that must show the ground; shadows and hands may hide the rest. By trial.
pub(in crate::locate) const GROUND_SEEN: f64 = 0.4;

/// Least part of the crossing lines that arrives at an outermost one. By trial.
pub(in crate::locate) const ARRIVING: f32 = 0.03;

/// Where that is seen, in pitches inside the outermost line. By trial.
pub(in crate::locate) const ARRIVAL: [f64; 5] = [0.08, 0.16, 0.25, 0.35, 0.45];

/// How far is looked, in pitches. By trial.
pub(in crate::locate) const BEYOND_REACH: f64 = 1.0;
