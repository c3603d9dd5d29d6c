//! What to do about a disk that refuses: advice that fits its reason, in one place.

use std::io::ErrorKind;

/// Advice on what the system said; `option` is how another place is named.
pub fn of_disk(kind: ErrorKind, option: &str) -> &'static str {
    match (kind, option) {
        (ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge, _) => {
            "the disk is full: make room on it"
        }
        (ErrorKind::ReadOnlyFilesystem, "--db") => {
            "it can only be read: make the file and its folder writable, or name another database with --db"
        }
        (ErrorKind::PermissionDenied, "--db") => {
            "this account may not write it: change its owner or permissions, or name another database with --db"
        }
        (ErrorKind::ReadOnlyFilesystem, _) => "it can only be read: make it writable, or give another place",
        (ErrorKind::PermissionDenied, _) => {
            "this account may not do that: change the owner or the permissions"
        }
        (ErrorKind::ResourceBusy | ErrorKind::WouldBlock, _) => {
            "another program holds it: wait for that to end, or end it"
        }
        (ErrorKind::NotFound, _) => "name a file or folder that exists",
        (ErrorKind::NotADirectory | ErrorKind::IsADirectory | ErrorKind::AlreadyExists, _) => {
            "something of another kind stands in its place: move it away, or give another place"
        }
        (_, "--db") => "give a file in a folder that can be written with --db",
        _ => "is the disk in order?",
    }
}
