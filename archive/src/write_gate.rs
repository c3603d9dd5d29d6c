//! Who is asked before anything is written: a port of the keeper, for worlds whose disks fill up and whose databases are
//! locked. It writes nothing itself.

use std::io;

/// What is written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    /// A line of the journal.
    Journal,
    /// Anything in the database.
    Store,
}

/// Lets writes pass, or refuses them in the disk's place.
pub trait WriteGate: Send {
    /// A write is about to be made.
    ///
    /// # Errors
    /// It is refused at this moment.
    fn admit(&mut self, storage: Storage) -> io::Result<()>;
}

/// Lets every write pass: what the disk itself refuses shows when it is made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpenGate;

impl WriteGate for OpenGate {
    fn admit(&mut self, _: Storage) -> io::Result<()> {
        Ok(())
    }
}
