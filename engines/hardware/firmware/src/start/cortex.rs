//! Cortex-M: the vector table, and memory as the program expects it. Whatever is not expected ends in a reset.

use core::arch::{asm, global_asm};

/// The interrupt of USART1 on every STM32F1 and F4.
pub(crate) const USART1: u32 = 37;

/// Application interrupt and reset control.
const AIRCR: *mut u32 = 0xE000_ED0C as *mut u32;
const RESET_REQUEST: u32 = 0x05FA_0004;
/// Interrupt set-enable, 32 interrupts a register.
const ISER: *mut u32 = 0xE000_E100 as *mut u32;

global_asm!(
    r#"
    .section .vectors, "a"
    .word   _stack_top
    .word   _start
    .rept   13                  // NMI and the faults, SVC, debug, PendSV; reserved ones
    .word   {fault}
    .endr
    .word   {tick}              // SysTick
    .rept   {usart1}
    .word   {fault}
    .endr
    .word   {received}
    .word   _usart2             // The next one: a fault, too, in a program that has no handler of this name

    .section .text.start, "ax"
    .global _start
    .type   _start, %function
    .thumb_func
_start:
    cpsid   i
    ldr     r0, =_stack_top
    mov     sp, r0
    ldr     r0, =_data_start
    ldr     r1, =_data_end
    ldr     r2, =_data_image
0:  cmp     r0, r1
    bhs     1f
    ldr     r3, [r2], #4
    str     r3, [r0], #4
    b       0b
1:  ldr     r0, =_bss_start
    ldr     r1, =_bss_end
    movs    r2, #0
2:  cmp     r0, r1
    bhs     3f
    str     r2, [r0], #4
    b       2b
3:  bl      main
    udf     #0
    "#,
    fault = sym fault,
    tick = sym crate::board::stm32::tick,
    received = sym crate::board::stm32::received,
    usart1 = const USART1,
);

/// A fault, or an interrupt that nobody asked for.
#[unsafe(export_name = "_unexpected")]
extern "C" fn fault() {
    reset()
}

/// Begins anew, as after the reset button.
pub(crate) fn reset() -> ! {
    // SAFETY: the register of every Cortex-M; nothing after this write matters.
    unsafe { AIRCR.write_volatile(RESET_REQUEST) };
    loop {
        // SAFETY: waits for the write, and then for the reset.
        unsafe { asm!("dsb", "wfi") };
    }
}

/// Lets an interrupt through.
pub(crate) fn enable(interrupt: u32) {
    // SAFETY: the register of every Cortex-M; its handler stands in the vector table.
    unsafe {
        ISER.add(interrupt as usize / 32)
            .write_volatile(1 << (interrupt % 32))
    };
}

/// Interrupts from here on.
pub(crate) fn interrupts_on() {
    // SAFETY: all that handlers use is set up before this is called.
    unsafe { asm!("cpsie i") };
}

/// Sleeps until an interrupt, unless `ready` says that it has come: asked with interrupts held back, so that none slips
/// between question and sleep.
pub(crate) fn wait_unless(ready: impl Fn() -> bool) {
    // SAFETY: an interrupt that is held back still ends the sleep.
    unsafe { asm!("cpsid i") };
    if !ready() {
        // SAFETY: as above.
        unsafe { asm!("wfi") };
    }
    interrupts_on();
}
