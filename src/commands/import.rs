//! `tengen import`: game files and journals into the database.

mod json;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::OpenOptions,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use recordings::{
    assume::Assume,
    format::{Format, ReadGame},
    journal::{self, JournalError},
    malformed::Malformed,
};
use referee::{
    games::{AnyRecord, GameKind},
    gomoku::Rule,
    seat::Seat,
    verdict::Reason,
};
use serde::Serialize;
use stats::store::{OpenMode, Store, StoreError, write::Inserted};

use crate::{nearest::did_you_mean, output, progress_line::ProgressLine};
use archive::{catch_up, database, found::Found, home::Home};
use base::{disk_hint, exit::Exit, legible, user_error::UserError};

/// Larger files are no game files.
const BYTES_MAX: u64 = 64 << 20;
/// Folders within folders that are searched.
const DEPTH_MAX: usize = 16;
/// Games written in one transaction.
const BATCH: usize = 500;

/// Arguments.
#[derive(clap::Args)]
pub struct Args {
    /// SGF, PSQ, .pos, .tsv or .pgn files, journals (.jsonl) to rebuild a database from, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The name that was ours in these games; without it they count for no seat
    #[arg(long, value_name = "NAME")]
    me: Option<String>,
    /// Database to add them to; made if missing
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    /// The rule of games that do not name one: freestyle, standard or renju
    #[arg(long, default_value = "freestyle", value_parser = crate::arguments::rule)]
    rule: Rule,
    /// Print what became of the files as JSON
    #[arg(long)]
    json: bool,
}

/// Bad games of one file that are named each; the rest is counted.
const NAMED_MAX: usize = 20;

/// Names that are remembered, of which some are told to who mistyped ours.
const NAMES_MAX: usize = 1_000;
/// Names that a hint lists at most.
const LISTED: usize = 6;

/// What became of the files.
#[derive(Debug, Default)]
struct ImportTally {
    files: usize,
    failed: usize,
    bad_games: usize,
    added: usize,
    known: usize,
    seatless: usize,
    /// Games in which a player has the name that is ours.
    named: usize,
    /// Names of players, some of them, for who mistyped ours.
    names: BTreeSet<String>,
    found: Found,
    /// Games that were not taken in, and why.
    refused: Vec<Trouble>,
    /// Results in files that the rules contradict.
    contradicted: Vec<Trouble>,
    /// Games that were read, by kind.
    kinds: BTreeMap<GameKind, KindCount>,
}

/// Something about one game of a file.
#[derive(Debug, Serialize)]
struct Trouble {
    file: String,
    /// `None` where the trouble is with the file.
    line: Option<usize>,
    reason: String,
}

/// How the games of one kind ended.
#[derive(Debug, Default, Serialize)]
struct KindCount {
    games: usize,
    /// The rules themselves say how it ended.
    by_rules: usize,
    /// Somebody gave up or ran out of time, both agreed, or the file does not say what happened.
    otherwise: usize,
    /// There is no result.
    without_result: usize,
    /// Games in whose files a result was held against the rules: of others all this is nothing new.
    #[serde(skip)]
    compared: usize,
}

/// Runs the command.
///
/// # Errors
/// The database cannot be opened or written. A bad file or game is told and passed over; the exit code says so.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let home = Home::find(args.db.as_deref())?;
    let store = database::open(&home, OpenMode::Write)?;
    let mut import = Import {
        args: &args,
        home: &home,
        store,
        batch: Vec::new(),
        tally: ImportTally::default(),
        line: ProgressLine::begin("files imported"),
    };
    for path in &args.files {
        let mut files = Vec::new();
        if let Err(mistake) = collect(path, 0, &mut files) {
            import.tally.fail(path, &mistake);
        }
        let of = files.len();
        for (index, file) in files.into_iter().enumerate() {
            import.line.at(index, of);
            import.tally.files += 1;
            import.take(&file)?;
        }
        import.line.clear();
    }
    import.write()?;
    match args.json {
        true => output::line(&json::spell(&import.tally))?,
        false => import.tally.tell(&args)?,
    }
    let ImportTally {
        failed,
        bad_games,
        found,
        ..
    } = import.tally;
    Ok(
        if failed + bad_games + found.damaged_lines + found.skipped.len() == 0 {
            Exit::Done
        } else {
            Exit::Trouble
        },
    )
}

