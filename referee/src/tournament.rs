//! Which games a match of two or more contestants consists of: every two that are to meet play every opening twice,
//! with seats changed. Pure counting: nothing here plays.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::series::{Contestant, SeriesSchedule};

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets each of the others.
    Gauntlet,
}

/// All games of a match. The `n`-th game is the same however often it is asked for, and in whatever order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tournament {
    /// At least 2.
    pub contestants: usize,
    /// Who meets whom.
    pub form: Form,
    /// The games of each two.
    pub schedule: SeriesSchedule,
}

/// One game of a [`Tournament`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fixture {
    /// Number of the game, from 0. The games 2n and 2n + 1 are a pair.
    pub game: u64,
    /// Which opening of the book.
    pub opening: usize,
    /// The contestants by seat: `[first, second]`.
    pub seats: [usize; 2],
}

impl Fixture {
    /// The pair to which the game belongs, from 0.
    pub fn pair(&self) -> u64 {
        self.game / 2
    }
}

impl Tournament {
    /// The two that meet, the smaller number first; always in the same order.
    pub fn encounters(&self) -> Vec<[usize; 2]> {
        let hosts = match self.form {
            Form::RoundRobin => self.contestants,
            Form::Gauntlet => self.contestants.min(1),
        };
        (0..hosts)
            .flat_map(|one| (one + 1..self.contestants).map(move |other| [one, other]))
            .collect()
    }

    /// All games.
    pub fn games(&self) -> u64 {
        match self.schedule.openings {
            0 => 0,
            _ => 2 * self.schedule.pairs_max * self.encounters().len() as u64,
        }
    }

    /// The `game`-th game, from 0; `None` after the last. All encounters get on equally fast, and play the same
    /// openings.
    pub fn fixture(&self, game: u64) -> Option<Fixture> {
        let encounters = self.encounters();
        let pair = game / 2;
        let [one, other] = *encounters.get((pair % encounters.len().max(1) as u64) as usize)?;
        let pairing = self
            .schedule
            .pairing(2 * (pair / encounters.len() as u64) + game % 2)?;
        let seats = match pairing.first {
            Contestant::A => [one, other],
            Contestant::B => [other, one],
        };
        Some(Fixture {
            game,
            opening: pairing.opening,
            seats,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::series::OpeningOrder;

    fn tournament(contestants: usize, form: Form, openings: usize, pairs_max: u64) -> Tournament {
        Tournament {
            contestants,
            form,
            schedule: SeriesSchedule {
                openings,
                order: OpeningOrder::Shuffled,
                seed: 3,
                pairs_max,
            },
        }
    }

    #[test]
    fn who_meets_whom() {
        let round = tournament(4, Form::RoundRobin, 1, 1);
        assert_eq!(
            round.encounters(),
            [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
        );
        let gauntlet = tournament(4, Form::Gauntlet, 1, 1);
        assert_eq!(gauntlet.encounters(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(tournament(2, Form::RoundRobin, 0, 5).fixture(0), None);
        assert_eq!(tournament(1, Form::RoundRobin, 1, 5).fixture(0), None);
    }

    proptest! {
        #[test]
        fn everybody_plays_everything_twice(contestants in 2usize..6, openings in 1usize..9, pairs in 1u64..12, gauntlet: bool) {
            let form = if gauntlet { Form::Gauntlet } else { Form::RoundRobin };
            let tournament = tournament(contestants, form, openings, pairs);
            let games: Vec<Fixture> = (0..).map_while(|game| tournament.fixture(game)).collect();
            prop_assert_eq!(games.len() as u64, tournament.games());
            let mut met: BTreeMap<Vec<usize>, Vec<usize>> = BTreeMap::new();
            for pair in games.chunks(2) {
                prop_assert_eq!(pair[0].pair(), pair[1].pair());
                prop_assert_eq!(pair[0].opening, pair[1].opening);
                let [first, second] = pair[0].seats;
                prop_assert_eq!(pair[1].seats, [second, first]);
                met.entry(vec![first.min(second), first.max(second)]).or_default().push(pair[0].opening);
            }
            prop_assert_eq!(met.len(), tournament.encounters().len());
            let openings = met.values().next().unwrap().clone();
            prop_assert!(met.into_values().all(|played| played == openings && played.len() as u64 == pairs));
        }
    }
}
