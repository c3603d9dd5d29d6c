//! What the bot writes while it plays. Every call is one transaction and is on the disk when it returns.

use referee::{
    games::{AnyMove, AnyPosition, AnyRecord, Registered},
    kind::Kind,
    record::{Ply, Record},
    seat::Seat,
    verdict::Verdict,
};
use rusqlite::{Connection, Transaction, TransactionBehavior, params, params_from_iter};

use super::{
    Store,
    error::{StoreError, doing},
    row::{self, COLUMNS, PLY_COLUMNS, StoredFault, StoredSession},
};

/// Whether a row was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It was not there.
    Added,
    /// It was there and stays as it is.
    Known,
}

impl Store {
    /// Notes a session, or the end of one that is known.
    ///
    /// # Errors
    /// The database cannot be written.
    pub fn put_session(&mut self, session: &StoredSession) -> Result<(), StoreError> {
        put_session(&self.connection, session)
    }

    /// Adds a game with the plies it has. A game that is known stays as it is, but an unfinished one belongs to
    /// `session` from here on.
    ///
    /// # Errors
    /// The database cannot be written, or the session is unknown.
    pub fn begin_game<P: Registered>(
        &mut self,
        session: Option<&str>,
        record: &Record<P>,
    ) -> Result<Inserted, StoreError> {
        let record = &record.clone().into_any();
        let transaction = self.begin()?;
        let inserted = put_game(&transaction, session, record)?;
        transaction.commit().map_err(doing("write"))?;
        Ok(inserted)
    }

    /// Adds ply number `index` (from 0). If the game already has it, that ply and all after it are taken back first.
    ///
    /// # Errors
    /// The game is unknown, the ply before it is missing, or the database cannot be written.
    pub fn add_ply<M: Into<AnyMove> + Copy>(
        &mut self,
        game: &str,
        index: usize,
        seat: Seat,
        ply: &Ply<M>,
    ) -> Result<(), StoreError> {
        let Some((key, known, _)) = self.state(game)? else {
            return Err(StoreError::UnknownGame(game.to_owned()));
        };
        if index > known {
            return Err(StoreError::PlyOutOfOrder {
                game: game.to_owned(),
                index,
                known,
            });
        }
        let transaction = self.begin()?;
        if index < known {
            delete_plies(&transaction, key, index)?;
        }
        let before = match index.checked_sub(1) {
            Some(before) => Some(seat_at(&transaction, key, before)?),
            None => None,
        };
        insert_ply(
            &transaction,
            key,
            index,
            Turns { seat, before },
            &ply.clone().into_any(),
        )?;
        set_length(&transaction, key)?;
        transaction.commit().map_err(doing("write"))
    }

    /// Takes the plies from number `plies` (from 0) on back; none if the game has no more than those.
    ///
    /// # Errors
    /// The game is unknown, or the database cannot be written.
    pub fn take_back(&mut self, game: &str, plies: usize) -> Result<(), StoreError> {
        let Some((key, ..)) = self.state(game)? else {
            return Err(StoreError::UnknownGame(game.to_owned()));
        };
        let transaction = self.begin()?;
        delete_plies(&transaction, key, plies)?;
        set_length(&transaction, key)?;
        transaction.commit().map_err(doing("write"))
    }

    /// Says how a game ended. A game that has a verdict keeps it, unless that was "aborted".
    ///
    /// # Errors
    /// The game is unknown, or the database cannot be written.
    pub fn end_game(&mut self, game: &str, verdict: Verdict, ended_ms: i64) -> Result<(), StoreError> {
        match end_game(&self.connection, game, verdict, ended_ms)? {
            0 if self.state(game)?.is_none() => Err(StoreError::UnknownGame(game.to_owned())),
            _ => Ok(()),
        }
    }

    /// Notes that something went wrong, once.
    ///
    /// # Errors
    /// The database cannot be written.
    pub fn add_fault(&mut self, fault: &StoredFault) -> Result<Inserted, StoreError> {
        insert_fault(&self.connection, fault)
    }

    /// Leaves a game out of the reports, with the reason, or takes it in again.
    ///
    /// # Errors
    /// The game is unknown, or the database cannot be written.
    pub fn exclude(&mut self, game: &str, reason: Option<&str>) -> Result<(), StoreError> {
        let sql = "UPDATE games SET excluded = ? WHERE id = ?";
        match self
            .connection
            .execute(sql, params![reason, game])
            .map_err(doing("write"))?
        {
            0 => Err(StoreError::UnknownGame(game.to_owned())),
            _ => Ok(()),
        }
    }

    /// A transaction that holds the writer's lock from its start, so that it waits and never fails half way.
    pub(super) fn begin(&mut self) -> Result<Transaction<'_>, StoreError> {
        self.connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(doing("write"))
    }
}

pub(super) fn put_session(connection: &Connection, session: &StoredSession) -> Result<(), StoreError> {
    let sql =
        "INSERT INTO sessions (id, program, client, engine, started_ms, ended_ms) VALUES (?, ?, ?, ?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET ended_ms = coalesce(excluded.ended_ms, ended_ms)";
    let StoredSession {
        id,
        program,
        client,
        engine,
        started_ms,
        ended_ms,
    } = session;
    let values = params![id, program, client, engine, started_ms, ended_ms];
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute(values))
        .map_err(doing("write"))?;
    Ok(())
}

