//! Engines of Gomoku by name: reads specs such as `classic:depth=4` and makes the player they ask for.

pub(crate) mod option;

use std::{fmt, fs, path::PathBuf, str::FromStr};

use base::user_error::UserError;
use referee::{games::GameKind, gomoku::Position, player::Player};

use crate::{
    alphabeta::{
        Alphabeta,
        options::{self, Reach},
        params::Params,
    },
    classic::{self, Classic},
    device::{
        self, Device,
        error::DeviceError,
        profile::{PrintedOrder, UsbIds},
    },
    experience::Experience,
    mcts::{attentive::AttentiveMcts, options::MctsOptions},
    network::player::{Alphazero, AlphazeroOptions, SOLVER_NODES},
    pbrain::{self, Pbrain, PbrainStartError},
    random::Random,
};
use option::{number, path_and_options, split, unknown_option};

/// An engine and its settings. Printed, it is the normal form of the spec: the same settings, the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// [`Alphabeta`].
    Alphabeta(options::AlphaBetaOptions),
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
    /// [`AttentiveMcts`].
    Mcts(MctsOptions),
    /// [`Alphazero`].
    Alphazero(AlphazeroOptions),
    /// [`Pbrain`].
    Pbrain(pbrain::PbrainOptions),
    /// [`Device`].
    Device(device::options::DeviceOptions),
}

