//! How far long work has come, as a line on the terminal that is written over again and again. Where standard error is no
//! terminal, nothing is told.

use std::io::{self, IsTerminal as _, Write as _};

/// A line that goes when this is dropped.
pub(crate) struct ProgressLine {
    what: String,
    is_shown: bool,
}

impl ProgressLine {
    /// Work of this name begins.
    pub(crate) fn begin(what: &str) -> ProgressLine {
        ProgressLine {
            what: what.to_owned(),
            is_shown: io::stderr().is_terminal(),
        }
    }

    /// So much of it is done.
    pub(crate) fn at(&self, done: usize, of: usize) {
        self.write(&format!("{}: {done} of {of}", self.what));
    }

    fn write(&self, words: &str) {
        if self.is_shown {
            // A terminal that is gone is told nothing.
            let _ = write!(io::stderr(), "\r\x1b[2K{words}");
            let _ = io::stderr().flush();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.write("");
    }
}
