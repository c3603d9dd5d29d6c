//! `tengen match`: engines against each other.

mod terms;
mod openings;
mod match_openings;
mod gomoku;
mod soccer;

use std::{
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicUsize},
    thread,
};

use anyhow::Context;
use referee::{
    games::GameKind,
    gomoku::Rule,
    soccer::{Blocked, Pitch},
};
use stats::rating::sprt;

use crate::{output, selection::quoted};
use archive::home::{self, Home};
use arena::{
    figures::{MatchSummary, Test},
    folder::MatchFolder,
    run::{self, MatchEnd},
    settings::MatchSettings,
    table,
};
use base::{clock::wall_ms, exit::Exit, interrupt, user_error::UserError};
use watch::watchdog::leash::Leash;

/// Arguments.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The game that they play: gomoku or soccer
    #[arg(long, value_name = "GAME", requires = "engines", default_value = "gomoku", value_parser = crate::arguments::game)]
    game: GameKind,
    /// Engine that takes part, such as classic:depth=4, random:seed=1 or pbrain:PATH, for soccer soccer, soccer:thesis or
    /// codingame:PATH; given twice or more
    #[arg(long = "engine", value_name = "SPEC", required_unless_present = "resume")]
    engines: Vec<String>,
    /// What an engine is called in the tables [default: its spec]; once for each engine, in their order
    #[arg(long = "name", value_name = "NAME", requires = "engines")]
    names: Vec<String>,
    /// Games that each two engines play at most; even, as each opening is played twice with seats changed [default: 100,
    /// with --sprt 40000]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Let only the first engine meet each of the others
    #[arg(long, requires = "engines")]
    gauntlet: bool,
    /// Milliseconds for a move
    #[arg(long, value_name = "MS", requires = "engines", value_parser = clap::value_parser!(u64).range(1..))]
    turn_ms: Option<u64>,
    /// Milliseconds for all moves of a game
    #[arg(long, value_name = "MS", requires = "engines", value_parser = clap::value_parser!(u64).range(1..))]
    game_ms: Option<u64>,
    /// Milliseconds more after each move
    #[arg(long, value_name = "MS", requires = "game_ms", default_value_t = 0)]
    increment_ms: u64,
    /// Milliseconds by which a move may be late, for delays that are not the engine's
    #[arg(long, value_name = "MS", requires = "engines", default_value_t = 50)]
    margin_ms: u64,
    /// Clock of the devices' logic in MHz, such as 106.22: then their cycles are told as time at that clock
    #[arg(long, value_name = "MHZ", requires = "engines", value_parser = mhz)]
    device_mhz: Option<f64>,
    /// Nodes for a move; once for all engines, or once for each in their order (0 for no such limit)
    #[arg(long, value_name = "N", requires = "engines")]
    nodes: Vec<u64>,
    /// Plies to search; once for all engines, or once for each in their order (0 for no such limit)
    #[arg(long, value_name = "N", requires = "engines")]
    depth: Vec<u32>,
    /// Milliseconds after which a silent program has lost where neither --turn-ms nor --game-ms is given
    #[arg(long, value_name = "MS", requires = "engines", default_value_t = 60_000, value_parser = clap::value_parser!(u64).range(1..))]
    patience_ms: u64,
    /// Lines a side, for gomoku [default: 15]
    #[arg(long, value_name = "N", requires = "engines", value_parser = clap::value_parser!(u8).range(5..=22))]
    size: Option<u8>,
    /// Rule, for gomoku: freestyle, standard or renju [default: freestyle]
    #[arg(long, requires = "engines", value_parser = crate::arguments::rule)]
    rule: Option<Rule>,
    /// Squares from side to side and from goal to goal, for soccer: even, from 4x6 to 12x16 [default: 8x10]
    #[arg(long, value_name = "WxL", requires = "engines")]
    pitch: Option<Pitch>,
    /// What becomes of a player who cannot draw, for soccer: loses or draws [default: loses]
    #[arg(long, value_name = "RESULT", requires = "engines", value_parser = crate::arguments::blocked)]
    blocked: Option<Blocked>,
    /// Book of openings, one a line (for gomoku h8 i9 g10, or 8,8 9,7, or Gomocup's offsets 0,0, 1,-1; for soccer turns, 4 754 210),
    /// or one of the words random and empty (from the beginning), for gomoku also balanced (openings that favour nobody) and swap2
    #[arg(long, value_name = "FILE", requires = "engines", default_value = "random")]
    openings: String,
    /// Stones of a random opening, for gomoku [default: 4]
    #[arg(long, value_name = "N", requires = "engines", value_parser = clap::value_parser!(u32).range(1..=12))]
    opening_plies: Option<u32>,
    /// Turns of a random opening, at least and at most, for soccer [default: 2..6]
    #[arg(long, value_name = "A..B", requires = "engines", value_parser = soccer::turns)]
    opening_turns: Option<RangeInclusive<u32>>,
    /// In which order the openings are played
    #[arg(long, value_enum, requires = "engines", default_value_t = terms::Order::Random)]
    order: terms::Order,
    /// Decides the order, random openings and the choices of random engines
    #[arg(long, value_name = "N", requires = "engines", default_value_t = 1)]
    seed: u64,
    /// A game of so many plies is a draw [default: when the board is full]
    #[arg(long, value_name = "N", requires = "engines", value_parser = clap::value_parser!(u32).range(1..))]
    draw_after_plies: Option<u32>,
    /// An engine that tells minus S or worse for N moves in a row has lost
    #[arg(long, value_name = "score=S,moves=N", requires = "engines", value_parser = terms::claim)]
    resign: Option<referee::adjudication::Claim>,
    /// A game is won when both engines tell S or better for the same side, each for N moves in a row
    #[arg(long, value_name = "score=S,moves=N", requires = "engines", value_parser = terms::claim)]
    win: Option<referee::adjudication::Claim>,
    /// Stop as soon as the first engine is shown to be stronger than the second by elo1, or not by more than elo0
    #[arg(long, value_name = "elo0=A,elo1=B[,alpha=0.05][,beta=0.05][,model=normalized]", requires = "engines", value_parser = terms::sprt)]
    sprt: Option<sprt::Sprt>,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Folder for the games, which must hold no match yet [default: one of its own in matches/ beside the database]
    #[arg(long, value_name = "DIR", requires = "engines")]
    out: Option<PathBuf>,
    /// Go on with the match in this folder, exactly where it was
    #[arg(long, value_name = "DIR", conflicts_with = "out")]
    resume: Option<PathBuf>,
    /// Database to keep the games in [default: games.db in the folder]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Print the result as one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input, an engine that cannot play, or a disk that refuses to write.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let interrupts = count_interrupts()?;
    let leash = Leash::new(Arc::clone(&interrupts));
    leash.hold();
    leash.starts();
    let mut folder = match &args.resume {
        Some(path) => resume(&args, path)?,
        None => begin(&args)?,
    };
    warn(&folder, &args);
    let path = folder.path().to_owned();
    let go_on = format!("tengen match --resume {}", quoted(&path.to_string_lossy()));
    tracing::info!(
        "games are kept in {}; go on at any time with: {go_on}",
        path.display()
    );
    let (end, summary) = run::play(&mut folder, usize::from(args.concurrency), &interrupts, &leash)
        .inspect_err(|_| tracing::info!("what was played is kept; go on with: {go_on}"))?;
    if end != MatchEnd::Dropped {
        folder.close()?;
    }
    if end == MatchEnd::Deserted {
        tracing::warn!(
            "games of an engine that is gone are left out; once it can be started again, go on with: {go_on}"
        );
    } else if end != MatchEnd::Over {
        tracing::info!("interrupted; go on with: {go_on}");
    }
    print(&summary, args.json)?;
    Ok(exit(end, &summary))
}

