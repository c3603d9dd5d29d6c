//! Questions to the store: which games there are, and one game whole.

use std::{collections::HashMap, sync::Arc};

use referee::{
    games::{AnyRecord, GameKind, Registered},
    record::{Evidence, Record},
    seat::Seat,
    verdict::Verdict,
};
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter, types::Value};

use super::{
    Store,
    error::{StoreError, doing},
    row::{self, COLUMNS, PLY_COLUMNS, StoredGame},
};

/// The source of games between engines.
pub const MATCH: &str = "match";

/// Which games. `None` means any, but games between engines ([`MATCH`]) only if their source is asked for: nobody of
/// ours played them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Which kind of game.
    pub game: Option<GameKind>,
    /// Client profile or file format the game came from.
    pub source: Option<String>,
    /// Engine spec that chose our moves.
    pub engine: Option<String>,
    /// Name of the player who is not us.
    pub opponent: Option<String>,
    /// Started at or after this, Unix milliseconds. Games without a date are left out then.
    pub since_ms: Option<i64>,
    /// Started before this, Unix milliseconds. Games without a date are left out then.
    pub until_ms: Option<i64>,
}

/// What a report needs to know of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// Its number in the database, from 1.
    pub number: i64,
    /// Board and rule in words: `15 x 15 freestyle`; of other games than Gomoku their name.
    pub rules: Arc<str>,
    /// Names by seat, as the game's record has them: `[first, second]`.
    pub players: [Arc<str>; 2],
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
    /// Stones or turns, as its kind counts.
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

/// How a game's last ply is known, as an expression on `games`.
const LAST_EVIDENCE: &str =
    "(SELECT evidence FROM plies WHERE plies.game = games.key ORDER BY number DESC LIMIT 1)";

/// What clients said of hidden ends, by the ids of the games.
pub(super) type Hidden = HashMap<String, String>;

/// The columns that [`outline`] reads by their names.
pub(super) fn outline_columns() -> String {
    let opponent = opponent();
    format!(
        "id, own_seat, {opponent} AS opponent_name, source, engine, started_ms, length, reason, winner, excluded,
         key, games.game, size, rule, first_name, second_name, {LAST_EVIDENCE} AS last_evidence"
    )
}

/// What a report needs to know of the game in this row.
pub(super) fn outline(row: &Row<'_>, hidden: &Hidden) -> rusqlite::Result<Outline> {
    let own: Option<String> = row.get("own_seat")?;
    let (reason, winner): (Option<String>, Option<String>) = (row.get("reason")?, row.get("winner")?);
    let evidence: Option<String> = row.get("last_evidence")?;
    let [first, second] = [row.get::<_, String>("first_name")?, row.get("second_name")?];
    Ok(Outline {
        number: row.get("key")?,
        rules: rules(row)?,
        players: [first.into(), second.into()],
        own_seat: Seat::BOTH
            .into_iter()
            .find(|seat| own.as_deref() == Some(seat.name())),
        opponent: row.get("opponent_name")?,
        source: row.get("source")?,
        engine: row.get("engine")?,
        started_ms: row.get("started_ms")?,
        length: row.get("length")?,
        verdict: row::verdict(reason.as_deref(), winner.as_deref()),
        excluded: row.get("excluded")?,
        evidence: row::evidence_from(evidence.as_deref()).unwrap_or_default(),
        hidden: match hidden.is_empty() {
            true => None,
            false => hidden.get(&row.get::<_, String>("id")?).cloned(),
        },
    })
}

/// Board and rule in words.
fn rules(row: &Row<'_>) -> rusqlite::Result<Arc<str>> {
    let words = (
        row.get::<_, Option<u8>>("size")?,
        row.get::<_, Option<String>>("rule")?,
    );
    if let (Some(size), Some(rule)) = words {
        return Ok(format!("{size} x {size} {rule}").into());
    }
    let kind: String = row.get("game")?;
    Ok(GameKind::from_name(&kind)
        .unwrap_or(GameKind::Gomoku)
        .title()
        .into())
}

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
pub(super) fn opponent() -> String {
    format!("coalesce({MET}, CASE own_seat WHEN 'first' THEN second_name WHEN 'second' THEN first_name END)")
}

