//! Where a session is reached, and how it is asked: a Unix socket. Where there are none, nothing is offered.

#[cfg(unix)]
mod unix;
#[cfg(not(unix))]
mod elsewhere;

#[cfg(not(unix))]
use self::elsewhere as system;
#[cfg(unix)]
use self::unix as system;

use std::{io, path::Path};

use super::{ControlError, ControlVerb, Reins, is_name};

/// Whether sessions can be reached on this system at all.
pub const IS_OFFERED: bool = cfg!(unix);

/// A session that listens, until this is dropped.
pub struct ControlDoor(system::Listening);

impl ControlDoor {
    /// Listens for a session, in a thread of its own that waits for nobody, beside the status cards in `journals`.
    ///
    /// # Errors
    /// The folder belongs to somebody else or cannot be made, or the system lets nobody listen.
    pub fn open(journals: &Path, session: &str, reins: Reins) -> io::Result<ControlDoor> {
        if !is_name(session) {
            return Err(io::Error::other(format!("{session:?} is no name of a session")));
        }
        system::listen(journals, session, reins).map(ControlDoor)
    }
}

impl Drop for ControlDoor {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Asks a session; answers when it has heard.
///
/// # Errors
/// Nobody listens, answers, or understands.
pub fn ask(journals: &Path, session: &str, verb: ControlVerb) -> Result<(), ControlError> {
    match is_name(session) {
        true => system::ask(journals, session, verb),
        false => Err(ControlError::Deaf(session.chars().take(64).collect())),
    }
}

/// Whether a session has a door; who stands behind it shows when it is asked.
pub fn is_there(journals: &Path, session: &str) -> bool {
    is_name(session) && system::is_there(journals, session)
}
