//! Files that one process adds to while others may read them: nobody else can open one for writing, and whoever asks is
//! told that somebody has it. The system gives it free when the process ends, however that comes. What is in the
//! files is not known here.
//!
//! On Unix this is a lock that all who write ask for. On Windows a lock would keep readers out as well, so the
//! file is opened without sharing its writing.

use std::{
    fs::{File, OpenOptions},
    io::{self, Seek as _, SeekFrom},
    path::Path,
};

/// Why a file could not be had.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// Another process writes it.
    Held,
    /// The disk or the permissions.
    Io(io::Error),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Refusal {
        Refusal::Io(error)
    }
}

/// Makes a file, which must not exist, and holds it.
pub(crate) fn create(path: &Path) -> Result<File, Refusal> {
    let mut options = writing();
    hold(options.create_new(true).open(path))
}

/// Holds a file that exists, to add to it.
pub(crate) fn reopen(path: &Path) -> Result<File, Refusal> {
    let mut file = hold(writing().open(path))?;
    file.seek(SeekFrom::End(0))?;
    Ok(file)
}

/// Cuts a held file off; what is written next stands at its end.
pub(crate) fn cut(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}

/// Whether an open file is what stands at this path: it was neither deleted, nor moved, nor replaced.
#[cfg(unix)]
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let same = |open: &std::fs::Metadata, there: &std::fs::Metadata| {
        open.nlink() > 0 && (open.dev(), open.ino()) == (there.dev(), there.ino())
    };
    match (file.metadata(), std::fs::metadata(path)) {
        (Ok(open), Ok(there)) => same(&open, &there),
        (_, Err(error)) => !is_absence(&error),
        (Err(_), _) => true,
    }
}

/// A file that is held cannot be deleted here; its folder's drive may be gone.
#[cfg(windows)]
pub(crate) fn is_at(_file: &File, path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|there| there.is_file())
}

/// Whether the system says that nothing is there, and not only that it cannot tell.
#[cfg(unix)]
fn is_absence(error: &io::Error) -> bool {
    use io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

/// Takes a file away again that was made in vain.
#[expect(clippy::disallowed_methods, reason = "this file is part of the shell")]
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    std::fs::remove_file(path)
}

#[cfg(unix)]
fn writing() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    options
}

#[cfg(unix)]
fn hold(opened: io::Result<File>) -> Result<File, Refusal> {
    let file = opened?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(std::fs::TryLockError::WouldBlock) => Err(Refusal::Held),
        Err(std::fs::TryLockError::Error(error)) => Err(Refusal::Io(error)),
    }
}

/// Whether a process holds it.
#[cfg(unix)]
pub(crate) fn is_held(path: &Path) -> io::Result<bool> {
    let file = OpenOptions::new().read(true).open(path)?;
    match file.try_lock_shared() {
        Ok(()) => Ok(false),
        Err(std::fs::TryLockError::WouldBlock) => Ok(true),
        Err(std::fs::TryLockError::Error(error)) => Err(error),
    }
}

/// `FILE_SHARE_READ`.
#[cfg(windows)]
const SHARE_READ: u32 = 1;
/// `ERROR_SHARING_VIOLATION`.
#[cfg(windows)]
const IN_USE: i32 = 32;

#[cfg(windows)]
fn writing() -> OpenOptions {
    let mut options = OpenOptions::new();
    // A file that is opened for appending alone cannot be cut off.
    options.read(true).write(true);
    std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, SHARE_READ);
    options
}

#[cfg(windows)]
fn hold(opened: io::Result<File>) -> Result<File, Refusal> {
    opened.map_err(|error| match error.raw_os_error() {
        Some(IN_USE) => Refusal::Held,
        _ => Refusal::Io(error),
    })
}

/// Whether a process holds it.
#[cfg(windows)]
pub(crate) fn is_held(path: &Path) -> io::Result<bool> {
    match OpenOptions::new().write(true).open(path) {
        Ok(_) => Ok(false),
        Err(error) if error.raw_os_error() == Some(IN_USE) => Ok(true),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn a_held_file_is_read_by_all_and_written_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("held");
        let mut file = create(&path).unwrap();
        assert!(matches!(create(&path), Err(Refusal::Io(_))));
        file.write_all(b"one two").unwrap();
        assert!(is_held(&path).unwrap());
        assert!(matches!(reopen(&path), Err(Refusal::Held)));
        assert_eq!(std::fs::read(&path).unwrap(), b"one two");
        drop(file);
        assert!(!is_held(&path).unwrap());
        let mut file = reopen(&path).unwrap();
        file.write_all(b" three").unwrap();
        cut(&mut file, 3).unwrap();
        file.write_all(b" more").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one more");
    }
}
