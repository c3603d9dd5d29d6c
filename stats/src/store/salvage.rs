//! What can still be read of a damaged database and stands nowhere else: games that came from files, from matches and from
//! journals of other folders, and which games a person left out. What stands in a journal comes from there.

use std::{collections::BTreeSet, path::Path};

use referee::games::AnyRecord;
use rusqlite::{Connection, OpenFlags, params};

use super::{
    Store,
    error::{StoreError, doing},
    games, migrate,
    row::StoredSession,
    write::{self, Inserted},
};

/// What was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Salvaged {
    /// Games that no journal has.
    pub games: usize,
    /// Games that are left out of the reports.
    pub marks: usize,
    /// Games of these that are there and could not be read; 0 if not even that can be told.
    pub lost: usize,
    /// Whether it can be said at all which games were in there.
    pub is_list_whole: bool,
}

/// A row that can be read: key, id, session, why it is left out.
type Row = (i64, String, Option<String>, Option<String>);

impl Store {
    /// Takes over what another file holds, which may be damaged in any way and is not changed. Games that are in a journal, by
    /// their ids, are left to it.
    ///
    /// # Errors
    /// This database cannot be written.
    pub fn salvage(
        &mut self,
        damaged: &Path,
        is_in_journal: &dyn Fn(&str) -> bool,
    ) -> Result<Salvaged, StoreError> {
        let mut salvaged = Salvaged::default();
        let is_file = std::fs::metadata(damaged).is_ok_and(|metadata| metadata.is_file());
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let Some(old) = is_file
            .then(|| Connection::open_with_flags(damaged, flags).ok())
            .flatten()
        else {
            return Ok(salvaged);
        };
        let (forwards, is_whole) = rows(&old, "ASC");
        salvaged.is_list_whole = is_whole;
        let (backwards, _) = if is_whole {
            Default::default()
        } else {
            rows(&old, "DESC")
        };
        let layout = migrate::version(&old).unwrap_or(migrate::CURRENT);
        let mut seen = BTreeSet::new();
        let transaction = self.begin()?;
        for (key, id, session, excluded) in forwards.into_iter().chain(backwards) {
            if !seen.insert(key) {
                continue;
            }
            if !is_in_journal(&id) {
                match games::by_key(&old, layout, key).ok().flatten().filter(is_sound) {
                    Some(record) => {
                        let session = session.and_then(|id| self::session(&old, &id));
                        if let Some(session) = &session {
                            write::put_session(&transaction, session)?;
                        }
                        let session = session.as_ref().map(|session| session.id.as_str());
                        let inserted = write::insert_game(&transaction, session, &record)?;
                        salvaged.games += usize::from(inserted == Inserted::Added);
                    }
                    None => salvaged.lost += usize::from(!is_known(&transaction, &id)?),
                }
            }
            if let Some(reason) = excluded {
                let sql = "UPDATE games SET excluded = ? WHERE id = ? AND excluded IS NULL";
                salvaged.marks += transaction
                    .execute(sql, params![reason, id])
                    .map_err(doing("write"))?;
            }
        }
        transaction.commit().map_err(doing("write"))?;
        Ok(salvaged)
    }
}

/// The rows as far as they can be read from one end, and whether those are all.
fn rows(old: &Connection, order: &str) -> (Vec<Row>, bool) {
    let sql = format!("SELECT key, id, session, excluded FROM games ORDER BY key {order}");
    let mut found = Vec::new();
    let Ok(mut statement) = old.prepare(&sql) else {
        return (found, false);
    };
    let row = |row: &rusqlite::Row<'_>| -> rusqlite::Result<Row> {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    };
    let Ok(mut rows) = statement.query([]) else {
        return (found, false);
    };
    loop {
        match rows.next() {
            Ok(None) => return (found, true),
            Ok(Some(next)) => found.extend(row(next).ok()),
            Err(_) => return (found, false),
        }
    }
}

/// The session of this id, if it can be read.
fn session(old: &Connection, id: &str) -> Option<StoredSession> {
    let sql = "SELECT id, program, client, engine, started_ms, ended_ms FROM sessions WHERE id = ?";
    let read = |row: &rusqlite::Row<'_>| {
        Ok(StoredSession {
            id: row.get(0)?,
            program: row.get(1)?,
            client: row.get(2)?,
            engine: row.get(3)?,
            started_ms: row.get(4)?,
            ended_ms: row.get(5)?,
        })
    };
    old.query_row(sql, [id], read).ok()
}

fn is_known(connection: &Connection, id: &str) -> Result<bool, StoreError> {
    let sql = "SELECT count(*) FROM games WHERE id = ?";
    let count: i64 = connection
        .query_row(sql, [id], |row| row.get(0))
        .map_err(doing("read"))?;
    Ok(count > 0)
}

/// Whether a damage may have invented it.
fn is_sound(record: &AnyRecord) -> bool {
    !record.id.is_empty() && record.replay().is_ok()
}
