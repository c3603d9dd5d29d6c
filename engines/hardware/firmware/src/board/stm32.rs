//! What the STM32 boards have in common: USART1 with the registers of the older series, and SysTick, which counts the
//! processor's cycles.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

use firmware::port::{Port, Received, Wire};

use super::{RECEIVED, keep, kept};
use crate::start::cortex;

#[cfg(board = "stm32f100")]
use super::stm32f100 as model;
#[cfg(board = "stm32f405")]
use super::stm32f405 as model;

/// Bits a second on the line.
pub(super) const BAUD: u32 = 115_200;

const STATUS: *mut u32 = model::USART1 as *mut u32;
const DATA: *mut u32 = (model::USART1 + 0x04) as *mut u32;
const RATE: *mut u32 = (model::USART1 + 0x08) as *mut u32;
const CONTROL: *mut u32 = (model::USART1 + 0x0C) as *mut u32;
/// Status: a byte was received; there is room for one to send.
const RECEIVED_DATA: u32 = 1 << 5;
const CAN_SEND: u32 = 1 << 7;
/// Control: on, sends, receives, with an interrupt for what is received.
const ON: u32 = 1 << 13 | 1 << 3 | 1 << 2 | 1 << 5;

/// SysTick: control, what it begins with, where it is.
const TICK_CONTROL: *mut u32 = 0xE000_E010 as *mut u32;
const TICK_FROM: *mut u32 = 0xE000_E014 as *mut u32;
const TICK_NOW: *mut u32 = 0xE000_E018 as *mut u32;
/// On, with an interrupt, by the processor's clock.
const TICK_ON: u32 = 0b111;
/// Interrupt control and state, and in it: SysTick's interrupt is to come.
const ICSR: *const u32 = 0xE000_ED04 as *const u32;
const TICK_PENDING: u32 = 1 << 26;
/// Cycles between two interrupts of SysTick: a hundredth of a second.
const CYCLES: u32 = model::CLOCK_HZ / 100;

/// Interrupts of SysTick so far.
static TICKS: AtomicU32 = AtomicU32::new(0);

/// The board, set up.
pub(crate) struct DevBoard(());

impl DevBoard {
    /// Sets it up. Called once.
    pub(crate) fn start() -> DevBoard {
        model::start();
        // SAFETY: registers of this series, as its manual has them.
        unsafe {
            RATE.write_volatile((model::LINE_HZ + BAUD / 2) / BAUD);
            CONTROL.write_volatile(ON);
            TICK_FROM.write_volatile(CYCLES - 1);
            TICK_NOW.write_volatile(0);
            TICK_CONTROL.write_volatile(TICK_ON);
        }
        cortex::enable(cortex::USART1);
        cortex::interrupts_on();
        DevBoard(())
    }
}

impl Port for DevBoard {
    const NAME: &'static str = model::NAME;
    const CLOCK_HZ: u32 = model::CLOCK_HZ;
    const DEPTH_MAX: usize = model::DEPTH_MAX;

    fn receive(&mut self) -> Option<Received> {
        RECEIVED.read()
    }

    fn send(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            // SAFETY: the line's registers.
            unsafe {
                while STATUS.read_volatile() & CAN_SEND == 0 {}
                DATA.write_volatile(u32::from(byte));
            }
        }
    }

    fn wait(&mut self) {
        cortex::wait_unless(|| !RECEIVED.is_empty());
    }

    fn micros(&self) -> u64 {
        micros()
    }

    fn cycles(&self) -> u64 {
        cycles()
    }

    fn keep(&mut self, wire: Wire) {
        keep(wire);
    }

    fn kept(&self) -> Option<Wire> {
        kept()
    }
}

/// USART1 has a byte.
pub(crate) extern "C" fn received() {
    // SAFETY: the line's registers. Reading the data also forgets an overrun.
    unsafe {
        while STATUS.read_volatile() & RECEIVED_DATA != 0 {
            RECEIVED.write(DATA.read_volatile() as u8, micros());
        }
    }
}

/// SysTick has come around.
pub(crate) extern "C" fn tick() {
    TICKS.store(TICKS.load(Relaxed).wrapping_add(1), Relaxed);
}

fn micros() -> u64 {
    cycles() / u64::from(model::CLOCK_HZ / 1_000_000)
}

/// Also right in an interrupt and just before one: SysTick may have come around without having been counted.
fn cycles() -> u64 {
    loop {
        let ticks = TICKS.load(Relaxed);
        // SAFETY: reads registers.
        let (pending, now) = unsafe { (ICSR.read_volatile() & TICK_PENDING != 0, TICK_NOW.read_volatile()) };
        // SAFETY: as above.
        let still = unsafe { ICSR.read_volatile() & TICK_PENDING != 0 };
        if ticks == TICKS.load(Relaxed) && pending == still {
            let around = u64::from(ticks) + u64::from(pending);
            return around * u64::from(CYCLES) + u64::from(CYCLES - 1 - now);
        }
    }
}
