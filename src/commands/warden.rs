//! `tengen warden`: started by ourselves only, as the keeper of a program that we start. What it does is told in
//! [`base::warden`].

use std::ffi::OsString;

use anyhow::Context as _;
use base::{exit::Exit, interrupt, warden};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// What becomes of its children, the program and its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, required = true)]
    words: Vec<OsString>,
}

/// Runs the command.
///
/// # Errors
/// The program cannot be run, or the system refuses.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let code = warden::serve(&args.words, |dismissed| {
        // Without it, a signal ends us at once, and the kernel the program with us.
        let _ = interrupt::count(move |_| {
            dismissed();
            leave(Exit::Interrupted.code());
        });
    });
    leave(code.context("no warden can be here")?)
}

#[expect(
    clippy::disallowed_methods,
    clippy::exit,
    reason = "a warden's exit code is its program's, and its other thread waits for a program that is gone"
)]
fn leave(code: u8) -> ! {
    std::process::exit(code.into())
}
