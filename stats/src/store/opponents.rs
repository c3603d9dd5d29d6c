//! Who was played against: opponents told apart by their name plates, as they were met, named and joined. What a plate's
//! bytes mean is not known here.

use rusqlite::{Connection, OptionalExtension, params};

use super::{
    Store,
    error::{StoreError, doing},
};

/// Somebody who was met.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Such as `plate-3f2a91`.
    pub id: String,
    /// The client profile at which this one was met first.
    pub source: Option<String>,
    /// The plate's fingerprint.
    pub plate: Option<Vec<u8>>,
    /// What the plate says, where it could be read.
    pub text: Option<String>,
    /// What a person calls this one.
    pub name: Option<String>,
    /// Who this one turned out to be.
    pub joined: Option<String>,
}

impl Opponent {
    /// What this one is called: by a person, by the plate, or by the id.
    pub fn called(&self) -> &str {
        let name = self.name.as_deref().or(self.text.as_deref());
        name.unwrap_or(&self.id)
    }
}

/// An opponent and the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Who.
    pub opponent: Opponent,
    /// Games, finished or not.
    pub games: u32,
    /// Games that we won.
    pub won: u32,
    /// Games that we lost.
    pub lost: u32,
    /// Games that nobody won.
    pub drawn: u32,
    /// Start of the last game, Unix milliseconds.
    pub seen_ms: Option<i64>,
}

/// Something that was learned of an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Learned {
    /// Met in a game.
    Met {
        /// The game's id.
        game: String,
        /// Who; the id alone counts if this one is known.
        opponent: Opponent,
    },
    /// Named by a person.
    Named {
        /// Whose id.
        opponent: String,
        /// The name.
        name: String,
        /// Unix milliseconds; a name that was given later stays.
        at_ms: i64,
    },
    /// Two ids are of one opponent.
    Joined {
        /// The one that goes.
        opponent: String,
        /// The one that stays.
        into: String,
    },
}

const COLUMNS: &str = "id, source, plate, text, name, joined";

impl Store {
    /// Everybody who was met, those who turned out to be somebody else as well, by their ids.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn opponents(&self) -> Result<Vec<Opponent>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM opponents ORDER BY id");
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let rows = statement.query_map([], from_row);
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }

    /// Everybody who turned out to be nobody else, with the games, the last one first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        let result = "games.reason IS NOT NULL AND games.reason <> 'aborted'";
        let sql = format!(
            "SELECT kept.id, kept.source, kept.plate, kept.text, kept.name, kept.joined,
                    count(games.id) AS games,
                    count(CASE WHEN {result} AND games.winner = games.own_seat THEN 1 END) AS won,
                    count(CASE WHEN {result} AND games.winner <> games.own_seat THEN 1 END) AS lost,
                    count(CASE WHEN {result} AND games.winner IS NULL THEN 1 END) AS drawn,
                    max(games.started_ms) AS seen_ms
             FROM opponents AS kept
             JOIN opponents AS met ON coalesce(met.joined, met.id) = kept.id
             LEFT JOIN games ON games.opponent = met.id
             WHERE kept.joined IS NULL GROUP BY kept.id ORDER BY seen_ms DESC, kept.id"
        );
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let rows = statement.query_map([], |row| {
            Ok(Account {
                opponent: from_row(row)?,
                games: row.get("games")?,
                won: row.get("won")?,
                lost: row.get("lost")?,
                drawn: row.get("drawn")?,
                seen_ms: row.get("seen_ms")?,
            })
        });
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }

    /// The opponent with this id, or the only one who is called so, case ignored; whom this one was joined to, if anybody.
    ///
    /// # Errors
    /// There is none, or several have that name.
    pub fn opponent(&self, wanted: &str) -> Result<Opponent, StoreError> {
        let all = self.opponents()?;
        let by_id = |id: &str| all.iter().find(|one| one.id == id);
        if let Some(found) = by_id(wanted) {
            let kept = found.joined.as_deref().and_then(by_id);
            return Ok(kept.unwrap_or(found).clone());
        }
        let lower = wanted.to_lowercase();
        let mut called = all
            .iter()
            .filter(|one| one.joined.is_none() && one.called().to_lowercase() == lower);
        match (called.next(), called.count()) {
            (Some(only), 0) => Ok(only.clone()),
            (None, _) => Err(StoreError::UnknownOpponent(wanted.to_owned())),
            (Some(_), others) => Err(StoreError::SeveralOpponents {
                name: wanted.to_owned(),
                count: others + 1,
            }),
        }
    }

    /// Takes in what was learned; doing it twice changes nothing.
    ///
    /// # Errors
    /// The database cannot be written.
    pub fn learn(&mut self, learned: &Learned) -> Result<(), StoreError> {
        let transaction = self.begin()?;
        take_in(&transaction, learned)?;
        transaction.commit().map_err(doing("write"))
    }
}

fn from_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<Opponent> {
    Ok(Opponent {
        id: row.get(0)?,
        source: row.get(1)?,
        plate: row.get(2)?,
        text: row.get(3)?,
        name: row.get(4)?,
        joined: row.get(5)?,
    })
}

pub(super) fn take_in(connection: &Connection, learned: &Learned) -> Result<(), StoreError> {
    match learned {
        Learned::Met { game, opponent } => {
            let sql = "INSERT INTO opponents (id, source, plate, text) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
                       source = coalesce(source, excluded.source), plate = coalesce(plate, excluded.plate),
                       text = coalesce(text, excluded.text)";
            let values = params![opponent.id, opponent.source, opponent.plate, opponent.text];
            connection.execute(sql, values).map_err(doing("write"))?;
            let sql = "UPDATE games SET opponent = ? WHERE id = ?";
            connection.execute(sql, params![opponent.id, game])
        }
        Learned::Named { opponent, name, at_ms } => {
            know(connection, opponent)?;
            let sql = "UPDATE opponents SET name = ?1, named_ms = ?2 WHERE id = ?3 AND coalesce(named_ms, ?2) <= ?2";
            connection.execute(sql, params![name, at_ms, opponent])
        }
        Learned::Joined { opponent, into } => {
            know(connection, opponent)?;
            know(connection, into)?;
            let sql = "SELECT coalesce(joined, id) FROM opponents WHERE id = ?";
            let kept: Option<String> = connection
                .query_row(sql, [into], |row| row.get(0))
                .optional()
                .map_err(doing("read"))?;
            let kept = kept.unwrap_or_else(|| into.clone());
            if kept == *opponent {
                return Ok(());
            }
            let sql = "UPDATE opponents SET (name, named_ms) = (SELECT name, named_ms FROM opponents WHERE id = ?1)
                       WHERE id = ?2 AND name IS NULL";
            connection.execute(sql, params![opponent, kept]).map_err(doing("write"))?;
            let sql = "UPDATE opponents SET joined = ?1 WHERE id = ?2 OR joined = ?2";
            connection.execute(sql, params![kept, opponent])
        }
    }
    .map_err(doing("write"))?;
    Ok(())
}

/// A journal may tell of somebody whom another journal, not taken in yet, introduces.
fn know(connection: &Connection, id: &str) -> Result<(), StoreError> {
    let sql = "INSERT INTO opponents (id) VALUES (?) ON CONFLICT (id) DO NOTHING";
    connection.execute(sql, [id]).map_err(doing("write"))?;
    Ok(())
}
