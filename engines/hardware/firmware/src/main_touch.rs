//! The firmware of the touch-screen board: start-up code, the board and its panel around the game. Everything that touches the
//! machine is in this program and nothing else is.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
mod start;
#[cfg(target_os = "none")]
#[allow(
    dead_code,
    unused_imports,
    reason = "the engine's firmware uses more of the same board"
)]
mod board;
#[cfg(target_os = "none")]
mod line_panel;

#[cfg(target_os = "none")]
mod firmware_touch {
    //! From start-up to the first cross.

    use core::panic::PanicInfo;

    use firmware::touch::Touch;

    use crate::{
        board::{self, DevBoard},
        line_panel::LinePanel,
    };

    static mut TOUCH: Touch = Touch::blank();

    /// Called once by the start-up code, with interrupts off and all statics as they should be.
    #[unsafe(no_mangle)]
    extern "C" fn main() -> ! {
        // SAFETY: `main` runs once, and nobody else, interrupts included, names `TOUCH`.
        let touch = unsafe { &mut *(&raw mut TOUCH) };
        let mut port = DevBoard::start();
        let mut panel = LinePanel::start();
        touch.run(&mut port, &mut panel)
    }

    /// A bug, then: the board begins anew.
    #[panic_handler]
    fn panic(_: &PanicInfo<'_>) -> ! {
        board::reset()
    }
}

/// On a machine with a system under it there is nothing to do: the library's tests run there.
#[cfg(not(target_os = "none"))]
fn main() {}
