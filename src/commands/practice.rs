//! `tengen practice`: a person against an engine in the practice client's window, at home or in a pretended online service.

use std::{
    io,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use clap::{ValueEnum, builder::PossibleValuesParser};
use referee::{
    gomoku::{Rule, SIZES},
    player::Limits,
};
use vision::theme::{self, Theme};

use base::{exit::Exit, user_error::UserError};
use engines::worker::EngineWorker;
use practice::{
    fault_schedule::{FaultSchedule, Rates},
    ledger::file::LedgerFile,
    setup::{After, Looks, Manners, Place, Seating, Service, Setup},
    taking::Way,
    trace::TraceFile,
    window::{self, Options},
};

/// Pixels from point to point.
const CELLS: RangeInclusive<u16> = 14..=80;

/// How long a stone takes to appear.
const FADE_MS: u64 = 160;

/// How long the end of a game is seen before the dialog covers it.
const RESULT_MS: u64 = 900;

/// How likely a service asks something in place of the result.
const SURVEY: f64 = 0.3;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// The engine to play against, such as classic:depth=4
    #[arg(
        long,
        value_name = "SPEC",
        default_value = "classic:depth=4",
        conflicts_with = "service"
    )]
    opponent: String,
    /// Pretend an online service: a lobby, opponents of different strength and speed, clocks, rematches
    #[arg(long)]
    service: bool,
    /// What a service draws by lot follows from this
    #[arg(long, value_name = "NUMBER", default_value_t = 1, requires = "service")]
    seed: u64,
    /// Each side's time for a game in the service; 0 for no clocks
    #[arg(long, value_name = "SECONDS", default_value_t = 600, requires = "service")]
    clock: u64,
    /// Let things go wrong: chat, advertisements, lost connections, absent opponents and more, as this number decides
    #[arg(long, value_name = "SEED")]
    weather: Option<u64>,
    /// Append every finished or aborted game to this file, one line of JSON each
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
    /// Append what is shown and clicked, and when, to this file, one line of JSON each
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// How long an opponent is looked for in a service; a few seconds, drawn by lot, if left out
    #[arg(long, value_name = "SECONDS", requires = "service")]
    seek: Option<u64>,
    /// Lines a side
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(size_range()))]
    size: u8,
    /// Which fives win, and whether points are forbidden
    #[arg(long, default_value = "freestyle", value_parser = PossibleValuesParser::new(rule_names()))]
    rule: String,
    /// How the board looks
    #[arg(long, value_name = "NAME", default_value = "kaya")]
    theme: String,
    /// What puts a stone
    #[arg(long, value_enum, default_value_t = Way::Click)]
    takes: Way,
    /// Who moves first: alternate if left out, drawn in a service
    #[arg(long, value_enum)]
    seat: Option<Seat>,
    /// Write move numbers on the stones
    #[arg(long)]
    numbers: bool,
    /// Do not mark the last stone
    #[arg(long)]
    no_last_move: bool,
    /// Do not show the point under the pointer
    #[arg(long)]
    no_hover: bool,
    /// How long a stone takes to appear
    #[arg(long, value_name = "MILLISECONDS", default_value_t = FADE_MS)]
    fade: u64,
    /// How long the end of a game is seen before the dialog with the result comes
    #[arg(long, value_name = "MILLISECONDS", default_value_t = RESULT_MS)]
    result_after: u64,
    /// Where dialogs lie: how much of the board's free room is left of them and above them, 0 to 1 each
    #[arg(long, value_name = "LEFT,ABOVE", default_value = "0.5,0.5", value_parser = place)]
    dialog_at: Place,
    /// Let the next game begin as soon as the result is confirmed
    #[arg(long, requires = "service")]
    play_on: bool,
    /// Let the service ask something in place of the result now and then, of which its profile knows nothing
    #[arg(long, requires = "service")]
    survey: bool,
    /// Make the whole window so many times as large
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = factor)]
    scale: f64,
    /// Pixels from point to point
    #[arg(long, value_name = "PIXELS", default_value_t = 40, value_parser = clap::value_parser!(u16).range(cell_range()))]
    cell: u16,
    /// The opponent's least time for a move
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 350)]
    reply_after: u64,
    /// The opponent's greatest time for a move
    #[arg(long, value_name = "MILLISECONDS")]
    turn_time: Option<u64>,
}

/// The person's seat.
#[derive(Clone, Copy, ValueEnum)]
enum Seat {
    /// You move first
    First,
    /// The opponent moves first
    Second,
    /// By turns, you first
    Alternate,
    /// Drawn by lot
    Drawn,
}

fn size_range() -> RangeInclusive<i64> {
    i64::from(*SIZES.start())..=i64::from(*SIZES.end())
}

