//! A journal that refuses, told with what to do about it.

use recordings::journal::JournalError;

use base::{disk_hint, user_error::UserError};

/// A journal's refusal with the hint that fits.
pub(crate) fn journal(error: JournalError) -> anyhow::Error {
    let hint = match &error {
        JournalError::Locked(_) => "wait until the session that writes it has ended",
        JournalError::Io { source, .. } => disk_hint::of_disk(source.kind(), "--db"),
    };
    UserError::new(error.to_string(), hint).into()
}
