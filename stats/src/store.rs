//! The games of all sessions in one SQLite file: opening, checking and saving it whole.
//!
//! One connection writes, others may read at the same time. A change is on the disk when the call that made it
//! returns (WAL, `synchronous=FULL`). Nothing is ever deleted; a game that should not count is marked.

pub mod error;
mod films;
pub mod games;
pub mod catalogue;
pub mod merge;
pub mod opponents;
pub mod times;
pub mod which;
pub mod known;
mod migrate;
pub mod row;
pub mod salvage;
pub mod write;
mod place;

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use rusqlite::{Connection, OpenFlags, OptionalExtension};

pub use self::error::StoreError;
use self::{error::doing, place::Place};

/// How long to wait for another process that is writing.
const BUSY: Duration = Duration::from_secs(10);

/// A copy that nobody has written to for so long was left by a program that was killed.
const ABANDONED: Duration = Duration::from_secs(3_600);

/// Copies saved by this program, to give each a name of its own until it is whole.
static COPIES: AtomicU32 = AtomicU32::new(0);

/// What a store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenMode {
    /// Reading and writing; the file is made if missing, and checked.
    Write,
    /// Reading only; the file must exist.
    Read,
}

/// An open database of games.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    /// The file that was opened; `None` in memory.
    place: Option<Place>,
    /// The log beside it.
    log: Option<Place>,
}

