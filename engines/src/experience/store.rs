//! The file of experience: layout, opening, reading, writing. The layout is told in `migrations/`.
//!
//! One transaction a game: a program that is killed has learned a whole game or nothing of it. Two programs may use one
//! file; who writes is waited for.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use referee::{seat::Seat, verdict::Verdict};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, TransactionBehavior, params};

use super::{ExperienceEntry, ExperienceMark, Forget, Worth, stones::Stones};

/// Why experience cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ExperienceError {
    /// The file is something else.
    #[error("{} is no file of experience", .0.display())]
    Foreign(PathBuf),
    /// A later version of the program wrote it.
    #[error("experience {} has layout {found}, this program knows up to {known}", path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its layout.
        found: i64,
        /// The latest that this program knows.
        known: i64,
    },
    /// SQLite would keep it in memory, and forget it.
    #[error("experience {} is no file", .0.display())]
    NoFile(PathBuf),
    /// Its folder is missing, its pages are damaged, a disk is full, another process does not give up its lock.
    #[error("cannot {doing} experience {}: {source}", path.display())]
    Sqlite {
        /// The file.
        path: PathBuf,
        /// What was being done.
        doing: &'static str,
        /// What SQLite said.
        source: rusqlite::Error,
    },
}

/// Every step of the layout, oldest first. A step that was released is never changed.
const MIGRATIONS: &[&str] = &[include_str!("../../migrations/0001_experience.sql")];
/// `TNGX`: tells our files from other SQLite databases.
const APPLICATION_ID: i64 = 0x544e_4758;
/// How long to wait for another process that is writing.
const BUSY: Duration = Duration::from_secs(10);

pub(super) fn open(path: &Path) -> Result<Connection, ExperienceError> {
    let sqlite = |source: rusqlite::Error| match source.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => ExperienceError::Foreign(path.to_owned()),
        _ => ExperienceError::Sqlite {
            path: path.to_owned(),
            doing: "open",
            source,
        },
    };
    if path.as_os_str().is_empty() || path == Path::new(":memory:") {
        return Err(ExperienceError::NoFile(path.to_owned()));
    }
    // A file's name is a name, and no address that says how to open it.
    let flags = OpenFlags::default() & !OpenFlags::SQLITE_OPEN_URI;
    let mut connection = Connection::open_with_flags(path, flags).map_err(sqlite)?;
    connection.busy_timeout(BUSY).map_err(sqlite)?;
    let number = |connection: &Connection, name: &str| -> rusqlite::Result<i64> {
        connection.pragma_query_value(None, name, |row| row.get(0))
    };
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(sqlite)?;
    if tables > 0 && number(&connection, "application_id").map_err(sqlite)? != APPLICATION_ID {
        return Err(ExperienceError::Foreign(path.to_owned()));
    }
    let known = MIGRATIONS.len() as i64;
    let found = number(&connection, "user_version").map_err(sqlite)?;
    if found > known {
        let path = path.to_owned();
        return Err(ExperienceError::Newer { path, found, known });
    }
    connection
        .query_row("PRAGMA journal_mode = WAL", [], |row| row.get::<_, String>(0))
        .optional()
        .map_err(sqlite)?;
    connection
        .pragma_update(None, "synchronous", "FULL")
        .map_err(sqlite)?;
    connection
        .pragma_update(None, "foreign_keys", "ON")
        .map_err(sqlite)?;
    migrate(&mut connection).map_err(sqlite)?;
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> rusqlite::Result<()> {
    for (sql, step) in MIGRATIONS.iter().zip(1_i64..) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // Read under the lock: another program may have done this step meanwhile.
        let found: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if found < step {
            transaction.execute_batch(sql)?;
            transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
            transaction.pragma_update(None, "user_version", step)?;
        }
        transaction.commit()?;
    }
    Ok(())
}

/// A number that changes when another program writes.
pub(super) fn data_version(connection: &Connection) -> Result<i64, ExperienceError> {
    connection
        .pragma_query_value(None, "data_version", |row| row.get(0))
        .map_err(doing(connection, "read"))
}

