//! The thresholds of reading, by the part of it that they decide. Levels are those of a colour channel, 0 to 255; samples are
//! those of a patch, 13 to a pitch; shares are 0 to 1. "By trial" says of a value that it was set by hand so that painted
//! boards (`read::tests`) and strangers' boards (`read::tests::strange`, at other seeds as well) are read rightly or refused;
//! `docs/thresholds.md` says which test notices when it is a fifth off.

pub(super) mod feature;
pub(super) mod background;
pub(super) mod closer;
pub(super) mod kinds;
pub(super) mod doubt;
pub(super) mod judge;
pub(super) mod seam;
pub(super) mod signs;
