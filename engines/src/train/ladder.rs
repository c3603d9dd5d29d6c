//! How a network stands against the pure search (docs/sources.md `S1.7`): every so many games it plays some against it, and
//! when it wins all of them, the yardstick becomes longer.

use std::sync::Arc;

use referee::{gomoku::Position, player::Stop, seat::Seat};
use serde::{Deserialize, Serialize};

use super::{Throw, dice, duel::duel, settings::TrainSettings};
use crate::{
    mcts::{
        options::{MctsOptions, TreeOptions},
        player::mcts,
    },
    network::PolicyValueNetwork,
};

/// Simulations of the first rung, and by how many more the next is longer.
const RUNG: u64 = 1_000;

/// The yardstick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Yardstick {
    /// Simulations of the pure search.
    pub sims: u64,
}

/// What came of one rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rung {
    /// Games that the network had learned from.
    pub games: u64,
    /// Simulations of the pure search.
    pub sims: u64,
    /// Games that the network won.
    pub won: u64,
    /// Drawn.
    pub drawn: u64,
    /// Lost.
    pub lost: u64,
}

impl Default for Yardstick {
    fn default() -> Yardstick {
        Yardstick { sims: RUNG }
    }
}

impl Yardstick {
    /// What follows after a rung.
    #[must_use]
    pub fn after(self, rung: &Rung) -> Yardstick {
        match rung.drawn == 0 && rung.lost == 0 {
            true => Yardstick {
                sims: self.sims + RUNG,
            },
            false => self,
        }
    }

    /// Plays a rung with a network that has learned from so many games; `None` if it was stopped.
    pub fn play(
        self,
        network: &Arc<PolicyValueNetwork>,
        settings: &TrainSettings,
        games: u64,
        stop: &Stop,
    ) -> Option<Rung> {
        let mut dice = dice(settings.seed, Throw::Ladder, games);
        let mut rung = Rung {
            games,
            sims: self.sims,
            won: 0,
            drawn: 0,
            lost: 0,
        };
        for number in 0..settings.ladder_games {
            if stop.is_raised() {
                return None;
            }
            let own = if number % 2 == 0 {
                Seat::First
            } else {
                Seat::Second
            };
            match one_game(self.sims, network, settings, own, dice.bits()) {
                None => rung.drawn += 1,
                Some(winner) if winner == own => rung.won += 1,
                Some(_) => rung.lost += 1,
            }
        }
        Some(rung)
    }
}

/// The winner of a game in which the network has this seat.
fn one_game(
    sims: u64,
    network: &Arc<PolicyValueNetwork>,
    settings: &TrainSettings,
    own: Seat,
    seed: u64,
) -> Option<Seat> {
    let mut pure = mcts(&MctsOptions {
        seed,
        tree: TreeOptions {
            sims: Some(sims),
            ..TreeOptions::default()
        },
    });
    let position = Position::new(settings.size, settings.rule).expect("a training has a board");
    // What is measured is what was learned: the solver would win where the network knows nothing.
    duel(position, network, &settings.alone(), own, &mut pure)
}
