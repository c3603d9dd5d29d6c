//! STM32F405 (emulated: QEMU's "netduinoplus2"): 168 MHz from the internal oscillator, so that no crystal has to fit; USART1 on
//! PA9 and PA10.

/// Lines a side of the largest board.
pub(crate) const LINES: usize = 22;
pub(super) const DEPTH_MAX: usize = hardware_core::DEPTH_MAX;
pub(super) const NAME: &str = "tengen stm32f405";
pub(super) const CLOCK_HZ: u32 = 168_000_000;
/// The clock of the bus that USART1 is on.
pub(super) const LINE_HZ: u32 = CLOCK_HZ / 2;
pub(super) const USART1: usize = 0x4001_1000;

/// Reset and clock control: the clocks' control, the PLL's settings, the buses' clocks, what of them is on.
const CLOCKS: *mut u32 = 0x4002_3800 as *mut u32;
const PLL: *mut u32 = 0x4002_3804 as *mut u32;
const BUSES: *mut u32 = 0x4002_3808 as *mut u32;
const GPIO_ON: *mut u32 = 0x4002_3830 as *mut u32;
const APB2_ON: *mut u32 = 0x4002_3844 as *mut u32;
const FLASH: *mut u32 = 0x4002_3C00 as *mut u32;
/// Port A: how its pins are used; which function the upper eight have.
const PINS: *mut u32 = 0x4002_0000 as *mut u32;
const FUNCTIONS: *mut u32 = 0x4002_0024 as *mut u32;

const PLL_ON: u32 = 1 << 24;
const PLL_READY: u32 = 1 << 25;
/// 16 MHz / 16 * 336 / 2, for USB's part / 7.
const PLL_168_MHZ: u32 = 16 | 336 << 6 | 7 << 24;
/// APB1 at a quarter, APB2 at a half.
const DIVIDED: u32 = 0b101 << 10 | 0b100 << 13;
const BY_PLL: u32 = 0b10;
/// Five wait states, prefetch and both caches.
const FLASH_168_MHZ: u32 = 5 | 0b111 << 8;

/// Clock and pins.
pub(super) fn start() {
    // SAFETY: registers of this model, as its manual has them.
    unsafe {
        // The internal oscillator is always on after a reset: a control word of zero is an emulator without clocks, whose
        // processor has its full speed anyway.
        if CLOCKS.read_volatile() != 0 {
            FLASH.write_volatile(FLASH_168_MHZ);
            PLL.write_volatile(PLL_168_MHZ);
            CLOCKS.write_volatile(CLOCKS.read_volatile() | PLL_ON);
            while CLOCKS.read_volatile() & PLL_READY == 0 {}
            BUSES.write_volatile(DIVIDED | BY_PLL);
            while BUSES.read_volatile() >> 2 & 0b11 != BY_PLL {}
        }
        GPIO_ON.write_volatile(GPIO_ON.read_volatile() | 1);
        APB2_ON.write_volatile(APB2_ON.read_volatile() | 1 << 4);
        // PA9 and PA10 have their function 7, USART1.
        let pins = PINS.read_volatile() & !(0b1111 << 18);
        PINS.write_volatile(pins | 0b1010 << 18);
        let functions = FUNCTIONS.read_volatile() & !(0xFF << 4);
        FUNCTIONS.write_volatile(functions | 0x77 << 4);
    }
}
