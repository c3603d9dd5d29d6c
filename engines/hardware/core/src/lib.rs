//! The search of the published device (docs/sources.md `S0.1` and `S0.2`) without a system under it: no allocation, no
//! clock, no other crate. Host, firmware and test benches run this same code; it knows nothing of players, wires and files.
#![no_std]

#[cfg(test)]
extern crate std;

pub mod color;
pub mod point;
pub mod rule;
pub mod board;
mod search;
pub mod deepening;

pub use search::{DEPTH_MAX, WIN};
