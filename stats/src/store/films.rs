//! Which files show which games.

use rusqlite::{Connection, params};

use super::{
    Store,
    error::{StoreError, doing},
    row::StoredFilm,
};

impl Store {
    /// Notes that a file shows a game. What is known of the same game in the same file gives way.
    ///
    /// # Errors
    /// The database cannot be written.
    pub fn put_film(&mut self, film: &StoredFilm) -> Result<(), StoreError> {
        put_film(&self.connection, film)
    }

    /// The files that show a game, in the order in which they were told of.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn films_of(&self, game: &str) -> Result<Vec<StoredFilm>, StoreError> {
        let sql = "SELECT game, film, from_ms, until_ms FROM films WHERE game = ? ORDER BY key";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        let rows = statement.query_map([game], |row| {
            Ok(StoredFilm {
                game: row.get(0)?,
                film: row.get(1)?,
                from_ms: row.get(2)?,
                until_ms: row.get(3)?,
            })
        });
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }
}

pub(super) fn put_film(connection: &Connection, film: &StoredFilm) -> Result<(), StoreError> {
    let sql = "INSERT INTO films (game, film, from_ms, until_ms) VALUES (?, ?, ?, ?)
               ON CONFLICT (game, film) DO UPDATE SET from_ms = excluded.from_ms, until_ms = excluded.until_ms";
    let StoredFilm {
        game,
        film,
        from_ms,
        until_ms,
    } = film;
    connection
        .prepare_cached(sql)
        .and_then(|mut statement| statement.execute(params![game, film, from_ms, until_ms]))
        .map_err(doing("write"))?;
    Ok(())
}
