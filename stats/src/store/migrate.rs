//! The layout of the database and its way from version to version. Each numbered file is applied once, in order, in
//! one transaction with the number that says so (`user_version`).

use rusqlite::{Connection, TransactionBehavior};

use super::error::{StoreError, doing};

/// Every step, oldest first. A step that was released is never changed.
pub(super) const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_games.sql"),
    include_str!("../../migrations/0002_opponents.sql"),
    include_str!("../../migrations/0003_evidence.sql"),
    include_str!("../../migrations/0004_any_game.sql"),
    include_str!("../../migrations/0005_films.sql"),
];

/// The layout after all of them.
pub(super) const CURRENT: i64 = MIGRATIONS.len() as i64;

/// `TNGN`: tells our files from other SQLite databases.
const APPLICATION_ID: i64 = 0x544e_474e;

/// The layout of this database, 0 for an empty file.
pub(super) fn version(connection: &Connection) -> Result<i64, StoreError> {
    let number = |name: &str| -> Result<i64, StoreError> {
        connection
            .pragma_query_value(None, name, |row| row.get(0))
            .map_err(doing("open"))
    };
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(doing("open"))?;
    let path = connection.path().unwrap_or_default();
    if tables > 0 && number("application_id")? != APPLICATION_ID {
        return Err(StoreError::NotADatabase(path.into()));
    }
    let found = number("user_version")?;
    if found > CURRENT {
        return Err(StoreError::Newer {
            path: path.into(),
            found,
            known: CURRENT,
        });
    }
    Ok(found)
}

/// Applies the steps that are missing.
pub(super) fn migrate(connection: &Connection, steps: &[&str]) -> Result<(), StoreError> {
    for (sql, number) in steps.iter().zip(1i64..) {
        let transaction = rusqlite::Transaction::new_unchecked(connection, TransactionBehavior::Immediate)
            .map_err(doing("migrate"))?;
        // Read under the lock: another process may have done this step meanwhile.
        let found: i64 = transaction
            .pragma_query_value(None, "user_version", |row| row.get(0))
            .map_err(doing("migrate"))?;
        if found >= number {
            continue;
        }
        transaction.execute_batch(sql).map_err(doing("migrate"))?;
        transaction
            .pragma_update(None, "application_id", APPLICATION_ID)
            .map_err(doing("migrate"))?;
        transaction
            .pragma_update(None, "user_version", number)
            .map_err(doing("migrate"))?;
        transaction.commit().map_err(doing("migrate"))?;
    }
    Ok(())
}
