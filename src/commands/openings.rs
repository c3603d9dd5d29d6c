//! `tengen openings`: openings that favour nobody, made by dice and weighed by an engine, and a look at such a book.

mod check;
mod make;

use engines::{
    balance::{Scales, Unweighed},
    registry,
};
use referee::{
    gomoku::{Position, Rule},
    player::Player,
};

use crate::arguments::rule;
use base::{exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Make openings in which an engine sees no advantage for anybody
    Make(make::Args),
    /// Weigh each opening of a book, and look for those that are there twice
    Check(check::Args),
}

/// Where openings are played, and who weighs them.
#[derive(clap::Args)]
struct Weighing {
    /// Lines a side
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u8).range(5..=22))]
    size: u8,
    /// Rule: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = rule)]
    rule: Rule,
    /// Engine that weighs, which has to tell scores
    #[arg(long, value_name = "SPEC", default_value = "alphabeta:table_mb=16")]
    engine: String,
    /// Nodes of the first search; the one that confirms has ten times as many
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    nodes: u64,
    /// How far from 0 the score may be, in the engine's own units
    #[arg(long, value_name = "R", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    range: u32,
}

/// The search that confirms has so many times the nodes of the first.
const DEEPER: u64 = 10;

impl Weighing {
    fn scales(&self) -> Scales {
        Scales {
            nodes: self.nodes,
            nodes_deeper: self.nodes * DEEPER,
            range: self.range as i32,
        }
    }

    fn player(&self) -> Result<Box<dyn Player<Position>>, UserError> {
        registry::build(&self.engine).map_err(|error| error.to_user_error())
    }
}

fn unweighed(error: &Unweighed) -> UserError {
    UserError::new(
        error.to_string(),
        "choose an --engine that tells scores and plays on this board, such as alphabeta",
    )
}

/// Runs the command.
///
/// # Errors
/// Bad input, an engine that cannot weigh, or a disk that refuses to write.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    match args.verb {
        Verb::Make(args) => make::run(&args),
        Verb::Check(args) => check::run(&args),
    }
}
