//! One file a verb: what it takes, and how it runs.

pub mod analyse;
pub mod bench;
pub mod calibrate;
pub mod client;
pub mod device;
pub mod doctor;
pub mod engine;
pub mod export;
pub mod import;
pub mod matches;
pub mod openings;
pub mod book;
pub mod experience;
pub mod opponents;
pub mod play;
pub mod practice;
pub mod read;
pub mod replay;
pub mod report;
pub mod service;
pub mod solve;
pub mod status;
pub mod watch;
pub mod simulate;
pub mod tune;
