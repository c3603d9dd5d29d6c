//! `tengen import`: game files and journals into the database.

use std::{
    io,
    path::{Path, PathBuf},
};

use recordings::{
    format::{Assume, Format},
    journal,
};
use referee::{gomoku::Rule, record::Record, seat::Seat};
use stats::store::{OpenMode, Store, write::Inserted};

use crate::{
    complaint::Complaint,
    exit::Exit,
    home::Home,
    keep::{self, catch_up, found::Found},
    legible, output, talk,
};

/// Larger files are no game files.
const BYTES_MAX: u64 = 64 << 20;
/// Folders within folders that are searched.
const DEPTH_MAX: usize = 16;
/// Games written in one transaction.
const BATCH: usize = 500;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// SGF, PSQ or .pos files, journals (.jsonl) to rebuild a database from, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The name that was ours in these games; without it they count for no seat
    #[arg(long, value_name = "NAME")]
    me: Option<String>,
    /// Database to add them to; made if missing
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// The rule of games that do not name one: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = rule)]
    rule: Rule,
}

/// What became of the files.
#[derive(Debug, Default)]
struct Tally {
    files: usize,
    failed: usize,
    added: usize,
    known: usize,
    seatless: usize,
    found: Found,
}

/// Runs the command.
///
/// # Errors
/// The database cannot be opened or written. A bad file is told and passed over; the exit code says so.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let home = Home::find(args.db.as_deref())?;
    let mut store = keep::open_store(&home, OpenMode::Write)?;
    let mut tally = Tally::default();
    let mut batch = Vec::new();
    for path in &args.files {
        let mut files = Vec::new();
        if let Err(complaint) = collect(path, 0, &mut files) {
            tally.fail(&complaint);
        }
        for file in files {
            tally.files += 1;
            match take(&file, &args, &mut store, &mut tally.found) {
                Ok(records) => batch.extend(records),
                Err(complaint) => tally.fail(&complaint),
            }
            if batch.len() >= BATCH {
                tally.store(&mut store, &mut batch)?;
            }
        }
    }
    tally.store(&mut store, &mut batch)?;
    tally.tell(&args)?;
    Ok(if tally.failed == 0 {
        Exit::Done
    } else {
        Exit::Trouble
    })
}

impl Tally {
    fn fail(&mut self, complaint: &Complaint) {
        self.failed += 1;
        talk::tell(&format!("error: {complaint}"));
        talk::tell(&format!("hint: {}", complaint.hint));
    }

    fn store(&mut self, store: &mut Store, batch: &mut Vec<Record>) -> anyhow::Result<()> {
        for inserted in store.import(batch).map_err(keep::complain)? {
            match inserted {
                Inserted::Added => self.added += 1,
                Inserted::Known => self.known += 1,
            }
        }
        self.seatless += batch.iter().filter(|record| record.own_seat.is_none()).count();
        batch.clear();
        Ok(())
    }

    fn tell(&self, args: &Args) -> io::Result<()> {
        let Tally {
            files, failed, known, ..
        } = self;
        let added = self.added + self.found.merged.games_added;
        let (games, files) = (count(added, "game"), count(*files, "file"));
        output::line(&format!(
            "{games} added, {known} known already; {files} read, {failed} failed"
        ))?;
        for line in self.found.to_lines() {
            output::line(&legible::line(&line))?;
        }
        match (&args.me, self.seatless) {
            (_, 0) => {}
            (None, seatless) => {
                let games = count(seatless, "game");
                talk::tell(&format!("warning: no seat of ours in {games}"));
                talk::tell("hint: say which player was yours with --me NAME");
            }
            (Some(me), seatless) => {
                let games = count(seatless, "game");
                talk::tell(&format!("warning: no seat of ours in {games}"));
                talk::tell(&format!("hint: the name {me:?} must be that of one player"));
            }
        }
        Ok(())
    }
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A file itself, or all game files and journals in a folder, by name.
fn collect(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Complaint> {
    let trouble = |error: io::Error| {
        Complaint::new(
            format!("cannot read {}: {error}", path.display()),
            "name files or folders that exist",
        )
    };
    if !std::fs::metadata(path).map_err(trouble)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    if depth == DEPTH_MAX {
        let message = format!("{} lies more than {DEPTH_MAX} folders deep", path.display());
        return Err(Complaint::new(message, "name the folder itself"));
    }
    let entries = std::fs::read_dir(path).map_err(trouble)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(trouble)?;
    paths.sort();
    for path in paths {
        let known = path.extension().is_some_and(|extension| {
            ["sgf", "psq", "pos", journal::EXTENSION]
                .iter()
                .any(|known| extension.eq_ignore_ascii_case(known))
        });
        // A link to a folder could lead in a circle.
        let folder = path.is_dir() && !path.is_symlink();
        if known || folder {
            collect(&path, depth + 1, files)?;
        }
    }
    Ok(())
}

/// The games of one file; a journal goes into the store at once.
fn take(path: &Path, args: &Args, store: &mut Store, found: &mut Found) -> Result<Vec<Record>, Complaint> {
    if path
        .extension()
        .is_some_and(|extension| extension == journal::EXTENSION)
    {
        catch_up::take_in(path, store, found).map_err(|error| {
            Complaint::new(
                format!("{}: {error:#}", path.display()),
                "import it when no session is writing it",
            )
        })?;
        return Ok(Vec::new());
    }
    let mut records = read(path, Assume { rule: args.rule })?;
    for record in &mut records {
        record.own_seat = args
            .me
            .as_deref()
            .and_then(|me| seat_of(me, record))
            .or(record.own_seat);
    }
    Ok(records)
}

/// Every game in a file.
///
/// # Errors
/// It cannot be read or is no game file.
pub fn read(path: &Path, assume: Assume) -> Result<Vec<Record>, Complaint> {
    let name = path.display();
    let trouble =
        |error: io::Error| Complaint::new(format!("cannot read {name}: {error}"), "name a file that exists");
    if std::fs::metadata(path).map_err(trouble)?.len() > BYTES_MAX {
        return Err(Complaint::new(
            format!("{name} is larger than {} MiB", BYTES_MAX >> 20),
            "is it a game file?",
        ));
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "the command reads the files it was given"
    )]
    let bytes = std::fs::read(path).map_err(trouble)?;
    let format = Format::of(&path.to_string_lossy(), &bytes).ok_or_else(|| {
        Complaint::new(
            format!("{name} is no game file"),
            "games are read from .sgf, .psq and .pos files",
        )
    })?;
    format
        .read(&bytes, assume)
        .map_err(|error| Complaint::new(format!("{name}: {error}"), error.hint))
}

/// The seat of the player of this name, if only one player has it.
fn seat_of(me: &str, record: &Record) -> Option<Seat> {
    let named = |seat: &Seat| record.names[seat.index()].trim().to_lowercase() == me.trim().to_lowercase();
    let mut seats = Seat::BOTH.into_iter().filter(named);
    seats.next().filter(|_| seats.next().is_none())
}

/// A rule's name, for the command line.
pub(crate) fn rule(name: &str) -> Result<Rule, String> {
    Rule::from_name(name).ok_or_else(|| "rules are freestyle, standard and renju".to_owned())
}
