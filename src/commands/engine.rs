//! `tengen engine`: one of our engines, offered to a Gomocup manager on stdin and stdout.

use std::io::{self, BufReader};

use anyhow::Context as _;
use engines::{pbrain::serve, registry};

use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Engine to offer, such as `alphabeta`
    #[arg(value_name = "SPEC", default_value = registry::DEFAULT)]
    spec: String,
}

/// Runs the command.
///
/// # Errors
/// The spec names no engine that can be started, or the streams broke.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut player =
        registry::build(&args.spec).map_err(|error| UserError::new(error.to_string(), error.hint()))?;
    match serve::serve(&mut *player, BufReader::new(io::stdin()), io::stdout().lock()) {
        // A manager that is gone wants no more answers.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Done),
        served => served.map(|()| Exit::Done).context("talking to the manager"),
    }
}
