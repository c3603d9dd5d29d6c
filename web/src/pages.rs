//! The pages, one file each.

pub(crate) mod board;
pub(crate) mod overview;
pub(crate) mod games;
pub(crate) mod game;
pub(crate) mod insights;
pub(crate) mod trend;
pub(crate) mod opponents;
pub(crate) mod now;
pub(crate) mod faults;
pub(crate) mod matches;
pub(crate) mod setup;