/// Files on their way into the database, some games at a time.
struct Import<'a> {
    args: &'a Args,
    home: &'a Home,
    store: Store,
    batch: Vec<AnyRecord>,
    tally: ImportTally,
    line: ProgressLine,
}

impl Import<'_> {
    /// The games of one file; a journal goes into the store at once.
    fn take(&mut self, path: &Path) -> anyhow::Result<()> {
        if path
            .extension()
            .is_some_and(|extension| extension == journal::EXTENSION)
        {
            let taken = catch_up::take_in_given(path, self.home, &mut self.store, &mut self.tally.found);
            self.line.clear();
            match taken {
                Err(error) => self.tally.fail(path, &journal_error(path, &error)),
                Ok(0) => {
                    let message = format!("{}: no line of it is one of a journal", path.display());
                    let hint = "journals are in the folder journals; a match goes on with match --resume, games are imported as sgf or psq";
                    self.tally.fail(path, &UserError::new(message, hint));
                }
                Ok(_) => {}
            }
            return Ok(());
        }
        let (mut good, mut bad) = (0, 0);
        let mut refused = Ok(());
        let read = each(path, Assume { rule: self.args.rule }, &mut |game| match game {
            // What the database refuses once, it refuses for the rest as well.
            _ if refused.is_err() => {}
            Ok(told) => {
                good += 1;
                self.tally.count(&told);
                self.tally
                    .contradicted
                    .extend(told.contradiction.map(|said| Trouble::of(path, &said)));
                refused = self.add(told.record);
            }
            Err(trouble) => {
                bad += 1;
                if bad <= NAMED_MAX {
                    self.line.clear();
                    tell(&mistake_in(path, &trouble));
                }
                self.tally.refused.push(Trouble::of(path, &trouble));
            }
        });
        refused?;
        self.line.clear();
        if bad > NAMED_MAX {
            tracing::error!("error: {}: {} more bad games", path.display(), bad - NAMED_MAX);
        }
        match (read, good, bad) {
            (Err(mistake), ..) => self.tally.fail(path, &mistake),
            (Ok(()), 0, 1..) => self.tally.failed += 1,
            (Ok(()), _, bad) => self.tally.bad_games += bad,
        }
        Ok(())
    }

    fn add(&mut self, mut record: AnyRecord) -> anyhow::Result<()> {
        let own_seat = self.args.me.as_deref().and_then(|me| seat_of(me, &record));
        record.own_seat = own_seat.or(record.own_seat);
        if let Some(me) = &self.args.me {
            self.tally.note_names(me, &record);
        }
        self.batch.push(record);
        if self.batch.len() >= BATCH {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> anyhow::Result<()> {
        for inserted in self.store.import(&self.batch).map_err(database::user_error)? {
            match inserted {
                Inserted::Added => self.tally.added += 1,
                Inserted::Known => self.tally.known += 1,
            }
        }
        let seatless = self.batch.iter().filter(|record| record.own_seat.is_none());
        self.tally.seatless += seatless.count();
        self.batch.clear();
        Ok(())
    }
}

fn tell(mistake: &UserError) {
    tracing::error!("error: {mistake}");
    tracing::error!("hint: {}", mistake.hint);
}

fn journal_error(path: &Path, error: &anyhow::Error) -> UserError {
    let held = || journal::is_live(path).unwrap_or(false);
    let refused = error.downcast_ref::<JournalError>().map(|error| match error {
        JournalError::Io { source, .. } => disk_hint::of_disk(source.kind(), ""),
        JournalError::Locked(_) => "import it when no session is writing it",
    });
    let store = error.downcast_ref::<StoreError>().and_then(StoreError::disk);
    let hint = match (refused, store) {
        (Some(hint), _) => hint,
        (_, Some(kind)) => disk_hint::of_disk(kind, "--db"),
        _ if std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) && held() => {
            "import it when no session is writing it"
        }
        _ => "name files or folders that exist",
    };
    UserError::new(format!("{}: {error:#}", path.display()), hint)
}

