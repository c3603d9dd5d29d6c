//! The disk of a night: at times it is full, at times another program holds the database. The bot's real books lie in
//! memory and are refused by this. It knows no clock but the world's.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::world::World;
use archive::keeper::{Book, Refusal};

/// What the disk refuses. Clones are the same disk.
#[derive(Clone, Debug, Default)]
pub struct Disk {
    full_until_ms: Arc<AtomicU64>,
    locked_until_ms: Arc<AtomicU64>,
}

impl Disk {
    /// Nothing can be written until then.
    pub fn fill(&self, until_ms: u64) {
        self.full_until_ms.store(until_ms, Ordering::Relaxed);
    }

    /// The database cannot be written until then.
    pub fn lock(&self, until_ms: u64) {
        self.locked_until_ms.store(until_ms, Ordering::Relaxed);
    }

    /// What a keeper is to ask before it writes.
    pub fn refusal(&self, world: &World) -> Refusal {
        let (disk, world) = (self.clone(), world.clone());
        Box::new(move |book| {
            let now_ms = world.now_ms();
            if now_ms < disk.full_until_ms.load(Ordering::Relaxed) {
                return Some(io::ErrorKind::StorageFull.into());
            }
            let is_locked = now_ms < disk.locked_until_ms.load(Ordering::Relaxed);
            (is_locked && book == Book::Store).then(|| io::ErrorKind::ResourceBusy.into())
        })
    }
}
