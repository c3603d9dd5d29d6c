//! The disk of a night: at times it is full, at times another program holds the database. The bot's real books lie in
//! memory and are refused by this. It knows no clock but the world's.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use archive::write_gate::{Storage, WriteGate};
use practice::{face::Pictured, world::World};

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
    pub fn gate<P: Pictured>(&self, world: &World<P>) -> Box<dyn WriteGate> {
        Box::new(DiskGate {
            disk: self.clone(),
            world: world.clone(),
        })
    }
}

/// Refuses what the disk does not take at this moment of the world.
struct DiskGate<P: Pictured> {
    disk: Disk,
    world: World<P>,
}

impl<P: Pictured> WriteGate for DiskGate<P> {
    fn admit(&mut self, storage: Storage) -> io::Result<()> {
        let now_ms = self.world.now_ms();
        if now_ms < self.disk.full_until_ms.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let is_locked = now_ms < self.disk.locked_until_ms.load(Ordering::Relaxed);
        match is_locked && storage == Storage::Store {
            true => Err(io::ErrorKind::ResourceBusy.into()),
            false => Ok(()),
        }
    }
}
