//! What a game that was watched gave, and whom questions about it may be put to.

use std::sync::{Arc, atomic::AtomicUsize};

use calibrate::{answers::PictureAnswers, folder::SightsFolder, sights::Seen};
use profile::client::Profile;

/// What was watched.
pub(super) struct Gathered {
    pub(super) basis: Profile,
    pub(super) seen: Seen,
    pub(super) answers: PictureAnswers,
    pub(super) folder: SightsFolder,
    pub(super) interrupts: Arc<AtomicUsize>,
}

/// Whom questions may be put to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asking {
    /// A person, in a window.
    Person,
    /// Nobody; what is open stays open.
    Nobody,
    /// Nobody, and it must not stay open.
    NobodyThere,
}
