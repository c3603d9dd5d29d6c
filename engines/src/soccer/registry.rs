//! Engines of Paper Soccer by name: reads specs such as `soccer:threads=2` and makes the player they ask for. What every
//! game's specs have in common is [`crate::registry`]'s.

use std::{fmt, fs, path::PathBuf, str::FromStr};

use referee::{player::Player, soccer::Position};

use super::{
    best_first::BestFirst,
    codingame::{self, Codingame},
    options::{self, BestFirstOptions},
    thesis::{self, Thesis},
};
use crate::{
    mcts::{options::MctsOptions, player::mcts},
    random::Random,
    registry::{
        SpecError,
        option::{self, number, path_and_options, seed, split, unknown_option},
    },
};

/// An engine and its settings. Printed, it is the normal form of the spec: the same settings, the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SoccerSpec {
    /// [`BestFirst`].
    Soccer(BestFirstOptions),
    /// [`Thesis`].
    Thesis {
        /// Lines drawn for a move, within [`thesis::STEPS`].
        steps: u64,
    },
    /// [`Random`].
    Random {
        /// Start of the stream of choices.
        seed: u64,
    },
    /// [`mcts`].
    Mcts(MctsOptions),
    /// [`Codingame`].
    Codingame(codingame::CodingameOptions),
}

/// The engine that plays where nobody says which.
pub const DEFAULT: &str = "soccer";

/// One example of each engine.
pub(crate) const EXAMPLES: &[&str] = &[
    "soccer:threads=2",
    "soccer:thesis,steps=1000000",
    "random:seed=7",
    "mcts:sims=1000",
    "codingame:/path/to/bot,timeout_turn=1000",
];

const SOCCER: &str = "soccer";

