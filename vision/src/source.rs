//! Where frames come from: the screen, X11 shared memory, picture files, film.

use crate::{area::Area, frame::Frame};

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
    /// The area is not wholly on the screen, or the capture failed.
    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError>;
}
