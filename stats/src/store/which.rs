//! Which game a person means: `last`, its number (`12` or `#12`), its id, or the beginning or the end of its id if no other has
//! that. The last game is the one that began last; games between engines count only where there are no others.

use rusqlite::{OptionalExtension, params};

use super::{
    Store,
    error::{StoreError, doing},
    games::MATCH,
};

/// The word for the latest game.
pub const LAST: &str = "last";

/// More digits are not a number, but a part of an id.
const DIGITS_MAX: usize = 9;

impl Store {
    /// The id of the game that is meant.
    ///
    /// # Errors
    /// There is none, or more than one.
    pub(crate) fn resolve(&self, word: &str) -> Result<String, StoreError> {
        let word = word.trim().to_lowercase();
        if word == LAST {
            return self.latest()?.ok_or(StoreError::NoGames);
        }
        if let Some(id) = self.one("SELECT id FROM games WHERE id = ?", &word)? {
            return Ok(id);
        }
        if let Some(number) = number(&word)
            && let Some(id) = self.one("SELECT id FROM games WHERE key = ?", number)?
        {
            return Ok(id);
        }
        let ids = self.like(&word)?;
        match (ids.len(), ids.into_iter().next()) {
            (1, Some(id)) if !word.is_empty() => Ok(id),
            (0, _) => Err(StoreError::UnknownGame(word)),
            (count, _) => Err(StoreError::Ambiguous { word, count }),
        }
    }

    /// A game's number in this database, from 1.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn number_of(&self, id: &str) -> Result<Option<i64>, StoreError> {
        let sql = "SELECT key FROM games WHERE id = ?";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let number = statement.query_row([id], |row| row.get(0));
        number.optional().map_err(doing("read"))
    }

    fn latest(&self) -> Result<Option<String>, StoreError> {
        let sql = "SELECT id FROM games ORDER BY source IS ?, started_ms DESC, key DESC LIMIT 1";
        self.one(sql, MATCH)
    }

    fn one(&self, sql: &str, value: impl rusqlite::ToSql) -> Result<Option<String>, StoreError> {
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let id = statement.query_row([value], |row| row.get(0));
        id.optional().map_err(doing("read"))
    }

    /// The ids that begin or end so.
    fn like(&self, part: &str) -> Result<Vec<String>, StoreError> {
        // "~" comes after every character of an id.
        let sql = "SELECT id FROM games WHERE id >= ?1 AND id < ?1 || '~' OR substr(id, -length(?1)) = ?1 ORDER BY id";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let ids = statement.query_map(params![part], |row| row.get(0));
        ids.and_then(Iterator::collect).map_err(doing("read"))
    }
}

/// What begins with a zero is the beginning of an id.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('#').unwrap_or(word);
    let is_number = digits.len() <= DIGITS_MAX
        && !digits.starts_with('0')
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}
