//! One integration binary: the house's arrows, real windows on virtual screens, the command line.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests touch files, clocks and processes, and fail where something is missing"
)]

mod analysis;
mod architecture;
mod circles;
mod names;
#[cfg(all(unix, not(target_os = "macos")))]
mod bovo;
#[cfg(all(unix, not(target_os = "macos")))]
mod display;
#[cfg(all(unix, not(target_os = "macos")))]
mod control;
#[cfg(all(unix, not(target_os = "macos")))]
mod doctor;
#[cfg(all(unix, not(target_os = "macos")))]
mod desktops;
#[cfg(all(unix, not(target_os = "macos")))]
mod calibrate;
mod cases;
#[cfg(all(unix, not(target_os = "macos")))]
mod gridlock;
mod guide;
mod hostile;
#[cfg(all(unix, not(target_os = "macos")))]
mod launches;
mod kinds;
mod log;
#[cfg(all(unix, not(target_os = "macos")))]
mod manual;
mod matches;
mod mistakes;
#[cfg(all(unix, not(target_os = "macos")))]
mod practice;
#[cfg(all(unix, not(target_os = "macos")))]
mod packaging;
mod pages;
#[cfg(all(unix, not(target_os = "macos")))]
mod parlor;
mod records;
mod report;
mod settings;
#[cfg(all(unix, not(target_os = "macos")))]
mod status;
mod support;
#[cfg(all(unix, not(target_os = "macos")))]
mod soak;
#[cfg(all(unix, not(target_os = "macos")))]
mod strangers;
#[cfg(all(unix, not(target_os = "macos")))]
mod torment;
#[cfg(all(unix, not(target_os = "macos")))]
mod ways;
#[cfg(all(unix, not(target_os = "macos")))]
mod web;
#[cfg(target_os = "linux")]
mod endings;
mod terminal;
mod training;
