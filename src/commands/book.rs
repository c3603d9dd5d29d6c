//! `tengen book`: the engine's book of best replies in the first few plies: made by its own search, shown, checked.

use std::collections::{BTreeSet, VecDeque};

use engines::{
    alphabeta::{Alphabeta, options::AlphaBetaOptions},
    book::{
        Book, OWN,
        line::{BookLine, BookLineError},
    },
};
use recordings::text;
use referee::{
    gomoku::{Move, Position, Rule},
    player::{Limits, Player as _},
    point::Point,
    position::Position as _,
};

use crate::{
    arguments::{self, rule},
    output,
    progress_line::ProgressLine,
};
use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Search the first plies of games and print a book
    Make {
        /// Lines a side; may be given again
        #[arg(long = "size", value_name = "N", default_values_t = [15, 20], value_parser = clap::value_parser!(u8).range(5..=22))]
        sizes: Vec<u8>,
        /// Rule: freestyle, standard or renju; may be given again [default: all]
        #[arg(long = "rule", value_parser = rule)]
        rules: Vec<Rule>,
        /// Nodes for each position
        #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
        nodes: u64,
        /// Plies from the empty board
        #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=8))]
        plies: u32,
        /// How far from the centre a first stone may be that the book answers
        #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=10))]
        around: u8,
    },
    /// What the book says in a position, given by its moves
    Show {
        /// Moves such as h8 i9, or 8,8 9,7 from the top left; without any, the empty board
        moves: Vec<String>,
        /// Lines a side
        #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
        size: u8,
        /// Rule: freestyle, standard or renju
        #[arg(long, default_value = "freestyle", value_parser = rule)]
        rule: Rule,
    },
    /// Search every position of the book again and tell where the best move is another one
    Check {
        /// Nodes for each position
        #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
        nodes: u64,
    },
}

/// Near-equal moves that a position of the book has at most.
const NEAR_EQUAL: usize = 3;

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.verb {
        Verb::Make {
            sizes,
            rules,
            nodes,
            plies,
            around,
        } => {
            let rules = if rules.is_empty() {
                Rule::ALL.to_vec()
            } else {
                rules
            };
            output::line(&format!(
                "# the book of {}: {nodes} nodes a position, {plies} plies",
                player().name()
            ))?;
            for size in sizes {
                for &rule in &rules {
                    make(&Position::new(size, rule)?, nodes, plies as usize, around)?;
                }
            }
            Ok(Exit::Done)
        }
        Verb::Show { moves, size, rule } => show(&moves, size, rule),
        Verb::Check { nodes } => check(nodes),
    }
}

fn player() -> Alphabeta {
    Alphabeta::new(AlphaBetaOptions {
        table_mb: 16,
        ..AlphaBetaOptions::default()
    })
}

/// Prints the lines of one board and rule: every position that comes from the book's own moves, and each first stone
/// near the centre with what is played after it.
fn make(empty: &Position, nodes: u64, plies: usize, around: u8) -> anyhow::Result<()> {
    let centre = empty.size() / 2;
    let mut player = player();
    let mut seen = BTreeSet::new();
    let mut waiting = VecDeque::from([empty.clone()]);
    for y in centre.saturating_sub(around)..=centre + around {
        for x in centre.saturating_sub(around)..=centre + around {
            let mut position = empty.clone();
            if position.play(Move::Place(Point::new(x, y))).is_ok() {
                waiting.push_back(position);
            }
        }
    }
    let told = ProgressLine::begin(&format!("{} lines, {}", empty.size(), empty.rule().name()));
    while let Some(position) = waiting.pop_front() {
        if position.history().len() >= plies || !seen.insert(position.canonical_key().0) {
            continue;
        }
        told.at(seen.len(), seen.len() + waiting.len());
        let line = searched(&mut player, &position, nodes)?;
        told.clear();
        output::line(&line)?;
        for &point in &line.plays {
            let mut after = position.clone();
            after.play(Move::Place(point))?;
            waiting.push_back(after);
        }
    }
    Ok(())
}

/// The best move and those that are nearly as good: each is found by a search that leaves the better ones out.
fn searched(player: &mut Alphabeta, position: &Position, nodes: u64) -> anyhow::Result<BookLine> {
    player.new_game(position)?;
    let found = player.near_equal(position, nodes, NEAR_EQUAL);
    let plays = |history: &[Move]| -> Vec<Point> {
        let points = history.iter().filter_map(|&played| match played {
            Move::Place(point) => Some(point),
            Move::Choose(_) | Move::PutTwo => None,
        });
        points.collect()
    };
    let centre = Point::new(position.size() / 2, position.size() / 2);
    let (score, mut best) = found.unwrap_or_default();
    if best.is_empty() {
        best.push(centre);
    }
    Ok(BookLine {
        size: position.size(),
        rule: position.rule(),
        stones: plays(position.history()),
        plays: best,
        score,
        nodes,
    })
}

fn show(moves: &[String], size: u8, rule: Rule) -> anyhow::Result<Exit> {
    let mut position = Position::new(size, rule)?;
    if !moves.is_empty() {
        let words = moves.join(" ");
        let words = arguments::in_letters(&words, size);
        let read = recordings::openings::read(words.as_bytes(), size, rule)
            .map_err(|error| UserError::new(error.message, error.hint))?;
        for &played in read.iter().flatten() {
            position.play(played)?;
        }
    }
    let Some(advice) = Book::own().advice(&position) else {
        tracing::info!("the book says nothing about this position");
        return Ok(Exit::No);
    };
    let names: Vec<String> = advice
        .plays
        .iter()
        .map(|&point| text::name_of(point, size))
        .collect();
    output::line(&format!(
        "{} score {} after {} nodes",
        names.join(" "),
        advice.score,
        advice.nodes
    ))?;
    Ok(Exit::Done)
}

fn check(nodes: u64) -> anyhow::Result<Exit> {
    let (mut count, mut others) = (0, 0);
    let mut player = player();
    let lines = || {
        OWN.lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
    };
    let (told, all) = (ProgressLine::begin("positions"), lines().count());
    for words in lines() {
        told.at(count, all);
        let trouble =
            |error: BookLineError| UserError::new(error.to_string(), "make the book again: tengen book make");
        let line: BookLine = words.parse().map_err(trouble)?;
        let position = line.position().map_err(trouble)?;
        player.new_game(&position)?;
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let thought = player.think(&position, &limits)?;
        count += 1;
        if !line.plays.iter().any(|&point| Move::Place(point) == thought.play) {
            others += 1;
            told.clear();
            let score = thought.score.unwrap_or(0);
            output::line(&format!("{line}: now {} with {score}", thought.play))?;
        }
    }
    drop(told);
    tracing::info!("{count} positions, {others} with another best move");
    Ok(if others == 0 { Exit::Done } else { Exit::No })
}
