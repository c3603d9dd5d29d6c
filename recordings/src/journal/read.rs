//! A journal file back into entries. Reads whatever a killed process or a bad disk left, loses no whole line and
//! says what it could not read. Changes nothing.

use std::path::Path;

use super::{JournalEntry, JournalError, io_error};

/// What a journal file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The lines that could be read, in order.
    pub entries: Vec<JournalEntry>,
    /// How the file ends.
    pub tail: Tail,
    /// Bytes up to the end of the last whole line.
    pub whole_bytes: u64,
    /// Whole lines that are not entries: a damaged disk, or somebody's editor.
    pub damaged: Vec<Damage>,
}

/// The end of a journal file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// A line feed.
    Clean,
    /// A piece of a line, of no use.
    Torn {
        /// Its length.
        bytes: u64,
    },
    /// A whole entry without its line feed; it counts.
    Unended,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// 1 for the first line of the file.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

/// Reads a journal file, live or dead.
///
/// # Errors
/// The file cannot be read at all.
#[expect(
    clippy::disallowed_methods,
    reason = "the journal is a file: this is its shell"
)]
pub fn read(path: &Path) -> Result<Reading, JournalError> {
    let bytes = std::fs::read(path).map_err(|source| io_error("read", path, source))?;
    Ok(parse(&bytes))
}

/// The same from the file's content. Any bytes will do.
pub fn parse(bytes: &[u8]) -> Reading {
    let mut reading = Reading {
        entries: Vec::new(),
        tail: Tail::Clean,
        whole_bytes: 0,
        damaged: Vec::new(),
    };
    let mut rest = bytes;
    let mut line = 0;
    while !rest.is_empty() {
        line += 1;
        let Some(end) = rest.iter().position(|&byte| byte == b'\n') else {
            match serde_json::from_slice(rest) {
                Ok(entry) => {
                    reading.tail = Tail::Unended;
                    reading.whole_bytes += rest.len() as u64;
                    reading.entries.push(entry);
                }
                Err(_) => {
                    reading.tail = Tail::Torn {
                        bytes: rest.len() as u64,
                    }
                }
            }
            break;
        };
        match serde_json::from_slice::<JournalEntry>(&rest[..end]) {
            Ok(entry) => reading.entries.push(entry),
            Err(error) => reading.damaged.push(Damage {
                line,
                problem: error.to_string(),
            }),
        }
        reading.whole_bytes += end as u64 + 1;
        rest = &rest[end + 1..];
    }
    reading
}
