//! Ratings of all networks of a training and of the engines that they were measured against, from all games together.

use engines::train::yardsticks::{YARDSTICKS, YardstickResult, self_after};
use serde::Serialize;
use stats::rating::{
    ladder::{self, Encounter},
    pentanomial::Pentanomial,
};

use super::log::Log;

/// Somebody's rating.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Rated {
    /// A spec, or what the network is called.
    pub(super) player: String,
    /// Games that it had learned from, of a network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) games: Option<u64>,
    /// Elo above the first yardstick.
    pub(super) elo: f64,
    /// 95 % interval, of its distance to the mean of all.
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Networks by their age, then yardsticks; nobody before something was measured.
pub(super) fn of(log: &Log) -> Vec<Rated> {
    let networks = log.measured.iter().map(|measured| {
        let name = self_after(measured.games);
        (name, Some(measured.games))
    });
    let standings: Vec<&YardstickResult> = log
        .measured
        .iter()
        .flat_map(|measured| &measured.standings)
        .collect();
    let met = |spec: &str| standings.iter().any(|standing| standing.against == spec);
    let yardsticks = YARDSTICKS.into_iter().filter(|spec| met(spec));
    let players: Vec<(String, Option<u64>)> = networks
        .chain(yardsticks.map(|spec| (spec.to_owned(), None)))
        .collect();
    let number = |name: &str| players.iter().position(|(player, _)| player == name);
    let encounters: Vec<Encounter> = standings
        .iter()
        .filter_map(|standing| {
            Some(Encounter {
                engines: [number(&self_after(standing.games))?, number(&standing.against)?],
                pairs: Pentanomial(standing.pairs),
            })
        })
        .collect();
    let Some(ladder) = ladder::rate(players.len(), &encounters).filter(|_| !players.is_empty()) else {
        return Vec::new();
    };
    let nought = number(YARDSTICKS[0]).map_or(0.0, |first| ladder.ratings[first].elo);
    let rated = players.into_iter().zip(ladder.ratings);
    rated
        .map(|((player, games), rating)| Rated {
            player,
            games,
            elo: rating.elo - nought,
            low: rating.interval.low - nought,
            high: rating.interval.high - nought,
        })
        .collect()
}

/// The last measurement, in a line; `None` before it.
pub(super) fn line(log: &Log) -> Option<String> {
    let measured = log.measured.last()?;
    let rated = of(log);
    let own = rated.iter().find(|rated| rated.games == Some(measured.games))?;
    Some(format!(
        "after {} games: {:+.0} Elo beside {}; {} forced wins of {} seen at sight, {} by a search",
        measured.games,
        own.elo,
        YARDSTICKS[0],
        measured.marks.at_sight,
        measured.marks.asked,
        measured.marks.by_search
    ))
}

#[cfg(test)]
mod tests {
    use engines::train::exam::Marks;

    use super::{super::log::Measured, *};

    #[test]
    fn networks_are_rated_beside_what_stays_the_same() {
        let standing = |games, against: &str, pairs| YardstickResult {
            games,
            against: against.to_owned(),
            pairs,
        };
        let marks = Marks {
            asked: 0,
            at_sight: 0,
            by_search: 0,
        };
        let mut log = Log::default();
        assert_eq!(of(&log), []);
        log.measured.push(Measured {
            games: 250,
            standings: vec![standing(250, YARDSTICKS[0], [2, 1, 1, 0, 0])],
            marks,
        });
        log.measured.push(Measured {
            games: 500,
            standings: vec![
                standing(500, YARDSTICKS[0], [0, 0, 2, 1, 1]),
                standing(500, &self_after(250), [0, 0, 1, 1, 2]),
            ],
            marks,
        });
        let rated = of(&log);
        let names: Vec<&str> = rated.iter().map(|rated| rated.player.as_str()).collect();
        assert_eq!(names, ["after 250 games", "after 500 games", YARDSTICKS[0]]);
        assert!(rated[0].elo < 0.0 && rated[1].elo > 0.0, "{rated:?}");
        assert!(rated[2].elo.abs() < 1e-9, "{rated:?}");
    }
}
