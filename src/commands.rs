//! One file a verb: what it takes, and how it runs.

pub mod play;
pub mod watch;
pub mod calibrate;
pub mod read;
pub mod report;
pub mod replay;
pub mod import;
pub mod export;
pub mod practice;
pub mod engine;
pub mod bench;