impl fmt::Display for SoccerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SoccerSpec::Soccer(options) => options.fmt(f),
            SoccerSpec::Thesis { steps } => write!(f, "soccer:thesis,steps={steps}"),
            SoccerSpec::Random { seed } => write!(f, "random:seed={seed}"),
            SoccerSpec::Mcts(options) => options.fmt(f),
            SoccerSpec::Codingame(options) => {
                write!(f, "codingame:{}", options.program.display())?;
                if let Some(ms) = options.timeout_turn_ms {
                    write!(f, ",timeout_turn={ms}")?;
                }
                if options.timeout_start_ms != codingame::START_MS_DEFAULT {
                    write!(f, ",timeout_start={}", options.timeout_start_ms)?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for SoccerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<SoccerSpec, SpecError> {
        let text = text.trim();
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        match name {
            "soccer" => match options.split_once(',').unwrap_or((options, "")) {
                ("thesis", options) => thesis(options),
                _ => soccer(options),
            },
            "random" => Ok(SoccerSpec::Random {
                seed: seed("random", options)?,
            }),
            "mcts" => option::mcts(options).map(SoccerSpec::Mcts),
            "codingame" => codingame(options),
            _ => Err(SpecError::UnknownEngine {
                name: name.to_owned(),
                examples: EXAMPLES,
            }),
        }
    }
}

impl SoccerSpec {
    /// Makes the player. A bot's program is started with its first game.
    ///
    /// # Errors
    /// There is no such program or file, or the file holds no weights.
    pub fn build(&self) -> Result<Box<dyn Player<Position>>, SpecError> {
        Ok(match self {
            SoccerSpec::Soccer(options) => Box::new(best_first(options)?),
            SoccerSpec::Thesis { steps } => Box::new(Thesis::new(*steps)),
            SoccerSpec::Random { seed } => Box::new(Random::new(*seed)),
            SoccerSpec::Mcts(options) => Box::new(mcts(options)),
            SoccerSpec::Codingame(options) => Box::new(Codingame::new(options.clone())?),
        })
    }
}

/// Reads a spec and makes the player it asks for.
///
/// # Errors
/// The spec is wrong, or its program is not there.
pub fn build(spec: &str) -> Result<Box<dyn Player<Position>>, SpecError> {
    spec.parse::<SoccerSpec>()?.build()
}

fn soccer(given: &str) -> Result<SoccerSpec, SpecError> {
    let range = |sizes: &std::ops::RangeInclusive<usize>| (*sizes.start() as u64, *sizes.end() as u64);
    let mut chosen = BestFirstOptions::default();
    for option in split(given) {
        match option.split_once('=') {
            Some(("depth", value)) => {
                let depths = (
                    u64::from(*options::DEPTHS.start()),
                    u64::from(*options::DEPTHS.end()),
                );
                chosen.depth = Some(number(SOCCER, "depth", value, depths)? as u32);
            }
            Some(("nodes", value)) => chosen.nodes = Some(number(SOCCER, "nodes", value, (1, u64::MAX))?),
            Some(("threads", value)) => {
                chosen.threads = number(SOCCER, "threads", value, range(&options::THREADS))? as usize;
            }
            Some(("tree_mb", value)) => {
                chosen.tree_mb = number(SOCCER, "tree_mb", value, range(&options::TREE_MB))? as usize;
            }
            Some(("turns", value)) => {
                chosen.turns = number(SOCCER, "turns", value, range(&options::TURNS))? as usize;
            }
            Some(("curiosity", value)) => {
                let most = (
                    u64::from(*options::CURIOSITY.start()),
                    u64::from(*options::CURIOSITY.end()),
                );
                chosen.curiosity = number(SOCCER, "curiosity", value, most)? as u32;
            }
            Some(("network", "true")) => chosen.network = true,
            Some(("network", "false")) => chosen.network = false,
            Some(("network", value)) => {
                return Err(SpecError::NoChoice {
                    engine: SOCCER,
                    option: "network",
                    value: value.to_owned(),
                });
            }
            Some(("weights", file)) if !file.is_empty() => chosen.weights = Some(PathBuf::from(file)),
            _ => return Err(unknown_option(SOCCER, option, BestFirstOptions::KNOWN)),
        }
    }
    Ok(SoccerSpec::Soccer(chosen))
}

fn thesis(options: &str) -> Result<SoccerSpec, SpecError> {
    const ENGINE: &str = "soccer:thesis";
    let mut steps = thesis::STEPS_DEFAULT;
    for option in split(options) {
        match option.split_once('=') {
            Some(("steps", value)) => {
                let range = (*thesis::STEPS.start(), *thesis::STEPS.end());
                steps = number(ENGINE, "steps", value, range)?;
            }
            _ => return Err(unknown_option(ENGINE, option, "steps")),
        }
    }
    Ok(SoccerSpec::Thesis { steps })
}

fn codingame(options: &str) -> Result<SoccerSpec, SpecError> {
    const ENGINE: &str = "codingame";
    let times = (*codingame::TIMES_MS.start(), *codingame::TIMES_MS.end());
    let (path, given) = path_and_options(options);
    if path.is_empty() {
        return Err(SpecError::NoProgram { engine: ENGINE });
    }
    let mut options = codingame::CodingameOptions::new(path);
    for (key, value) in given {
        match key {
            "timeout_turn" => options.timeout_turn_ms = Some(number(ENGINE, "timeout_turn", value, times)?),
            "timeout_start" => options.timeout_start_ms = number(ENGINE, "timeout_start", value, times)?,
            _ => {
                return Err(unknown_option(
                    ENGINE,
                    key,
                    "timeout_turn, timeout_start (milliseconds)",
                ));
            }
        }
    }
    Ok(SoccerSpec::Codingame(options))
}

/// The engine `soccer` with these options.
///
/// # Errors
/// The file of weights is not there, or holds none.
#[expect(
    clippy::disallowed_methods,
    reason = "here the shell's choice of a file becomes an engine"
)]
pub(crate) fn best_first(options: &BestFirstOptions) -> Result<BestFirst, SpecError> {
    let engine = BestFirst::new(options.clone());
    let Some(file) = &options.weights else {
        return Ok(engine);
    };
    let wrong = |reason: String| SpecError::SoccerWeights {
        file: file.clone(),
        reason,
    };
    let bytes = fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let engine = engine.with_weights(&bytes);
    engine.ok_or_else(|| wrong("it is not of the length that the network has".to_owned()))
}

#[cfg(test)]
mod tests;
