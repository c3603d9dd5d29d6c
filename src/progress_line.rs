//! How far long work has come, as a line on the terminal that is written over again and again. Where standard error is no
//! terminal, nothing is told.

use std::{
    io::{self, IsTerminal as _, Write as _},
    sync::mpsc::{self, RecvTimeoutError},
    thread::{self, JoinHandle},
    time::Duration,
};

use crossterm::terminal;

/// Columns of a terminal that does not say.
const COLUMNS: u16 = 80;

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

    /// So many are done, and nobody knows of how many.
    pub(crate) fn so_far(&self, done: usize) {
        self.write(&format!("{}: {done}", self.what));
    }

    /// Something else is about to be told.
    pub(crate) fn clear(&self) {
        self.write("");
    }

    fn write(&self, words: &str) {
        if self.is_shown {
            let told = terminal::size().map_or(0, |(columns, _)| columns);
            let columns = if told == 0 { COLUMNS } else { told };
            // A terminal that is gone is told nothing.
            let _ = write!(io::stderr(), "\r\x1b[2K{}", cut(words, usize::from(columns)));
            let _ = io::stderr().flush();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Seconds of work that nobody has to be told of.
const UNTOLD_S: u64 = 2;

/// How long work takes whose end nobody knows, second by second, from the third one on. The line goes when this is dropped.
pub(crate) struct PatienceLine {
    /// Its end is the end of the work.
    working: Option<mpsc::Sender<()>>,
    teller: Option<JoinHandle<()>>,
}

impl PatienceLine {
    /// Work of this name begins.
    pub(crate) fn begin(what: &str) -> PatienceLine {
        let line = ProgressLine::begin(what);
        if !line.is_shown {
            return PatienceLine {
                working: None,
                teller: None,
            };
        }
        let (working, is_over) = mpsc::channel();
        let tell = move || {
            for seconds in 1.. {
                match is_over.recv_timeout(Duration::from_secs(1)) {
                    Err(RecvTimeoutError::Timeout) if seconds <= UNTOLD_S => {}
                    Err(RecvTimeoutError::Timeout) => line.write(&format!("{}: {seconds} s", line.what)),
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        };
        PatienceLine {
            working: Some(working),
            teller: Some(thread::spawn(tell)),
        }
    }
}

impl Drop for PatienceLine {
    fn drop(&mut self) {
        self.working = None;
        if let Some(teller) = self.teller.take() {
            // The line must be gone before anything else is written.
            let _ = teller.join();
        }
    }
}

/// What of the words is in one line of so many columns: a line that wraps could not be written over.
fn cut(words: &str, columns: usize) -> String {
    words.chars().take(columns.saturating_sub(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_does_not_wrap() {
        assert_eq!(cut("importing: 3 of 9", 80), "importing: 3 of 9");
        assert_eq!(cut("importing: 3 of 9", 10), "importing");
        assert_eq!(cut("importing", 0), "");
    }
}
