//! The published device's processor (docs/sources.md `S0.4`): the PC on one line, the core on the other. Everything that touches
//! the machine is in this program and nothing else is.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
#[path = "../start/riscv.rs"]
#[expect(dead_code, reason = "nobody counts cycles here: the core counts its own")]
mod riscv;
#[cfg(target_os = "none")]
mod board;

#[cfg(target_os = "none")]
mod soc {
    //! From start-up to the first message.

    use core::panic::PanicInfo;

    use firmware::relay::Inward;

    use crate::board::{self, DevBoard};

    /// Called once by the start-up code, with interrupts off and all statics as they should be.
    #[unsafe(no_mangle)]
    extern "C" fn main() -> ! {
        let mut board = DevBoard::start();
        let mut inward = Inward::new();
        board.say(Inward::START);
        loop {
            while let Some(received) = board.receive() {
                inward.hear(received, |word| board.say(word));
            }
            board.wait();
        }
    }

    /// A bug, then: the board begins anew, and the core with it.
    #[panic_handler]
    fn panic(_: &PanicInfo<'_>) -> ! {
        board::reset()
    }
}

/// On a machine with a system under it there is nothing to do: the library's tests run there.
#[cfg(not(target_os = "none"))]
fn main() {}