/// Why a spec makes no engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// No engine has this name.
    #[error("unknown engine `{name}`")]
    UnknownEngine {
        /// What was asked for.
        name: String,
        /// One example of each that there is for the game.
        examples: &'static [&'static str],
    },
    /// The engine plays another game.
    #[error("engine `{name}` does not play {game}")]
    OtherGame {
        /// What was asked for.
        name: String,
        /// The game that it was asked for.
        game: GameKind,
        /// The one that it plays.
        other: GameKind,
    },
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
    #[error("bad value `{value}` for option `{option}` of engine `{engine}`")]
    BadValue {
        /// The engine's name.
        engine: &'static str,
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// Smallest and largest value allowed.
        range: (u64, u64),
    },
    /// The file of weights cannot be used.
    #[error("the weights in `{}` cannot be used: {reason}", .file.display())]
    Weights {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file of weights for the network of Paper Soccer cannot be used.
    #[error("the weights in `{}` cannot be used: {reason}", .file.display())]
    SoccerWeights {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// The file of a network cannot be used.
    #[error("the network in `{}` cannot be used: {reason}", .file.display())]
    Network {
        /// The file.
        file: PathBuf,
        /// Why.
        reason: String,
    },
    /// The option is on or off, and the value is neither.
    #[error("bad value `{value}` for option `{option}` of engine `{engine}`")]
    NoChoice {
        /// The engine's name.
        engine: &'static str,
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
    },
    /// An engine that is another program, without one.
    #[error("engine `{engine}` names no program")]
    NoProgram {
        /// The engine's name.
        engine: &'static str,
    },
    /// The file of experience cannot be used.
    #[error("engine `alphabeta` cannot use what it learned: {0}")]
    Experience(String),
    /// The program is no engine.
    #[error(transparent)]
    Start(#[from] PbrainStartError),
    /// `device` without a profile.
    #[error("engine `device` names no profile")]
    NoProfile,
    /// The option's value is none of those that it can have.
    #[error("bad value `{value}` for option `{option}` of engine `{engine}`")]
    NoSuch {
        /// The engine's name.
        engine: &'static str,
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// What it can be.
        known: &'static str,
    },
    /// There is no such device.
    #[error(transparent)]
    Device(#[from] DeviceError),
}

/// The engine that plays where nobody says which.
pub const DEFAULT: &str = "alphabeta";

/// One example of each engine.
pub(crate) const EXAMPLES: &[&str] = &[
    "alphabeta:threads=2",
    "classic:depth=4",
    "random:seed=7",
    "mcts:sims=1000",
    "alphazero:net=FILE,sims=400",
    "pbrain:/path/to/engine,timeout_turn=1000",
    "device:wujian100,port=/dev/ttyUSB0",
];

impl SpecError {
    /// As the user's mistake that it is.
    pub fn to_user_error(&self) -> UserError {
        UserError::new(self.to_string(), self.hint())
    }

    /// What to try instead: one line.
    pub fn hint(&self) -> String {
        match self {
            SpecError::UnknownEngine { examples, .. } => format!("engines are {}", examples.join(", ")),
            SpecError::OtherGame { other, .. } => {
                format!("it plays {other}: give --game {other}, or another engine")
            }
            SpecError::UnknownOption { known, .. } => format!("its options are {known}"),
            SpecError::BadValue {
                range: (least, most), ..
            } => format!("give a number from {least} to {most}"),
            SpecError::SoccerWeights { .. } => "`tengen tune soccer` writes such files".to_owned(),
            SpecError::Weights { .. } => "`tengen tune fit` writes such files".to_owned(),
            SpecError::Network { .. } => "`tengen train` makes such files".to_owned(),
            SpecError::NoChoice { .. } => "give true or false".to_owned(),
            SpecError::NoProgram { engine } => format!("give its file, such as {engine}:/path/to/engine"),
            SpecError::Experience(_) => {
                "give experience=FILE a file of its own, in a folder that is there; it is made if missing"
                    .to_owned()
            }
            SpecError::Start(PbrainStartError::Missing(_)) => {
                "check the path after the engine's name".to_owned()
            }
            SpecError::Start(PbrainStartError::Refused { .. }) => {
                "it must be a program for this system with the right to be run (chmod +x)".to_owned()
            }
            SpecError::Start(PbrainStartError::Silent { .. }) => {
                "is it a Gomocup engine? one that loads slowly needs a larger timeout_start (milliseconds)"
                    .to_owned()
            }
            SpecError::Start(PbrainStartError::Nonsense { .. }) => {
                "is it a Gomocup engine? run it by hand and type START 15: it has to answer OK".to_owned()
            }
            SpecError::Start(PbrainStartError::Ended { .. }) => {
                "run it by hand to see what it lacks, and from the same folder".to_owned()
            }
            SpecError::NoProfile => {
                let names = device::profile::DeviceProfile::names()
                    .collect::<Vec<_>>()
                    .join(", ");
                format!("give {names}, a wire (s0, v2) or a file, such as device:wujian100,port=/dev/ttyUSB0")
            }
            SpecError::NoSuch { known, .. } => format!("give {known}"),
            SpecError::Device(error) => error.hint(),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spec::Alphabeta(options) => options.fmt(f),
            Spec::Classic { depth } => write!(f, "classic:depth={depth}"),
            Spec::Random { seed } => write!(f, "random:seed={seed}"),
            Spec::Mcts(options) => options.fmt(f),
            Spec::Alphazero(options) => options.fmt(f),
            Spec::Pbrain(options) => {
                write!(f, "pbrain:{}", options.program.display())?;
                if let Some(ms) = options.timeout_turn_ms {
                    write!(f, ",timeout_turn={ms}")?;
                }
                if options.timeout_start_ms != pbrain::START_MS_DEFAULT {
                    write!(f, ",timeout_start={}", options.timeout_start_ms)?;
                }
                if options.max_memory_bytes != 0 {
                    write!(f, ",max_memory={}", options.max_memory_bytes)?;
                }
                Ok(())
            }
            Spec::Device(options) => options.fmt(f),
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        match name {
            "alphabeta" => alphabeta(options),
            "classic" => classic(options),
            "random" => Ok(Spec::Random {
                seed: option::seed("random", options)?,
            }),
            "mcts" => option::mcts(options).map(Spec::Mcts),
            "alphazero" => alphazero(options),
            "pbrain" => pbrain(options),
            "device" => device(options),
            _ => Err(SpecError::UnknownEngine {
                name: name.to_owned(),
                examples: EXAMPLES,
            }),
        }
    }
}

impl Spec {
    /// Makes the player. An external program is started here, and has to answer `START`; a device's port is opened, and it
    /// has to answer, too.
    ///
    /// # Errors
    /// The program could not be started, the port not be opened, or what is there does not speak the protocol.
    pub fn build(&self) -> Result<Box<dyn Player<Position>>, SpecError> {
        Ok(match self {
            Spec::Alphabeta(options) => Box::new(alphabeta_of(options)?),
            Spec::Classic { depth } => Box::new(Classic::new(*depth)),
            Spec::Random { seed } => Box::new(Random::new(*seed)),
            Spec::Mcts(options) => Box::new(AttentiveMcts::new(options)),
            Spec::Alphazero(options) => Box::new(alphazero_of(options)?),
            Spec::Pbrain(options) => Box::new(Pbrain::start(options.clone())?),
            Spec::Device(options) => Box::new(Device::open(options)?),
        })
    }
}

/// Reads a spec and makes the player it asks for.
///
/// # Errors
/// The spec is wrong, or its program is no engine.
pub fn build(spec: &str) -> Result<Box<dyn Player<Position>>, SpecError> {
    spec.parse::<Spec>()?.build()
}

/// The greatest that a number of the search may be.
const PARAM_MAX: u64 = 100_000;

fn alphabeta(options: &str) -> Result<Spec, SpecError> {
    const ENGINE: &str = "alphabeta";
    fn range<T: Copy>(range: &std::ops::RangeInclusive<T>, number: fn(T) -> u64) -> (u64, u64) {
        (number(*range.start()), number(*range.end()))
    }
    let size = |sizes| range(sizes, |size: usize| size as u64);
    let mut chosen = options::AlphaBetaOptions::default();
    for option in split(options) {
        match option.split_once('=') {
            Some(("depth", value)) => {
                let depths = range(&options::DEPTHS, u64::from);
                chosen.depth = Some(number(ENGINE, "depth", value, depths)? as u32);
            }
            Some(("nodes", value)) => chosen.nodes = Some(number(ENGINE, "nodes", value, (1, u64::MAX))?),
            Some(("threads", value)) => {
                chosen.threads = number(ENGINE, "threads", value, size(&options::THREADS))? as usize;
            }
            Some(("table_mb", value)) => {
                chosen.table_mb = number(ENGINE, "table_mb", value, size(&options::TABLE_MB))? as usize;
            }
            Some(("reach", value)) => {
                let reach = number(ENGINE, "reach", value, range(&Reach::RANGE, u64::from))?;
                chosen.reach = Reach::new(reach as u8);
            }
            Some(("variety", value)) => {
                chosen.variety.moves = number(ENGINE, "variety", value, size(&options::VARIETY))? as usize;
            }
            Some(("seed", value)) => chosen.variety.seed = number(ENGINE, "seed", value, (0, u64::MAX))?,
            Some(("book", "true")) => chosen.book = true,
            Some(("book", "false")) => chosen.book = false,
            Some(("book", value)) => {
                return Err(SpecError::NoChoice {
                    engine: ENGINE,
                    option: "book",
                    value: value.to_owned(),
                });
            }
            Some(("experience", path)) if !path.is_empty() => chosen.experience = Some(path.into()),
            Some(("weights", file)) => chosen.weights = Some(PathBuf::from(file)),
            Some((name, value)) if let Some(known) = Params::NAMES.iter().find(|known| **known == name) => {
                let number = number(ENGINE, known, value, (0, PARAM_MAX))?;
                chosen.params.set(name, number as i32);
            }
            _ => {
                let known = "depth, nodes, threads, table_mb, reach, variety, seed, book, experience, weights, and the search's numbers \
                             (`tengen tune numbers --list`)";
                return Err(unknown_option(ENGINE, option, known));
            }
        }
    }
    Ok(Spec::Alphabeta(chosen))
}

#[expect(
    clippy::disallowed_methods,
    reason = "here the shell's choice of a file becomes an engine"
)]
fn alphabeta_of(options: &options::AlphaBetaOptions) -> Result<Alphabeta, SpecError> {
    let mut engine = Alphabeta::new(options.clone());
    if let Some(file) = &options.weights {
        let wrong = |reason: String| SpecError::Weights {
            file: file.clone(),
            reason,
        };
        let text = fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        engine = engine
            .with_weights(&text)
            .map_err(|error| wrong(error.to_string()))?;
    }
    if let Some(path) = &options.experience {
        let experience = Experience::open(path).map_err(|error| SpecError::Experience(error.to_string()))?;
        engine = engine.with_experience(experience);
    }
    Ok(engine)
}

fn alphazero(options: &str) -> Result<Spec, SpecError> {
    const ENGINE: &str = "alphazero";
    let mut chosen = AlphazeroOptions::default();
    for option in split(options) {
        match option.split_once('=') {
            Some(("net", file)) if !file.is_empty() => chosen.net = Some(PathBuf::from(file)),
            Some(("solver", value)) => {
                let range = (*SOLVER_NODES.start(), *SOLVER_NODES.end());
                chosen.solver = number(ENGINE, "solver", value, range)?;
            }
            Some((name, value)) if option::tree(ENGINE, name, value, &mut chosen.tree)? => {}
            _ => return Err(unknown_option(ENGINE, option, AlphazeroOptions::KNOWN)),
        }
    }
    Ok(Spec::Alphazero(chosen))
}

#[expect(
    clippy::disallowed_methods,
    reason = "here the shell's choice of a file becomes an engine"
)]
fn alphazero_of(options: &AlphazeroOptions) -> Result<Alphazero, SpecError> {
    let Some(file) = &options.net else {
        return Ok(Alphazero::own(options));
    };
    let wrong = |reason: String| SpecError::Network {
        file: file.clone(),
        reason,
    };
    let bytes = fs::read(file).map_err(|error| wrong(error.to_string()))?;
    Alphazero::new(options, &bytes).map_err(|error| wrong(error.to_string()))
}

