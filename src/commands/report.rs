//! `tengen report`: the win rate, as text, for scripts, or as a page.

use std::path::PathBuf;

use referee::games::GameKind;
use stats::{
    render,
    report::{Question, Report, choices::BOUND},
};

use crate::{
    output,
    progress_line::ProgressLine,
    selection::{Selection, quoted},
};
use archive::{database, having, home::Home};
use base::{atomic_file, clock::wall_ms, exit::Exit};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// What to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Database to report on
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the pages of tengen web as files to this folder instead: every game with its pictures, index.html first
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "format", "json", "min_moves", "game", "client", "engine", "opponent", "since", "until"])]
    site: Option<PathBuf>,
    /// Look at the newest N games with the engine first, so that their pages tell what each move lost: some seconds to a minute a game
    #[arg(long, value_name = "N", requires = "site", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    analyse: Option<u32>,
    /// The fewest moves (stones of both sides; turns in Paper Soccer) with which a game counts: 11, in Paper Soccer 1
    #[arg(long, value_name = "N")]
    min_moves: Option<u32>,
    /// How far the turns to choose from are counted at each turn of Paper Soccer: more takes longer
    #[arg(long, value_name = "N", default_value_t = BOUND, value_parser = clap::value_parser!(u64).range(1..))]
    choices_max: u64,
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
    let filter = args.selection.to_filter(wall_ms())?;
    let home = Home::find(args.db.as_deref())?;
    if let Some(folder) = &args.site {
        let site = super::web::open(&home)?;
        let ids = site.newest(args.analyse.unwrap_or(0) as usize)?;
        for (index, id) in ids.iter().enumerate() {
            let told = ProgressLine::begin(&format!("analysing game {} of {}", index + 1, ids.len()));
            site.analyse(id, &mut |done, of| told.at(done, of))?;
        }
        let told = ProgressLine::begin("writing pages");
        let files = web::still::write(&site, folder, &mut |done, of| told.at(done, of))?;
        drop(told);
        output::line(&folder.join("index.html").display())?;
        tracing::info!("{files} files written");
        return Ok(Exit::Done);
    }
    let (store, told) = having::open_for_question(&home, wall_ms())?;
    for words in told {
        tracing::info!("{words}");
    }
    args.selection.check_names(&store)?;
    let kinds = match filter.game {
        Some(kind) => vec![kind],
        None => store.kinds(&filter).map_err(database::user_error)?,
    };
    let kinds = match kinds.is_empty() {
        true => vec![GameKind::Gomoku],
        false => kinds,
    };
    let mut reports = Vec::new();
    for &game in &kinds {
        let min_moves = args.min_moves.unwrap_or(game.min_length());
        let question = Question {
            game,
            filter: filter.clone(),
            min_moves,
            choices_max: args.choices_max,
            command: command(&args, min_moves),
        };
        reports.push((
            game,
            Report::ask(&store, &question).map_err(database::user_error)?,
        ));
    }
    if !args.selection.has_client() && reports.iter().all(|(_, report)| report.games.all == 0) {
        tell_of_matches(store.match_games().map_err(database::user_error)?);
    }
    let page = match args.form() {
        Format::Text => text(&reports),
        Format::Json => render::json::render(reports.iter().map(|(_, report)| report)),
        Format::Html => render::html::render(reports.iter().map(|(kind, report)| (kind.title(), report))),
    };
    match &args.out {
        Some(path) => atomic_file::save(path, &page, "--out")?,
        None if matches!(args.form(), Format::Html) => output::data(page.as_bytes())?,
        None => output::print(page.as_bytes())?,
    }
    Ok(Exit::Done)
}

/// Games between engines are nobody's of ours, and easily taken for lost.
fn tell_of_matches(games: u64) {
    if games > 0 {
        let games = if games == 1 {
            "1 game".to_owned()
        } else {
            format!("{games} games")
        };
        tracing::info!("hint: {games} between engines: tengen report --client match");
    }
}

impl Args {
    fn form(&self) -> Format {
        if self.json { Format::Json } else { self.format }
    }
}

/// The kinds of game one after the other, each under its name if there are several.
fn text(reports: &[(GameKind, Report)]) -> String {
    let section = |(kind, report): &(GameKind, Report)| {
        let heading = match reports.len() {
            1 => String::new(),
            _ => format!("{}\n", kind.title()),
        };
        heading + &render::text::render(report)
    };
    reports.iter().map(section).collect::<Vec<_>>().join("\n")
}

/// The command that makes this report again.
fn command(args: &Args, min_moves: u32) -> String {
    let format = match args.form() {
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
    words.extend(["--min-moves".to_owned(), min_moves.to_string()]);
    if args.choices_max != BOUND {
        words.extend(["--choices-max".to_owned(), args.choices_max.to_string()]);
    }
    words.extend(args.selection.to_arguments());
    words.join(" ")
}