impl Trouble {
    fn of(path: &Path, trouble: &Malformed) -> Trouble {
        Trouble {
            file: path.display().to_string(),
            line: Some(trouble.line),
            reason: trouble.message.clone(),
        }
    }
}

impl ImportTally {
    fn fail(&mut self, path: &Path, mistake: &UserError) {
        self.failed += 1;
        self.refused.push(Trouble {
            file: path.display().to_string(),
            line: None,
            reason: mistake.to_string(),
        });
        tell(mistake);
    }

    fn note_names(&mut self, me: &str, record: &AnyRecord) {
        let is_ours = |name: &String| is_same_name(me, name);
        self.named += usize::from(record.names.iter().any(is_ours));
        for name in record.names.iter().filter(|name| !name.trim().is_empty()) {
            if self.names.len() < NAMES_MAX {
                self.names.insert(name.clone());
            }
        }
    }

    fn count(&mut self, told: &ReadGame) {
        let counts = self.kinds.entry(told.record.kind()).or_default();
        counts.games += 1;
        counts.compared += usize::from(told.is_compared);
        *match told.record.verdict {
            None => &mut counts.without_result,
            Some(verdict) if verdict.reason == Reason::Aborted => &mut counts.without_result,
            Some(verdict) if verdict.reason.is_by_rules() => &mut counts.by_rules,
            Some(_) => &mut counts.otherwise,
        } += 1;
    }

    /// Who plays in the games, for a hint.
    fn who_is_there(&self) -> String {
        let some: Vec<String> = self
            .names
            .iter()
            .take(LISTED)
            .map(|name| format!("{name:?}"))
            .collect();
        match some.is_empty() {
            true => "the games have no names of players".to_owned(),
            false => format!(
                "their players are {}{}",
                some.join(", "),
                if self.names.len() > LISTED {
                    " and more"
                } else {
                    ""
                }
            ),
        }
    }

    fn tell(&self, args: &Args) -> io::Result<()> {
        let ImportTally {
            files, failed, known, ..
        } = self;
        let added = self.added + self.found.merged.games_added;
        let (games, files) = (count(added, "game"), count(*files, "file"));
        let bad = match self.bad_games {
            0 => String::new(),
            bad => format!(", {} passed over", count(bad, "bad game")),
        };
        output::line(&format!(
            "{games} added, {known} known already; {files} read, {failed} failed{bad}"
        ))?;
        for (kind, counts) in self.kinds.iter().filter(|(_, counts)| counts.compared > 0) {
            let KindCount {
                games,
                by_rules,
                otherwise,
                without_result,
                ..
            } = counts;
            output::line(&format!(
                "{}: {}; {by_rules} ended by the rules, {otherwise} otherwise, {without_result} without a result",
                kind.title(),
                count(*games, "game")
            ))?;
        }
        for Trouble { file, line, reason } in self.contradicted.iter().take(NAMED_MAX) {
            let line = line.unwrap_or_default();
            output::line(&legible::line(&format!("{file}: line {line}: {reason}")))?;
        }
        if !self.contradicted.is_empty() {
            let results = count(self.contradicted.len(), "result");
            output::line(&format!(
                "{results} contradicted by the rules, which were believed"
            ))?;
        }
        for line in self.found.to_lines() {
            output::line(&legible::line(&line))?;
        }
        match (&args.me, self.seatless) {
            (_, 0) => {}
            (None, seatless) => {
                let games = count(seatless, "game");
                tracing::warn!("warning: no seat of ours in {games}");
                tracing::warn!("hint: say which player was yours with --me NAME");
            }
            (Some(me), _) if self.named == 0 && !self.kinds.is_empty() => {
                let known = self.names.iter().map(String::as_str);
                tracing::warn!("warning: no player of these games is called {me:?}");
                let hint = did_you_mean(me, known, &self.who_is_there());
                tracing::warn!("hint: {hint}");
            }
            (Some(me), seatless) => {
                let games = count(seatless, "game");
                tracing::warn!("warning: no seat of ours in {games}");
                tracing::warn!("hint: the name {me:?} must be that of one player");
            }
        }
        Ok(())
    }
}

