//! What several tests share.

#[cfg(all(unix, not(target_os = "macos")))]
pub mod x_window;
#[cfg(all(unix, not(target_os = "macos")))]
pub mod xvfb;
