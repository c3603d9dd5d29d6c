//! Questions to the store: which games there are, and one game whole.

use referee::{
    record::{Evidence, Record},
    seat::Seat,
    verdict::Verdict,
};
use rusqlite::{Connection, OptionalExtension, params, params_from_iter, types::Value};

use super::{
    Store,
    error::{StoreError, doing},
    row::{self, COLUMNS, Game, PLY_COLUMNS},
};

/// The source of games between engines.
pub const MATCH: &str = "match";

/// Which games. `None` means any, but games between engines ([`MATCH`]) only if their source is asked for: nobody of
/// ours played them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Client profile or file format the game came from.
    pub source: Option<String>,
    /// Engine spec that chose our moves.
    pub engine: Option<String>,
    /// Name of the player who is not us.
    pub opponent: Option<String>,
    /// Started at or after this, Unix milliseconds. Games without a date are left out then.
    pub since_ms: Option<i64>,
}

/// What a report needs to know of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The seat that we held.
    pub own_seat: Option<Seat>,
    /// The other player's name, if our seat is known.
    pub opponent: Option<String>,
    /// Client profile or file format.
    pub source: Option<String>,
    /// Engine spec that chose our moves.
    pub engine: Option<String>,
    /// Unix milliseconds.
    pub started_ms: Option<i64>,
    /// Stones placed.
    pub length: u32,
    /// `None` while it is being played.
    pub verdict: Option<Verdict>,
    /// Why a person left it out.
    pub excluded: Option<String>,
    /// How its last ply is known.
    pub evidence: Evidence,
    /// What the client said of an end that nobody could see, as the fault is called that tells of it: `hidden_win`,
    /// `hidden_loss` or `hidden_end`.
    pub hidden: Option<String>,
}

/// The word for the game that began last. No id begins so: they are hexadecimal.
const LAST: &str = "last";

/// How a game's last ply is known, as an expression on `games`.
const LAST_EVIDENCE: &str =
    "(SELECT evidence FROM plies WHERE plies.game = games.key ORDER BY number DESC LIMIT 1)";

/// What the client said of a game's hidden end, as an expression on `games`.
const HIDDEN: &str =
    "(SELECT kind FROM faults WHERE faults.game = games.id AND kind LIKE 'hidden\\_%' ESCAPE '\\' LIMIT 1)";

/// A game without a verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenGame {
    /// Its id.
    pub id: String,
    /// The session that began it.
    pub session: Option<String>,
}

/// What the opponent is called whose plate was read, as an expression on `games`.
pub(super) const MET: &str = "(SELECT coalesce(kept.name, kept.text, kept.id)
    FROM opponents AS met JOIN opponents AS kept ON kept.id = coalesce(met.joined, met.id) WHERE met.id = games.opponent)";

/// The other player's name as an expression on `games`.
fn opponent() -> String {
    format!("coalesce({MET}, CASE own_seat WHEN 'first' THEN second_name WHEN 'second' THEN first_name END)")
}

impl Filter {
    /// A condition on `games` and the values for its question marks.
    pub(crate) fn to_sql(&self) -> (String, Vec<Value>) {
        let opponent = opponent();
        let texts = [
            ("source", &self.source),
            ("engine", &self.engine),
            (&opponent, &self.opponent),
        ];
        let mut conditions = vec!["1".to_owned()];
        let mut values = Vec::new();
        for (column, wanted) in texts {
            if let Some(wanted) = wanted {
                conditions.push(format!("{column} = ?"));
                values.push(wanted.clone().into());
            }
        }
        if self.source.is_none() {
            conditions.push("source IS NOT ?".to_owned());
            values.push(MATCH.to_owned().into());
        }
        if let Some(since_ms) = self.since_ms {
            conditions.push("started_ms >= ?".to_owned());
            values.push(since_ms.into());
        }
        (conditions.join(" AND "), values)
    }
}

