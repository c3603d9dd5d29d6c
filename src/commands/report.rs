//! `tengen report`: the win rate, as text, for scripts, or as a page.

use std::path::PathBuf;

use stats::{
    render,
    report::{MIN_MOVES, Question, Report},
};

use crate::{
    output,
    selection::{Selection, quoted},
};
use archive::{database, having, home::Home};
use base::{atomic_file, clock::wall_ms, exit::Exit, log};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Database to report on
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The fewest moves (stones of both sides) with which a game counts
    #[arg(long, value_name = "N", default_value_t = MIN_MOVES)]
    min_moves: u32,
    #[command(flatten)]
    selection: Selection,
}

/// Forms of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Tables and a chart for the terminal
    Text,
    /// One object; rates are fractions from 0 to 1
    Json,
    /// One page that stands alone
    Html,
}

/// Runs the command.
///
/// # Errors
/// There is no such database, or the file cannot be written.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let filter = args.selection.to_filter()?;
    let home = Home::find(args.db.as_deref())?;
    let (store, told) = having::open_for_question(&home, wall_ms())?;
    for words in told {
        log::tell(&words);
    }
    let question = Question {
        filter,
        min_moves: args.min_moves,
        command: command(&args),
    };
    let report = Report::ask(&store, &question).map_err(database::complain)?;
    let page = match args.format {
        Format::Text => render::text::render(&report),
        Format::Json => render::json::render(&report),
        Format::Html => render::html::render(&report),
    };
    match &args.out {
        Some(path) => atomic_file::page(path, &page, "--out")?,
        None if matches!(args.format, Format::Html) => output::data(page.as_bytes())?,
        None => output::print(page.as_bytes())?,
    }
    Ok(Exit::Done)
}

/// The command that makes this report again.
fn command(args: &Args) -> String {
    let format = match args.format {
        Format::Text => "text",
        Format::Json => "json",
        Format::Html => "html",
    };
    let mut words = vec!["tengen report --format".to_owned(), format.to_owned()];
    words.extend(
        args.db
            .iter()
            .flat_map(|db| ["--db".to_owned(), quoted(&db.to_string_lossy())]),
    );
    words.extend(["--min-moves".to_owned(), args.min_moves.to_string()]);
    words.extend(args.selection.to_arguments());
    words.join(" ")
}
