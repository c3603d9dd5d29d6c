//! `tengen analyse`: the best moves of a position, or every move of a game with its score, what it lost, and what was missed.

mod analyst;
mod look;
mod assessed;
mod gomoku;
mod soccer;
mod game;
mod expectation;
mod graph;
mod film;
mod html;
mod json;
mod text;

use std::path::PathBuf;

use engines::games;
use recordings::replay::Replay;
use referee::{
    games::{AnyRecord, GameKind, Registered},
    player::Limits,
    position::Position as _,
    record::Record,
    seat::Seat,
    verdict::Verdict,
};
use serde_json::{Map, Value};

use self::{
    analyst::{Analyst, MoveOf},
    assessed::Assessed,
    game::{Moment, follow},
    gomoku::GomokuAnalyst,
    look::{Forced, Look},
    soccer::SoccerAnalyst,
};
use super::solve::input::{Input, opened};
use crate::output;
use base::{atomic_file, exit::Exit, user_error::UserError};

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
    /// Nodes a position [default: 200000, for soccer 60000, if neither --depth nor --ms is given]
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
                    let limits = limits(&args, gomoku::NODES_DEFAULT);
                    GomokuAnalyst::new(spec(&args, GameKind::Gomoku), limits, usize::from(args.lines))
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
        atomic_file::page(path, &html::page(&games), "--html")?;
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
        position(args, &walk, analyst)?;
        return Ok(None);
    }
    let game = assess(args, walk, analyst)?;
    match args.json {
        true => output::line(&json::game(&game))?,
        false => output::print((text::game(&game) + "\n").as_bytes())?,
    }
    Ok(Some(game))
}

/// A game in steps: plies, or turns where several plies are one decision. What is left of a turn that was broken off is none.
struct Walk<P: Registered> {
    replay: Replay<P>,
    /// The plies before each step and after the last one.
    places: Vec<usize>,
}

impl<P: Registered> Walk<P> {
    fn of(mut replay: Replay<P>) -> Walk<P> {
        replay.jump(0);
        let mut places = vec![0];
        while replay.forward() {
            if !replay.position().is_within_turn() {
                places.push(replay.at());
            }
        }
        Walk { replay, places }
    }

    /// Steps there are.
    fn steps(&self) -> usize {
        self.places.len() - 1
    }

    /// The position after so many steps.
    fn position(&mut self, step: usize) -> P {
        self.replay.jump(self.places[step]);
        self.replay.position().clone()
    }

    /// The plies of a step, from 1.
    fn played(&self, step: usize) -> Vec<P::Move> {
        let plies = &self.replay.record().plies[self.places[step - 1]..self.places[step]];
        plies.iter().map(|ply| ply.play).collect()
    }

    /// Goes to the position after so many steps, or to the end, be it in the middle of a turn.
    fn go_to<A: Analyst<Game = P>>(&mut self, step: Option<usize>) -> Result<(), UserError> {
        let steps = self.steps();
        match step {
            None => self.replay.jump(usize::MAX),
            Some(step) if step > steps => {
                let message = format!("{} {step} is beyond the end", A::STEP);
                return Err(UserError::new(
                    message,
                    format!("the game has {steps} {}", A::STEPS),
                ));
            }
            Some(step) => self.replay.jump(self.places[step]),
        }
        Ok(())
    }
}

/// A position with what was found in it.
struct Seen<'a, A: Analyst> {
    position: &'a A::Game,
    step: usize,
    look: Look<MoveOf<A>>,
    threat: Option<Forced>,
}

fn position<A: Analyst<Game: Registered>>(
    args: &Args,
    walk: &Walk<A::Game>,
    analyst: &mut A,
) -> anyhow::Result<()> {
    let (place, at) = (walk.replay.position(), walk.replay.at());
    let step = walk.places.iter().filter(|&&place| place <= at).count() - 1;
    if place.outcome().is_some() {
        let message = format!("the game is over at {} {step}", A::STEP);
        return Err(UserError::new(message, "choose an earlier position with --at").into());
    }
    analyst.begin(place)?;
    let seen: Seen<A> = Seen {
        look: analyst.look(place)?,
        threat: analyst.threat(place),
        position: place,
        step,
    };
    match args.json {
        true => output::line(&json::position(&seen, &analyst.name()))?,
        false => output::print(text::position(&seen).as_bytes())?,
    }
    Ok(())
}

/// A game and its moves, assessed. What it is a game of is told by its words and pictures alone.
struct AssessedGame {
    id: String,
    /// Players, rules and result in words.
    heading: String,
    rules_json: Map<String, Value>,
    names: [String; 2],
    verdict: Option<Verdict>,
    engine: String,
    sides: [&'static str; 2],
    /// What moves are counted in: one, and many.
    step: &'static str,
    steps_word: &'static str,
    /// Of the whole game.
    steps: usize,
    moves: Vec<Assessed>,
    /// A score in words.
    score: fn(i32) -> String,
    film: Option<String>,
    style: &'static str,
}

fn assess<A: Analyst<Game: Registered>>(
    args: &Args,
    mut walk: Walk<A::Game>,
    analyst: &mut A,
) -> anyhow::Result<AssessedGame> {
    let [from, to] = bounds::<A>(args, walk.steps())?;
    let mut before = walk.position(from - 1);
    analyst.begin(&before)?;
    let mut here = analyst.look(&before)?;
    let mut moves = Vec::new();
    for step in from..=to {
        let after = walk.position(step);
        let there = analyst.look(&after)?;
        let threatened = there.win.is_some() && analyst.threat(&before).is_some();
        let mut moment: Moment<A> = Moment {
            step,
            positions: [&before, &after],
            looks: [&here, &there],
            played: &walk.played(step),
            instead: None,
            threatened,
        };
        if !moment.is_move(&here.first)
            && let Some(better) = follow(&before, &here.first)
        {
            moment.instead = analyst.look(&better)?.score.map(|score| -score);
        }
        moves.extend(moment.assess().map(|assessed| Assessed {
            picture: args.html.is_some().then(|| A::picture(&before, &assessed)),
            ..assessed
        }));
        (before, here) = (after, there);
    }
    let record = walk.replay.record();
    let names = Seat::BOTH.map(|seat| player(record, seat));
    let verdict = record
        .verdict
        .map_or("not finished".to_owned(), |verdict| verdict.to_string());
    Ok(AssessedGame {
        id: record.id.clone(),
        heading: format!("{} - {}   {}   {verdict}", names[0], names[1], A::rules(&before)),
        rules_json: A::rules_json(&before),
        names,
        verdict: record.verdict,
        engine: analyst.name(),
        sides: A::SIDES,
        step: A::STEP,
        steps_word: A::STEPS,
        steps: walk.steps(),
        moves,
        score: A::score,
        film: args.html.is_some().then(|| A::film(record)).flatten(),
        style: A::style(),
    })
}

fn player<P: Registered>(record: &Record<P>, seat: Seat) -> String {
    let name = record.names[seat.index()].replace(char::is_control, " ");
    match name.trim() {
        "" => seat.name().to_owned(),
        name => name.to_owned(),
    }
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
