//! What host and device say to each other on a serial line, as bytes and as messages: one file a wire, both directions.
//! No allocation and no port: the host's driver, the emulator and the firmware spell the same messages with it. It knows
//! neither boards nor rules: a message that reads well may still be an impossible move.
#![no_std]

pub mod s0;
pub mod s1;
pub mod v2;
pub mod panel;
