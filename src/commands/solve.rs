//! `tengen solve`: whether the side to move has a forced win, with the line and its proof; in Gomoku also what the other side
//! threatens.

pub(super) mod input;
mod gomoku;
mod soccer;

use std::io::{self, BufRead as _};

use engines::alphabeta::solve::Solver;
use recordings::replay::Replay;
use referee::{
    games::{AnyPosition, AnyRecord, GameKind},
    position::Position as _,
};

use self::input::{Input, go_to, opened};
use base::{exit::Exit, user_error::UserError};

/// Characters of a line of positions; a full board of the largest size needs fewer.
const LINE_MAX: usize = 8_192;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// A game file, a game of the database (last, its number, its id), or - for positions as lines of moves on standard input
    #[arg(
        value_name = "FILE|GAME|-",
        required_unless_present = "moves",
        conflicts_with = "moves"
    )]
    game: Option<String>,
    #[command(flatten)]
    input: Input,
    /// The position after this many plies [default: the last one]
    #[arg(long, value_name = "PLY", conflicts_with = "turn")]
    ply: Option<usize>,
    /// The position after this many turns
    #[arg(long, value_name = "N")]
    turn: Option<usize>,
    /// Look for wins by fours only: quick, and a "no" is certain (this and what follows about fours and threats: gomoku)
    #[arg(long, conflicts_with = "vct")]
    vcf: bool,
    /// Look for wins by threats, too: fours, threes, and what leads to them [default]
    #[arg(long)]
    vct: bool,
    /// Tell also how the other side would win if it were to move
    #[arg(long)]
    threats: bool,
    /// Fours in a row [default: 60]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    fours: Option<u32>,
    /// Nodes for each question [default: 1000000, with --ms none]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds for each question
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    ms: Option<u64>,
    /// Print one JSON object for each position
    #[arg(long)]
    json: bool,
    /// Draw the board with the line's moves as numbers
    #[arg(long, conflicts_with = "json")]
    board: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input, or the output cannot be written.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let mut solver = Solver::new();
    let mut won = false;
    if args.game.as_deref() == Some("-") {
        for (index, line) in io::stdin().lock().lines().enumerate() {
            let line = line.map_err(|error| {
                UserError::new(
                    format!("line {}: {error}", index + 1),
                    "lines are text such as h8 i9 g10",
                )
            })?;
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let record = short(&line).and_then(|line| args.input.of_moves(line));
            let record = record.map_err(|mistake| UserError {
                message: format!("line {}: {mistake}", index + 1),
                ..mistake
            })?;
            won |= solve(&args, record, "the moves", Some(index + 1), &mut solver)?;
        }
    } else {
        let (record, name) = match (&args.input.moves, &args.game) {
            (Some(moves), _) => (args.input.of_moves(short(moves)?)?, "the moves"),
            (None, game) => {
                let game = game.as_deref().unwrap_or_default();
                (args.input.of_game(game)?, game)
            }
        };
        won = solve(&args, record, name, None, &mut solver)?;
    }
    Ok(if won { Exit::Done } else { Exit::No })
}

fn short(line: &str) -> Result<&str, UserError> {
    if line.len() <= LINE_MAX {
        return Ok(line);
    }
    let message = format!("a line of {} characters", line.len());
    Err(UserError::new(message, "give one position a line"))
}

/// Solves one position and prints what was found; true if the side to move wins.
fn solve(
    args: &Args,
    record: AnyRecord,
    name: &str,
    number: Option<usize>,
    solver: &mut Solver,
) -> anyhow::Result<bool> {
    let mut replay = opened::<AnyPosition>(record.clone(), name)?;
    go_to(&mut replay, args.ply, args.turn)?;
    if replay.position().outcome().is_some() {
        let line = number.map_or(String::new(), |number| format!("line {number}: "));
        let message = format!("{line}the game is over at ply {}", replay.at());
        return Err(UserError::new(message, "choose an earlier position with --ply").into());
    }
    match record.kind() {
        GameKind::Gomoku => {
            let mut own: Replay = opened(record.into_kind()?, name)?;
            own.jump(replay.at());
            gomoku::solve(args, &own, number, solver)
        }
        GameKind::Soccer => {
            check_options(args)?;
            let mut own = opened(record.into_kind()?, name)?;
            own.jump(replay.at());
            soccer::solve(args, &own, number)
        }
    }
}

/// Options that say nothing of a game without fours.
fn check_options(args: &Args) -> Result<(), UserError> {
    let given = [
        ("--vcf", args.vcf),
        ("--vct", args.vct),
        ("--threats", args.threats),
        ("--fours", args.fours.is_some()),
        ("--board", args.board),
    ];
    let other = given.iter().find(|(_, is_given)| *is_given);
    other.map_or(Ok(()), |(option, _)| {
        Err(UserError::new(
            format!("{option} is for gomoku, and this is a game of soccer"),
            format!("leave {option} out; --nodes and --ms bound the search"),
        ))
    })
}
