//! Thinking times and faults, counted by the database.

use referee::games::GameKind;
use rusqlite::params_from_iter;
use schemars::JsonSchema;
use serde::Serialize;

use super::{
    Store,
    error::{StoreError, doing},
    games::{Filter, opponent},
};

/// How long moves took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Times {
    /// Our own moves.
    pub own: Quantiles,
    /// The opponents' moves.
    pub opponent: Quantiles,
}

/// Milliseconds that this share of the moves did not exceed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Quantiles {
    /// Moves whose time is known.
    pub moves: u64,
    /// Half of them.
    pub median_ms: u64,
    /// 90 of 100.
    pub p90_ms: u64,
    /// 99 of 100.
    pub p99_ms: u64,
    /// All of them.
    pub max_ms: u64,
}

impl Quantiles {
    fn of(mut times: Vec<u64>) -> Quantiles {
        times.sort_unstable();
        let Some(last) = times.len().checked_sub(1) else {
            return Quantiles::default();
        };
        let at = |share: usize| times[(times.len() * share).div_ceil(100).clamp(1, last + 1) - 1];
        Quantiles {
            moves: times.len() as u64,
            median_ms: at(50),
            p90_ms: at(90),
            p99_ms: at(99),
            max_ms: times[last],
        }
    }
}

impl Store {
    /// Thinking times of the moves of all games that fit and in which our seat is known.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn times(&self, filter: &Filter) -> Result<Times, StoreError> {
        let (condition, values) = filter.to_sql();
        let sql = format!(
            "SELECT seat = own_seat, spent_ms FROM games JOIN plies ON plies.game = key
             WHERE spent_ms IS NOT NULL AND own_seat IS NOT NULL AND {condition}"
        );
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let mut rows = statement.query(params_from_iter(values)).map_err(doing("read"))?;
        let (mut own, mut opponent) = (Vec::new(), Vec::new());
        while let Some(row) = rows.next().map_err(doing("read"))? {
            let times = if row.get(0).map_err(doing("read"))? {
                &mut own
            } else {
                &mut opponent
            };
            times.push(row.get(1).map_err(doing("read"))?);
        }
        Ok(Times {
            own: Quantiles::of(own),
            opponent: Quantiles::of(opponent),
        })
    }

    /// Kinds of faults and how often they happened in the sessions that fit, most frequent first. Faults know their
    /// session's engine, their own time and often their game. Their client is the session's, by the name that it was
    /// asked for or by that under which its games are counted. A kind of game and an opponent choose the faults in games of
    /// theirs; those in no game are theirs if a game of the session is, and of every kind where the session has no game.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn fault_counts(&self, filter: &Filter) -> Result<Vec<(String, u64)>, StoreError> {
        let opponent = opponent();
        let is_played = format!("(?5 IS NULL OR games.game = ?5) AND (?6 IS NULL OR {opponent} = ?6)");
        let sql = format!(
            "SELECT kind, count(*) AS times FROM faults LEFT JOIN sessions ON sessions.id = faults.session
             WHERE (?1 IS NULL OR client = ?1
                    OR EXISTS (SELECT 1 FROM games WHERE games.session = sessions.id AND games.source = ?1)) AND (?2 IS NULL OR engine = ?2) AND (?3 IS NULL OR at_ms >= ?3)
             AND (?4 IS NULL OR at_ms < ?4)
             AND CASE
                 WHEN EXISTS (SELECT 1 FROM games WHERE games.id = faults.game)
                 THEN EXISTS (SELECT 1 FROM games WHERE games.id = faults.game AND {is_played})
                 WHEN EXISTS (SELECT 1 FROM games WHERE games.session = faults.session)
                 THEN EXISTS (SELECT 1 FROM games WHERE games.session = faults.session AND {is_played})
                 ELSE ?6 IS NULL END
             GROUP BY kind ORDER BY times DESC, kind"
        );
        let mut statement = self.connection.prepare_cached(&sql).map_err(doing("read"))?;
        let game = filter.game.map(GameKind::name);
        let values = rusqlite::params![
            filter.source,
            filter.engine,
            filter.since_ms,
            filter.until_ms,
            game,
            filter.opponent
        ];
        let rows = statement.query_map(values, |row| Ok((row.get(0)?, row.get(1)?)));
        rows.and_then(Iterator::collect).map_err(doing("read"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_few_and_many() {
        let check = |times: Vec<u64>, expected: [u64; 5]| {
            let Quantiles {
                moves,
                median_ms,
                p90_ms,
                p99_ms,
                max_ms,
            } = Quantiles::of(times);
            assert_eq!([moves, median_ms, p90_ms, p99_ms, max_ms], expected);
        };
        check(vec![], [0; 5]);
        check(vec![7], [1, 7, 7, 7, 7]);
        check(vec![3, 1, 2], [3, 2, 3, 3, 3]);
        check((1..=100).rev().collect(), [100, 50, 90, 99, 100]);
        check((1..=1000).collect(), [1000, 500, 900, 990, 1000]);
    }
}
