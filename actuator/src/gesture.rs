//! A gesture: timed pointer and keyboard steps, as data. Somebody else decides and somebody else performs.

/// A pointer button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The main button.
    Left,
    /// The middle button or wheel.
    Middle,
    /// The context button.
    Right,
}

/// One step of a gesture. Coordinates are screen pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Put the pointer on this pixel.
    MoveTo {
        /// Column on the screen.
        x: i32,
        /// Row on the screen.
        y: i32,
    },
    /// Press and hold a button.
    Press(Button),
    /// Let a button go.
    Release(Button),
    /// Press and release a key combination such as `ctrl+n`, `Escape`, `F2`.
    Key(String),
    /// Type text.
    Text(String),
    /// Do nothing for so many milliseconds.
    WaitMs(u64),
}

/// Steps in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gesture {
    /// What to do, first to last.
    pub steps: Vec<Step>,
}
