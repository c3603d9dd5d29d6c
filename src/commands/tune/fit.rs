//! `tengen tune fit`: weights from games.

use std::path::{Path, PathBuf};

use engines::alphabeta::{
    OWN_WEIGHTS,
    tune::{
        fit::{FitSettings, Material, fit},
        games::SelfPlayGame,
    },
};

use crate::{output, progress_line::ProgressLine};
use base::{atomic_file, exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Files of games that `tengen tune play` wrote
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// Where the weights go
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weights whose ordering is kept [default: the engine's own]
    #[arg(long, value_name = "FILE")]
    base: Option<PathBuf>,
    /// The value at which 73 of 100 games are won
    #[arg(long, default_value_t = FitSettings::default().scale, value_parser = positive)]
    scale: f64,
    /// What the game's result counts, from 0 to 1; the rest is what the engine said of the position
    #[arg(long, default_value_t = FitSettings::default().result, value_parser = share)]
    result: f64,
    /// Times through all positions
    #[arg(long, default_value_t = FitSettings::default().rounds, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text
        .parse()
        .ok()
        .filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "give a number above 0".to_owned())
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "give a number from 0 to 1".to_owned())
}

/// Runs the command.
///
/// # Errors
/// A file cannot be read or written, or holds something else.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let mut material = Material::default();
    for path in &args.games {
        add(&mut material, path)?;
    }
    output::line(&format!(
        "{} games, {} positions",
        material.games,
        material.positions()
    ))?;
    if material.positions() < 100 {
        let hint = "let `tengen tune play` play more games";
        return Err(UserError::new(
            format!("{} positions are too few to fit to", material.positions()),
            hint,
        )
        .into());
    }
    let base = match &args.base {
        Some(path) => read(path)?,
        None => OWN_WEIGHTS.to_owned(),
    };
    let settings = FitSettings {
        scale: args.scale,
        result: args.result,
        rounds: args.rounds,
    };
    let (told, mut lines) = (ProgressLine::begin("fitting, round"), Vec::new());
    let weights = fit(&base, &material, &settings, |round, loss| {
        told.clear();
        if round % 5 == 0 || round == settings.rounds {
            lines.push(output::line(&format!(
                "round {round}: loss {:.5}, of games kept aside {:.5}",
                loss.fitted, loss.aside
            )));
        }
        told.at(round as usize, settings.rounds as usize);
    })
    .map_err(|error| {
        let name = args
            .base
            .as_ref()
            .map_or(String::new(), |path| format!("{}: ", path.display()));
        UserError::new(
            format!("{name}{error}"),
            "give weights that `tengen tune fit` wrote",
        )
    })?;
    drop(told);
    lines.into_iter().collect::<Result<(), _>>()?;
    atomic_file::save(&args.out, weights, "--out")?;
    output::line(&format!(
        "try them: tengen match --engine alphabeta:weights={} --engine alphabeta --nodes 8000 --sprt elo0=0,elo1=5",
        args.out.display()
    ))?;
    Ok(Exit::Done)
}

#[expect(clippy::disallowed_methods, reason = "the shell: games and weights are files")]
fn read(path: &Path) -> Result<String, UserError> {
    std::fs::read_to_string(path).map_err(|error| {
        let hint = "give a file that `tengen tune play` or `tengen tune fit` wrote";
        UserError::new(format!("cannot read {}: {error}", path.display()), hint)
    })
}

fn add(material: &mut Material, path: &Path) -> anyhow::Result<()> {
    let text = read(path)?;
    for (number, line) in text.lines().enumerate() {
        let added = line.parse::<SelfPlayGame>().and_then(|game| material.add(&game));
        added.map_err(|error| {
            let place = format!("{}, line {}: {error}", path.display(), number + 1);
            UserError::new(place, "give files that `tengen tune play` wrote")
        })?;
    }
    Ok(())
}
