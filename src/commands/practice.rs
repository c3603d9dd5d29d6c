//! `tengen practice`.

use crate::{complaint::Complaint, exit::Exit};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {}

/// Runs the command.
///
/// # Errors
/// Anything that kept it from running.
pub fn run(_args: Args) -> anyhow::Result<Exit> {
    Err(Complaint::new("not built", "wait").into())
}
