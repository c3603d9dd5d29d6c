//! The stop key: one key that ends everything, whichever window has the focus. Watching keys differs by
//! system, so it stands behind a trait; what a stop means is the guard's business.

use crate::{combination::Combination, error::PointerError};

#[cfg(windows)]
mod windows;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

/// Tells whether the stop key has been struck.
pub trait StopWatch: Send {
    /// Whether it was struck since the last call, however briefly.
    ///
    /// # Errors
    /// The display is gone. Who cannot watch the stop key must not move the mouse.
    fn struck(&mut self) -> Result<bool, PointerError>;
}

/// No stop key: for simulated worlds, where nobody sits at a keyboard.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStopKey;

impl StopWatch for NoStopKey {
    fn struck(&mut self) -> Result<bool, PointerError> {
        Ok(false)
    }
}

/// Watches one key of the real keyboard, such as `F12` or `Pause`, without taking it from other programs.
///
/// # Errors
/// The name is unknown or holds modifiers, the keyboard has no such key, there is no display, or this system
/// is not supported.
pub fn open(key: &str) -> Result<Box<dyn StopWatch>, PointerError> {
    let combination: Combination = key.parse()?;
    if !combination.modifiers.is_empty() {
        return Err(PointerError::UnknownKey(key.to_owned()));
    }
    watch(key, combination)
}

#[cfg(all(unix, not(target_os = "macos")))]
fn watch(name: &str, combination: Combination) -> Result<Box<dyn StopWatch>, PointerError> {
    Ok(Box::new(x11::KeyWatch::open(name, combination.key)?))
}

#[cfg(windows)]
fn watch(name: &str, combination: Combination) -> Result<Box<dyn StopWatch>, PointerError> {
    Ok(Box::new(windows::KeyWatch::open(name, combination.key)?))
}

#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
fn watch(_: &str, _: Combination) -> Result<Box<dyn StopWatch>, PointerError> {
    Err(PointerError::Unsupported("watching a stop key"))
}