fn print(summary: &MatchSummary, json: bool) -> anyhow::Result<()> {
    match json {
        true => output::line(&serde_json::to_string(summary)?)?,
        false => output::print(table::render(summary).as_bytes())?,
    }
    Ok(())
}

fn exit(end: MatchEnd, summary: &MatchSummary) -> Exit {
    let target = |test: &Test| {
        test.decision
            .is_some_and(|decision| decision.accepted == sprt::SprtVerdict::H1)
    };
    match (end, &summary.sprt) {
        (MatchEnd::Deserted, _) => Exit::Trouble,
        (MatchEnd::Interrupted | MatchEnd::Dropped, _) => Exit::Interrupted,
        (MatchEnd::Over, Some(test)) if !target(test) => Exit::No,
        (MatchEnd::Over, _) => Exit::Done,
    }
}

fn begin(args: &Args) -> anyhow::Result<MatchFolder> {
    check_database(args)?;
    let settings = terms::settings(args)?;
    let out = match &args.out {
        Some(out) => out.clone(),
        None => Home::find(None)?
            .matches()
            .join(recordings::journal::stem("match", wall_ms())),
    };
    MatchFolder::create(&out, args.db.as_deref(), settings)
}

fn check_database(args: &Args) -> Result<(), UserError> {
    let database = args.db.as_deref();
    database.map_or(Ok(()), |database| home::check_is_file(database, "--db"))
}

