//! Devices that run on this machine: firmware in emulated boards, simulated logic, both together, the emulator; all against the host's engine.
#![cfg(all(unix, not(target_os = "macos")))]
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    clippy::print_stderr,
    clippy::print_stdout,
    reason = "tests touch files, clocks and processes, and fail where something is missing"
)]

mod emulator;
mod firmware;
mod rtl;
mod touch;
mod soc;
