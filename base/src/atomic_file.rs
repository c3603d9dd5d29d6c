//! Files that are there whole or not at all: written beside their place first, then moved into it, so that no reader and no end of
//! any kind leaves half of one. Knows nothing of what is in them.

use std::{
    fs::OpenOptions,
    io::{self, Write as _},
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};

use crate::{disk_hint, user_error::UserError};

/// How the names of files end that are not in their place yet.
pub const PARTIAL: &str = "partial";

/// Puts these bytes in place of the file, and makes its folder if there is none. They are on the disk when this returns.
///
/// # Errors
/// The disk refused it; what was there before is still there, unless it is the name alone that may not last.
#[expect(clippy::disallowed_methods, reason = "the shell: here bytes become files")]
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder {
        std::fs::create_dir_all(folder)?;
    }
    // Two programs, or two threads of one, may write the same file at a time.
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let partial = path.with_extension(format!("{}-{number}.{PARTIAL}", std::process::id()));
    let put = write(&partial, bytes).and_then(|()| std::fs::rename(&partial, path));
    if let Err(error) = put {
        let _ = std::fs::remove_file(&partial);
        return Err(error);
    }
    sync_folder(folder.unwrap_or(Path::new(".")))
}

/// Writes them down to the disk: a name that reaches it before its bytes is a name of nothing, once the power fails.
fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Sees to it that a new name in a folder is on the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    match OpenOptions::new().read(true).open(folder)?.sync_all() {
        // Some file systems have no such thing, and keep names as they can.
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}

/// Writes a page to the file that a person gave with this option. It may be a device, so it is written where it is.
///
/// # Errors
/// The disk refused it.
#[expect(clippy::disallowed_methods, reason = "the shell: here a page becomes a file")]
pub fn page(path: &Path, page: &str, option: &str) -> Result<(), UserError> {
    std::fs::write(path, page).map_err(|error| {
        let message = format!("cannot write {}: {error}", path.display());
        let hint = match error.kind() {
            io::ErrorKind::NotFound => format!("give a file in a folder that can be written with {option}"),
            kind => disk_hint::of_disk(kind, option).to_owned(),
        };
        UserError::new(message, hint)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("file.json");
        for text in ["one", "another"] {
            replace(&path, text.as_bytes()).unwrap();
            #[expect(clippy::disallowed_methods, reason = "a test of files")]
            let read = std::fs::read_to_string(&path).unwrap();
            assert_eq!(read, text);
        }
        assert_eq!(path.parent().unwrap().read_dir().unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file.json");
        std::fs::create_dir(&path).unwrap();
        assert!(replace(&path, b"text").is_err());
        assert_eq!(folder.path().read_dir().unwrap().count(), 1);
    }
}
