//! The boards: clock, line and timer of each. One of them is built in.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use firmware::{port::Wire, ring::Ring};

#[cfg(target_arch = "arm")]
pub(crate) mod stm32;
#[cfg(board = "stm32f100")]
pub(crate) mod stm32f100;
#[cfg(board = "stm32f405")]
pub(crate) mod stm32f405;
#[cfg(target_arch = "riscv32")]
pub(crate) mod virt;

#[cfg(target_arch = "arm")]
pub(crate) use crate::start::cortex::reset;
#[cfg(target_arch = "arm")]
pub(crate) use stm32::DevBoard;
#[cfg(board = "stm32f100")]
pub(crate) use stm32f100::LINES;
#[cfg(board = "stm32f405")]
pub(crate) use stm32f405::LINES;
#[cfg(target_arch = "riscv32")]
pub(crate) use virt::{DevBoard, LINES, received, reset};

/// What the line's interrupt has received.
pub(crate) static RECEIVED: Ring = Ring::new();

unsafe extern "C" {
    /// A word at the end of the memory that neither start-up code nor loader touches.
    safe static _kept: AtomicU32;
}

/// What power-up leaves in memory is none of these, or one time in two thousand million.
const KEPT_S0: u32 = 0x7E96_E053;
const KEPT_V2: u32 = 0x7E96_E0F2;

fn keep(wire: Wire) {
    let word = match wire {
        Wire::S0 => KEPT_S0,
        Wire::V2 => KEPT_V2,
    };
    _kept.store(word, Relaxed);
}

fn kept() -> Option<Wire> {
    match _kept.load(Relaxed) {
        KEPT_S0 => Some(Wire::S0),
        KEPT_V2 => Some(Wire::V2),
        _ => None,
    }
}