/// Inserts a game, or hands an unfinished one over to `session`.
pub(super) fn put_game(
    connection: &Connection,
    session: Option<&str>,
    record: &AnyRecord,
) -> Result<Inserted, StoreError> {
    let inserted = insert_game(connection, session, record)?;
    if inserted == Inserted::Known {
        let sql = "UPDATE games SET session = ? WHERE id = ? AND reason IS NULL";
        connection
            .execute(sql, params![session, record.id])
            .map_err(doing("write"))?;
    }
    Ok(inserted)
}

pub(super) fn insert_game(
    connection: &Connection,
    session: Option<&str>,
    record: &AnyRecord,
) -> Result<Inserted, StoreError> {
    let marks = vec!["?"; COLUMNS.split(',').count()].join(", ");
    let sql = format!("INSERT INTO games ({COLUMNS}) VALUES ({marks}) ON CONFLICT (id) DO NOTHING");
    let values = params_from_iter(row::columns(record, session)?);
    let added = connection
        .prepare_cached(&sql)
        .and_then(|mut statement| statement.execute(values))
        .map_err(doing("write"))?;
    if added == 0 {
        return Ok(Inserted::Known);
    }
    insert_plies(connection, connection.last_insert_rowid(), record)?;
    Ok(Inserted::Added)
}

pub(super) fn insert_plies(connection: &Connection, key: i64, record: &AnyRecord) -> Result<(), StoreError> {
    let mut before = None;
    for (index, (ply, seat)) in record.plies.iter().zip(record.seats()).enumerate() {
        insert_ply(connection, key, index, Turns { seat, before }, ply)?;
        before = Some(seat);
    }
    Ok(())
}

pub(super) fn end_game(
    connection: &Connection,
    game: &str,
    verdict: Verdict,
    ended_ms: i64,
) -> Result<usize, StoreError> {
    let sql = "UPDATE games SET reason = ?1, winner = ?2, ended_ms = ?3
               WHERE id = ?4 AND (reason IS NULL OR (reason = 'aborted' AND ?1 <> 'aborted'))";
    let values = params![
        verdict.reason.name(),
        verdict.winner.map(Seat::name),
        ended_ms,
        game
    ];
    connection.execute(sql, values).map_err(doing("write"))
}

pub(super) fn insert_fault(connection: &Connection, fault: &StoredFault) -> Result<Inserted, StoreError> {
    let sql =
        "INSERT OR IGNORE INTO faults (session, seq, at_ms, game, kind, detail) VALUES (?, ?, ?, ?, ?, ?)";
    let StoredFault {
        session,
        seq,
        at_ms,
        game,
        kind,
        detail,
    } = fault;
    let seq = i64::try_from(*seq).unwrap_or(i64::MAX);
    match connection
        .execute(sql, params![session, seq, at_ms, game, kind, detail])
        .map_err(doing("write"))?
    {
        0 => Ok(Inserted::Known),
        _ => Ok(Inserted::Added),
    }
}

/// Who decided a ply, and who the one before it.
#[derive(Clone, Copy)]
struct Turns {
    seat: Seat,
    before: Option<Seat>,
}

fn insert_ply(
    connection: &Connection,
    key: i64,
    index: usize,
    turns: Turns,
    ply: &Ply<AnyMove>,
) -> Result<(), StoreError> {
    let sql = format!(
        "INSERT INTO plies (game, number, seat, counts, {PLY_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    );
    let counts = AnyPosition::counts(ply.play, turns.seat, turns.before);
    let place = [
        key.into(),
        (index as i64).into(),
        turns.seat.name().to_owned().into(),
        i64::from(counts).into(),
    ];
    let values = params_from_iter(place.into_iter().chain(row::ply_columns(ply)));
    connection
        .prepare_cached(&sql)
        .and_then(|mut statement| statement.execute(values))
        .map_err(doing("write"))?;
    Ok(())
}

/// Who decided a ply that is there.
fn seat_at(connection: &Connection, key: i64, index: usize) -> Result<Seat, StoreError> {
    let sql = "SELECT seat = 'first' FROM plies WHERE game = ? AND number = ?";
    let is_first: bool = connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.query_row(params![key, index], |row| row.get(0)))
        .map_err(doing("write"))?;
    Ok(if is_first { Seat::First } else { Seat::Second })
}

fn delete_plies(connection: &Connection, key: i64, from: usize) -> Result<(), StoreError> {
    let sql = "DELETE FROM plies WHERE game = ? AND number >= ?";
    connection
        .execute(sql, params![key, from])
        .map_err(doing("write"))?;
    Ok(())
}

pub(super) fn set_length(connection: &Connection, key: i64) -> Result<(), StoreError> {
    let sql = "UPDATE games SET length = (SELECT coalesce(sum(counts), 0) FROM plies WHERE plies.game = key) WHERE key = ?";
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute([key]))
        .map_err(doing("write"))?;
    Ok(())
}
