//! `tengen analyse`: the best moves of a position, or every move of a game with its score, what it lost, and what was missed.

use std::{ops::ControlFlow, path::PathBuf};

use analysis::{
    analyst::Analyst,
    game::{self, AssessedGame, Pictures},
    gomoku::GomokuAnalyst,
    html, json,
    position::look_at,
    soccer::{self, SoccerAnalyst},
    text,
    walk::Walk,
};
use engines::games;
use referee::{
    games::{AnyRecord, GameKind, Registered},
    player::Limits,
};

use super::solve::input::{Input, opened};
use crate::{output, progress_line::ProgressLine};
use base::{atomic_file, exit::Exit, legible, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Game files, or games of the database: last, a number, an id, or the beginning or end of one
    #[arg(
        value_name = "FILE|GAME",
        required_unless_present = "moves",
        conflicts_with = "moves"
    )]
    games: Vec<String>,
    #[command(flatten)]
    input: Input,
    /// Only the position after this many plies, of soccer turns: its best lines. Without it a game is analysed move by move, and of --moves
    /// the last position
    #[arg(long, value_name = "PLY", conflicts_with_all = ["from", "to", "html"])]
    at: Option<usize>,
    /// The first ply to look at, of soccer the first turn
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..))]
    from: Option<u32>,
    /// The last ply to look at, of soccer the last turn
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..))]
    to: Option<u32>,
    /// Engine that looks at the positions [default: alphabeta, for soccer soccer]
    #[arg(long, value_name = "SPEC")]
    engine: Option<String>,
    /// Nodes a position [default: 200000, of alphazero 1000, for soccer 60000, if neither --depth nor --ms is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies to search, for soccer turns
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: Option<u32>,
    /// Milliseconds a position; then no two analyses are quite alike
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    ms: Option<u64>,
    /// Lines of a position
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=50))]
    lines: u8,
    /// Print one JSON object for each game or position
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write a page to this file: graph, pictures, and the game to step through with arrows
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, an engine that fails, or a file that cannot be written.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    if let Some(path) = &args.html {
        atomic_file::give_way(path, atomic_file::PAGE, "--html")?;
    }
    let mut records = Vec::new();
    if let Some(moves) = &args.input.moves {
        records.push((args.input.of_moves(moves)?, "the moves"));
    }
    for game in &args.games {
        records.push((args.input.of_game(game)?, game.as_str()));
    }
    let mut analysts = Analysts::default();
    let mut games = Vec::new();
    for (record, name) in records {
        games.extend(match record.kind() {
            GameKind::Gomoku => {
                let analyst = made(&mut analysts.gomoku, || {
                    let spec = spec(&args, GameKind::Gomoku);
                    let limits = limits(&args, GomokuAnalyst::nodes_default(spec));
                    GomokuAnalyst::new(spec, limits, usize::from(args.lines))
                })?;
                analyse(&args, record, name, analyst)?
            }
            GameKind::Soccer => {
                let analyst = made(&mut analysts.soccer, || {
                    let limits = limits(&args, soccer::NODES_DEFAULT);
                    SoccerAnalyst::new(spec(&args, GameKind::Soccer), limits, usize::from(args.lines))
                })?;
                analyse(&args, record, name, analyst)?
            }
        });
    }
    if let Some(path) = &args.html {
        atomic_file::save(path, html::page(&games), "--html")?;
    }
    Ok(Exit::Done)
}

/// Who looks at games of each kind, as soon as there is one.
#[derive(Default)]
struct Analysts {
    gomoku: Option<GomokuAnalyst>,
    soccer: Option<SoccerAnalyst>,
}

fn made<A>(place: &mut Option<A>, make: impl FnOnce() -> anyhow::Result<A>) -> anyhow::Result<&mut A> {
    let made = match place.take() {
        Some(made) => made,
        None => make()?,
    };
    Ok(place.insert(made))
}

fn spec(args: &Args, kind: GameKind) -> &str {
    args.engine.as_deref().unwrap_or(games::default_spec(kind))
}

fn limits(args: &Args, nodes_default: u64) -> Limits {
    let is_free = args.depth.is_none() && args.ms.is_none();
    Limits {
        turn_ms: args.ms,
        depth: args.depth,
        nodes: args.nodes.or(is_free.then_some(nodes_default)),
        ..Limits::default()
    }
}

/// Prints what there is to say of a game, or of one position of it; the game for a page.
fn analyse<A: Analyst<Game: Registered>>(
    args: &Args,
    record: AnyRecord,
    name: &str,
    analyst: &mut A,
) -> anyhow::Result<Option<AssessedGame>> {
    let record = record.into_kind::<A::Game>();
    let mut walk = Walk::of(opened(record.map_err(|error| anyhow::anyhow!("{error}"))?, name)?);
    let whole = args.from.is_some() || args.to.is_some() || args.html.is_some();
    if args.at.is_some() || args.input.moves.is_some() && !whole {
        walk.go_to::<A>(args.at)?;
        let seen = look_at(&walk, analyst)?;
        match args.json {
            true => output::line(&json::position(&seen, &analyst.name()))?,
            false => output::print(text::position(&seen).as_bytes())?,
        }
        return Ok(None);
    }
    let pictures = match args.html {
        Some(_) => Pictures::Drawn,
        None => Pictures::None,
    };
    let stretch = bounds::<A>(args, walk.steps())?;
    let line = ProgressLine::begin(&format!("analysing {}", legible::line(name)));
    let going_on = &mut |done, of| {
        line.at(done, of);
        ControlFlow::Continue(())
    };
    let Some(game) = game::assess(walk, stretch, pictures, analyst, going_on)? else {
        return Ok(None);
    };
    drop(line);
    match args.json {
        true => output::line(&json::game(&game))?,
        false => output::print((text::game(&game) + "\n").as_bytes())?,
    }
    Ok(Some(game))
}

/// The first and last step to look at.
fn bounds<A: Analyst>(args: &Args, end: usize) -> Result<[usize; 2], UserError> {
    let from = args.from.map_or(1, |step| step as usize);
    let to = args.to.map_or(end, |step| step as usize);
    let has = format!("the game has {end} {}", A::STEPS);
    if end == 0 {
        return Err(UserError::new("the game has no moves", "give a game with moves"));
    }
    if to > end {
        return Err(UserError::new(format!("--to {to} is beyond the end"), has));
    }
    if from > to {
        return Err(UserError::new(
            format!("--from {from} is after {} {to}", A::STEP),
            has,
        ));
    }
    Ok([from, to])
}
