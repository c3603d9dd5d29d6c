//! Every game as a line of a list: what is needed to choose, sort and count games. One pass over the games and none over
//! their plies, so that it stays quick with a hundred thousand of them.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use referee::{games::GameKind, point::Point, symmetry::Symmetry};
use rusqlite::OptionalExtension as _;

use super::{
    Store,
    error::{StoreError, doing},
    games::{Hidden, Outline, outline, outline_columns},
    row::StoredFault,
};

/// Stones that an opening is told by.
const OPENING: usize = 3;

/// A game in the list of all games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// Its number in this database, from 1.
    pub number: i64,
    /// Its id.
    pub id: String,
    /// Which kind of game it is.
    pub kind: GameKind,
    /// Names by seat: `[first, second]`.
    pub names: [Arc<str>; 2],
    /// Unix milliseconds.
    pub ended_ms: Option<i64>,
    /// The first three stones of a game of Gomoku, turned and mirrored so that games which are alike say the same; and the
    /// lines of its board.
    pub opening: Option<([Point; OPENING], u8)>,
    /// What reports need to know.
    pub outline: Outline,
}

impl Store {
    /// Every game, oldest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn catalogue(&self) -> Result<Vec<CatalogueEntry>, StoreError> {
        let hidden = self.hidden()?;
        let openings = self.openings()?;
        let sql = format!(
            "SELECT {}, ended_ms FROM games ORDER BY started_ms, key",
            outline_columns()
        );
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let mut words = Words::default();
        let rows = statement.query_map([], |row| {
            let mut outline = outline(row, &hidden)?;
            outline.rules = words.shared(&outline.rules);
            outline.players = outline.players.map(|name| words.shared(&name));
            let kind: String = row.get("game")?;
            let kind = GameKind::from_name(&kind).unwrap_or(GameKind::Gomoku);
            let (number, size) = (outline.number, row.get::<_, Option<u8>>("size")?);
            let mut names = outline.players.clone();
            if let (Some(seat), Some(name)) = (outline.own_seat, &outline.opponent) {
                names[(!seat).index()] = words.shared(name);
            }
            let opening = openings.get(&number).copied().zip(size);
            Ok(CatalogueEntry {
                number,
                id: row.get("id")?,
                kind,
                names,
                ended_ms: row.get("ended_ms")?,
                opening: opening.and_then(|(stones, size)| Some((unturned(stones, size)?, size))),
                outline,
            })
        });
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }

    /// What somebody else changes in the database changes this number; it is cheap to ask for.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn data_version(&self) -> Result<i64, StoreError> {
        self.connection
            .pragma_query_value(None, "data_version", |row| row.get(0))
            .map_err(doing("read"))
    }

    /// The newest faults of all sessions, so many at most, the newest first; or those of one game, in their order.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn faults(&self, game: Option<&str>, most: u32) -> Result<Vec<StoredFault>, StoreError> {
        let sql = "SELECT session, seq, at_ms, game, kind, detail FROM faults WHERE ?1 IS NULL OR game = ?1
                   ORDER BY CASE WHEN ?1 IS NULL THEN -at_ms ELSE at_ms END LIMIT ?2";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let rows = statement.query_map(rusqlite::params![game, most], |row| {
            Ok(StoredFault {
                session: row.get(0)?,
                seq: row.get(1)?,
                at_ms: row.get(2)?,
                game: row.get(3)?,
                kind: row.get(4)?,
                detail: row.get(5)?,
            })
        });
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }

    /// The session that played a game; `None` for games from files, and if there is no such game.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn session_of(&self, game: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT session FROM games WHERE id = ?";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let session = statement.query_row([game], |row| row.get(0)).optional();
        session.map(Option::flatten).map_err(doing("read"))
    }

    /// What clients said of ends that nobody could see, by game.
    pub(super) fn hidden(&self) -> Result<Hidden, StoreError> {
        let sql =
            "SELECT game, kind FROM faults WHERE kind LIKE 'hidden\\_%' ESCAPE '\\' AND game IS NOT NULL";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }

    /// The first stones of every game that has so many, by its number, as they were played.
    fn openings(&self) -> Result<HashMap<i64, [Point; OPENING]>, StoreError> {
        let sql =
            "SELECT plies.game, number, x, y FROM games CROSS JOIN plies ON plies.game = key AND number < ?1
                   WHERE x IS NOT NULL";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let mut openings: HashMap<i64, [Point; OPENING]> = HashMap::new();
        let mut whole = HashSet::new();
        let mut rows = statement.query([OPENING as i64]).map_err(doing("read"))?;
        while let Some(row) = rows.next().map_err(doing("read"))? {
            let told = || -> rusqlite::Result<(i64, usize, Point)> {
                Ok((row.get(0)?, row.get(1)?, Point::new(row.get(2)?, row.get(3)?)))
            };
            let (game, number, point) = told().map_err(doing("read"))?;
            openings.entry(game).or_insert([Point::new(0, 0); OPENING])[number] = point;
            if number == OPENING - 1 {
                whole.insert(game);
            }
        }
        openings.retain(|game, _| whole.contains(game));
        Ok(openings)
    }
}

/// The one of the eight ways to see these stones that comes first; `None` if they are on no such board.
fn unturned(stones: [Point; OPENING], size: u8) -> Option<[Point; OPENING]> {
    let is_on = |point: &Point| point.x < size && point.y < size;
    let seen = |symmetry: Symmetry| stones.map(|point| symmetry.apply(point, size));
    let order = |stones: &[Point; OPENING]| stones.map(|point| (point.y, point.x));
    let ways = || Symmetry::ALL.into_iter().map(seen);
    stones.iter().all(is_on).then(ways)?.min_by_key(order)
}

/// Words that many games share, each kept once.
#[derive(Default)]
struct Words(HashSet<Arc<str>>);

impl Words {
    fn shared(&mut self, word: &str) -> Arc<str> {
        if let Some(known) = self.0.get(word) {
            return Arc::clone(known);
        }
        let word: Arc<str> = word.into();
        self.0.insert(Arc::clone(&word));
        word
    }
}
