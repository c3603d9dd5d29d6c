//! The SQLite store, rating arithmetic and reports. Knows finished and unfinished games as records; it never asks
//! where they came from, and no rule is decided here.

pub mod store;
pub mod rating;
pub mod report;
pub mod render;
