//! `tengen practice`: a person against an engine in the practice client's window.

use std::ops::RangeInclusive;

use clap::{ValueEnum, builder::PossibleValuesParser};
use referee::{
    gomoku::{Rule, SIZES},
    player::Limits,
};
use vision::theme::{self, Theme};

use crate::{
    bot::mind::Mind,
    complaint::Complaint,
    exit::Exit,
    practice::{
        model::{Seating, Setup},
        window::{self, Options},
    },
};

/// Pixels from point to point.
const CELLS: RangeInclusive<u16> = 14..=80;

/// How long a stone takes to appear.
const FADE_MS: u64 = 160;

/// How long the end of a game is seen before the dialog covers it.
const RESULT_MS: u64 = 900;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// The engine to play against, such as classic:depth=4
    #[arg(long, value_name = "SPEC", default_value = "classic:depth=4")]
    opponent: String,
    /// Lines a side
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(size_range()))]
    size: u8,
    /// Which fives win, and whether points are forbidden
    #[arg(long, default_value = "freestyle", value_parser = PossibleValuesParser::new(rule_names()))]
    rule: String,
    /// How the board looks
    #[arg(long, value_name = "NAME", default_value = "kaya")]
    theme: String,
    /// Who moves first
    #[arg(long, value_enum, default_value = "alternate")]
    seat: Seat,
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
}

fn size_range() -> RangeInclusive<i64> {
    i64::from(*SIZES.start())..=i64::from(*SIZES.end())
}

fn cell_range() -> RangeInclusive<i64> {
    i64::from(*CELLS.start())..=i64::from(*CELLS.end())
}

fn rule_names() -> [&'static str; 3] {
    Rule::ALL.map(Rule::name)
}

/// Runs the command.
///
/// # Errors
/// Anything that kept it from running.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let theme = theme_named(&args.theme)?;
    let rule = Rule::from_name(&args.rule).expect("the command line allows known rules only");
    let opponent = Mind::start(&args.opponent).map_err(|error| {
        let hint = error.hint();
        Complaint::new(error.to_string(), hint)
    })?;
    let setup = Setup {
        size: args.size,
        rule,
        seating: match args.seat {
            Seat::First => Seating::First,
            Seat::Second => Seating::Second,
            Seat::Alternate => Seating::Alternate,
        },
        opponent: args.opponent,
        reply_ms: args.reply_after,
        fade_ms: FADE_MS,
        result_ms: RESULT_MS,
    };
    let limits = Limits {
        turn_ms: args.turn_time,
        ..Limits::default()
    };
    window::run(
        Options {
            setup,
            theme,
            pitch: f64::from(args.cell),
            limits,
        },
        opponent,
    )?;
    Ok(Exit::Done)
}

fn theme_named(name: &str) -> Result<&'static Theme, Complaint> {
    theme::by_name(name).ok_or_else(|| {
        let known: Vec<_> = theme::all().iter().map(|theme| theme.name).collect();
        Complaint::new(
            format!("no theme is called {name:?}"),
            format!("themes are {}", known.join(", ")),
        )
    })
}