/// What is no mark (of a later version, or damaged) is passed over.
pub(super) fn entries(connection: &Connection) -> Result<Vec<ExperienceEntry>, ExperienceError> {
    let sql = "SELECT stones, kind, worth, depth, nodes, engine, moves
               FROM marks JOIN games ON games.key = marks.game ORDER BY marks.key";
    let read = || -> rusqlite::Result<Vec<Option<ExperienceEntry>>> {
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| {
            let (stones, kind, worth): (Vec<u8>, String, i64) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let (Some(stones), Some(worth)) = (Stones::from_bytes(&stones), worth_of(&kind, worth)) else {
                return Ok(None);
            };
            let mark = ExperienceMark {
                worth,
                depth: row.get(3)?,
                nodes: row.get(4)?,
                engine: row.get(5)?,
            };
            let game = row.get(6)?;
            Ok(Some(ExperienceEntry { stones, mark, game }))
        })?;
        rows.collect()
    };
    let read = read().map_err(doing(connection, "read"))?;
    Ok(read.into_iter().flatten().collect())
}

/// One transaction. What another program proved meanwhile stays.
pub(super) fn keep(
    connection: &mut Connection,
    moves: &str,
    verdict: Verdict,
    marks: &[(Stones, ExperienceMark)],
) -> Result<(), ExperienceError> {
    let user_error = doing(connection, "write");
    let mut write = || -> rusqlite::Result<()> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let winner = verdict.winner.map_or("", Seat::name);
        transaction.execute(
            "INSERT INTO games (moves, winner, reason) VALUES (?, ?, ?) ON CONFLICT (moves) DO NOTHING",
            params![moves, winner, verdict.reason.name()],
        )?;
        let game: i64 =
            transaction.query_row("SELECT key FROM games WHERE moves = ?", [moves], |row| row.get(0))?;
        for (stones, mark) in marks {
            let (kind, worth) = spelled(mark.worth);
            transaction
                .prepare_cached(
                    "INSERT INTO marks (stones, kind, worth, depth, nodes, engine, game)
                     VALUES (?, ?, ?, ?, ?, ?, ?)
                     ON CONFLICT (stones) DO UPDATE SET kind = excluded.kind, worth = excluded.worth,
                        depth = excluded.depth, nodes = excluded.nodes, engine = excluded.engine, game = excluded.game
                     WHERE kind = 'score'",
                )?
                .execute(params![
                    stones.as_bytes(),
                    kind,
                    worth,
                    mark.depth,
                    mark.nodes,
                    mark.engine,
                    game
                ])?;
        }
        transaction.commit()
    };
    write().map_err(user_error)
}

pub(super) fn forget(connection: &mut Connection, which: &Forget) -> Result<usize, ExperienceError> {
    let user_error = doing(connection, "write");
    let mut write = || -> rusqlite::Result<usize> {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let count = match which {
            Forget::All => transaction.execute("DELETE FROM marks", [])?,
            Forget::Unproven => transaction.execute("DELETE FROM marks WHERE kind = 'score'", [])?,
            Forget::Others(engine) => {
                transaction.execute("DELETE FROM marks WHERE kind = 'score' AND engine <> ?", [engine])?
            }
        };
        transaction.execute("DELETE FROM games WHERE key NOT IN (SELECT game FROM marks)", [])?;
        transaction.commit()?;
        Ok(count)
    };
    write().map_err(user_error)
}

fn spelled(worth: Worth) -> (&'static str, i64) {
    match worth {
        Worth::Win(plies) => ("win", plies.into()),
        Worth::Loss(plies) => ("loss", plies.into()),
        Worth::Score(score) => ("score", score.into()),
    }
}

fn worth_of(kind: &str, worth: i64) -> Option<Worth> {
    Some(match kind {
        "win" => Worth::Win(u16::try_from(worth).ok()?),
        "loss" => Worth::Loss(u16::try_from(worth).ok()?),
        "score" => Worth::Score(i32::try_from(worth).ok()?),
        _ => return None,
    })
}

fn doing(
    connection: &Connection,
    doing: &'static str,
) -> impl Fn(rusqlite::Error) -> ExperienceError + use<> {
    let path = PathBuf::from(connection.path().unwrap_or_default());
    move |source| ExperienceError::Sqlite {
        path: path.clone(),
        doing,
        source,
    }
}
