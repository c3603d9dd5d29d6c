//! Why a look gives no board.

/// Why a look gave no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blindness {
    /// The client has no window.
    WindowGone,
    /// Its window is minimised or unmapped.
    Hidden,
    /// Another window lies over the board.
    Covered(String),
    /// The window is there, but no board is found in it.
    NoBoard,
    /// Something like a board is, and is not taken for one that can be played on: what was found, and why.
    Refused(String),
    /// The window is another one than the profile's calibration was made for: how it differs.
    Misfit(String),
    /// The system refused.
    Capture(String),
}

impl Blindness {
    /// Whether something else than the client keeps it from being seen.
    pub fn is_cover(&self) -> bool {
        matches!(self, Blindness::Covered(_) | Blindness::Hidden)
    }

    /// In words, for people.
    pub fn words(&self) -> String {
        match self {
            Blindness::WindowGone => "the client's window is gone".to_owned(),
            Blindness::Hidden => "the client's window is minimised".to_owned(),
            Blindness::Covered(by) => format!("the board is covered by {by}"),
            Blindness::NoBoard => "no board in the client's window".to_owned(),
            Blindness::Refused(why) => format!("no board to play on in the client's window: {why}"),
            Blindness::Misfit(how) => how.clone(),
            Blindness::Capture(why) => why.clone(),
        }
    }
}
