//! What host and device say to each other on a serial line, as bytes and as messages: one file a wire, both directions.
//! No allocation and no port: the host's driver, the emulator and the firmware spell the same messages with it.
#![no_std]
