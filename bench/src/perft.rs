//! `tengen bench perft`: how many sequences of moves there are, for each depth: the plainest test of the rules, and of
//! nothing else.

use referee::{
    gomoku::{Position, Rule},
    perft::perft,
    soccer,
};
use serde_json::{Value, json};

use crate::Measured;
use base::user_error::UserError;

/// Arguments.
#[derive(clap::Args)]
pub struct PerftArgs {
    /// Print JSON instead of lines
    #[arg(long)]
    json: bool,
    /// Whose rules
    #[arg(long, value_enum)]
    game: Kind,
    /// Turns in a row, for soccer: as strings of lines, without counting orders of the same lines, and the positions that
    /// are still open after them
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=9))]
    turns: u32,
    /// Plies in a row, for gomoku
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=9))]
    plies: u32,
    /// Lines a side, for gomoku
    #[arg(long, value_name = "N", default_value_t = 15)]
    size: u8,
    /// Rule, for gomoku
    #[arg(long, default_value = "freestyle", value_parser = rule)]
    rule: Rule,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Kind {
    /// Stones on an empty board
    Gomoku,
    /// Turns on the usual field, 8 x 10
    Soccer,
}

fn rule(name: &str) -> Result<Rule, String> {
    Rule::from_name(name).ok_or_else(|| "rules are freestyle, standard and renju".to_owned())
}

/// Runs the command.
///
/// # Errors
/// There is no board of that size.
pub(super) fn run(args: &PerftArgs) -> anyhow::Result<Measured> {
    let figures = match args.game {
        Kind::Soccer => of_soccer(args.turns),
        Kind::Gomoku => of_gomoku(args)?,
    };
    Ok(Measured::new(figures, args.json))
}

fn of_soccer(turns: u32) -> Value {
    let start = soccer::Position::new(soccer::Rules::default());
    let counts = soccer::perft::perft(&start, turns);
    let column = |of: fn(&soccer::perft::Counts) -> u64| counts.iter().map(of).collect::<Vec<u64>>();
    json!({
        "game": "soccer",
        "strings": column(|counts| counts.strings),
        "distinct": column(|counts| counts.distinct),
        "live": column(|counts| counts.live),
    })
}

fn of_gomoku(args: &PerftArgs) -> Result<Value, UserError> {
    let start = Position::new(args.size, args.rule);
    let mut start = start.map_err(|error| UserError::new(error.to_string(), "give another --size"))?;
    let counts: Vec<u64> = (1..=args.plies).map(|plies| perft(&mut start, plies)).collect();
    Ok(json!({
        "game": "gomoku",
        "size": args.size,
        "rule": args.rule.name(),
        "sequences": counts,
    }))
}
