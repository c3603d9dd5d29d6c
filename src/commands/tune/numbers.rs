//! `tengen tune numbers`: the numbers of the search, by playing.

use std::{
    path::{Path, PathBuf},
    thread,
};

use anyhow::Context;
use engines::alphabeta::{
    params::Params,
    tune::numbers::{Number, NumbersSettings, learn, play, trial},
};
use referee::gomoku::Rule;
use serde::{Deserialize, Serialize};

use crate::output;
use base::{atomic_file, exit::Exit, user_error::UserError};

/// Pairs between two writings of the state.
const KEPT_EVERY: u64 = 100;

/// Arguments.
#[derive(clap::Args)]
pub(super) struct Args {
    /// Print the numbers there are, and how they stand
    #[arg(long, exclusive = true)]
    list: bool,
    /// Numbers to tune, by name
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "NAME,…",
        required_unless_present = "list"
    )]
    names: Vec<String>,
    /// Where it stands, for going on after an end of any kind; a file that is there is gone on with
    #[arg(long, value_name = "FILE", required_unless_present = "list")]
    state: Option<PathBuf>,
    /// Pairs of games in all
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,
    /// Nodes for a move
    #[arg(long, default_value_t = 4_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Lines a side
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: u8,
    /// Rule: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = crate::arguments::rule)]
    rule: Rule,
    /// Decides openings and directions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Pairs at a time; all of them start from the same numbers
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
}

/// What the state file holds.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct State {
    /// Pairs played.
    done: u64,
    /// Pairs in all.
    pairs: u64,
    nodes: u64,
    size: u8,
    rule: String,
    seed: u64,
    /// Names and where they stand.
    numbers: Vec<(String, f64)>,
}

/// Runs the command.
///
/// # Errors
/// No such number, a state of something else, or a disk that refuses to write.
pub(super) fn run(args: &Args) -> anyhow::Result<Exit> {
    let Some(path) = args.state.as_deref().filter(|_| !args.list) else {
        for name in Params::NAMES {
            output::line(&format!("{name}={}", Params::DEFAULT.get(name).unwrap_or(0)))?;
        }
        return Ok(Exit::Done);
    };
    let settings = NumbersSettings {
        pairs: args.pairs,
        nodes: args.nodes,
        size: args.size,
        rule: args.rule,
        seed: args.seed,
    };
    let mut numbers = named(&args.names)?;
    let mut done = 0;
    if let Some(state) = read(path)? {
        if state != State::of(&state_numbers(&numbers, &state), &settings, state.done) {
            let message = format!(
                "{} is of another tuning: other numbers, pairs, nodes, board or seed",
                path.display()
            );
            return Err(UserError::new(message, "give the same settings, or another file").into());
        }
        done = state.done;
        numbers = state_numbers(&numbers, &state);
    }
    while done < settings.pairs {
        let trials: Vec<_> = (done..settings.pairs.min(done + u64::from(args.threads)))
            .map(|pair| trial(&numbers, &settings, pair))
            .collect();
        let scores: Vec<_> = thread::scope(|scope| {
            let games: Vec<_> = trials
                .iter()
                .map(|trial| scope.spawn(|| play(trial, &settings)))
                .collect();
            games.into_iter().map(thread::ScopedJoinHandle::join).collect()
        });
        for (trial, score) in trials.iter().zip(scores) {
            let score = score
                .map_err(|_| anyhow::anyhow!("an engine panicked"))?
                .context("an engine gave no move")?;
            learn(&mut numbers, &settings, trial, score);
        }
        let before = done;
        done += trials.len() as u64;
        if before / KEPT_EVERY != done / KEPT_EVERY || done == settings.pairs {
            write(path, &State::of(&numbers, &settings, done))?;
            tracing::info!("{done} pairs: {}", spec(&numbers));
        }
    }
    output::line(&spec(&numbers))?;
    Ok(Exit::Done)
}

fn named(names: &[String]) -> anyhow::Result<Vec<Number>> {
    names
        .iter()
        .map(|name| {
            Number::new(name).ok_or_else(|| {
                let hint = "`tengen tune numbers --list` prints those there are";
                UserError::new(format!("the search has no number `{name}`"), hint).into()
            })
        })
        .collect()
}

/// The numbers as they stand in a state, as far as they have the same names.
fn state_numbers(numbers: &[Number], state: &State) -> Vec<Number> {
    let mut moved = numbers.to_vec();
    for (number, (name, value)) in moved.iter_mut().zip(&state.numbers) {
        if number.name == *name {
            number.value = *value;
        }
    }
    moved
}

impl State {
    fn of(numbers: &[Number], settings: &NumbersSettings, done: u64) -> State {
        State {
            done,
            pairs: settings.pairs,
            nodes: settings.nodes,
            size: settings.size,
            rule: settings.rule.name().to_owned(),
            seed: settings.seed,
            numbers: numbers
                .iter()
                .map(|number| (number.name.clone(), number.value))
                .collect(),
        }
    }
}

/// The spec that plays with these numbers.
fn spec(numbers: &[Number]) -> String {
    let words: Vec<String> = numbers
        .iter()
        .map(|number| format!("{}={:.0}", number.name, number.value))
        .collect();
    format!("alphabeta:{}", words.join(","))
}

#[expect(clippy::disallowed_methods, reason = "the shell: the state is a file")]
fn read(path: &Path) -> anyhow::Result<Option<State>> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
    };
    let state = serde_json::from_str(&text).map_err(|error| {
        let hint = "give a file that `tengen tune numbers` wrote, or a new one";
        UserError::new(
            format!("{} holds no state of a tuning: {error}", path.display()),
            hint,
        )
    })?;
    Ok(Some(state))
}

fn write(path: &Path, state: &State) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(state).context("cannot spell the state")?;
    atomic_file::replace(path, (text + "\n").as_bytes())
        .with_context(|| format!("cannot write {}", path.display()))
}
