//! `tengen bench`: what parts of the program cost, in CPU time, in waiting, and over hours.

use base::exit::Exit;
use bench::Measurement;
use serde_json::Value;

use crate::output;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    part: Measurement,
}

/// Runs the command.
///
/// # Errors
/// What the part says.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let measured = args.part.take()?;
    print(&measured.figures, measured.is_json)?;
    Ok(if measured.is_bad { Exit::No } else { Exit::Done })
}

/// One line a figure, or all as JSON.
fn print(figures: &Value, is_json: bool) -> anyhow::Result<()> {
    if is_json {
        output::line(figures)?;
        return Ok(());
    }
    for (name, value) in figures.as_object().into_iter().flatten() {
        match value {
            Value::String(text) => output::line(&format!("{name:32} {text}"))?,
            value => output::line(&format!("{name:32} {value}"))?,
        }
    }
    Ok(())
}
