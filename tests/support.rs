//! What several tests share.
#![allow(clippy::unwrap_used, reason = "a helper that fails fails its test")]

pub(crate) mod program;
#[cfg(all(unix, not(target_os = "macos")))]
pub(crate) mod bot;
#[cfg(all(unix, not(target_os = "macos")))]
pub(crate) mod x_window;
#[cfg(all(unix, not(target_os = "macos")))]
pub(crate) mod xvfb;
