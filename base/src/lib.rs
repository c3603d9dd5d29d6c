//! What every room of the program stands on: errors that are a user's mistake, exit codes, clocks, the log, text that no
//! terminal obeys, files that are replaced whole. It knows nothing of games, boards, clients or engines.

pub mod user_error;
pub mod exit;
pub mod clock;
pub mod monotonic;
pub mod priority;
pub mod interrupt;
pub mod legible;
pub mod log;
pub mod disk_hint;
pub mod atomic_file;
pub mod memory;
pub mod versions;
pub mod child;
pub mod process_group;
#[cfg(windows)]
pub mod job;
#[cfg(target_os = "linux")]
pub mod warden;
