//! A system on which sessions cannot be reached.

use std::{io, path::Path};

use super::super::{ControlError, ControlVerb, Reins};

/// Never there.
pub(super) enum Listening {}

impl Listening {
    pub(super) fn close(&mut self) {
        match *self {}
    }
}

pub(super) fn listen(_journals: &Path, _session: &str, _reins: Reins) -> io::Result<Listening> {
    Err(io::ErrorKind::Unsupported.into())
}

pub(super) fn ask(_journals: &Path, _session: &str, _verb: ControlVerb) -> Result<(), ControlError> {
    Err(ControlError::NotOffered)
}

pub(super) fn is_there(_journals: &Path, _session: &str) -> bool {
    false
}
