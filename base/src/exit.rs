//! What the program's exit code means, in one place.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Did what it was asked.
    Done,
    /// Ran, and the answer is no: nothing was seen to watch, a match lost its target.
    No,
    /// Could not run: bad input, missing display, damaged file.
    Trouble,
    /// Stopped by Ctrl-C or the stop key.
    Interrupted,
}

impl Exit {
    /// As the system gets it.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::No => 1,
            Exit::Trouble => 2,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
