//! Why the store refuses, in kinds that a caller can tell apart.

use std::{
    io,
    path::{Path, PathBuf},
};

use rusqlite::ErrorCode;

/// No program that may have written a layout is so many of them ahead.
const LAYOUTS_MAX: i64 = 1_000;

/// Why the store cannot do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no such file.
    #[error("no database at {}", .0.display())]
    Missing(PathBuf),
    /// The file is something else.
    #[error("{} is not a database of games", .0.display())]
    NotADatabase(PathBuf),
    /// A folder, a pipe or a device.
    #[error("database {} is no file", .0.display())]
    NotAFile(PathBuf),
    /// A later version of the program wrote it.
    #[error("database {} has layout {found}, this program knows up to {known}", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: i64,
        /// The latest that this program knows.
        known: i64,
    },
    /// It was opened for reading, and an earlier version of the program wrote it.
    #[error("database {} has layout {found} and must be opened for writing once", path.display())]
    Older {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: i64,
    },
    /// Its pages contradict each other.
    #[error("database {} is damaged: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The first thing that SQLite found.
        problem: String,
    },
    /// No game has this id or number.
    #[error("no game {0:?}")]
    UnknownGame(String),
    /// Something can be done with games of another kind only.
    #[error("game {game} cannot be used here: {source}")]
    OtherKind {
        /// The game's id.
        game: String,
        /// Which kind it is of.
        source: referee::games::OtherKind,
    },
    /// The last game was asked for, and there is none at all.
    #[error("the database has no games")]
    NoGames,
    /// The ids of several games do.
    #[error("{count} games begin or end with {word:?}")]
    Ambiguous {
        /// What was asked for.
        word: String,
        /// How many games it fits.
        count: usize,
    },
    /// Nobody who was met has this id or name.
    #[error("no opponent {0:?}")]
    UnknownOpponent(String),
    /// Several have this name.
    #[error("{count} opponents are called {name:?}")]
    SeveralOpponents {
        /// What was asked for.
        name: String,
        /// How many have it.
        count: usize,
    },
    /// A ply was given before the one it follows.
    #[error("ply {index} of game {game} comes after only {known}")]
    PlyOutOfOrder {
        /// The game's id.
        game: String,
        /// The ply given, from 0.
        index: usize,
        /// Plies that the store has.
        known: usize,
    },
    /// A stored value that this program does not write.
    #[error("game {game} has a damaged {what}")]
    BadValue {
        /// The game's id.
        game: String,
        /// Which value.
        what: String,
    },
    /// A file beside the database.
    #[error("cannot write {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file or its folder cannot be opened.
    #[error("cannot open database {}: {source}", path.display())]
    CannotOpen {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        source: rusqlite::Error,
    },
    /// Anything else that SQLite refuses: a full disk, a lock that another process does not give up.
    #[error("cannot {doing} the database: {source}")]
    Sqlite {
        /// What was being done.
        doing: &'static str,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

impl StoreError {
    /// Whether it may pass by itself: a full disk, another process's lock. Anything else is a bug or a damage.
    pub fn is_passing(&self) -> bool {
        use ErrorCode::{
            CannotOpen, DatabaseBusy, DatabaseLocked, DiskFull, FileLockingProtocolFailed,
            OperationInterrupted, OutOfMemory, PermissionDenied, ReadOnly, SystemIoFailure,
        };
        let codes = [
            CannotOpen,
            DatabaseBusy,
            DatabaseLocked,
            DiskFull,
            FileLockingProtocolFailed,
            OperationInterrupted,
            OutOfMemory,
            PermissionDenied,
            ReadOnly,
            SystemIoFailure,
        ];
        match self {
            StoreError::Io { .. } => true,
            StoreError::CannotOpen { source, .. } | StoreError::Sqlite { source, .. } => source
                .sqlite_error_code()
                .is_some_and(|code| codes.contains(&code)),
            _ => false,
        }
    }

    /// Whether the file does not hold what was written into it: nothing but another file helps.
    pub fn is_damage(&self) -> bool {
        use ErrorCode::{ConstraintViolation, DatabaseCorrupt, NotADatabase, TypeMismatch, Unknown};
        let codes = [DatabaseCorrupt, NotADatabase];
        // Tables or rows are missing that we made.
        let ours = [ConstraintViolation, TypeMismatch, Unknown];
        match self {
            StoreError::NotADatabase(_)
            | StoreError::NotAFile(_)
            | StoreError::Damaged { .. }
            | StoreError::BadValue { .. } => true,
            StoreError::Newer { found, known, .. } => found - known > LAYOUTS_MAX,
            StoreError::CannotOpen { source, .. } => source
                .sqlite_error_code()
                .is_some_and(|code| codes.contains(&code)),
            StoreError::Sqlite { source, .. } => source
                .sqlite_error_code()
                .is_some_and(|code| codes.contains(&code) || ours.contains(&code)),
            _ => false,
        }
    }

    /// SQLite's code, if it was SQLite that refused.
    fn code(&self) -> Option<ErrorCode> {
        match self {
            StoreError::CannotOpen { source, .. } | StoreError::Sqlite { source, .. } => {
                source.sqlite_error_code()
            }
            _ => None,
        }
    }

    /// What the disk would say to it, as far as that can be told.
    pub fn disk(&self) -> Option<io::ErrorKind> {
        if let StoreError::Io { source, .. } = self {
            return Some(source.kind());
        }
        match self.code()? {
            ErrorCode::DiskFull => Some(io::ErrorKind::StorageFull),
            ErrorCode::ReadOnly => Some(io::ErrorKind::ReadOnlyFilesystem),
            ErrorCode::PermissionDenied => Some(io::ErrorKind::PermissionDenied),
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Some(io::ErrorKind::ResourceBusy),
            _ => None,
        }
    }

    /// The same with the file named, where SQLite's code says that the file is the trouble.
    pub(super) fn at(self, path: &Path) -> StoreError {
        match self {
            StoreError::Sqlite { source, .. } if file_is_the_trouble(&source) => opening(path, source),
            other => other,
        }
    }
}

/// For `map_err`.
pub(super) fn doing(doing: &'static str) -> impl Fn(rusqlite::Error) -> StoreError {
    move |source| StoreError::Sqlite {
        doing,
        source: without_text(source),
    }
}

/// Where a statement was refused as it stands, its whole text is no part of the message.
fn without_text(error: rusqlite::Error) -> rusqlite::Error {
    match error {
        rusqlite::Error::SqlInputError { error, msg, .. } => rusqlite::Error::SqliteFailure(error, Some(msg)),
        error => error,
    }
}

pub(super) fn opening(path: &Path, source: rusqlite::Error) -> StoreError {
    match source.sqlite_error_code() {
        Some(ErrorCode::NotADatabase) => StoreError::NotADatabase(path.to_owned()),
        Some(ErrorCode::DatabaseCorrupt) => StoreError::Damaged {
            path: path.to_owned(),
            problem: source.to_string(),
        },
        _ => StoreError::CannotOpen {
            path: path.to_owned(),
            source,
        },
    }
}

fn file_is_the_trouble(source: &rusqlite::Error) -> bool {
    use ErrorCode::{CannotOpen, DatabaseCorrupt, NotADatabase, PermissionDenied, ReadOnly, SystemIoFailure};
    let codes = [
        CannotOpen,
        DatabaseCorrupt,
        NotADatabase,
        PermissionDenied,
        ReadOnly,
        SystemIoFailure,
    ];
    source
        .sqlite_error_code()
        .is_some_and(|code| codes.contains(&code))
}