fn classic(options: &str) -> Result<Spec, SpecError> {
    let mut depth = classic::DEPTH_DEFAULT;
    for option in split(options) {
        match option.split_once('=') {
            Some(("depth", value)) => {
                let range = (
                    u64::from(*classic::DEPTHS.start()),
                    u64::from(*classic::DEPTHS.end()),
                );
                depth = number("classic", "depth", value, range)? as u32;
            }
            _ => return Err(unknown_option("classic", option, "depth")),
        }
    }
    Ok(Spec::Classic { depth })
}

fn device(options: &str) -> Result<Spec, SpecError> {
    const ENGINE: &str = "device";
    fn range<T: Copy + Into<u64>>(range: std::ops::RangeInclusive<T>) -> (u64, u64) {
        ((*range.start()).into(), (*range.end()).into())
    }
    use device::options::DeviceOptions;
    let (profile, given) = path_and_options(options);
    if profile.is_empty() {
        return Err(SpecError::NoProfile);
    }
    let mut options = DeviceOptions::new(profile);
    for (key, value) in given {
        let no_such = |option: &'static str, known: &'static str| SpecError::NoSuch {
            engine: ENGINE,
            option,
            value: value.to_owned(),
            known,
        };
        let time = |option| number(ENGINE, option, value, range(DeviceOptions::TIMES_MS)).map(Some);
        match key {
            "port" if !value.is_empty() => options.port = Some(value.to_owned()),
            "port" => return Err(no_such("port", "a port, such as port=/dev/ttyUSB0")),
            "usb" => {
                let ids = value.parse::<UsbIds>();
                options.usb =
                    Some(ids.map_err(|_| no_such("usb", "vendor and product, such as usb=1a86:7523"))?);
            }
            "baud" => options.baud = Some(number(ENGINE, "baud", value, range(DeviceOptions::BAUDS))? as u32),
            "order" => {
                let order = PrintedOrder::from_name(value);
                options.order = Some(order.ok_or_else(|| no_such("order", "yx or xy"))?);
            }
            "depth" => {
                options.depth = Some(number(ENGINE, "depth", value, range(DeviceOptions::DEPTHS))? as u32)
            }
            "pause_ms" => options.pause_ms = time("pause_ms")?,
            "answer_ms" => options.answer_ms = time("answer_ms")?,
            "turn_ms" => options.turn_ms = time("turn_ms")?,
            "reconnect_ms" => options.reconnect_ms = time("reconnect_ms")?,
            _ => return Err(unknown_option(ENGINE, key, DeviceOptions::KNOWN)),
        }
    }
    Ok(Spec::Device(options))
}

fn pbrain(options: &str) -> Result<Spec, SpecError> {
    const ENGINE: &str = "pbrain";
    const TIMES: (u64, u64) = (1, 86_400_000);
    let (path, given) = path_and_options(options);
    if path.is_empty() {
        return Err(SpecError::NoProgram { engine: ENGINE });
    }
    let mut options = pbrain::PbrainOptions::new(path);
    for (key, value) in given {
        match key {
            "timeout_turn" => options.timeout_turn_ms = Some(number(ENGINE, "timeout_turn", value, TIMES)?),
            "timeout_start" => options.timeout_start_ms = number(ENGINE, "timeout_start", value, TIMES)?,
            "max_memory" | "memory" => {
                options.max_memory_bytes = number(ENGINE, "max_memory", value, (0, i64::MAX as u64))?;
            }
            _ => {
                return Err(unknown_option(
                    ENGINE,
                    key,
                    "timeout_turn, timeout_start (milliseconds), max_memory (bytes)",
                ));
            }
        }
    }
    Ok(Spec::Pbrain(options))
}

#[cfg(test)]
mod tests;
