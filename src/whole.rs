//! Files that are there whole or not at all: written beside their place first, then moved into it, so that no reader and no end of
//! any kind leaves half of one. Knows nothing of what is in them.

use std::{io, path::Path};

use crate::{complaint::Complaint, keep::hint};

/// Puts these bytes in place of the file, and makes its folder if there is none.
///
/// # Errors
/// The disk refused it; what was there before is still there.
#[expect(clippy::disallowed_methods, reason = "the shell: here bytes become files")]
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    // Two programs may write the same file at a time.
    let partial = path.with_extension(format!("{}.partial", std::process::id()));
    std::fs::write(&partial, bytes)?;
    std::fs::rename(&partial, path)
}

/// Writes a page to the file that a person gave with this option. It may be a device, so it is written where it is.
///
/// # Errors
/// The disk refused it.
#[expect(clippy::disallowed_methods, reason = "the shell: here a page becomes a file")]
pub fn page(path: &Path, page: &str, option: &str) -> Result<(), Complaint> {
    std::fs::write(path, page).map_err(|error| {
        let message = format!("cannot write {}: {error}", path.display());
        let hint = match error.kind() {
            io::ErrorKind::NotFound => format!("give a file in a folder that can be written with {option}"),
            kind => hint::of_disk(kind, option).to_owned(),
        };
        Complaint::new(message, hint)
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
}
