//! The trigger: presses a button if, and only if, the ground is what it was taken for. Between the look and the press
//! nobody may come; how that is had differs by system, so it stands behind a trait.

use crate::{
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Unpressed},
};

#[cfg(windows)]
mod windows;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

/// Looks and presses.
pub trait Trigger: Send {
    /// Presses the button if the pointer is at `at`, and what lies under it belongs to the ground, which is where it was.
    /// `pull` is the pointer's own press, for systems whose trigger has none.
    ///
    /// # Errors
    /// It is not so, and nothing was pressed.
    fn press(
        &mut self,
        button: Button,
        at: (i32, i32),
        ground: &Ground,
        pull: &mut dyn FnMut() -> Result<(), PointerError>,
    ) -> Result<Landing, Unpressed>;
}

/// The trigger of the display that the environment names; `None` where the system offers none, and a look before the press
/// has to do.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn open() -> Option<Box<dyn Trigger>> {
    Some(Box::new(x11::X11Trigger::open()?))
}

/// The trigger of the desktop that the process runs on.
#[cfg(windows)]
pub fn open() -> Option<Box<dyn Trigger>> {
    Some(Box::new(windows::WindowsTrigger))
}

/// No trigger.
#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
pub fn open() -> Option<Box<dyn Trigger>> {
    None
}
