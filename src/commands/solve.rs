//! `tengen solve`: whether the side to move has a forced win, with the line and its proof, and what the other side threatens.

pub(super) mod input;
mod show;

pub(super) use self::show::name;

use std::io::{self, BufRead as _};

use engines::{
    alphabeta::solve::{Bounds, Means, Solver, Verdict},
    proof::{
        Field, Proof,
        check::{self, Checked},
    },
};
use recordings::replay::Replay;
use referee::player::Limits;

use self::input::{Input, go_to};
use crate::output;
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
    #[arg(long, value_name = "PLY")]
    ply: Option<usize>,
    /// Look for wins by fours only: quick, and a "no" is certain
    #[arg(long, conflicts_with = "vct")]
    vcf: bool,
    /// Look for wins by threats, too: fours, threes, and what leads to them [default]
    #[arg(long)]
    vct: bool,
    /// Tell also how the other side would win if it were to move
    #[arg(long)]
    threats: bool,
    /// Fours in a row
    #[arg(long, value_name = "N", default_value_t = Bounds::FOURS, value_parser = clap::value_parser!(u32).range(1..=200))]
    fours: u32,
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
            let replay = short(&line).and_then(|line| args.input.of_moves(line));
            let replay = replay.map_err(|complaint| UserError {
                message: format!("line {}: {complaint}", index + 1),
                ..complaint
            })?;
            won |= solve(&args, replay, Some(index + 1), &mut solver)?;
        }
    } else {
        let replay = match (&args.input.moves, &args.game) {
            (Some(moves), _) => args.input.of_moves(short(moves)?)?,
            (None, game) => args.input.of_game(game.as_deref().unwrap_or_default())?,
        };
        won = solve(&args, replay, None, &mut solver)?;
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

/// The answer to one question.
struct Answer {
    field: Field,
    means: Means,
    verdict: Verdict,
    nodes: u64,
    /// What the judge says of a win.
    checked: Option<Checked>,
}

impl Answer {
    fn proof(&self) -> Option<&Proof> {
        match &self.verdict {
            Verdict::Win(proof) => Some(proof),
            _ => None,
        }
    }
}

/// Solves one position and prints what was found; true if the side to move wins.
fn solve(
    args: &Args,
    mut replay: Replay,
    number: Option<usize>,
    solver: &mut Solver,
) -> anyhow::Result<bool> {
    go_to(&mut replay, args.ply)?;
    let position = replay.position();
    if position.end().is_some() {
        let line = number.map_or(String::new(), |number| format!("line {number}: "));
        let message = format!("{line}the game is over at ply {}", replay.at());
        return Err(UserError::new(message, "choose an earlier position with --ply").into());
    }
    let field = Field::of(position);
    let own = ask(args, field.clone(), solver);
    let other = args.threats.then(|| ask(args, field.passed(), solver));
    if args.json {
        output::line(&show::json(&replay, number, &own, other.as_ref()))?;
    } else {
        output::print(show::text(&replay, number, &own, other.as_ref(), args.board).as_bytes())?;
    }
    let answers = [Some(&own), other.as_ref()];
    for answer in answers.into_iter().flatten() {
        if let Some(Checked::Broken(flaw)) = &answer.checked {
            anyhow::bail!("the solver's proof is wrong: {flaw}");
        }
    }
    Ok(own.proof().is_some())
}

fn ask(args: &Args, field: Field, solver: &mut Solver) -> Answer {
    let means = if args.vcf { Means::Fours } else { Means::Threats };
    let nodes = args.nodes.or(args.ms.is_none().then_some(Bounds::NODES));
    let bounds = Bounds {
        fours: args.fours,
        limits: Limits {
            nodes,
            turn_ms: args.ms,
            ..Limits::default()
        },
        ..Bounds::default()
    };
    let solution = solver.solve(&field, means, &bounds);
    let checked = match &solution.verdict {
        Verdict::Win(proof) => Some(check::check(&field, proof, check::STEPS_DEFAULT)),
        _ => None,
    };
    Answer {
        field,
        means,
        verdict: solution.verdict,
        nodes: solution.nodes,
        checked,
    }
}
