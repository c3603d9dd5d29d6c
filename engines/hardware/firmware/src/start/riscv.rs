//! RISC-V in machine mode, with 16 or 32 registers: memory as the program expects it, and one door for interrupts and faults.
//! A fault ends in a reset.

use core::arch::{asm, global_asm};

/// External interrupts in `mie`.
const EXTERNAL: usize = 1 << 11;
/// Interrupts at all, in `mstatus`.
const ENABLED: usize = 1 << 3;

global_asm!(
    r#"
    .section .start, "ax"
    .global _start
_start:
    csrw    mie, zero
    // Where there are several processors, the first does everything.
    csrr    t0, mhartid
    bnez    t0, 4f
    la      sp, _stack_top
    la      t0, _trap
    csrw    mtvec, t0
    la      a0, _data_start
    la      a1, _data_end
    la      a2, _data_image
0:  bgeu    a0, a1, 1f
    lw      t0, 0(a2)
    sw      t0, 0(a0)
    addi    a0, a0, 4
    addi    a2, a2, 4
    j       0b
1:  la      a0, _bss_start
    la      a1, _bss_end
2:  bgeu    a0, a1, 3f
    sw      zero, 0(a0)
    addi    a0, a0, 4
    j       2b
3:  call    main
4:  wfi
    j       4b

    // What a called function may change is kept; the rest it keeps itself.
    .text
    .balign 4
_trap:
    csrw    mscratch, t0
    csrr    t0, mcause
    bgez    t0, {fault}
    csrr    t0, mscratch
    addi    sp, sp, -64
    sw      ra, 0(sp)
    sw      t0, 4(sp)
    sw      t1, 8(sp)
    sw      t2, 12(sp)
    sw      a0, 16(sp)
    sw      a1, 20(sp)
    sw      a2, 24(sp)
    sw      a3, 28(sp)
    sw      a4, 32(sp)
    sw      a5, 36(sp)
    "#,
    #[cfg(not(target_feature = "e"))]
    r#"
    sw      a6, 40(sp)
    sw      a7, 44(sp)
    sw      t3, 48(sp)
    sw      t4, 52(sp)
    sw      t5, 56(sp)
    sw      t6, 60(sp)
    "#,
    r#"
    call    {received}
    lw      ra, 0(sp)
    lw      t0, 4(sp)
    lw      t1, 8(sp)
    lw      t2, 12(sp)
    lw      a0, 16(sp)
    lw      a1, 20(sp)
    lw      a2, 24(sp)
    lw      a3, 28(sp)
    lw      a4, 32(sp)
    lw      a5, 36(sp)
    "#,
    #[cfg(not(target_feature = "e"))]
    r#"
    lw      a6, 40(sp)
    lw      a7, 44(sp)
    lw      t3, 48(sp)
    lw      t4, 52(sp)
    lw      t5, 56(sp)
    lw      t6, 60(sp)
    "#,
    r#"
    addi    sp, sp, 64
    mret
    "#,
    fault = sym crate::board::reset,
    received = sym crate::board::received,
);

/// Interrupts from here on.
pub(crate) fn interrupts_on() {
    // SAFETY: all that the handler uses is set up before this is called.
    unsafe {
        asm!("csrs mie, {external}", "csrs mstatus, {enabled}", external = in(reg) EXTERNAL, enabled = in(reg) ENABLED);
    };
}

/// Sleeps until an interrupt, unless `ready` says that it has come: asked with interrupts held back, so that none slips
/// between question and sleep.
pub(crate) fn wait_unless(ready: impl Fn() -> bool) {
    // SAFETY: an interrupt that is held back still ends the sleep.
    unsafe { asm!("csrc mstatus, {enabled}", enabled = in(reg) ENABLED) };
    if !ready() {
        // SAFETY: as above.
        unsafe { asm!("wfi") };
    }
    // SAFETY: they were on before.
    unsafe { asm!("csrs mstatus, {enabled}", enabled = in(reg) ENABLED) };
}

/// Cycles since the processor was started.
pub(crate) fn cycles() -> u64 {
    loop {
        let (high, low, after): (u32, u32, u32);
        // SAFETY: reads counters.
        unsafe {
            asm!("csrr {0}, mcycleh", "csrr {1}, mcycle", "csrr {2}, mcycleh", out(reg) high, out(reg) low, out(reg) after);
        };
        if high == after {
            return u64::from(high) << 32 | u64::from(low);
        }
    }
}
