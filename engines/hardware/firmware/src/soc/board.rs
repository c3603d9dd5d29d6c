//! QEMU's RISC-V machine "sifive_u": two UARTs behind the platform's interrupt controller, and a timer of 1 MHz. Only the first
//! of its processors is used. The emulated lines have no speed, so none is set.

use core::arch::asm;

use firmware::{port::Received, relay::Outward, ring::Ring, stream::Word};

use crate::riscv;

/// A UART's registers.
struct Uart(usize);

/// The PC's line, and the core's.
const PC: Uart = Uart(0x1001_0000);
const CORE: Uart = Uart(0x1001_1000);

/// Places of registers from a UART's first.
const SEND: usize = 0x00;
const RECEIVE: usize = 0x04;
const SENDER: usize = 0x08;
const RECEIVER: usize = 0x0C;
const INTERRUPTS: usize = 0x10;
/// The top bit of what is sent says that there is no room, of what is received that there is nothing.
const NOTHING: u32 = 1 << 31;
const ON: u32 = 1;
/// More bytes have come than the receiver's mark, which is 0.
const RECEIVED_DATA: u32 = 1 << 1;

/// The interrupt controller: each UART's number, and this processor's enabling word, threshold and claim.
const PC_NUMBER: u32 = 4;
const CORE_NUMBER: u32 = 5;
const PRIORITIES: *mut u32 = 0x0C00_0000 as *mut u32;
const ENABLE: *mut u32 = 0x0C00_2000 as *mut u32;
const THRESHOLD: *mut u32 = 0x0C20_0000 as *mut u32;
const CLAIM: *mut u32 = 0x0C20_0004 as *mut u32;

/// The timer's low word counts microseconds: enough for a pause.
const TIME: *const u32 = 0x0200_BFF8 as *const u32;

/// Pins, of which one restarts the machine when it falls.
const PINS_OUT: *mut u32 = 0x1006_0008 as *mut u32;
const PINS: *mut u32 = 0x1006_000C as *mut u32;
const RESTART: u32 = 1 << 10;

/// What the PC has said.
static RECEIVED: Ring = Ring::new();
/// What the core says; the interrupt's own.
static mut ANSWERS: Outward = Outward::new();

impl Uart {
    fn register(&self, place: usize) -> *mut u32 {
        (self.0 + place) as *mut u32
    }

    fn start(&self, number: u32) {
        // SAFETY: registers of this machine, as its manual has them.
        unsafe {
            self.register(SENDER).write_volatile(ON);
            self.register(RECEIVER).write_volatile(ON);
            self.register(INTERRUPTS).write_volatile(RECEIVED_DATA);
            PRIORITIES.add(number as usize).write_volatile(1);
        }
    }

    fn send(&self, bytes: &[u8]) {
        for &byte in bytes {
            // SAFETY: registers of this machine.
            unsafe {
                while self.register(SEND).read_volatile() & NOTHING != 0 {}
                self.register(SEND).write_volatile(u32::from(byte));
            }
        }
    }

    fn receive(&self) -> Option<u8> {
        // SAFETY: a register of this machine.
        let word = unsafe { self.register(RECEIVE).read_volatile() };
        (word & NOTHING == 0).then_some(word as u8)
    }
}

/// The board, set up.
pub(crate) struct DevBoard(());

impl DevBoard {
    /// Sets it up. Called once.
    pub(crate) fn start() -> DevBoard {
        PC.start(PC_NUMBER);
        CORE.start(CORE_NUMBER);
        // SAFETY: registers of this machine, as its manual has them.
        unsafe {
            ENABLE.write_volatile(1 << PC_NUMBER | 1 << CORE_NUMBER);
            THRESHOLD.write_volatile(0);
        }
        riscv::interrupts_on();
        DevBoard(())
    }

    /// The PC's next byte.
    pub(crate) fn receive(&mut self) -> Option<Received> {
        RECEIVED.read()
    }

    /// To the core.
    pub(crate) fn say(&mut self, word: Word) {
        CORE.send(&word.to_bytes());
    }

    /// Waits for the PC, or for any other interrupt.
    pub(crate) fn wait(&mut self) {
        riscv::wait_unless(|| !RECEIVED.is_empty());
    }
}

/// The interrupts: the PC has said something, or the core's answer is there, which is printed at once.
pub(crate) extern "C" fn received() {
    // SAFETY: registers of this machine.
    let claimed = unsafe { CLAIM.read_volatile() };
    match claimed {
        PC_NUMBER => {
            while let Some(byte) = PC.receive() {
                // SAFETY: a register of this machine.
                RECEIVED.write(byte, u64::from(unsafe { TIME.read_volatile() }));
            }
        }
        CORE_NUMBER => {
            // SAFETY: nobody but this handler names `ANSWERS`, and no interrupt comes while it runs.
            let answers = unsafe { &mut *(&raw mut ANSWERS) };
            while let Some(byte) = CORE.receive() {
                if let Some(text) = answers.hear(byte) {
                    PC.send(text.as_bytes());
                }
            }
        }
        _ => {}
    }
    // SAFETY: a register of this machine; what was claimed is done.
    unsafe { CLAIM.write_volatile(claimed) };
}

/// Begins anew, as after the reset button.
pub(crate) extern "C" fn reset() -> ! {
    // SAFETY: nothing after these writes matters.
    unsafe {
        PINS.write_volatile(RESTART);
        PINS_OUT.write_volatile(RESTART);
        PINS.write_volatile(0);
    }
    loop {
        // SAFETY: waits for the reset.
        unsafe { asm!("wfi") };
    }
}
