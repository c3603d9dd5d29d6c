//! `tengen tune soccer`: weights for the network of the engine `soccer`, from its games with itself.

use std::{
    io,
    path::{Path, PathBuf},
};

use engines::soccer::tune::{
    fit::Fit,
    rounds::{RoundReport, Rounds},
};
use serde_json::json;

use crate::output;
use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub(super) struct Args {
    /// File for the weights, for `soccer:weights=FILE`; written after each round
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weights to go on from; without them the first games are played without a network, by distances
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Rounds of games and learning
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Games to play in each
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Positions that the engine values for each turn of these games
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Samples of either kind that are remembered, the newest
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    window: u32,
    /// Samples to learn from, for each new one
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    reuse: u32,
    /// How fast to learn, in millionths: in the first round, and in the last
    #[arg(long, value_names = ["FIRST", "LAST"], num_args = 2, default_values_t = [400, 100], value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rates: Vec<u32>,
    /// Decides games and learning
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that play the games; the weights do not depend on how many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

/// Runs the command.
///
/// # Errors
/// A file cannot be read or written, or holds no weights.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let weights = args.weights.as_deref().map(read).transpose()?;
    let fit = match &weights {
        Some(weights) => Fit::of(weights, args.seed),
        None => Some(Fit::new(args.seed)),
    };
    let wrong = || {
        UserError::new(
            format!(
                "`{}` holds no weights",
                args.weights.as_deref().unwrap_or(&args.out).display()
            ),
            "give a file of this command",
        )
    };
    let mut fit = fit.ok_or_else(wrong)?;
    let rounds = Rounds {
        rounds: args.rounds,
        games: args.games,
        nodes: args.nodes,
        window: args.window as usize,
        reuse: args.reuse as usize,
        rates: [0, 1].map(|end| args.rates[end] as f32 / 1e6),
        seed: args.seed,
        threads: usize::from(args.threads),
    };
    rounds.run(weights, &mut fit, |report, weights| {
        base::atomic_file::save(&args.out, weights, "--out")?;
        tell(report)
    })?;
    Ok(Exit::Done)
}

fn tell(report: &RoundReport) -> anyhow::Result<()> {
    output::line(&json!({
        "round": report.round,
        "samples": report.samples,
        "mean_square_error_before": report.error_before,
        "mean_square_error": report.error,
    }))?;
    Ok(())
}

#[expect(
    clippy::disallowed_methods,
    reason = "files that the command line names are read here"
)]
fn read(file: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(file)
}
