//! `tengen completions`: what a shell needs to complete our command lines, from their own definition.

use clap_complete::Shell;

use crate::output;
use base::exit::Exit;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Which shell
    shell: Shell,
}

/// Runs the command.
///
/// # Errors
/// Standard output cannot be written.
pub fn run(args: &Args, mut definition: clap::Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut definition, "tengen", &mut script);
    output::data(&script)?;
    Ok(Exit::Done)
}
