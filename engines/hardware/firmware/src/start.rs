//! From the first instruction to `main`, for each kind of processor: stack, initial values of memory, the way of interrupts and
//! of faults. It knows no board but for the numbers of the interrupts that one uses.

#[cfg(target_arch = "arm")]
pub(crate) mod cortex;
#[cfg(target_arch = "riscv32")]
pub(crate) mod riscv;