impl Filter {
    /// A condition on `games` and the values for its question marks.
    pub(crate) fn to_sql(&self) -> (String, Vec<Value>) {
        let opponent = opponent();
        let game = self.game.map(|kind| kind.name().to_owned());
        let texts = [
            ("games.game", &game),
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
        if let Some(until_ms) = self.until_ms {
            conditions.push("started_ms < ?".to_owned());
            values.push(until_ms.into());
        }
        (conditions.join(" AND "), values)
    }
}

impl Store {
    /// The games that fit, oldest first, without their plies.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn games(&self, filter: &Filter) -> Result<Vec<StoredGame>, StoreError> {
        let (condition, values) = filter.to_sql();
        let sql = format!(
            "SELECT {COLUMNS}, {MET} AS met, key FROM games WHERE {condition} ORDER BY started_ms, key"
        );
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let mut rows = statement.query(params_from_iter(values)).map_err(doing("read"))?;
        let mut games = Vec::new();
        while let Some(row) = rows.next().map_err(doing("read"))? {
            games.push(StoredGame::from_row(row)?);
        }
        Ok(games)
    }

    /// The games that fit, oldest first, with what a report needs.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn outlines(&self, filter: &Filter) -> Result<Vec<Outline>, StoreError> {
        let (condition, values) = filter.to_sql();
        let columns = outline_columns();
        let sql = format!("SELECT {columns} FROM games WHERE {condition} ORDER BY started_ms, key");
        let hidden = self.hidden()?;
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let rows = statement.query_map(params_from_iter(values), |row| outline(row, &hidden));
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }

    /// The kinds of game that there are among those that fit.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn kinds(&self, filter: &Filter) -> Result<Vec<GameKind>, StoreError> {
        let (condition, values) = filter.to_sql();
        let sql = format!("SELECT DISTINCT games.game FROM games WHERE {condition}");
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let rows = statement.query_map(params_from_iter(values), |row| row.get::<_, String>(0));
        let names: Vec<String> = rows.and_then(Iterator::collect).map_err(doing("read"))?;
        let mut kinds: Vec<GameKind> = names
            .iter()
            .filter_map(|name| GameKind::from_name(name))
            .collect();
        kinds.sort_unstable();
        Ok(kinds)
    }

    /// The game that a person means: see [`which`](super::which).
    ///
    /// # Errors
    /// There is none, more than one, or it is of another kind.
    pub fn record<P: Registered>(&self, word: &str) -> Result<Record<P>, StoreError> {
        let id = self.resolve(word)?;
        self.find(&id)?.ok_or(StoreError::UnknownGame(id))
    }

    /// The game with exactly this id.
    ///
    /// # Errors
    /// The database cannot be read, or the game is of another kind.
    pub fn find<P: Registered>(&self, id: &str) -> Result<Option<Record<P>>, StoreError> {
        let Some(record) = find(&self.connection, id)? else {
            return Ok(None);
        };
        let other = |source| StoreError::OtherKind {
            game: id.to_owned(),
            source,
        };
        record.into_kind().map(Some).map_err(other)
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
        let sql = "SELECT key, (SELECT count(*) FROM plies WHERE plies.game = key), reason, winner FROM games WHERE id = ?";
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
}

/// The game with exactly this id.
pub(super) fn find(connection: &Connection, id: &str) -> Result<Option<AnyRecord>, StoreError> {
    let sql = format!("SELECT {COLUMNS}, {MET} AS met, key FROM games WHERE id = ?");
    whole(connection, &sql, PLY_COLUMNS, id.to_owned().into())
}

/// The game of this row in a database of this layout, without asking any other table than that of the plies.
pub(super) fn by_key(
    connection: &Connection,
    layout: i64,
    key: i64,
) -> Result<Option<AnyRecord>, StoreError> {
    let [columns, ply_columns] = row::columns_in(layout);
    let sql = format!("SELECT {columns}, NULL AS met, key FROM games WHERE key = ?");
    whole(connection, &sql, &ply_columns, key.into())
}

fn whole(
    connection: &Connection,
    sql: &str,
    ply_columns: &str,
    which: Value,
) -> Result<Option<AnyRecord>, StoreError> {
    let mut statement = connection.prepare_cached(sql).map_err(doing("read"))?;
    let mut rows = statement.query([which]).map_err(doing("read"))?;
    let Some(row) = rows.next().map_err(doing("read"))? else {
        return Ok(None);
    };
    let game = StoredGame::from_row(row)?;
    let mut record = game.record;
    let key = game.number;
    let sql = format!("SELECT {ply_columns} FROM plies WHERE game = ? ORDER BY number");
    let mut statement = connection.prepare_cached(&sql).map_err(doing("read"))?;
    let mut rows = statement.query([key]).map_err(doing("read"))?;
    while let Some(row) = rows.next().map_err(doing("read"))? {
        let ply = row::ply_from_row(row, &record.id)?;
        record.plies.push(ply);
    }
    Ok(Some(record))
}
