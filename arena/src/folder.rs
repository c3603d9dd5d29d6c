//! Where a match keeps its games: `games.jsonl`, the ledger, which is written first and is all that is needed to go on;
//! `games.db` and `games.sgf` (or what else keeps most of a game of the kind), which are made from it and can be made again.

use std::path::{Path, PathBuf};

use recordings::{
    format::Format,
    ledger::{self, Ledger, LedgerContent, LedgerError},
};
use serde::{Deserialize, Serialize};
use stats::store::{OpenMode, Store, StoreError, games::MATCH, row::StoredSession};

use crate::{entry::MatchEntry, settings::MatchSettings};
use archive::database;
use base::{
    atomic_file,
    clock::{Stopwatch, fresh_id, wall_ms},
    user_error::UserError,
    versions,
};

/// The ledger's form. Another number would be another form.
const FORM: u32 = 2;
/// Times that a ledger is asked for which another process holds.
const TRIES: u32 = 10;
/// Milliseconds between two of them.
const AGAIN_MS: u64 = 100;

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchHead {
    /// Says that this is a match's ledger, and in which form.
    pub tengen_match: u32,
    /// UUIDv7 as text.
    pub id: String,
    /// Name and version of the program that began it.
    pub program: String,
    /// Unix milliseconds.
    pub started_ms: i64,
    /// Everything that decides what the games are.
    pub settings: MatchSettings,
}

/// One of the other lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum LedgerLine {
    Game(Box<MatchEntry>),
    /// From here on the match is longer than its head says.
    Longer {
        pairs_max: u64,
    },
}

/// A match's folder, open for writing.
pub struct MatchFolder {
    path: PathBuf,
    ledger: Ledger,
    head: MatchHead,
    entries: Vec<MatchEntry>,
    database: PathBuf,
    /// `None` while it cannot be written; the ledger makes up for that later.
    store: Option<Store>,
}

impl MatchFolder {
    /// A folder for a match that begins now.
    ///
    /// # Errors
    /// It holds one already, or cannot be written.
    pub fn create(
        path: &Path,
        database: Option<&Path>,
        settings: MatchSettings,
    ) -> anyhow::Result<MatchFolder> {
        std::fs::create_dir_all(path).map_err(|error| {
            UserError::new(
                format!("cannot make folder {}: {error}", path.display()),
                "give a folder that can be written with --out",
            )
        })?;
        let head = MatchHead {
            tengen_match: FORM,
            id: fresh_id(),
            program: versions::program(),
            started_ms: wall_ms(),
            settings,
        };
        let ledger = Ledger::create(&ledger_of(path), &head).map_err(|error| user_error(path, &error))?;
        MatchFolder::with(path, database, ledger, head, Vec::new())
    }

    /// The folder of a match that was broken off.
    ///
    /// # Errors
    /// There is none, somebody else writes it, or it is damaged.
    pub fn reopen(path: &Path, database: Option<&Path>) -> anyhow::Result<MatchFolder> {
        let (ledger, content) = open_ledger(path).map_err(|error| user_error(path, &error))?;
        let (head, entries) = sort(content);
        if head.tengen_match != FORM {
            let message = format!(
                "the match in {} is of form {}, this program knows {FORM}",
                path.display(),
                head.tengen_match
            );
            return Err(UserError::new(message, "use the version of tengen that wrote it").into());
        }
        MatchFolder::with(path, database, ledger, head, entries)
    }

    /// Makes the match longer.
    ///
    /// # Errors
    /// It would become shorter, or the ledger cannot be written.
    pub fn lengthen(&mut self, pairs_max: u64) -> anyhow::Result<()> {
        let before = self.head.settings.pairs_max;
        if pairs_max < before {
            let message = format!(
                "the match in {} is of {} games, not of {}",
                self.path.display(),
                2 * before,
                2 * pairs_max
            );
            return Err(UserError::new(message, "--games can make a match longer, not shorter").into());
        }
        if pairs_max > before {
            self.ledger.append(&LedgerLine::Longer { pairs_max })?;
            self.head.settings.pairs_max = pairs_max;
        }
        Ok(())
    }

    fn with(
        path: &Path,
        database: Option<&Path>,
        ledger: Ledger,
        head: MatchHead,
        entries: Vec<MatchEntry>,
    ) -> anyhow::Result<MatchFolder> {
        let mut folder = MatchFolder {
            path: path.to_owned(),
            ledger,
            head,
            entries,
            database: database.map_or_else(|| path.join("games.db"), Path::to_owned),
            store: None,
        };
        // Nothing was played yet: the one moment to learn that this database will not do.
        folder.store = Some(folder.open_store().map_err(database::user_error)?);
        Ok(folder)
    }

    /// The match's id.
    pub fn id(&self) -> &str {
        &self.head.id
    }

