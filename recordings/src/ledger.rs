//! A file of JSON lines that is only ever added to: a head that says what it is about, then one entry a line. A line
//! is on the disk before [`Ledger::append`] returns, and one that a killed process left half written is cut off
//! when the file is opened again. What the lines mean is not known here.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Serialize, de::DeserializeOwned};

use crate::hold::{self, Refusal};

/// Why a ledger cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// It is there already.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// Another process writes it.
    #[error("{} is being written by another process", .0.display())]
    Held(PathBuf),
    /// A whole line is not what it should be.
    #[error("{}, line {line}: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// 1 for the first line.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The disk or the permissions.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// `create`, `write`, `read`, …
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A ledger open for writing. Nobody else can write it until the value is dropped.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines, so that a failed write can be cut off again.
    length: u64,
}

/// A ledger's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerContent<H, E> {
    /// The first line.
    pub head: H,
    /// The others, in the order in which they were written.
    pub entries: Vec<E>,
}

impl Ledger {
    /// Makes a file, which must not exist, with its head.
    ///
    /// # Errors
    /// It exists, or cannot be written.
    pub fn create(path: &Path, head: &impl Serialize) -> Result<Ledger, LedgerError> {
        let file = hold::create(path).map_err(|refusal| match refusal {
            Refusal::Io(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                LedgerError::Exists(path.to_owned())
            }
            refusal => refused("create", path, refusal),
        })?;
        let mut ledger = Ledger {
            path: path.to_owned(),
            file,
            length: 0,
        };
        ledger.append(head)?;
        sync_folder(path).map_err(|source| trouble("create", path, source))?;
        Ok(ledger)
    }

    /// Opens a file to go on writing it. A half-written last line is cut off.
    ///
    /// # Errors
    /// Another process writes it, a whole line is damaged, or the file cannot be read or written.
    pub fn reopen<H: DeserializeOwned, E: DeserializeOwned>(
        path: &Path,
    ) -> Result<(Ledger, LedgerContent<H, E>), LedgerError> {
        let mut file = hold::reopen(path).map_err(|refusal| refused("open", path, refusal))?;
        let (content, length) = load(path)?;
        hold::cut(&mut file, length).map_err(|source| trouble("repair", path, source))?;
        let ledger = Ledger {
            path: path.to_owned(),
            file,
            length,
        };
        Ok((ledger, content))
    }

    /// Adds a line. A line that could not be written whole is cut off again.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn append(&mut self, entry: &impl Serialize) -> Result<(), LedgerError> {
        let fail = |source| trouble("write", &self.path, source);
        let mut line = serde_json::to_vec(entry).map_err(|error| fail(error.into()))?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if let Err(source) = written {
            let _ = hold::cut(&mut self.file, self.length);
            return Err(fail(source));
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Reads a ledger, whether somebody writes it or not. A half-written last line is not there yet.
///
/// # Errors
/// A whole line is damaged, or the file cannot be read.
pub fn read<H: DeserializeOwned, E: DeserializeOwned>(
    path: &Path,
) -> Result<LedgerContent<H, E>, LedgerError> {
    load(path).map(|(content, _)| content)
}

/// The content, and the bytes of its whole lines.
#[expect(
    clippy::disallowed_methods,
    reason = "the ledger is a file: this is its shell"
)]
fn load<H: DeserializeOwned, E: DeserializeOwned>(
    path: &Path,
) -> Result<(LedgerContent<H, E>, u64), LedgerError> {
    let bytes = std::fs::read(path).map_err(|source| trouble("read", path, source))?;
    let whole = bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1);
    let damaged = |line: usize, problem: String| LedgerError::Damaged {
        path: path.to_owned(),
        line,
        problem,
    };
    let mut lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    let head = lines
        .next()
        .ok_or_else(|| damaged(1, "there is no head".to_owned()))
        .and_then(|line| serde_json::from_slice(line).map_err(|error| damaged(1, error.to_string())))?;
    let mut entries = Vec::new();
    for (line, number) in lines.zip(2..) {
        entries.push(serde_json::from_slice(line).map_err(|error| damaged(number, error.to_string()))?);
    }
    Ok((LedgerContent { head, entries }, whole as u64))
}

/// A file whose name is not on the disk is lost with the power, however well its content was synced.
fn sync_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if cfg!(unix) => {
            let folder = if folder.as_os_str().is_empty() {
                Path::new(".")
            } else {
                folder
            };
            OpenOptions::new().read(true).open(folder)?.sync_all()
        }
        _ => Ok(()),
    }
}

fn refused(doing: &'static str, path: &Path, refusal: Refusal) -> LedgerError {
    match refusal {
        Refusal::Held => LedgerError::Held(path.to_owned()),
        Refusal::Io(source) => trouble(doing, path, source),
    }
}

fn trouble(doing: &'static str, path: &Path, source: io::Error) -> LedgerError {
    LedgerError::Io {
        doing,
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use super::*;

    type Numbers = LedgerContent<String, u32>;

    #[test]
    fn whatever_is_cut_off_whole_lines_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        let mut ledger = Ledger::create(&path, &"head").unwrap();
        for number in [10, 20, 30] {
            ledger.append(&number).unwrap();
        }
        assert!(matches!(
            Ledger::reopen::<String, u32>(&path),
            Err(LedgerError::Held(_))
        ));
        assert!(matches!(
            Ledger::create(&path, &"head"),
            Err(LedgerError::Exists(_))
        ));
        drop(ledger);
        let whole = std::fs::read(&path).unwrap();
        let head = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for length in 0..=whole.len() {
            std::fs::write(&path, &whole[..length]).unwrap();
            let reopened = Ledger::reopen::<String, u32>(&path);
            if length < head {
                assert!(
                    matches!(reopened, Err(LedgerError::Damaged { line: 1, .. })),
                    "{length}"
                );
                continue;
            }
            let (mut ledger, content) = reopened.unwrap();
            let kept = (length - head) / 3;
            assert_eq!(content.entries, [10, 20, 30][..kept], "{length}");
            ledger.append(&40).unwrap();
            let Numbers { head, entries } = read(&path).unwrap();
            assert_eq!(
                (head.as_str(), entries.len(), entries[kept]),
                ("head", kept + 1, 40)
            );
        }
    }

    #[test]
    fn a_damaged_line_is_named_and_nothing_is_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        std::fs::write(&path, "\"head\"\n1\nnonsense\n3\n4").unwrap();
        let error = Ledger::reopen::<String, u32>(&path).unwrap_err().to_string();
        assert!(error.contains("games.jsonl, line 3: expected"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), b"\"head\"\n1\nnonsense\n3\n4");
    }
}
