//! Which names there are at all: by them a question is told from a slip of the pen.

use super::{
    Store,
    error::{StoreError, doing},
    games::{MATCH, opponent},
};

/// What a name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A client profile or a file format.
    Client,
    /// An engine that chose our moves.
    Engine,
    /// Somebody who was played against.
    Opponent,
}

impl Store {
    /// Every name of this kind that a filter can ask for, in order.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn known_names(&self, kind: NameKind) -> Result<Vec<String>, StoreError> {
        let sql = match kind {
            // Faults are counted by what their session was asked for, too.
            NameKind::Client => {
                "SELECT source AS name FROM games UNION SELECT client FROM sessions".to_owned()
            }
            NameKind::Engine => {
                "SELECT engine AS name FROM games UNION SELECT engine FROM sessions".to_owned()
            }
            NameKind::Opponent => format!("SELECT DISTINCT {} AS name FROM games", opponent()),
        };
        let sql = format!("SELECT name FROM ({sql}) WHERE name IS NOT NULL ORDER BY name");
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let rows = statement.query_map([], |row| row.get(0));
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }

    /// How many games between engines there are.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn match_games(&self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM games WHERE source = ?";
        let mut statement = self.connection.prepare_cached(sql).map_err(doing("read"))?;
        statement
            .query_row([MATCH], |row| row.get(0))
            .map_err(doing("read"))
    }
}
