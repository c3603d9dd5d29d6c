//! An emulated device with its cable: bytes on their way in both directions, what happens to them, and what happens to the
//! device. Whoever holds it brings the time.

use std::collections::VecDeque;

use super::{
    Gadget,
    faults::{Faults, Mishap},
};

/// Bits that a byte takes on the line, with its start and its stop.
const BITS: u64 = 10;
/// Bytes on their way to the device at most, of which the longest message is a small part. A host that writes faster than
/// the line runs would wait at a real port; what it writes here beyond this is lost, as in a receiver that overruns.
const TO_DEVICE_MAX: usize = 512;
/// Bytes on their way to the host, beyond which the device has no time to listen.
const TO_HOST_MAX: usize = 1_024;

/// The device and its cable.
pub struct Bench {
    gadget: Box<dyn Gadget>,
    faults: Faults,
    byte_us: u64,
    to_device: Lane,
    to_host: Lane,
    /// When the device will be reset.
    reset_us: Option<u64>,
    /// From when to when it is unplugged.
    unplugged_us: Option<(u64, u64)>,
    is_plugged: bool,
    is_garbled: bool,
}

/// Bytes on their way, with the time of their arrival.
#[derive(Default)]
struct Lane {
    bytes: VecDeque<(u64, u8)>,
    free_us: u64,
}

impl Lane {
    fn put(&mut self, byte: u8, now_us: u64, takes_us: u64) {
        self.free_us = self.free_us.max(now_us) + takes_us;
        self.bytes.push_back((self.free_us, byte));
    }

    fn due_us(&self) -> Option<u64> {
        self.bytes.front().map(|(due_us, _)| *due_us)
    }

    fn is_full(&self, bytes_max: usize) -> bool {
        self.bytes.len() >= bytes_max
    }

    fn take(&mut self, now_us: u64) -> Option<u8> {
        let is_there = self.due_us().is_some_and(|due_us| due_us <= now_us);
        is_there
            .then(|| self.bytes.pop_front())
            .flatten()
            .map(|(_, byte)| byte)
    }
}

impl Bench {
    /// A device on a line of `baud` bits a second; 0 is a line that takes no time.
    pub fn new(gadget: Box<dyn Gadget>, faults: Faults, baud: u32) -> Bench {
        Bench {
            gadget,
            faults,
            byte_us: (BITS * 1_000_000).checked_div(baud.into()).unwrap_or(0),
            to_device: Lane::default(),
            to_host: Lane::default(),
            reset_us: None,
            unplugged_us: None,
            is_plugged: true,
            is_garbled: false,
        }
    }

    /// Whether it is plugged in.
    pub(crate) fn is_plugged(&self) -> bool {
        self.is_plugged
    }

    /// Whether host and device run at different speeds.
    pub(crate) fn set_garbled(&mut self, is_garbled: bool) {
        self.is_garbled = is_garbled;
    }

    /// The host sends.
    pub fn send(&mut self, bytes: &[u8], now_us: u64) {
        for &byte in bytes {
            match self.faults.mishap() {
                Some(Mishap::Reset { after_us }) => self.reset_us = Some(now_us + after_us),
                Some(Mishap::Unplugged { after_us, for_us }) if self.unplugged_us.is_none() => {
                    let from_us = now_us + after_us;
                    self.unplugged_us = Some((from_us, from_us + for_us));
                }
                _ => {}
            }
            if self.to_device.is_full(TO_DEVICE_MAX) {
                continue;
            }
            travel(
                &mut self.faults,
                &mut self.to_device,
                byte,
                now_us,
                self.byte_us,
                self.is_garbled,
            );
        }
    }

    /// What has arrived at the host by now.
    pub fn receive(&mut self, now_us: u64) -> Vec<u8> {
        std::iter::from_fn(|| self.to_host.take(now_us)).collect()
    }

    /// When something will happen next.
    pub(crate) fn due_us(&self) -> Option<u64> {
        let unplugged = self
            .unplugged_us
            .map(|(from_us, until_us)| if self.is_plugged { from_us } else { until_us });
        let times = [
            self.to_device.due_us(),
            self.to_host.due_us(),
            self.gadget.due_us(),
            self.reset_us,
            unplugged,
        ];
        times.into_iter().flatten().min()
    }

    /// Whatever was to happen by `now_us` happens.
    pub fn advance(&mut self, now_us: u64) {
        if self.reset_us.is_some_and(|at_us| at_us <= now_us) {
            self.reset_us = None;
            self.gadget.reset(now_us);
        }
        if let Some((from_us, until_us)) = self.unplugged_us {
            if self.is_plugged && from_us <= now_us {
                self.is_plugged = false;
                self.to_device = Lane::default();
                self.to_host = Lane::default();
            }
            if until_us <= now_us {
                self.unplugged_us = None;
                self.is_plugged = true;
                self.gadget.reset(now_us);
            }
        }
        while let Some(byte) = self.to_device.take(now_us) {
            if !self.to_host.is_full(TO_HOST_MAX) {
                self.gadget.hear(byte, now_us);
                self.speak(now_us);
            }
        }
        if self.gadget.due_us().is_some_and(|due_us| due_us <= now_us) {
            self.gadget.tick(now_us);
        }
        self.speak(now_us);
    }

    /// What the device has to say goes on its way.
    fn speak(&mut self, now_us: u64) {
        for byte in self.gadget.say() {
            if self.is_plugged {
                travel(
                    &mut self.faults,
                    &mut self.to_host,
                    byte,
                    now_us,
                    self.byte_us,
                    self.is_garbled,
                );
            }
        }
    }
}

fn travel(faults: &mut Faults, lane: &mut Lane, byte: u8, now_us: u64, byte_us: u64, is_garbled: bool) {
    let fate = faults.fate(byte);
    let byte = if is_garbled {
        faults.garbled(fate.byte)
    } else {
        fate.byte
    };
    for _ in 0..fate.copies {
        lane.put(byte, now_us, byte_us + fate.delay_us);
    }
}
