//! `tengen tune soccer`: weights for the network of the engine `soccer`, from its games with itself.

use std::{
    io,
    path::{Path, PathBuf},
};

use engines::soccer::{
    best_first::BestFirst,
    options::BestFirstOptions,
    tune::{fit::Fit, games, sample::ValuedPosition},
};
use serde_json::json;

use crate::output;
use base::{exit::Exit, user_error::UserError};

/// Megabytes for the tree of each search.
const TREE_MB: usize = 16;
/// A part of the games is kept back to tell how well the network values what it did not learn from.
const KEPT_BACK: usize = 20;

/// Arguments.
#[derive(clap::Args)]
pub(super) struct Args {
    /// File for the weights, for `soccer:weights=FILE`
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Samples in files: read if there, and the games' are added
    #[arg(long, value_name = "FILE")]
    samples: Option<PathBuf>,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: u64,
    /// Positions that the engine values for each turn of these games
    #[arg(long, value_name = "N", default_value_t = 800, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Weights to play with; without them positions are valued by distances
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Times that the fit goes through all samples
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    passes: u32,
    /// Decides games and fit
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Runs the command.
///
/// # Errors
/// A file cannot be read or written, or holds no weights.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut samples = match &args.samples {
        Some(file) if file.exists() => ValuedPosition::read_all(&read(file)?),
        _ => Vec::new(),
    };
    let mut engine = engine(args)?;
    for game in 0..args.games {
        games::play(
            &mut engine,
            args.nodes,
            args.seed.wrapping_add(game),
            &mut samples,
        );
    }
    if let Some(file) = &args.samples {
        let mut bytes = Vec::new();
        samples.iter().for_each(|sample| sample.write(&mut bytes));
        base::atomic_file::replace(file, &bytes)?;
    }
    let kept_back = samples.split_off(samples.len() - samples.len() / KEPT_BACK);
    let mut fit = Fit::new(args.seed);
    let mut learned = 0.0;
    for pass in 0..args.passes {
        learned = fit.pass(&mut samples, Fit::rate(pass, args.passes));
    }
    base::atomic_file::replace(&args.out, &fit.to_bytes())?;
    output::line(&json!({
        "samples": samples.len() + kept_back.len(),
        "mean_square_error": learned,
        "mean_square_error_kept_back": fit.error(&kept_back),
    }))?;
    Ok(Exit::Done)
}

fn engine(args: &Args) -> anyhow::Result<BestFirst> {
    let engine = BestFirst::new(BestFirstOptions {
        tree_mb: TREE_MB,
        network: false,
        ..BestFirstOptions::default()
    });
    let Some(file) = &args.weights else {
        return Ok(engine);
    };
    let engine = engine.with_weights(&read(file)?);
    let wrong = || {
        UserError::new(
            format!("`{}` holds no weights", file.display()),
            "give a file of this command",
        )
    };
    engine.ok_or_else(|| wrong().into())
}

#[expect(
    clippy::disallowed_methods,
    reason = "files that the command line names are read here"
)]
fn read(file: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(file)
}
