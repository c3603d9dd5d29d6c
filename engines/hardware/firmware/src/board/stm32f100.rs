//! STM32F100 (emulated: QEMU's "stm32vldiscovery"): 24 MHz from the internal oscillator, so that no crystal has to fit; USART1
//! on PA9 and PA10.

/// Lines a side of the largest board: 8 KB of memory have room for no larger one.
pub(crate) const LINES: usize = 15;
/// A ply takes 240 bytes of stack, of which there are 3.6 KB.
pub(super) const DEPTH_MAX: usize = 5;
pub(super) const NAME: &str = "tengen stm32f100";
pub(super) const CLOCK_HZ: u32 = 24_000_000;
/// The clock of the bus that USART1 is on.
pub(super) const LINE_HZ: u32 = CLOCK_HZ;
pub(super) const USART1: usize = 0x4001_3800;

/// Reset and clock control: the clocks' control, their settings, what is on.
const CLOCKS: *mut u32 = 0x4002_1000 as *mut u32;
const SETTINGS: *mut u32 = 0x4002_1004 as *mut u32;
const APB2_ON: *mut u32 = 0x4002_1018 as *mut u32;
/// Port A: how its upper eight pins are used.
const PINS: *mut u32 = 0x4001_0804 as *mut u32;

const PLL_ON: u32 = 1 << 24;
const PLL_READY: u32 = 1 << 25;
/// 8 MHz / 2 * 6.
const PLL_24_MHZ: u32 = 0b0100 << 18;
const BY_PLL: u32 = 0b10;

/// Clock and pins.
pub(super) fn start() {
    // SAFETY: registers of this model, as its manual has them.
    unsafe {
        // The internal oscillator is always on after a reset: a control word of zero is an emulator without clocks, whose
        // processor has its full speed anyway.
        if CLOCKS.read_volatile() != 0 {
            SETTINGS.write_volatile(PLL_24_MHZ);
            CLOCKS.write_volatile(CLOCKS.read_volatile() | PLL_ON);
            while CLOCKS.read_volatile() & PLL_READY == 0 {}
            SETTINGS.write_volatile(PLL_24_MHZ | BY_PLL);
            while SETTINGS.read_volatile() >> 2 & 0b11 != BY_PLL {}
        }
        // Port A and USART1.
        APB2_ON.write_volatile(APB2_ON.read_volatile() | 1 << 2 | 1 << 14);
        // PA9 sends, driven by USART1 at 50 MHz; PA10 listens, floating.
        let pins = PINS.read_volatile() & !(0xFF << 4);
        PINS.write_volatile(pins | 0x4B << 4);
    }
}
