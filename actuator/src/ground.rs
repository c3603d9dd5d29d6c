//! The ground on which a gesture acts: the window that is meant, where its content lay when the gesture's pixels were
//! computed, and what may be found under the pointer instead. It knows no titles and no games.

use crate::{error::PointerError, rectangle::Rectangle};

/// Whose windows a press may fall into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    /// The window itself and what lies inside it.
    #[default]
    Window,
    /// Any window of the program that the window belongs to: its menus and dialogs, too.
    Program,
}

/// Where presses may fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The content on the screen, as it was when the pixels were computed.
    pub place: Rectangle,
    /// The system's number of the window; `None` if only the place is known.
    pub window: Option<u64>,
    /// Whose windows may lie under the pointer.
    pub owner: Owner,
}

impl Ground {
    /// A place on the screen, whatever window is there.
    pub fn place(place: Rectangle) -> Ground {
        Ground {
            place,
            window: None,
            owner: Owner::default(),
        }
    }

    /// A window's content.
    pub fn window(window: u64, place: Rectangle) -> Ground {
        Ground {
            place,
            window: Some(window),
            owner: Owner::Window,
        }
    }

    /// The same, with the windows of the whole program.
    pub fn with_its_program(self) -> Ground {
        Ground {
            owner: Owner::Program,
            ..self
        }
    }
}

impl From<Rectangle> for Ground {
    fn from(place: Rectangle) -> Ground {
        Ground::place(place)
    }
}

/// Why a button was not pressed after all. Nobody has heard anything of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unpressed {
    /// The window's content is not where it was.
    #[error("the window was at {was} and is at {found}")]
    Moved {
        /// Where it was when the pixel was computed.
        was: Rectangle,
        /// Where it is.
        found: Rectangle,
    },
    /// The window was closed, put away, or carried off the pointer.
    #[error("the window is not on the screen any more")]
    Gone,
    /// The press would fall into another window.
    #[error("{0} lies under the pointer")]
    Covered(String),
    /// What the window shows is not what the pixel was computed from.
    #[error("the window shows something else by now")]
    Changed,
    /// Another program takes whatever is pressed: a menu of it is open, or something is dragged.
    #[error("another program holds the mouse")]
    Held,
    /// The pointer is not where it was put.
    #[error("the pointer was put on {wanted:?} and is at {found:?}")]
    Pushed {
        /// Where it was put.
        wanted: (i32, i32),
        /// Where it is.
        found: (i32, i32),
    },
    /// The mouse or the display failed.
    #[error(transparent)]
    Pointer(#[from] PointerError),
}

/// Where a press fell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Landing {
    /// Where it was meant to, as far as this system tells.
    There,
    /// Into another window, or so it looks: whose, in words.
    Elsewhere(String),
}
