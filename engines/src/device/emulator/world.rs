//! An emulated device in memory, as a port. Time passes only while somebody waits, and then at once: a thousand games with
//! all their time-outs take seconds, and are the same each time.

use super::bench::Bench;
use crate::device::port::{Lost, OpenError, Port};

/// The port.
pub struct EmulatedPort {
    bench: Bench,
    now_us: u64,
    is_open: bool,
    inbox: Vec<u8>,
}

impl EmulatedPort {
    /// At the beginning of time.
    pub fn new(bench: Bench) -> EmulatedPort {
        EmulatedPort {
            bench,
            now_us: 0,
            is_open: false,
            inbox: Vec::new(),
        }
    }

    /// Lets time pass to the next event, or to `until_us` if that is earlier.
    fn step(&mut self, until_us: u64) {
        let due_us = self.bench.due_us().unwrap_or(u64::MAX);
        self.now_us = self.now_us.max(due_us.min(until_us));
        self.bench.advance(self.now_us);
        let heard = self.bench.receive(self.now_us);
        if !self.bench.is_plugged() {
            self.is_open = false;
            self.inbox.clear();
        }
        if self.is_open {
            self.inbox.extend(heard);
        }
    }

    fn check_open(&self) -> Result<(), Lost> {
        if self.is_open {
            Ok(())
        } else {
            Err(Lost("unplugged".to_owned()))
        }
    }
}

impl Port for EmulatedPort {
    fn name(&self) -> String {
        "memory".to_owned()
    }

    fn baud(&self) -> u32 {
        115_200
    }

    fn open(&mut self) -> Result<(), OpenError> {
        self.step(self.now_us);
        if !self.bench.is_plugged() {
            return Err(OpenError::Missing(self.name()));
        }
        self.inbox.clear();
        self.is_open = true;
        Ok(())
    }

    fn close(&mut self) {
        self.is_open = false;
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Lost> {
        self.check_open()?;
        self.bench.send(bytes, self.now_us);
        Ok(())
    }

    fn read(&mut self, buffer: &mut [u8], until_us: u64) -> Result<usize, Lost> {
        loop {
            self.step(until_us);
            self.check_open()?;
            if !self.inbox.is_empty() || self.now_us >= until_us {
                let count = self.inbox.len().min(buffer.len());
                buffer[..count].copy_from_slice(&self.inbox[..count]);
                self.inbox.drain(..count);
                return Ok(count);
            }
        }
    }

    fn now_us(&self) -> u64 {
        self.now_us
    }

    fn wait_until(&mut self, until_us: u64) {
        while self.now_us < until_us {
            self.step(until_us);
        }
    }
}
