//! The thresholds of finding boards, by the part of it that they decide. Levels are those of a colour channel, 0 to 255;
//! lengths are in pixels where nothing else is said, in pitches (from one line to the next), or in strips of four pixels;
//! shares are 0 to 1. "By trial" says of a value that it was set by hand so that the boards of painted desktops
//! (`locate::tests`) are found, and nothing is found where there is none; `docs/thresholds.md` says which test notices when
//! it is a fifth off.

pub(super) mod board;
pub(super) mod lines;
pub(super) mod look;
pub(super) mod trend;
pub(super) mod kind;
pub(super) mod dots;
