//! Where frames come from: the screen, X11 shared memory, picture files, film.

use crate::{area::Area, frame::Frame};

pub mod image;
pub mod screen;
#[cfg(all(unix, not(target_os = "macos")))]
pub mod shm;

/// Why there is no frame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CaptureError {
    /// No screen can be reached at all.
    #[error("no display: {0}")]
    NoDisplay(String),
    /// The area lies (partly) off the screen; frames are never padded.
    #[error("area {area:?} is not on the screen {screen:?}")]
    OffScreen {
        /// What was asked for, in screen pixels.
        area: Area,
        /// What there is.
        screen: Area,
    },
    /// This way to capture does not exist on this system or display; another one may.
    #[error("{0} is not supported on this display")]
    Unsupported(String),
    /// There are no more frames: the pictures or the film are at their end.
    #[error("no frames are left")]
    End,
    /// The system refused this capture.
    #[error("capture failed: {0}")]
    Failed(String),
}

/// Gives frames on request. Coordinates are screen pixels.
pub trait FrameSource: Send {
    /// All that can be captured.
    ///
    /// # Errors
    /// The display is gone.
    fn screen(&mut self) -> Result<Area, CaptureError>;
    /// Captures an area; the frame has exactly its size and origin.
    ///
    /// # Errors
    /// The area is empty or not wholly on the screen, or the capture failed.
    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError>;
}

/// Which way to the screen's pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backend {
    /// The fastest that works here: shared memory on X11, the portable one elsewhere.
    #[default]
    Fastest,
    /// X11 shared memory only.
    SharedMemory,
    /// xcap only, which works on every system.
    Portable,
}

/// Opens the screen that the environment names.
///
/// # Errors
/// [`CaptureError::NoDisplay`] without one; [`CaptureError::Unsupported`] if the wanted back end cannot serve it.
pub fn open(backend: Backend) -> Result<Box<dyn FrameSource>, CaptureError> {
    match backend {
        Backend::Portable => Ok(Box::new(screen::ScreenSource::open()?)),
        Backend::SharedMemory => shared_memory(),
        Backend::Fastest => match shared_memory() {
            Ok(source) => Ok(source),
            Err(fast) => match screen::ScreenSource::open() {
                Ok(source) => Ok(Box::new(source)),
                // Where neither works, X's own words say more than the portable library's.
                Err(CaptureError::NoDisplay(_)) if matches!(fast, CaptureError::NoDisplay(_)) => Err(fast),
                Err(portable) => Err(portable),
            },
        },
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn shared_memory() -> Result<Box<dyn FrameSource>, CaptureError> {
    Ok(Box::new(shm::ShmSource::open()?))
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn shared_memory() -> Result<Box<dyn FrameSource>, CaptureError> {
    Err(CaptureError::Unsupported("X11 shared memory".to_owned()))
}

/// Refuses what is empty or not wholly on the screen.
fn check_on_screen(area: Area, screen: Area) -> Result<(), CaptureError> {
    // An empty area has no intersection with anything, and is refused with the rest.
    if area.intersection(&screen) == Some(area) {
        return Ok(());
    }
    Err(CaptureError::OffScreen { area, screen })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(area: Area, expected: bool) {
        let screen = Area::new(-100, 0, 1000, 500);
        assert_eq!(check_on_screen(area, screen).is_ok(), expected, "{area:?}");
    }

    #[test]
    fn areas_are_wholly_on_the_screen_or_refused() {
        check(Area::new(-100, 0, 1000, 500), true);
        check(Area::new(899, 499, 1, 1), true);
        check(Area::new(-101, 0, 10, 10), false);
        check(Area::new(891, 0, 10, 10), false);
        check(Area::new(0, 491, 10, 10), false);
        check(Area::new(0, 0, 0, 10), false);
        check(Area::new(5000, 5000, 10, 10), false);
        check(Area::new(i32::MAX, i32::MAX, u32::MAX, u32::MAX), false);
    }
}
