//! The windows of other programs: finding one, where its content lies on the screen, whether something covers it,
//! and asking the window manager to raise, place or close it. Systems differ here and nowhere else; callers see
//! [`Desktop`] only. What is inside a window is not known here.

use std::fmt;

use crate::area::Area;

#[cfg(windows)]
mod windows;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

/// The system's number for a window. It means nothing once the window is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WindowId(pub u64);

impl fmt::Display for WindowId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:x}", self.0)
    }
}

/// One window of one program, as it was when it was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// Its number.
    pub id: WindowId,
    /// What its title bar says; may be empty.
    pub title: String,
    /// The program's name for its kind of windows (on X11 the second part of `WM_CLASS`, on Windows the window class); may be empty.
    pub class: String,
    /// The process, if the window tells.
    pub pid: Option<u32>,
    /// The content without frame and title bar, in screen pixels. It may reach over the screen's edges.
    pub content: Area,
    /// Whether it is put away.
    pub minimised: bool,
    /// Whether it is on the screen at all (it may still be covered).
    pub viewable: bool,
}

impl Window {
    /// Whether one program shows both, as far as they tell: by their process, or else by their class.
    pub fn is_of_one_program_with(&self, other: &Window) -> bool {
        match (self.pid, other.pid) {
            (Some(own), Some(other)) => own == other,
            _ => !self.class.is_empty() && self.class == other.class,
        }
    }
}

/// What a window must look like; what is `None` does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SoughtWindow {
    /// Part of the title, upper and lower case alike.
    pub title: Option<String>,
    /// The whole class, upper and lower case alike.
    pub class: Option<String>,
    /// The process.
    pub pid: Option<u32>,
}

impl SoughtWindow {
    /// Whether the window is such a one.
    pub fn matches(&self, window: &Window) -> bool {
        let title = |part: &String| window.title.to_lowercase().contains(&part.to_lowercase());
        let class = |class: &String| window.class.to_lowercase() == class.to_lowercase();
        self.title.as_ref().is_none_or(title)
            && self.class.as_ref().is_none_or(class)
            && self.pid.is_none_or(|pid| window.pid == Some(pid))
    }
}

/// Why a window could not be seen or asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WindowError {
    /// There are no windows at all.
    #[error("no display: {0}")]
    NoDisplay(String),
    /// Windows cannot be found on this system yet.
    #[error("finding windows is not supported on {0} yet")]
    Unsupported(&'static str),
    /// The window has been closed.
    #[error("window {0} is gone")]
    Gone(WindowId),
    /// The window does not do this.
    #[error("window {0} cannot be {1}")]
    Refused(WindowId, &'static str),
    /// The system failed.
    #[error("the window system failed: {0}")]
    Failed(String),
}

/// What a wait for a window's pixels came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Something was drawn since the last question.
    Drawn,
    /// Nothing was, all the time.
    Still,
    /// It cannot be told here, and nothing was waited for.
    Unknown,
}

/// Whether a window's program minds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attention {
    /// It has answered: what is clicked there is heard.
    Given,
    /// It was asked and has not answered yet: it hangs, or is busy. What is clicked meanwhile waits, and is heard when it wakes.
    Missing,
    /// It cannot be asked.
    Unknown,
}

/// The windows on one display. Requests are only *asked*: the window manager obeys a little later, partly or not at
/// all, so look again with [`Desktop::window`].
pub trait Desktop: Send {
    /// The windows of all programs, the topmost first.
    ///
    /// # Errors
    /// The display is gone.
    fn windows(&mut self) -> Result<Vec<Window>, WindowError>;

    /// The windows that are such as sought, the topmost first.
    ///
    /// # Errors
    /// The display is gone.
    fn find(&mut self, sought: &SoughtWindow) -> Result<Vec<Window>, WindowError> {
        Ok(self
            .windows()?
            .into_iter()
            .filter(|window| sought.matches(window))
            .collect())
    }

    /// The window as it is at this moment, `None` if it has been closed.
    ///
    /// # Errors
    /// The display is gone.
    fn window(&mut self, id: WindowId) -> Result<Option<Window>, WindowError>;

    /// The topmost window, menu or pop-up that lies over part of `area` (screen pixels) of this window; `None` if the
    /// area can be seen whole. Of a covering window without a title only the place is known.
    ///
    /// # Errors
    /// [`WindowError::Gone`], or the display is gone.
    fn cover_of(&mut self, id: WindowId, area: Area) -> Result<Option<Window>, WindowError>;

    /// All windows that lie over part of `area` of this one, the topmost first. Where a system tells only one of them, that one.
    ///
    /// # Errors
    /// As [`Desktop::cover_of`].
    fn covers_of(&mut self, id: WindowId, area: Area) -> Result<Vec<Window>, WindowError> {
        Ok(self.cover_of(id, area)?.into_iter().collect())
    }

