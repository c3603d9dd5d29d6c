//! The SQLite store, rating arithmetic and reports. Knows finished and unfinished games as records; it never asks
//! where they came from, and no rule is decided here.
//!
//! A win rate with its interval:
//!
//! ```
//! use stats::rating::WinCount;
//!
//! let won = WinCount::new(280, 333);
//! let interval = won.wilson();
//! let percent = [won.rate().unwrap(), interval.low, interval.high].map(|rate| format!("{:.1}", 100.0 * rate));
//! assert_eq!(percent, ["84.1", "79.8", "87.6"]);
//! ```

pub mod store;
pub mod rating;
pub mod report;
pub mod insight;
pub mod render;
