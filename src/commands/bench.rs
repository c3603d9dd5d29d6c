//! `tengen bench`: what parts of the program cost, in CPU time, in waiting, and over hours.

mod engine;
mod idle;
mod latency;
mod perft;
mod practice;
mod soccer;
mod vcf;
mod vision;

use clap::Subcommand;
use serde_json::Value;

use crate::output;
use base::exit::Exit;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    part: Part,
}

#[derive(Subcommand)]
enum Part {
    /// Reading, locating and looking at the screen
    Vision(vision::Args),
    /// From the opponent's stone to our click, on the practice client in a window
    Loop(latency::Args),
    /// The engine `alphabeta` on fixed positions: nodes, which only change when the search does, and nodes a CPU second
    Engine(engine::Args),
    /// The solver on positions that are won by fours, and on others: its speed, and whether what it claims is true
    Vcf(vcf::Args),
    /// Memory and CPU time of the bot while it waits in a lobby into which nobody comes
    Idle(idle::Args),
    /// Sequences of moves from the beginning, counted for each depth
    Perft(perft::Args),
    /// Two engines of Paper Soccer against each other, in pairs of games from openings by dice
    Soccer(soccer::Args),
}

/// Runs the command.
///
/// # Errors
/// What the part says.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.part {
        Part::Vision(args) => vision::run(&args),
        Part::Loop(args) => latency::run(&args),
        Part::Engine(args) => engine::run(&args),
        Part::Vcf(args) => vcf::run(&args),
        Part::Idle(args) => idle::run(&args),
        Part::Perft(args) => perft::run(&args),
        Part::Soccer(args) => soccer::run(&args),
    }
}

/// One line a figure, or all as JSON.
fn print(figures: &Value, json: bool) -> anyhow::Result<()> {
    if json {
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

fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