    /// Whether one program shows both windows. A system may know it where they tell neither process nor class.
    fn are_of_one_program(&self, one: &Window, other: &Window) -> bool {
        one.is_of_one_program_with(other)
    }

    /// Whether the window is a dialog: one that belongs to another window of its program and stays above it, however that is raised.
    ///
    /// # Errors
    /// The display is gone.
    fn is_dialog(&mut self, _id: WindowId) -> Result<bool, WindowError> {
        Ok(false)
    }

    /// Asks the window's program whether it minds it, and waits for an answer at most so long.
    fn attention(&mut self, _id: WindowId, _ms: u64) -> Attention {
        Attention::Unknown
    }

    /// The window that gets the keys, if any.
    ///
    /// # Errors
    /// The display is gone.
    fn focused(&mut self) -> Result<Option<WindowId>, WindowError>;

    /// Whether a window manager is at work that may obey what is asked here. Where a system cannot be without one, it is.
    ///
    /// # Errors
    /// The display is gone.
    fn is_managed(&mut self) -> Result<bool, WindowError> {
        Ok(true)
    }

    /// Waits until something is drawn in the window, at most so long. Whether the pixels differ is another question, and
    /// a window that is gone stays still.
    fn await_drawing(&mut self, _id: WindowId, _ms: u64) -> Drawing {
        Drawing::Unknown
    }

    /// Claims the window for this desktop's user until it claims another one or ends, however that comes. Answers `false` if
    /// another claim is on it. Where a system knows no claims, everything may be taken.
    ///
    /// # Errors
    /// The display is gone.
    fn claim(&mut self, _id: WindowId) -> Result<bool, WindowError> {
        Ok(true)
    }

    /// Asks for the window to be raised, shown if it is minimised, and given the keys.
    ///
    /// # Errors
    /// [`WindowError::Gone`], or the display is gone.
    fn activate(&mut self, id: WindowId) -> Result<(), WindowError>;

    /// Asks for the window's *content* to lie at `content`, ending its maximised state.
    ///
    /// # Errors
    /// [`WindowError::Gone`], or the display is gone.
    fn place(&mut self, id: WindowId, content: Area) -> Result<(), WindowError>;

    /// Asks the window to close, as its title bar's button would. It may ask back, or ignore it.
    ///
    /// # Errors
    /// [`WindowError::Refused`] if it cannot be asked, [`WindowError::Gone`], or the display is gone.
    fn close(&mut self, id: WindowId) -> Result<(), WindowError>;
}

/// To be called before anything is asked or shown: where a system scales what it tells to programs that know nothing of
/// scaling, this says that we do, and all coordinates of the process are physical pixels.
pub fn declare_scaling() {
    #[cfg(windows)]
    windows::declare_scaling();
}

/// The windows of the display that the environment names.
///
/// # Errors
/// There is none, or this system is not supported.
#[cfg(all(unix, not(target_os = "macos")))]
pub fn open() -> Result<Box<dyn Desktop>, WindowError> {
    Ok(Box::new(x11::X11Desktop::open()?))
}

/// The windows of the display that the environment names.
///
/// # Errors
/// There is none, or this system is not supported.
#[cfg(windows)]
pub fn open() -> Result<Box<dyn Desktop>, WindowError> {
    Ok(Box::new(windows::WindowsDesktop::open()))
}

/// The windows of the display that the environment names.
///
/// # Errors
/// There is none, or this system is not supported.
#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
pub fn open() -> Result<Box<dyn Desktop>, WindowError> {
    Err(WindowError::Unsupported(std::env::consts::OS))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sought: SoughtWindow, expected: bool) {
        let window = Window {
            id: WindowId(7),
            title: "Bovo — Five in a Row".to_owned(),
            class: "bovo".to_owned(),
            pid: Some(42),
            content: Area::new(0, 0, 10, 10),
            minimised: false,
            viewable: true,
        };
        assert_eq!(sought.matches(&window), expected, "{sought:?}");
    }

    #[test]
    fn a_window_matches_when_everything_sought_does() {
        let title = |text: &str| SoughtWindow {
            title: Some(text.to_owned()),
            ..SoughtWindow::default()
        };
        let class = |text: &str| SoughtWindow {
            class: Some(text.to_owned()),
            ..SoughtWindow::default()
        };
        check(SoughtWindow::default(), true);
        check(title("five in"), true);
        check(title("six"), false);
        check(class("Bovo"), true);
        check(class("bov"), false);
        check(
            SoughtWindow {
                pid: Some(42),
                ..title("BOVO")
            },
            true,
        );
        check(
            SoughtWindow {
                pid: Some(43),
                ..title("BOVO")
            },
            false,
        );
    }
}