    /// Its settings, as long as it is by now.
    pub fn settings(&self) -> &MatchSettings {
        &self.head.settings
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The games that were there when the folder was opened, once.
    pub(crate) fn take_entries(&mut self) -> Vec<MatchEntry> {
        std::mem::take(&mut self.entries)
    }

    /// Keeps a finished game. It is on the disk when this returns.
    ///
    /// # Errors
    /// The ledger cannot be written. A database that cannot be written is told, and made up for in the end.
    pub fn keep(&mut self, entry: &MatchEntry) -> anyhow::Result<()> {
        self.ledger.append(&entry)?;
        if let Some(store) = &mut self.store
            && let Err(error) = store.begin_game(Some(&self.head.id), &entry.record)
        {
            tracing::warn!("warning: the database waits for the end of the match: {error}");
            self.store = None;
        }
        Ok(())
    }

    /// Makes the file of games and whatever the database lacks. A match that is gone on with later makes them again.
    ///
    /// # Errors
    /// The ledger cannot be read, or the file or the database not written.
    pub fn close(mut self) -> anyhow::Result<()> {
        let content = ledger::read::<MatchHead, LedgerLine>(self.ledger.path())?;
        let (_, mut entries) = sort(content);
        entries.sort_by_key(|entry| entry.fixture.game);
        let format = Format::fullest(self.head.settings.start.kind());
        let games = entries.iter().map(|entry| format.write(&entry.record));
        let games: Vec<Vec<u8>> = games.collect::<Result<_, _>>()?;
        replace(
            &self.path.join(format!("games.{}", format.name())),
            &games.concat(),
        )?;
        let mut store = match self.store.take() {
            Some(store) => store,
            None => self.open_store().map_err(database::user_error)?,
        };
        for entry in &entries {
            store
                .begin_game(Some(&self.head.id), &entry.record)
                .map_err(database::user_error)?;
        }
        store
            .put_session(&self.session(Some(wall_ms())))
            .map_err(database::user_error)
    }

    fn open_store(&self) -> Result<Store, StoreError> {
        let mut store = Store::open(&self.database, OpenMode::Write)?;
        store.put_session(&self.session(None))?;
        Ok(store)
    }

    fn session(&self, ended_ms: Option<i64>) -> StoredSession {
        let specs = self
            .head
            .settings
            .engines
            .iter()
            .map(|engine| engine.spec.as_str());
        StoredSession {
            id: self.head.id.clone(),
            program: self.head.program.clone(),
            client: Some(MATCH.to_owned()),
            engine: Some(specs.collect::<Vec<_>>().join(" ")),
            started_ms: self.head.started_ms,
            ended_ms,
        }
    }
}

/// Whether a folder holds a match.
pub(crate) fn is_match(folder: &Path) -> bool {
    ledger_of(folder).is_file()
}

/// A match as it stands, whether somebody plays it or not.
///
/// # Errors
/// There is none, or it is damaged.
pub(crate) fn look(folder: &Path) -> anyhow::Result<(MatchHead, Vec<MatchEntry>)> {
    Ok(sort(ledger::read(&ledger_of(folder))?))
}

/// A process that was killed a moment ago holds its files until the system has done with it.
fn open_ledger(folder: &Path) -> Result<(Ledger, LedgerContent<MatchHead, LedgerLine>), LedgerError> {
    let clock = Stopwatch::start();
    for _ in 1..TRIES {
        match Ledger::reopen(&ledger_of(folder)) {
            Err(LedgerError::Held(_)) => clock.wait_ms(AGAIN_MS),
            opened => return opened,
        }
    }
    Ledger::reopen(&ledger_of(folder))
}

/// The head as long as the match is by now, and the games.
fn sort(content: LedgerContent<MatchHead, LedgerLine>) -> (MatchHead, Vec<MatchEntry>) {
    let mut head = content.head;
    let mut entries = Vec::new();
    for line in content.entries {
        match line {
            LedgerLine::Game(entry) => entries.push(*entry),
            LedgerLine::Longer { pairs_max } => head.settings.pairs_max = pairs_max,
        }
    }
    (head, entries)
}

fn ledger_of(folder: &Path) -> PathBuf {
    folder.join("games.jsonl")
}

fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    atomic_file::replace(path, bytes).map_err(|error| {
        let message = format!("cannot write {}: {error}", path.display());
        UserError::new(
            message,
            "the games are in games.jsonl beside it; make room and resume",
        )
        .into()
    })
}

fn user_error(folder: &Path, error: &LedgerError) -> UserError {
    let hint = match error {
        LedgerError::Exists(_) => "go on with the match there by --resume, or give another folder with --out",
        LedgerError::Held(_) => "a match runs there: wait for its end, or end it with Ctrl-C",
        LedgerError::Damaged { line: 1, .. } => {
            "give the folder of a match; one that was killed at its very start has nothing to go on with"
        }
        LedgerError::Damaged { .. } => "correct or remove that line: its game is played again",
        LedgerError::Io { .. } => "give the folder of a match, as it was told when the match began",
    };
    match error {
        LedgerError::Exists(_) => UserError::new(format!("{} holds a match already", folder.display()), hint),
        error => UserError::new(error.to_string().replace(char::is_control, " "), hint),
    }
}