/// Whether two spellings are one name.
fn is_same_name(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A file itself, or all game files and journals in a folder, by name.
fn collect(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), UserError> {
    let trouble = |error: io::Error| {
        let hint = disk_hint::of_disk(error.kind(), "");
        UserError::new(format!("cannot read {}: {error}", path.display()), hint)
    };
    if !std::fs::metadata(path).map_err(trouble)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    if depth == DEPTH_MAX {
        let message = format!("{} lies more than {DEPTH_MAX} folders deep", path.display());
        return Err(UserError::new(message, "name the folder itself"));
    }
    let entries = std::fs::read_dir(path).map_err(trouble)?;
    let mut paths = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(trouble)?;
    paths.sort();
    for path in paths {
        let known = path.extension().is_some_and(|extension| {
            ["sgf", "psq", "pos", "tsv", "pgn", journal::EXTENSION]
                .iter()
                .any(|known| extension.eq_ignore_ascii_case(known))
        });
        // A link to a folder could lead in a circle, and a pipe that nobody writes would never end.
        let folder = path.is_dir() && !path.is_symlink();
        if folder && known && depth + 1 < DEPTH_MAX {
            tracing::warn!(
                "warning: {} is a folder and no game file: searched as a folder",
                path.display()
            );
        }
        if folder || (known && path.is_file()) {
            collect(&path, depth + 1, files)?;
        } else if known {
            tracing::warn!("warning: passed over {}, which is no file", path.display());
        }
    }
    Ok(())
}

/// Every game in a file, handed over one after the other; a bad one as what is wrong with it.
///
/// # Errors
/// It cannot be read or is no game file.
pub fn each(
    path: &Path,
    assume: Assume,
    take: &mut dyn FnMut(Result<ReadGame, Malformed>),
) -> Result<(), UserError> {
    let name = path.display();
    let trouble = |error: io::Error| {
        let hint = disk_hint::of_disk(error.kind(), "");
        UserError::new(format!("cannot read {name}: {error}"), hint)
    };
    let mut bytes = Vec::new();
    let file = OpenOptions::new().read(true).open(path).map_err(trouble)?;
    // A device or a pipe has no length that could be asked for before.
    file.take(BYTES_MAX + 1)
        .read_to_end(&mut bytes)
        .map_err(trouble)?;
    if bytes.len() as u64 > BYTES_MAX {
        return Err(UserError::new(
            format!("{name} is larger than {} MiB", BYTES_MAX >> 20),
            "is it a game file?",
        ));
    }
    let format = Format::of(&path.to_string_lossy(), &bytes).ok_or_else(|| {
        UserError::new(
            format!("{name} is no game file"),
            "games are read from .sgf, .psq, .pos, .tsv and .pgn files",
        )
    })?;
    format.each(&bytes, assume, take);
    Ok(())
}

/// What is wrong with a game of a file, for who named the file.
pub fn mistake_in(path: &Path, trouble: &Malformed) -> UserError {
    UserError::new(format!("{}: {trouble}", path.display()), trouble.hint.clone())
}

/// The seat of the player of this name, if only one player has it.
fn seat_of(me: &str, record: &AnyRecord) -> Option<Seat> {
    let named = |seat: &Seat| is_same_name(me, &record.names[seat.index()]);
    let mut seats = Seat::BOTH.into_iter().filter(named);
    seats.next().filter(|_| seats.next().is_none())
}
