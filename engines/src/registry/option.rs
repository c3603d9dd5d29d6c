//! Pieces of specs that every game's registry reads: options by name, numbers within ranges, paths with options after them.

use crate::mcts::options::{self, MctsOptions, TreeOptions};

use super::SpecError;

/// `PATH,option=value,…`: the path may hold commas, so options are taken from the end.
pub(crate) fn path_and_options(text: &str) -> (&str, Vec<(&str, &str)>) {
    let mut path = text;
    let mut given = Vec::new();
    while let Some((rest, option)) = path.rsplit_once(',') {
        let Some((key, value)) = option.split_once('=').filter(|(key, _)| is_key(key)) else {
            break;
        };
        given.push((key, value));
        path = rest;
    }
    given.reverse();
    (path, given)
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

pub(crate) fn split(options: &str) -> impl Iterator<Item = &str> {
    options.split(',').filter(|option| !option.is_empty())
}

pub(crate) fn number(
    engine: &'static str,
    option: &'static str,
    value: &str,
    range: (u64, u64),
) -> Result<u64, SpecError> {
    let read = value
        .parse()
        .ok()
        .filter(|number| (range.0..=range.1).contains(number));
    read.ok_or_else(|| SpecError::BadValue {
        engine,
        option,
        value: value.to_owned(),
        range,
    })
}

pub(crate) fn unknown_option(engine: &'static str, option: &str, known: &'static str) -> SpecError {
    let option = option.split_once('=').map_or(option, |(name, _)| name).to_owned();
    SpecError::UnknownOption {
        engine,
        option,
        known,
    }
}

/// The only option of an engine: the start of its stream of choices.
pub(crate) fn seed(engine: &'static str, options: &str) -> Result<u64, SpecError> {
    let mut seed = 0;
    for option in split(options) {
        match option.split_once('=') {
            Some(("seed", value)) => seed = number(engine, "seed", value, (0, u64::MAX))?,
            _ => return Err(unknown_option(engine, option, "seed")),
        }
    }
    Ok(seed)
}

/// Takes an option that every tree search has; `false` if it has none of this name.
pub(crate) fn tree(
    engine: &'static str,
    name: &str,
    value: &str,
    chosen: &mut TreeOptions,
) -> Result<bool, SpecError> {
    let range = |sizes: &std::ops::RangeInclusive<usize>| (*sizes.start() as u64, *sizes.end() as u64);
    match name {
        "sims" => {
            let sims = (*options::SIMS.start(), *options::SIMS.end());
            chosen.sims = Some(number(engine, "sims", value, sims)?);
        }
        "threads" => {
            chosen.threads = number(engine, "threads", value, range(&options::THREADS))? as usize;
        }
        "tree_mb" => {
            chosen.tree_mb = number(engine, "tree_mb", value, range(&options::TREE_MB))? as usize;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// The options of a search by rollouts, which plays every game.
pub(crate) fn mcts(given: &str) -> Result<MctsOptions, SpecError> {
    const ENGINE: &str = "mcts";
    let mut chosen = MctsOptions::default();
    for option in split(given) {
        match option.split_once('=') {
            Some(("seed", value)) => chosen.seed = number(ENGINE, "seed", value, (0, u64::MAX))?,
            Some((name, value)) if tree(ENGINE, name, value, &mut chosen.tree)? => {}
            _ => return Err(unknown_option(ENGINE, option, MctsOptions::KNOWN)),
        }
    }
    Ok(chosen)
}