/// Opens a match again. Whoever names its engines again has to name the same match.
fn resume(args: &Args, path: &Path) -> anyhow::Result<MatchFolder> {
    check_database(args)?;
    let pairs_max = args.games.map(terms::pairs).transpose()?;
    let mut folder = MatchFolder::reopen(path, args.db.as_deref())?;
    let kept = folder.settings();
    let now = if args.engines.is_empty() {
        MatchSettings {
            engines: terms::same_engines(kept)?,
            ..kept.clone()
        }
    } else {
        // A book made by dice has as many openings as the match had pairs when it began.
        terms::settings(&Args {
            games: Some(2 * kept.openings.len() as u64),
            ..args.clone()
        })?
    };
    if let Some(difference) = kept.difference(&now) {
        let message = format!("the match in {} was another one: {difference}", path.display());
        let hint = "give --resume and the folder alone, or begin another match with --out";
        return Err(UserError::new(message, hint).into());
    }
    if let Some(pairs_max) = pairs_max {
        folder.lengthen(pairs_max)?;
    }
    Ok(folder)
}

/// What a person should know before trusting the result.
fn warn(folder: &MatchFolder, args: &Args) {
    let settings = folder.settings();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let timed = settings.control.turn_ms.is_some() || settings.control.game_ms.is_some();
    if timed && usize::from(args.concurrency) > cores {
        tracing::warn!(
            "warning: {} games at a time on {cores} cores: engines will lack time",
            args.concurrency
        );
    }
    let openings = settings.openings.len() as u64;
    if openings < settings.pairs_max && openings < match_openings::BOOK_MAX {
        tracing::warn!(
            "warning: {} pairs, but openings for {openings}: engines that always answer alike will repeat their games",
            settings.pairs_max
        );
    }
}

fn count_interrupts() -> anyhow::Result<Arc<AtomicUsize>> {
    let finish = |times| {
        if times == 1 {
            tracing::info!("finishing the games in hand; Ctrl-C again to drop them");
        }
    };
    interrupt::count(finish).context("cannot listen for Ctrl-C")
}

fn mhz(word: &str) -> Result<f64, String> {
    let mhz = word
        .parse::<f64>()
        .ok()
        .filter(|mhz| (0.001..=100_000.0).contains(mhz));
    mhz.ok_or_else(|| "give a number from 0.001 to 100000".to_owned())
}