impl Store {
    /// The games that fit, oldest first, without their plies.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn games(&self, filter: &Filter) -> Result<Vec<Game>, StoreError> {
        let (condition, values) = filter.to_sql();
        let sql =
            format!("SELECT {COLUMNS}, {MET} AS met FROM games WHERE {condition} ORDER BY started_ms, key");
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let mut rows = statement.query(params_from_iter(values)).map_err(doing("read"))?;
        let mut games = Vec::new();
        while let Some(row) = rows.next().map_err(doing("read"))? {
            games.push(Game::from_row(row)?);
        }
        Ok(games)
    }

    /// The games that fit, oldest first, with what a report needs.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn outlines(&self, filter: &Filter) -> Result<Vec<Outline>, StoreError> {
        let (condition, values) = filter.to_sql();
        let sql = format!(
            "SELECT own_seat, {}, source, engine, started_ms, length, reason, winner, excluded, {LAST_EVIDENCE}, {HIDDEN}
             FROM games WHERE {condition} ORDER BY started_ms, key",
            opponent()
        );
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let rows = statement.query_map(params_from_iter(values), |row| {
            let own: Option<String> = row.get(0)?;
            let (reason, winner): (Option<String>, Option<String>) = (row.get(6)?, row.get(7)?);
            Ok(Outline {
                own_seat: Seat::BOTH
                    .into_iter()
                    .find(|seat| own.as_deref() == Some(seat.name())),
                opponent: row.get(1)?,
                source: row.get(2)?,
                engine: row.get(3)?,
                started_ms: row.get(4)?,
                length: row.get(5)?,
                verdict: row::verdict(reason.as_deref(), winner.as_deref()),
                excluded: row.get(8)?,
                evidence: row::evidence_from(row.get::<_, Option<String>>(9)?.as_deref()).unwrap_or_default(),
                hidden: row.get(10)?,
            })
        });
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }

    /// The game with this id, or the only one whose id starts so; or the one that began last, for the word `last`.
    ///
    /// # Errors
    /// There is none, or more than one.
    pub fn record(&self, id: &str) -> Result<Record, StoreError> {
        let id = self.resolve(id)?;
        self.find(&id)?.ok_or(StoreError::UnknownGame(id))
    }

    /// The game with exactly this id.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn find(&self, id: &str) -> Result<Option<Record>, StoreError> {
        find(&self.connection, id)
    }

    /// Games without a verdict.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn open_games(&self) -> Result<Vec<OpenGame>, StoreError> {
        let sql = "SELECT id, session FROM games WHERE reason IS NULL ORDER BY key";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let rows = statement.query_map([], |row| {
            Ok(OpenGame {
                id: row.get(0)?,
                session: row.get(1)?,
            })
        });
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }

    /// How much of this journal has been taken in, in bytes.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn journal_bytes(&self, name: &str) -> Result<Option<u64>, StoreError> {
        self.connection
            .query_row("SELECT bytes FROM journals WHERE name = ?", [name], |row| {
                row.get(0)
            })
            .optional()
            .map_err(doing("read"))
    }

    /// Plies and verdict that the store has for a game, `None` if it has no such game.
    pub(super) fn state(&self, id: &str) -> Result<Option<(i64, usize, Option<Verdict>)>, StoreError> {
        let sql = "SELECT key, (SELECT count(*) FROM plies WHERE game = key), reason, winner FROM games WHERE id = ?";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let state = statement.query_row([id], |row| {
            let (reason, winner): (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
            Ok((
                row.get(0)?,
                row.get(1)?,
                row::verdict(reason.as_deref(), winner.as_deref()),
            ))
        });
        state.optional().map_err(doing("read"))
    }

    fn resolve(&self, prefix: &str) -> Result<String, StoreError> {
        // "~" comes after every character of an id.
        let sql = "SELECT id FROM games WHERE id >= ?1 AND id < ?1 || '~' ORDER BY id";
        let prefix = prefix.to_lowercase();
        if prefix == LAST {
            let newest = "SELECT id FROM games ORDER BY started_ms DESC, key DESC LIMIT 1";
            let found = self.connection.query_row(newest, [], |row| row.get(0));
            return match found.optional().map_err(doing("read"))? {
                Some(id) => Ok(id),
                None => Err(StoreError::UnknownGame(prefix)),
            };
        }
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let rows = statement.query_map(params![prefix], |row| row.get(0));
        let ids: Vec<String> = rows.and_then(Iterator::collect).map_err(doing("read"))?;
        if ids.contains(&prefix) {
            return Ok(prefix);
        }
        match (ids.len(), ids.into_iter().next()) {
            (1, Some(id)) if !prefix.is_empty() => Ok(id),
            (0, _) => Err(StoreError::UnknownGame(prefix)),
            (count, _) => Err(StoreError::Ambiguous { prefix, count }),
        }
    }
}

/// The game with exactly this id.
pub(super) fn find(connection: &Connection, id: &str) -> Result<Option<Record>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, {MET} AS met, key FROM games WHERE id = ?");
    whole(connection, &sql, id.to_owned().into())
}

/// The game of this row, without asking any other table than that of the plies.
pub(super) fn by_key(connection: &Connection, key: i64) -> Result<Option<Record>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, NULL AS met, key FROM games WHERE key = ?");
    whole(connection, &sql, key.into())
}

fn whole(connection: &Connection, sql: &str, which: Value) -> Result<Option<Record>, StoreError> {
    let mut statement = connection.prepare_cached(sql).map_err(doing("read"))?;
    let mut rows = statement.query([which]).map_err(doing("read"))?;
    let Some(row) = rows.next().map_err(doing("read"))? else {
        return Ok(None);
    };
    let mut record = Game::from_row(row)?.record;
    let key: i64 = row.get("key").map_err(doing("read"))?;
    let sql = format!("SELECT {PLY_COLUMNS} FROM plies WHERE game = ? ORDER BY number");
    let mut statement = connection.prepare_cached(&sql).map_err(doing("read"))?;
    let mut rows = statement.query([key]).map_err(doing("read"))?;
    while let Some(row) = rows.next().map_err(doing("read"))? {
        let ply = row::ply_from_row(row, &record.id)?;
        record.plies.push(ply);
    }
    Ok(Some(record))
}
