//! `tengen export`: games of the database as files, or on standard output.

use std::{
    io,
    path::{Path, PathBuf},
};

use recordings::format::Format;
use referee::games::AnyRecord;
use stats::store::{OpenMode, Store, row::StoredGame};

use crate::{output, progress_line::ProgressLine, selection::Selection};
use archive::{database, home::Home};
use base::{clock::wall_ms, disk_hint, exit::Exit, user_error::UserError};

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// Which games: last, numbers, ids, or their beginnings or ends; without any, all games that the options choose
    #[arg(value_name = "GAME", conflicts_with_all = ["list", "game", "client", "engine", "opponent", "since", "until"])]
    ids: Vec<String>,
    /// Database to read
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// Form of the files: sgf keeps everything of Gomoku, psq stones, times and names, pos and txt stones; pgn keeps names
    /// and turns of Paper Soccer, tsv has a game a line. Without it sgf or pgn, as the game is
    #[arg(long, value_enum)]
    format: Option<Form>,
    /// Folder for one file a game; made if missing. Without it the games go to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// List the games instead
    #[arg(long, conflicts_with_all = ["out", "format"])]
    list: bool,
    #[command(flatten)]
    selection: Selection,
}

/// Forms of a game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Form {
    Sgf,
    Psq,
    Pos,
    Txt,
    Pgn,
    Tsv,
}

impl Form {
    fn format(self) -> Format {
        match self {
            Form::Sgf => Format::Sgf,
            Form::Psq => Format::Psq,
            Form::Pos => Format::Pos,
            Form::Txt => Format::Text,
            Form::Pgn => Format::Tags,
            Form::Tsv => Format::Table,
        }
    }
}

/// Runs the command.
///
/// # Errors
/// There is no such database or game, or the folder cannot be written. A game that the form cannot hold is told and
/// passed over; the exit code says so.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let filter = args.selection.to_filter(wall_ms())?;
    let home = Home::find(args.db.as_deref())?;
    let store = database::open(&home, OpenMode::Read)?;
    args.selection.check_names(&store)?;
    if args.list {
        let games = store.games(&filter).map_err(database::user_error)?;
        output::print(games.iter().map(listed).collect::<String>().as_bytes())?;
        return Ok(Exit::Done);
    }
    let ids = match args.ids.is_empty() {
        true => store
            .games(&filter)
            .map_err(database::user_error)?
            .into_iter()
            .map(|game| game.record.id)
            .collect(),
        false => args.ids.clone(),
    };
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
    }
    let written = export(&store, &ids, &args)?;
    if args.out.is_some() {
        tracing::info!("{written} of {} games written", ids.len());
    }
    Ok(if written == ids.len() {
        Exit::Done
    } else {
        Exit::Trouble
    })
}

fn export(store: &Store, ids: &[String], args: &Args) -> anyhow::Result<usize> {
    let mut written = 0;
    let line = args.out.as_ref().map(|_| ProgressLine::begin("games exported"));
    for (index, id) in ids.iter().enumerate() {
        if let Some(line) = &line {
            line.at(index, ids.len());
        }
        let record: AnyRecord = store.record(id).map_err(database::user_error)?;
        let fullest = Format::fullest(record.kind());
        let format = args.format.map_or(fullest, Form::format);
        let bytes = match format.write(&record) {
            Ok(bytes) => bytes,
            Err(error) => {
                if let Some(line) = &line {
                    line.clear();
                }
                tracing::error!("error: game {}: {error}", record.id);
                tracing::error!("hint: export it as {}", fullest.name());
                continue;
            }
        };
        match &args.out {
            Some(folder) => write(&folder.join(file_name(&record, format)), &bytes)?,
            None => output::data(&bytes)?,
        }
        written += 1;
    }
    Ok(written)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), UserError> {
    base::atomic_file::replace(path, bytes).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &io::Error) -> UserError {
    let message = format!("cannot write {}: {error}", path.display());
    let hint = match error.kind() {
        io::ErrorKind::NotFound => "give a folder that can be written with --out",
        kind => disk_hint::of_disk(kind, "--out"),
    };
    UserError::new(message, hint)
}

/// `2026-11-21_ID.sgf`.
fn file_name(record: &AnyRecord, format: Format) -> String {
    let id: String = record
        .id
        .chars()
        .filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-')
        .collect();
    format!("{}_{id}.{}", day(record), format.name())
}

fn listed(game: &StoredGame) -> String {
    let record = &game.record;
    let [first, second] = record
        .names
        .each_ref()
        .map(|name| name.replace(char::is_control, " "));
    let end = record
        .verdict
        .map_or("not finished".to_owned(), |verdict| verdict.to_string());
    format!(
        "{:>5}  {}  {}  {:>3} {}  {first} - {second}: {end}\n",
        game.number,
        record.id,
        day(record),
        game.length,
        record.kind().moves()
    )
}

fn day(record: &AnyRecord) -> String {
    let started = record
        .started_ms
        .and_then(|ms| jiff::Timestamp::from_millisecond(ms).ok());
    started.map_or("undated".to_owned(), |time| time.strftime("%Y-%m-%d").to_string())
}
