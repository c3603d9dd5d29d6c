//! `tengen practice`: a person against an engine, at a board of any size; or the practice client, on which bots are tried, at
//! home or in a pretended online service.

mod board;
mod gomoku;
mod shelf;
mod soccer;

use std::{
    io,
    ops::RangeInclusive,
    path::{Path, PathBuf},
};

use clap::{ValueEnum, builder::PossibleValuesParser};
use referee::{
    games::GameKind,
    gomoku::{Rule, SIZES},
    player::Limits,
    soccer::{Blocked, Pitch},
};

use base::{exit::Exit, user_error::UserError};
use engines::{games::EngineKind, worker::EngineWorker};
use practice::{
    exercise::Exercise,
    face::Pictured,
    fault_schedule::{FaultRates, FaultSchedule},
    ledger::file::LedgerFile,
    parlor::hosted::Hosted,
    setup::{After, ClientSetup, DialogPlace, Manners, Seating, Service, Undo},
    taking::Way,
    trace::TraceFile,
    window::{self, WindowOptions},
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
    /// What is played: gomoku or soccer
    #[arg(long, value_name = "GAME", default_value = "gomoku", value_parser = crate::arguments::game)]
    game: GameKind,
    /// The engine to play against, such as classic:depth=4, or soccer:nodes=20000 in Paper Soccer
    #[arg(long, value_name = "SPEC", conflicts_with = "service")]
    opponent: Option<String>,
    /// Show the client on which bots are tried, in a fixed size, in place of the board for people; --service, --weather,
    /// --ledger, --trace and --takes do so, too
    #[arg(long)]
    client: bool,
    /// Go on with a game: a file of one, or `last`
    #[arg(long, value_name = "FILE")]
    open: Option<PathBuf>,
    /// Where games are kept, one file each [default: practice/ beside the database]
    #[arg(long, value_name = "FOLDER")]
    keep: Option<PathBuf>,
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
    /// Gomoku: lines a side; 15 if left out
    #[arg(long, value_parser = clap::value_parser!(u8).range(size_range()))]
    size: Option<u8>,
    /// Gomoku: which fives win, and whether points are forbidden; freestyle if left out
    #[arg(long, value_parser = PossibleValuesParser::new(Rule::ALL.map(Rule::name)))]
    rule: Option<String>,
    /// Paper Soccer: the field's squares, from side to side and from goal to goal; 8x10 if left out
    #[arg(long, value_name = "WIDTHxLENGTH", value_parser = crate::arguments::pitch)]
    pitch: Option<Pitch>,
    /// Paper Soccer: what becomes of a player who cannot go on; loses if left out
    #[arg(long, value_parser = PossibleValuesParser::new(Blocked::ALL.map(Blocked::name)))]
    blocked: Option<String>,
    /// Paper Soccer: show where the ball can go, in looks that have a sign for it
    #[arg(long)]
    hints: bool,
    /// Paper Soccer: let lines be undone until the turn is over, in a client; at the board for people everything can be
    #[arg(long)]
    undo: bool,
    /// How the board looks; kaya if left out, mobile in Paper Soccer
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// What puts a stone, or draws a line
    #[arg(long, value_enum, default_value_t = Way::Click)]
    takes: Way,
    /// Who moves first: alternate if left out, drawn in a service
    #[arg(long, value_enum)]
    seat: Option<Seat>,
    /// Gomoku: write move numbers on the stones
    #[arg(long)]
    numbers: bool,
    /// Do not mark the last stone, or the last turn
    #[arg(long)]
    no_last_move: bool,
    /// Do not show the point under the pointer
    #[arg(long)]
    no_hover: bool,
    /// How long a stone takes to appear, or each line of a turn
    #[arg(long, value_name = "MILLISECONDS", default_value_t = FADE_MS)]
    fade: u64,
    /// How long the end of a game is seen before the dialog with the result comes
    #[arg(long, value_name = "MILLISECONDS", default_value_t = RESULT_MS)]
    result_after: u64,
    /// Where dialogs lie: how much of the board's free room is left of them and above them, 0 to 1 each
    #[arg(long, value_name = "LEFT,ABOVE", default_value = "0.5,0.5", value_parser = place)]
    dialog_at: DialogPlace,
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

impl Args {
    /// Whether it is a client that is wanted, and no board for people.
    fn is_client(&self) -> bool {
        let is_watched = self.weather.is_some() || self.ledger.is_some() || self.trace.is_some();
        self.client || self.service || is_watched || self.takes != Way::Click
    }

    /// What an opponent may use for a move.
    fn limits(&self) -> Limits {
        Limits {
            turn_ms: self.turn_time,
            ..Limits::default()
        }
    }

    /// Pixels from point to point.
    fn points_apart(&self) -> f64 {
        (f64::from(self.cell) * self.scale).max(f64::from(*CELLS.start()))
    }

    /// Who moves first.
    fn seating(&self) -> Seating {
        match self.seat {
            Some(Seat::First) => Seating::First,
            Some(Seat::Second) => Seating::Second,
            Some(Seat::Drawn) => Seating::Drawn,
            None if self.service => Seating::Drawn,
            Some(Seat::Alternate) | None => Seating::Alternate,
        }
    }
}

fn size_range() -> RangeInclusive<i64> {
    i64::from(*SIZES.start())..=i64::from(*SIZES.end())
}

fn cell_range() -> RangeInclusive<i64> {
    i64::from(*CELLS.start())..=i64::from(*CELLS.end())
}

/// A kind of game that the client offers on the command line.
trait Offered: Pictured + EngineKind + Hosted {
    /// The usual look.
    const THEME: &str;

    /// The look of that name.
    fn theme(name: &str) -> Option<&'static Self::Theme>;
    /// The names of all looks.
    fn themes() -> Vec<&'static str>;
    /// The board's measures.
    fn size(args: &Args) -> Self::Size;
    /// The rule in force.
    fn rule(args: &Args) -> Self::Rule;
    /// What is shown besides the game.
    fn display(args: &Args) -> Self::Display;
    /// Options that were given and mean nothing in this game.
    fn strange(args: &Args) -> Vec<&'static str>;
}

/// Those options that were given.
fn given<const N: usize>(options: [(bool, &'static str); N]) -> Vec<&'static str> {
    let given = options.into_iter().filter(|(is_given, _)| *is_given);
    given.map(|(_, name)| name).collect()
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
fn place(text: &str) -> Result<DialogPlace, String> {
    let bad = || format!("`{text}` is no pair of numbers from 0 to 1, such as 0.5,0");
    let (left, above) = text.split_once(',').ok_or_else(bad)?;
    let part = |text: &str| {
        let number: f64 = text.trim().parse().map_err(|_| bad())?;
        (0.0..=1.0).contains(&number).then_some(number).ok_or_else(bad)
    };
    Ok(DialogPlace {
        left: part(left)?,
        above: part(above)?,
    })
}

/// Runs the command.
///
/// # Errors
/// Anything that kept it from running.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    if !args.is_client() {
        return board::run(args);
    }
    let not_there = given([(args.open.is_some(), "--open"), (args.keep.is_some(), "--keep")]);
    if let Some(option) = not_there.first() {
        return Err(UserError::new(
            format!("{option} means nothing in a client"),
            "leave out --client, --service, --weather, --ledger, --trace and --takes to play yourself",
        )
        .into());
    }
    match args.game {
        GameKind::Gomoku => open::<referee::gomoku::Position>(&args),
        GameKind::Soccer => open::<referee::soccer::Position>(&args),
    }
}

/// Refuses options that mean nothing in this game.
fn check<P: Offered>(args: &Args) -> Result<(), UserError> {
    let Some(option) = P::strange(args).first().copied() else {
        return Ok(());
    };
    let title = args.game.title();
    Err(UserError::new(
        format!("{option} means nothing in {title}"),
        "see `tengen practice --help` for what is which game's",
    ))
}

fn open<P: Offered>(args: &Args) -> anyhow::Result<Exit> {
    check::<P>(args)?;
    let theme = theme_named::<P>(args.theme.as_deref().unwrap_or(P::THEME))?;
    let service = args.service.then(|| Service {
        game_ms: (args.clock > 0).then(|| args.clock.saturating_mul(1_000)),
        seek_ms: args.seek.map_or(Service::SEEK_MS, |seconds| {
            (seconds.saturating_mul(1_000), seconds.saturating_mul(1_000))
        }),
        ..Service::usual(args.seed)
    });
    let specs: Vec<&str> = match &service {
        Some(_) => P::SPECS.to_vec(),
        None => vec![opponent::<P>(args)],
    };
    let opponents = specs
        .into_iter()
        .map(start)
        .collect::<Result<Vec<EngineWorker<P>>, UserError>>()?;
    let ledger = opened("ledger", args.ledger.as_deref(), LedgerFile::open)?;
    let trace = opened("trace", args.trace.as_deref(), TraceFile::open)?;
    let options = WindowOptions {
        setup: setup(args, service),
        theme,
        pitch: args.points_apart(),
        limits: args.limits(),
        fault_schedule: args
            .weather
            .map(|seed| FaultSchedule::new(seed, &FaultRates::ROUGH, 0)),
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
    let user_error = |path: &Path, error: io::Error| {
        UserError::new(
            format!("{what} {}: {error}", path.display()),
            "name a file in a folder that exists and may be written to",
        )
    };
    path.map(|path| open(path).map_err(|error| user_error(path, error)))
        .transpose()
}

fn opponent<P: Exercise>(args: &Args) -> &str {
    args.opponent.as_deref().unwrap_or(P::OPPONENT)
}

fn start<P: EngineKind>(spec: &str) -> Result<EngineWorker<P>, UserError> {
    EngineWorker::start(spec).map_err(|error| {
        let hint = error.hint();
        UserError::new(error.to_string(), hint)
    })
}

fn setup<P: Offered>(args: &Args, service: Option<Service>) -> ClientSetup<P> {
    ClientSetup {
        size: P::size(args),
        rule: P::rule(args),
        seating: args.seating(),
        opponent: opponent::<P>(args).to_owned(),
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
        looks: P::display(args),
        takes: args.takes,
        undo: if args.undo {
            Undo::UnfinishedTurn
        } else {
            Undo::Nothing
        },
        service,
    }
}

fn theme_named<P: Offered>(name: &str) -> Result<&'static P::Theme, UserError> {
    P::theme(name).ok_or_else(|| {
        UserError::new(
            format!("no theme is called {name:?}"),
            format!("themes are {}", P::themes().join(", ")),
        )
    })
}
