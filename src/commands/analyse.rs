//! `tengen analyse`: the best moves of a position, or every move of a game with its score, what it lost, and what was missed.

mod analyst;
mod course;
mod expectation;
mod graph;
mod html;
mod json;
mod text;

use std::path::PathBuf;

use engines::registry;
use recordings::replay::Replay;
use referee::{
    gomoku::{Move, Position},
    player::Limits,
    position::Position as _,
    record::Record,
};

use self::{
    analyst::{Analyst, Look},
    course::Assessed,
};
use super::solve::input::{Input, go_to};
use crate::output;
use base::{atomic_file, exit::Exit, user_error::UserError};

/// Nodes a position if nothing else is said: a few tenths of a second.
const NODES_DEFAULT: u64 = 200_000;

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
    /// Only the position after this many plies: its best lines. Without it a game is analysed move by move, and of --moves
    /// the last position
    #[arg(long, value_name = "PLY", conflicts_with_all = ["from", "to", "html"])]
    at: Option<usize>,
    /// The first ply to look at
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..))]
    from: Option<u32>,
    /// The last ply to look at
    #[arg(long, value_name = "PLY", value_parser = clap::value_parser!(u32).range(1..))]
    to: Option<u32>,
    /// Engine that looks at the positions
    #[arg(long, value_name = "SPEC", default_value = registry::DEFAULT)]
    engine: String,
    /// Nodes a position [default: 200000, if neither --depth nor --ms is given]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies to search
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
    /// Write a page with graph and boards to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// Bad input, an engine that fails, or a file that cannot be written.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut analyst = Analyst::new(&args.engine, limits(&args), usize::from(args.lines))?;
    let mut replays = Vec::new();
    if let Some(moves) = &args.input.moves {
        replays.push(args.input.of_moves(moves)?);
    }
    for game in &args.games {
        replays.push(args.input.of_game(game)?);
    }
    let whole = args.from.is_some() || args.to.is_some() || args.html.is_some();
    let mut games = Vec::new();
    for mut replay in replays {
        if args.at.is_some() || args.input.moves.is_some() && !whole {
            go_to(&mut replay, args.at)?;
            position(&args, &replay, &mut analyst)?;
            continue;
        }
        let game = assess(&args, replay, &mut analyst)?;
        match args.json {
            true => output::line(&json::game(&game))?,
            false => output::print((text::game(&game) + "\n").as_bytes())?,
        }
        games.push(game);
    }
    if let Some(path) = &args.html {
        atomic_file::page(path, &html::page(&games), "--html")?;
    }
    Ok(Exit::Done)
}

fn limits(args: &Args) -> Limits {
    let is_free = args.depth.is_none() && args.ms.is_none();
    Limits {
        turn_ms: args.ms,
        depth: args.depth,
        nodes: args.nodes.or(is_free.then_some(NODES_DEFAULT)),
        ..Limits::default()
    }
}

fn position(args: &Args, replay: &Replay, analyst: &mut Analyst) -> anyhow::Result<()> {
    let place = replay.position();
    if place.end().is_some() {
        let message = format!("the game is over at ply {}", replay.at());
        return Err(UserError::new(message, "choose an earlier position with --at").into());
    }
    analyst.begin(place)?;
    let look = analyst.look(place)?;
    let threat = analyst.threat(place);
    match args.json {
        true => output::line(&json::position(replay, &look, threat.as_ref(), &analyst.name()))?,
        false => output::print(text::position(replay, &look, threat.as_ref()).as_bytes())?,
    }
    Ok(())
}

/// A game and its moves, assessed.
struct Game {
    record: Record,
    engine: String,
    moves: Vec<Assessed>,
}

impl Game {
    fn first_ply(&self) -> usize {
        self.moves.first().map_or(0, |assessed| assessed.ply)
    }

    /// The position before this ply.
    fn before(&self, ply: usize) -> Option<Position> {
        let mut replay = Replay::new(self.record.clone()).ok()?;
        replay.jump(ply - 1);
        Some(replay.position().clone())
    }
}

fn assess(args: &Args, mut replay: Replay, analyst: &mut Analyst) -> anyhow::Result<Game> {
    let [from, to] = bounds(args, replay.end())?;
    replay.jump(from - 1);
    let mut before = replay.position().clone();
    analyst.begin(&before)?;
    let mut here = analyst.look(&before)?;
    let mut moves = Vec::new();
    while replay.at() < to && replay.forward() {
        let after = replay.position().clone();
        let there = analyst.look(&after)?;
        let threatened = there.win.is_some() && analyst.threat(&before).is_some();
        if let Some(&played) = after.history().last() {
            let best = instead(&before, &here, played, analyst)?;
            moves.extend(course::assess(&before, [&here, &there], played, best, threatened));
        }
        (before, here) = (after, there);
    }
    Ok(Game {
        record: replay.record().clone(),
        engine: analyst.name(),
        moves,
    })
}

/// The score for the mover after the engine's move, if another one was played.
fn instead(
    before: &Position,
    here: &Look,
    played: Move,
    analyst: &mut Analyst,
) -> anyhow::Result<Option<i32>> {
    let Some(best) = here.thoughts.first().filter(|best| best.play != played) else {
        return Ok(None);
    };
    let mut after = before.clone();
    after.play(best.play)?;
    Ok(analyst.look(&after)?.score.map(|score| -score))
}

/// The first and last ply to look at.
fn bounds(args: &Args, end: usize) -> Result<[usize; 2], UserError> {
    let from = args.from.map_or(1, |ply| ply as usize);
    let to = args.to.map_or(end, |ply| ply as usize);
    let has = format!("the game has {end} plies");
    if end == 0 {
        return Err(UserError::new("the game has no moves", "give a game with moves"));
    }
    if to > end {
        return Err(UserError::new(format!("--to {to} is beyond the end"), has));
    }
    if from > to {
        return Err(UserError::new(format!("--from {from} is after ply {to}"), has));
    }
    Ok([from, to])
}
