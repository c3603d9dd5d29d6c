//! Bytes between the interrupt that receives them and the program that reads them: one writer, one reader, no lock. Only loads
//! and stores, because the smallest processors have no other atomic operation.

use core::sync::atomic::{
    AtomicU16, AtomicU32, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release},
};

use crate::port::{PAUSE_US, Received};

/// Room for the longest message, and for several of those that hosts send; a power of two.
const LENGTH: usize = 64;
const AFTER_PAUSE: u16 = 0x100;

/// Bytes on their way. Places count on past the end and wrap around.
pub struct Ring {
    places: [AtomicU16; LENGTH],
    written: AtomicUsize,
    read: AtomicUsize,
    /// The writer's: when the last byte arrived, and whether one was lost since.
    arrived_us: AtomicU32,
    lost: AtomicU32,
}

impl Ring {
    /// An empty one.
    #[expect(
        clippy::new_without_default,
        reason = "it is made in a constant, where no default can be"
    )]
    pub const fn new() -> Ring {
        Ring {
            places: [const { AtomicU16::new(0) }; LENGTH],
            written: AtomicUsize::new(0),
            read: AtomicUsize::new(0),
            arrived_us: AtomicU32::new(0),
            lost: AtomicU32::new(0),
        }
    }

    /// The interrupt's side: a byte that has arrived at `now_us`. Without room for it it is lost.
    pub fn write(&self, byte: u8, now_us: u64) {
        // The low half is enough for a pause: that it comes around in 71 minutes takes one pause in 86,000 for none.
        let silence = (now_us as u32).wrapping_sub(self.arrived_us.load(Relaxed));
        self.arrived_us.store(now_us as u32, Relaxed);
        let written = self.written.load(Relaxed);
        if written.wrapping_sub(self.read.load(Acquire)) == LENGTH {
            self.lost.store(1, Relaxed);
            return;
        }
        let pause = u64::from(silence) > PAUSE_US || self.lost.load(Relaxed) != 0;
        self.lost.store(0, Relaxed);
        let entry = u16::from(byte) | if pause { AFTER_PAUSE } else { 0 };
        self.places[written % LENGTH].store(entry, Relaxed);
        self.written.store(written.wrapping_add(1), Release);
    }

    /// The program's side: the oldest byte.
    pub fn read(&self) -> Option<Received> {
        let read = self.read.load(Relaxed);
        if self.written.load(Acquire) == read {
            return None;
        }
        let entry = self.places[read % LENGTH].load(Relaxed);
        self.read.store(read.wrapping_add(1), Release);
        Some(Received {
            byte: entry as u8,
            after_pause: entry & AFTER_PAUSE != 0,
        })
    }

    /// Whether there is nothing to read.
    pub fn is_empty(&self) -> bool {
        self.written.load(Acquire) == self.read.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ring: &Ring) -> Option<(u8, bool)> {
        ring.read().map(|received| (received.byte, received.after_pause))
    }

    #[test]
    fn bytes_come_in_order_and_pauses_are_told() {
        let ring = Ring::new();
        assert_eq!(read(&ring), None);
        for (byte, now_us) in [(1, 1_000_000), (2, 1_000_087), (3, 1_050_088), (4, 1_050_175)] {
            ring.write(byte, now_us);
        }
        let all: Vec<_> = core::iter::from_fn(|| read(&ring)).collect();
        assert_eq!(all, [(1, true), (2, false), (3, true), (4, false)]);
        assert!(ring.is_empty());
    }

    #[test]
    fn what_does_not_fit_is_lost_and_the_next_byte_tells() {
        let ring = Ring::new();
        for turn in 0..3 {
            for byte in 0..=LENGTH {
                ring.write(byte as u8, 0);
            }
            for byte in 0..LENGTH {
                assert_eq!(read(&ring), Some((byte as u8, turn > 0 && byte == 0)));
            }
            assert_eq!(read(&ring), None);
        }
    }
}
