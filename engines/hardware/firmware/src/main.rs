//! The firmware: start-up code and the board around the device. Everything that touches the machine is in this program and
//! nothing else is; `build.rs` says which board it is built for.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod start;
#[cfg(target_os = "none")]
mod board;

#[cfg(target_os = "none")]
mod firmware {
    //! From start-up to the first question.

    use core::panic::PanicInfo;

    use firmware::device::Device;
    use hardware_core::board::side;

    use crate::board::{self, DevBoard};

    static mut DEVICE: Device<{ side(board::LINES) }> = Device::blank();

    /// Called once by the start-up code, with interrupts off and all statics as they should be.
    #[unsafe(no_mangle)]
    extern "C" fn main() -> ! {
        // SAFETY: `main` runs once, and nobody else, interrupts included, names `DEVICE`.
        let device = unsafe { &mut *(&raw mut DEVICE) };
        let mut port = DevBoard::start();
        device.run(&mut port)
    }

    /// A bug, then: the board begins anew and tells its host that it did.
    #[panic_handler]
    fn panic(_: &PanicInfo<'_>) -> ! {
        board::reset()
    }
}

/// On a machine with a system under it there is nothing to do: the library's tests run there.
#[cfg(not(target_os = "none"))]
fn main() {}
