//! A ledger on disk: one line of JSON for each game that is over, there at once, so that it survives whatever kills the
//! program. Lines of earlier runs stay.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::Path,
};

use referee::kind::Kind;

use super::{LedgerEntry, line_of};

/// An open file and how much is in it.
#[derive(Debug)]
pub struct LedgerFile {
    file: File,
    written: usize,
}

impl LedgerFile {
    /// Opens the file for lines to come, or makes it.
    ///
    /// # Errors
    /// The system refuses.
    pub fn open(path: &Path) -> io::Result<LedgerFile> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(LedgerFile { file, written: 0 })
    }

    /// Writes the games that were not written yet. `ledger` is always the same one, grown.
    ///
    /// # Errors
    /// The system refuses; what was not written is tried again with the next call.
    pub(crate) fn keep_up<P: Kind>(&mut self, ledger: &[impl LedgerEntry<P>]) -> io::Result<()> {
        for entry in ledger.iter().skip(self.written) {
            // One write a line: a killed program leaves no half of one.
            self.file.write_all(line_of(entry).as_bytes())?;
            self.file.flush()?;
            self.written += 1;
        }
        Ok(())
    }
}
