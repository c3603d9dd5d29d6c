//! Engines by name: reads specs such as `classic:depth=4` and makes the player they ask for.

use std::{fmt, str::FromStr};

use referee::{gomoku::Position, player::Player};

use crate::{
    classic::{self, Classic},
    random::Random,
};

/// An engine and its settings. Printed, it is the normal form of the spec: every option named, in a fixed order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// [`Classic`].
    Classic {
        /// Plies, within [`classic::DEPTHS`].
        depth: u32,
    },
    /// [`Random`].
    Random {
        /// Start of the stream of choices.
        seed: u64,
    },
}

/// Why a spec makes no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No engine has this name.
    #[error("unknown engine `{0}`")]
    UnknownEngine(String),
    /// The engine has no such option.
    #[error("engine `{engine}` has no option `{option}`")]
    UnknownOption {
        /// The engine's name.
        engine: &'static str,
        /// What was asked for.
        option: String,
        /// What there is.
        known: &'static str,
    },
    /// The option's value is no number, or out of range.
    #[error("bad value `{value}` for `{option}` of engine `{engine}`")]
    BadValue {
        /// The engine's name.
        engine: &'static str,
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// What is allowed, in words.
        range: String,
    },
}

const KNOWN: &str = "classic:depth=4, random:seed=7";

impl SpecError {
    /// What to try instead: one line.
    pub fn hint(&self) -> String {
        match self {
            SpecError::UnknownEngine(_) => format!("engines are {KNOWN}"),
            SpecError::UnknownOption { known, .. } => format!("its options are {known}"),
            SpecError::BadValue { range, .. } => format!("give {range}"),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Classic { depth } => write!(f, "classic:depth={depth}"),
            Spec::Random { seed } => write!(f, "random:seed={seed}"),
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let options: Vec<&str> = options.split(',').filter(|option| !option.is_empty()).collect();
        match name {
            "classic" => classic(&options),
            "random" => random(&options),
            _ => Err(SpecError::UnknownEngine(name.to_owned())),
        }
    }
}

impl Spec {
    /// Makes the player.
    ///
    /// # Errors
    /// The engine could not be started.
    pub fn build(&self) -> Result<Box<dyn Player<Position>>, SpecError> {
        Ok(match self {
            Spec::Classic { depth } => Box::new(Classic::new(*depth)),
            Spec::Random { seed } => Box::new(Random::new(*seed)),
        })
    }
}

/// Reads a spec and makes the player it asks for.
///
/// # Errors
/// The spec is wrong, or the engine could not be started.
pub fn build(spec: &str) -> Result<Box<dyn Player<Position>>, SpecError> {
    spec.parse::<Spec>()?.build()
}

fn classic(options: &[&str]) -> Result<Spec, SpecError> {
    let mut depth = classic::DEPTH_DEFAULT;
    for option in options {
        match option.split_once('=') {
            Some(("depth", value)) => {
                depth = value
                    .parse()
                    .ok()
                    .filter(|depth| classic::DEPTHS.contains(depth))
                    .ok_or_else(|| {
                        let range = format!(
                            "a number from {} to {}",
                            classic::DEPTHS.start(),
                            classic::DEPTHS.end()
                        );
                        SpecError::BadValue {
                            engine: "classic",
                            option: "depth",
                            value: value.to_owned(),
                            range,
                        }
                    })?;
            }
            _ => return Err(unknown_option("classic", option, "depth=N")),
        }
    }
    Ok(Spec::Classic { depth })
}

fn random(options: &[&str]) -> Result<Spec, SpecError> {
    let mut seed = 0;
    for option in options {
        match option.split_once('=') {
            Some(("seed", value)) => {
                seed = value.parse().map_err(|_| {
                    let range = format!("a number from 0 to {}", u64::MAX);
                    SpecError::BadValue {
                        engine: "random",
                        option: "seed",
                        value: value.to_owned(),
                        range,
                    }
                })?;
            }
            _ => return Err(unknown_option("random", option, "seed=N")),
        }
    }
    Ok(Spec::Random { seed })
}

fn unknown_option(engine: &'static str, option: &str, known: &'static str) -> SpecError {
    SpecError::UnknownOption {
        engine,
        option: option.to_owned(),
        known,
    }
}
