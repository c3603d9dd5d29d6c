//! Taking in what others wrote: whole games from files, and what a journal tells. Doing it twice changes nothing.

use std::collections::HashSet;

use referee::{
    games::{AnyMove, AnyRecord, Registered},
    record::{Ply, Record},
    verdict::{Reason, Verdict},
};
use rusqlite::{Connection, params};

use super::{
    Store,
    error::{StoreError, doing},
    films, games,
    opponents::{self, Learned},
    row::{StoredFault, StoredFilm, StoredSession},
    write::{self, Inserted},
};

/// What one journal tells, in the store's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The journal's file name.
    pub name: String,
    /// Its size; a journal of which as much was taken in before need not be merged again.
    pub bytes: u64,
    /// Whose it is; `None` if that line is lost.
    pub session: Option<StoredSession>,
    /// Games that the session began or took over.
    pub games: Vec<AnyRecord>,
    /// Verdicts on games that other sessions began: id, verdict, Unix milliseconds.
    pub endings: Vec<(String, Verdict, i64)>,
    /// Games as they stood before plies of them were taken back: id and all plies up to then.
    pub withdrawn: Vec<(String, Vec<Ply<AnyMove>>)>,
    /// Which files show which games, in order.
    pub films: Vec<StoredFilm>,
    /// What was learned of opponents, in order.
    pub learned: Vec<Learned>,
    /// What went wrong.
    pub faults: Vec<StoredFault>,
}

impl Log {
    /// Whether the store's plies of a game that goes on are those of before a take-back that this journal tells.
    fn has_withdrawn(&self, told: &AnyRecord, known: &AnyRecord) -> bool {
        let before =
            |(game, plies): &(String, Vec<Ply<AnyMove>>)| *game == told.id && plies.starts_with(&known.plies);
        !settled(known) && known.plies.len() > told.plies.len() && self.withdrawn.iter().any(before)
    }
}

/// What a merge changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that the store did not have.
    pub games_added: usize,
    /// Games that it had in part.
    pub games_completed: usize,
    /// Faults that it did not have.
    pub faults_added: usize,
}

impl Merged {
    /// Whether the store had everything already.
    pub fn is_nothing(&self) -> bool {
        *self == Merged::default()
    }
}

impl std::ops::AddAssign for Merged {
    fn add_assign(&mut self, other: Merged) {
        self.games_added += other.games_added;
        self.games_completed += other.games_completed;
        self.faults_added += other.faults_added;
    }
}

impl Store {
    /// Adds games from files in one transaction. Games whose ids are known stay as they are, but learn our seat if
    /// it was unknown. One answer a record.
    ///
    /// # Errors
    /// The database cannot be written; then none of them was added.
    pub fn import<P: Registered>(&mut self, records: &[Record<P>]) -> Result<Vec<Inserted>, StoreError> {
        let transaction = self.begin()?;
        let mut inserted = Vec::with_capacity(records.len());
        for record in records {
            let answer = write::insert_game(&transaction, None, &record.clone().into_any())?;
            if let (Inserted::Known, Some(seat)) = (answer, record.own_seat) {
                let sql = "UPDATE games SET own_seat = ? WHERE id = ? AND own_seat IS NULL";
                transaction
                    .execute(sql, params![seat.name(), record.id])
                    .map_err(doing("write"))?;
            }
            inserted.push(answer);
        }
        transaction.commit().map_err(doing("write"))?;
        Ok(inserted)
    }

    /// Brings the store up to date with a journal, in one transaction. The journal is believed where it knows more
    /// of a game; a verdict that the store has is kept, unless it is "aborted".
    ///
    /// # Errors
    /// The database cannot be written; then nothing was changed.
    pub fn merge(&mut self, log: &Log) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        let transaction = self.begin()?;
        let session = log.session.as_ref();
        if let Some(session) = session {
            write::put_session(&transaction, session)?;
        }
        let mut added = HashSet::new();
        // One after the other: a journal may tell the same game twice, and then each telling adds to the one before.
        for record in &log.games {
            let known = games::find(&transaction, &record.id)?;
            write::put_game(&transaction, session.map(|session| session.id.as_str()), record)?;
            match known {
                None => {
                    merged.games_added += 1;
                    added.insert(&record.id);
                }
                Some(known) if knows_more(record, &known) || log.has_withdrawn(record, &known) => {
                    replace_game(&transaction, record)?;
                    merged.games_completed += usize::from(!added.contains(&record.id));
                }
                Some(_) => {}
            }
        }
        for (game, verdict, ended_ms) in &log.endings {
            merged.games_completed += write::end_game(&transaction, game, *verdict, *ended_ms)?;
        }
        for film in &log.films {
            films::put_film(&transaction, film)?;
        }
        for learned in &log.learned {
            opponents::take_in(&transaction, learned)?;
        }
        for fault in &log.faults {
            merged.faults_added += usize::from(write::insert_fault(&transaction, fault)? == Inserted::Added);
        }
        let sql = "INSERT INTO journals (name, bytes) VALUES (?, ?)
                   ON CONFLICT (name) DO UPDATE SET bytes = max(bytes, excluded.bytes)";
        transaction
            .execute(sql, params![log.name, log.bytes as i64])
            .map_err(doing("write"))?;
        transaction.commit().map_err(doing("write"))?;
        Ok(merged)
    }
}

/// Whether the journal's telling of a game goes on where the store's ends.
fn knows_more(told: &AnyRecord, known: &AnyRecord) -> bool {
    match (settled(told), settled(known)) {
        (true, false) => true,
        // The same end with more before it: what is known was read where plies were missing.
        (true, true) => {
            told.verdict == known.verdict
                && told.plies.len() > known.plies.len()
                && told.plies.starts_with(&known.plies)
        }
        (false, true) => false,
        (false, false) => {
            let goes_on = !known.plies.starts_with(&told.plies);
            let ends = told.plies == known.plies && told.verdict.is_some() && known.verdict.is_none();
            goes_on || ends
        }
    }
}

/// Whether it has a result.
fn settled(record: &AnyRecord) -> bool {
    record
        .verdict
        .is_some_and(|verdict| verdict.reason != Reason::Aborted)
}

fn replace_game(connection: &Connection, record: &AnyRecord) -> Result<(), StoreError> {
    let key: i64 = connection
        .query_row("SELECT key FROM games WHERE id = ?", [&record.id], |row| {
            row.get(0)
        })
        .map_err(doing("write"))?;
    connection
        .execute("DELETE FROM plies WHERE game = ?", [key])
        .map_err(doing("write"))?;
    write::insert_plies(connection, key, record)?;
    let sql = "UPDATE games SET length = ?, ended_ms = coalesce(?, ended_ms) WHERE key = ?";
    connection
        .execute(sql, params![record.length(), record.ended_ms, key])
        .map_err(doing("write"))?;
    if let Some(verdict) = record.verdict {
        let ended_ms = record.ended_ms.unwrap_or_default();
        write::end_game(connection, &record.id, verdict, ended_ms)?;
    }
    Ok(())
}
