//! QEMU's RISC-V machine "virt": a 16550 UART behind the platform's interrupt controller, and a timer of 10 MHz. The emulated
//! line has no speed, so none is set.

use core::arch::asm;

use firmware::port::{Port, Received, Wire};

use super::{RECEIVED, keep, kept};
use crate::start::riscv;

/// Lines a side of the largest board.
pub(crate) const LINES: usize = 22;

/// The UART: data; interrupts; line status.
const DATA: *mut u8 = 0x1000_0000 as *mut u8;
const INTERRUPTS: *mut u8 = 0x1000_0001 as *mut u8;
const STATUS: *mut u8 = 0x1000_0005 as *mut u8;
const RECEIVED_DATA: u8 = 1;
const CAN_SEND: u8 = 1 << 5;

/// The interrupt controller: the UART's number, its priority, this processor's enabling word, threshold and claim.
const UART: u32 = 10;
const PRIORITY: *mut u32 = (0x0C00_0000 + 4 * UART as usize) as *mut u32;
const ENABLE: *mut u32 = 0x0C00_2000 as *mut u32;
const THRESHOLD: *mut u32 = 0x0C20_0000 as *mut u32;
const CLAIM: *mut u32 = 0x0C20_0004 as *mut u32;

/// The timer's low and high word, and its ticks in a microsecond.
const TIME: *const u32 = 0x0200_BFF8 as *const u32;
const TIME_HIGH: *const u32 = 0x0200_BFFC as *const u32;
const TICKS: u64 = 10;

/// The machine's own switch.
const SWITCH: *mut u32 = 0x0010_0000 as *mut u32;
const RESTART: u32 = 0x7777;

/// The board, set up.
pub(crate) struct DevBoard(());

impl DevBoard {
    /// Sets it up. Called once.
    pub(crate) fn start() -> DevBoard {
        // SAFETY: registers of this machine, as its manual has them.
        unsafe {
            // Its queue stays off: to turn it on is to empty it, and a host may be early.
            INTERRUPTS.write_volatile(RECEIVED_DATA);
            PRIORITY.write_volatile(1);
            ENABLE.write_volatile(1 << UART);
            THRESHOLD.write_volatile(0);
        }
        riscv::interrupts_on();
        DevBoard(())
    }
}

impl Port for DevBoard {
    const NAME: &'static str = if cfg!(board = "e902") {
        "tengen e902"
    } else {
        "tengen rv32imac"
    };
    // The emulator's counter runs with its host's.
    const CLOCK_HZ: u32 = 0;
    const DEPTH_MAX: usize = hardware_core::DEPTH_MAX;

    fn receive(&mut self) -> Option<Received> {
        RECEIVED.read()
    }

    fn send(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            // SAFETY: the UART's registers.
            unsafe {
                while STATUS.read_volatile() & CAN_SEND == 0 {}
                DATA.write_volatile(byte);
            }
        }
    }

    fn wait(&mut self) {
        riscv::wait_unless(|| !RECEIVED.is_empty());
    }

    fn micros(&self) -> u64 {
        micros()
    }

    fn cycles(&self) -> u64 {
        riscv::cycles()
    }

    fn keep(&mut self, wire: Wire) {
        keep(wire);
    }

    fn kept(&self) -> Option<Wire> {
        kept()
    }
}

/// The only interrupt: the UART has bytes.
pub(crate) extern "C" fn received() {
    // SAFETY: registers of this machine; claiming twice is no harm.
    unsafe {
        let claimed = CLAIM.read_volatile();
        while STATUS.read_volatile() & RECEIVED_DATA != 0 {
            RECEIVED.write(DATA.read_volatile(), micros());
        }
        CLAIM.write_volatile(claimed);
    }
}

/// Begins anew, as after the reset button.
pub(crate) extern "C" fn reset() -> ! {
    // SAFETY: nothing after this write matters.
    unsafe { SWITCH.write_volatile(RESTART) };
    loop {
        // SAFETY: waits for the reset.
        unsafe { asm!("wfi") };
    }
}

fn micros() -> u64 {
    loop {
        // SAFETY: the timer's registers.
        let (high, low, after) = unsafe {
            (
                TIME_HIGH.read_volatile(),
                TIME.read_volatile(),
                TIME_HIGH.read_volatile(),
            )
        };
        if high == after {
            return (u64::from(high) << 32 | u64::from(low)) / TICKS;
        }
    }
}
