//! Which file it is that stands at a path, so that one that was deleted, moved or replaced is noticed. Knows nothing of
//! what is in it.

use std::{fs::Metadata, path::Path};

/// A file's identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    id: (u64, u64),
}

impl Place {
    /// That of the file at this path; `None` if there is none.
    pub(super) fn of(path: &Path) -> Option<Place> {
        let metadata = std::fs::metadata(path).ok()?;
        Some(Place { id: id(&metadata) })
    }

    /// Whether that file is still there. Where the system cannot tell, it is believed to be.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        use std::io::ErrorKind::{NotADirectory, NotFound};
        match std::fs::metadata(path) {
            Ok(metadata) => id(&metadata) == self.id,
            Err(error) => !matches!(error.kind(), NotFound | NotADirectory),
        }
    }
}

#[cfg(unix)]
fn id(metadata: &Metadata) -> (u64, u64) {
    use std::os::unix::fs::MetadataExt as _;
    (metadata.dev(), metadata.ino())
}

/// A database that is open cannot be taken away here.
#[cfg(not(unix))]
fn id(_metadata: &Metadata) -> (u64, u64) {
    (0, 0)
}