impl Store {
    /// Opens the database at `path`. For writing it is created or brought to this version's layout, and its pages are
    /// checked; a database of an older layout is first saved beside itself as `NAME.before-vN`.
    ///
    /// # Errors
    /// The file is missing (when reading), is not a database of games, is damaged, or was written by a later version.
    pub fn open(path: &Path, mode: OpenMode) -> Result<Store, StoreError> {
        match std::fs::metadata(path) {
            Err(_) if mode == OpenMode::Read && !path.exists() => {
                return Err(StoreError::Missing(path.to_owned()));
            }
            // To open a pipe may take for ever.
            Ok(metadata) if !metadata.is_file() => return Err(StoreError::NotAFile(path.to_owned())),
            _ => {}
        }
        let flags = match mode {
            OpenMode::Write => OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE,
            OpenMode::Read => OpenFlags::SQLITE_OPEN_READ_ONLY,
        };
        let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)
            .map_err(|source| error::opening(path, source))?;
        let mut store = Store {
            connection,
            path: path.to_owned(),
            place: None,
            log: None,
        };
        store.prepare(mode).map_err(|error| error.at(path))?;
        store.place = Place::of(path);
        store.log = Place::of(&store.log_path());
        Ok(store)
    }

    /// A database that lives as long as the value: for tests and for reports on files that are not kept.
    ///
    /// # Errors
    /// SQLite has no memory.
    pub fn in_memory() -> Result<Store, StoreError> {
        let connection = Connection::open_in_memory().map_err(doing("open"))?;
        let store = Store {
            connection,
            path: PathBuf::from(":memory:"),
            place: None,
            log: None,
        };
        store.prepare(OpenMode::Write)?;
        Ok(store)
    }

    /// From here on, a lock of another process is waited for so long.
    ///
    /// # Errors
    /// SQLite refuses.
    pub fn wait_at_most(&self, patience: Duration) -> Result<(), StoreError> {
        self.connection.busy_timeout(patience).map_err(doing("open"))
    }

    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether what is written is still found at the path: somebody may have deleted, moved or replaced the file.
    pub fn is_in_place(&self) -> bool {
        self.place.as_ref().is_none_or(|place| place.is_at(&self.path))
    }

    /// Whether the log that lies beside the path is this database's own.
    pub fn owns_log(&self) -> bool {
        let path = self.log_path();
        path.exists() && self.log.as_ref().is_some_and(|log| log.is_at(&path))
    }

    fn log_path(&self) -> PathBuf {
        let mut path = self.path.as_os_str().to_owned();
        path.push("-wal");
        path.into()
    }

    /// Saves a copy of the whole database as `target`, which is replaced. The copy is written beside `target` and
    /// takes its name when it is complete.
    ///
    /// # Errors
    /// `target` cannot be written.
    pub fn backup(&self, target: &Path) -> Result<(), StoreError> {
        // Two programs that begin at the same moment both save a copy; neither may write into the other's.
        sweep(target);
        let mut partial = target.as_os_str().to_owned();
        let number = COPIES.fetch_add(1, Ordering::Relaxed);
        partial.push(format!(".{}-{number}.partial", std::process::id()));
        let partial = PathBuf::from(partial);
        let io = |source| StoreError::Io {
            path: target.to_owned(),
            source,
        };
        let name = partial.to_str().ok_or_else(|| StoreError::Io {
            path: target.to_owned(),
            source: std::io::Error::other("the path is not UTF-8"),
        })?;
        self.connection
            .execute("VACUUM INTO ?1", [name])
            .map_err(doing("back up"))?;
        std::fs::rename(&partial, target).map_err(io)
    }

    /// SQLite's full integrity check, and what no game of ours can look like.
    ///
    /// # Errors
    /// What it found.
    pub fn check(&self) -> Result<(), StoreError> {
        self.pragma_check("integrity_check")?;
        let problems = [
            (
                "stones that no board has",
                "SELECT count(*) FROM plies WHERE x NOT BETWEEN 0 AND 63 OR y NOT BETWEEN 0 AND 63",
            ),
            (
                "boards that nobody has",
                "SELECT count(*) FROM games WHERE size NOT BETWEEN 1 AND 64",
            ),
            (
                "games without all their plies",
                "SELECT count(*) FROM games
                 WHERE length <> (SELECT coalesce(sum(counts), 0) FROM plies WHERE plies.game = key)",
            ),
        ];
        for (problem, sql) in problems {
            let count: i64 = self
                .connection
                .query_row(sql, [], |row| row.get(0))
                .map_err(doing("check"))?;
            if count > 0 {
                return Err(StoreError::Damaged {
                    path: self.path.clone(),
                    problem: format!("{problem} ({count})"),
                });
            }
        }
        Ok(())
    }

    fn prepare(&self, mode: OpenMode) -> Result<(), StoreError> {
        let connection = &self.connection;
        connection.busy_timeout(BUSY).map_err(doing("open"))?;
        let version = migrate::version(connection)?;
        if mode == OpenMode::Read {
            return match version {
                migrate::CURRENT => Ok(()),
                // Nothing was ever stored, or the file waits for its writer.
                found => Err(StoreError::Older {
                    path: self.path.clone(),
                    found,
                }),
            };
        }
        let set = |name, value| connection.pragma_update(None, name, value).map_err(doing("open"));
        // The answer is a row, so `pragma_update` will not do. In memory it stays "memory".
        connection
            .query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))
            .optional()
            .map_err(doing("open"))?;
        set("synchronous", "FULL")?;
        set("foreign_keys", "ON")?;
        if version > 0 && version < migrate::CURRENT {
            let mut name = self.path.as_os_str().to_owned();
            name.push(format!(".before-v{}", migrate::CURRENT));
            self.backup(Path::new(&name))?;
        }
        migrate::migrate(connection, migrate::MIGRATIONS)?;
        self.check()
    }

    fn pragma_check(&self, name: &str) -> Result<(), StoreError> {
        let sql = format!("PRAGMA {name}(1)");
        let answer: String = self
            .connection
            .query_row(&sql, [], |row| row.get(0))
            .map_err(doing("check"))?;
        match answer.as_str() {
            "ok" => Ok(()),
            problem => Err(StoreError::Damaged {
                path: self.path.clone(),
                problem: problem.to_owned(),
            }),
        }
    }
}

/// Removes what killed programs left of copies that they had begun. What cannot be removed does no harm.
#[expect(
    clippy::disallowed_methods,
    reason = "a copy that somebody is still writing is known by its age"
)]
fn sweep(target: &Path) {
    let (Some(folder), Some(name)) = (target.parent(), target.file_name()) else {
        return;
    };
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    let begins = format!("{}.", name.to_string_lossy());
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if name.starts_with(&begins) && name.ends_with(".partial") && age().is_some_and(|age| age > ABANDONED)
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests;