fn cell_range() -> RangeInclusive<i64> {
    i64::from(*CELLS.start())..=i64::from(*CELLS.end())
}

fn rule_names() -> [&'static str; 3] {
    Rule::ALL.map(Rule::name)
}

/// A factor that leaves text readable and windows on their screens.
fn factor(text: &str) -> Result<f64, String> {
    let factor: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (0.5..=3.0).contains(&factor) {
        Ok(factor)
    } else {
        Err(format!("{factor} is not between 0.5 and 3"))
    }
}

/// Two parts of the room, such as `0.5,0`.
fn place(text: &str) -> Result<Place, String> {
    let bad = || format!("`{text}` is no pair of numbers from 0 to 1, such as 0.5,0");
    let (left, above) = text.split_once(',').ok_or_else(bad)?;
    let part = |text: &str| {
        let number: f64 = text.trim().parse().map_err(|_| bad())?;
        (0.0..=1.0).contains(&number).then_some(number).ok_or_else(bad)
    };
    Ok(Place {
        left: part(left)?,
        above: part(above)?,
    })
}

/// Runs the command.
///
/// # Errors
/// Anything that kept it from running.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let theme = theme_named(&args.theme)?;
    let service = args.service.then(|| Service {
        game_ms: (args.clock > 0).then(|| args.clock.saturating_mul(1_000)),
        seek_ms: args.seek.map_or(Service::SEEK_MS, |seconds| {
            (seconds.saturating_mul(1_000), seconds.saturating_mul(1_000))
        }),
        ..Service::usual(args.seed)
    });
    let specs: Vec<&str> = match &service {
        Some(_) => Service::SPECS.to_vec(),
        None => vec![&args.opponent],
    };
    let opponents = specs
        .into_iter()
        .map(start)
        .collect::<Result<Vec<EngineWorker>, UserError>>()?;
    let ledger = opened("ledger", args.ledger.as_deref(), LedgerFile::open)?;
    let trace = opened("trace", args.trace.as_deref(), TraceFile::open)?;
    let limits = Limits {
        turn_ms: args.turn_time,
        ..Limits::default()
    };
    let options = Options {
        setup: setup(&args, service),
        theme,
        pitch: (f64::from(args.cell) * args.scale).max(f64::from(*CELLS.start())),
        limits,
        weather: args
            .weather
            .map(|seed| FaultSchedule::new(seed, &Rates::ROUGH, 0)),
        ledger,
        trace,
    };
    window::run(options, opponents)?;
    Ok(Exit::Done)
}

/// A file to write to, if one is wanted.
fn opened<F>(
    what: &str,
    path: Option<&Path>,
    open: impl Fn(&Path) -> io::Result<F>,
) -> Result<Option<F>, UserError> {
    let complain = |path: &Path, error: io::Error| {
        UserError::new(
            format!("{what} {}: {error}", path.display()),
            "name a file in a folder that exists and may be written to",
        )
    };
    path.map(|path| open(path).map_err(|error| complain(path, error)))
        .transpose()
}

fn start(spec: &str) -> Result<EngineWorker, UserError> {
    EngineWorker::start(spec).map_err(|error| {
        let hint = error.hint();
        UserError::new(error.to_string(), hint)
    })
}

fn setup(args: &Args, service: Option<Service>) -> Setup {
    Setup {
        size: args.size,
        rule: Rule::from_name(&args.rule).expect("the command line allows known rules only"),
        seating: match args.seat {
            Some(Seat::First) => Seating::First,
            Some(Seat::Second) => Seating::Second,
            Some(Seat::Drawn) => Seating::Drawn,
            None if args.service => Seating::Drawn,
            Some(Seat::Alternate) | None => Seating::Alternate,
        },
        opponent: args.opponent.clone(),
        reply_ms: args.reply_after,
        fade_ms: args.fade,
        result_ms: args.result_after,
        manners: Manners {
            place: args.dialog_at,
            after: if args.play_on {
                After::NextGame
            } else {
                After::Lobby
            },
            survey: if args.survey { SURVEY } else { 0.0 },
            ..Manners::default()
        },
        looks: Looks {
            numbers: args.numbers,
            last_move: !args.no_last_move,
            hover: !args.no_hover,
        },
        takes: args.takes,
        service,
    }
}

fn theme_named(name: &str) -> Result<&'static Theme, UserError> {
    theme::by_name(name).ok_or_else(|| {
        let known: Vec<_> = theme::all().iter().map(|theme| theme.name).collect();
        UserError::new(
            format!("no theme is called {name:?}"),
            format!("themes are {}", known.join(", ")),
        )
    })
}
