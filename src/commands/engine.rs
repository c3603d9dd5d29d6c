//! `tengen engine`: one of our engines on stdin and stdout, offered to a Gomocup manager or, for Paper Soccer, to CodinGame's referee.

use std::io::{self, BufReader};

use anyhow::Context as _;
use engines::{
    games::{self, AnySpec},
    pbrain,
    soccer::codingame::serve::{self as codingame, TurnTimes},
};
use referee::games::GameKind;

use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Engine to offer [default: alphabeta, for soccer soccer]
    #[arg(value_name = "SPEC")]
    spec: Option<String>,
    /// The game, and with it the protocol: gomoku (Gomocup's) or soccer (CodinGame's)
    #[arg(long, value_name = "GAME", default_value = "gomoku", value_parser = crate::arguments::game)]
    game: GameKind,
    /// Milliseconds for the first turn, for soccer, whose protocol does not tell them [default: 900]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    first_ms: Option<u64>,
    /// Milliseconds for each other turn, for soccer [default: 170]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    turn_ms: Option<u64>,
}

/// Runs the command.
///
/// # Errors
/// The spec names no engine that can be started, or the streams broke.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let text = args.spec.as_deref().unwrap_or(games::default_spec(args.game));
    let spec = AnySpec::read(args.game, text).map_err(|error| error.to_user_error())?;
    let served = match spec {
        AnySpec::Gomoku(spec) => {
            check_times(&args)?;
            let mut player = spec.build().map_err(|error| error.to_user_error())?;
            pbrain::serve::serve_process(&mut *player)
        }
        AnySpec::Soccer(spec) => {
            let mut player = spec.build().map_err(|error| error.to_user_error())?;
            let (input, output) = (BufReader::new(io::stdin()), io::stdout().lock());
            codingame::serve(&mut *player, times(&args), input, output)
        }
    };
    match served {
        // A manager that is gone wants no more answers.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Done),
        served => served.map(|()| Exit::Done).context("talking to the manager"),
    }
}

fn check_times(args: &Args) -> Result<(), UserError> {
    let option = match (args.first_ms, args.turn_ms) {
        (Some(_), _) => "--first-ms",
        (None, Some(_)) => "--turn-ms",
        (None, None) => return Ok(()),
    };
    Err(UserError::new(
        format!("{option} is for soccer, and this is an engine of gomoku"),
        format!("leave {option} out: Gomocup's protocol tells the times"),
    ))
}

fn times(args: &Args) -> TurnTimes {
    let usual = TurnTimes::default();
    TurnTimes {
        first_ms: args.first_ms.unwrap_or(usual.first_ms),
        turn_ms: args.turn_ms.unwrap_or(usual.turn_ms),
    }
}
