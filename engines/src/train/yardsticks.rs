//! How a network stands against engines that stay as they are, and against its earlier self: a few games against each, from
//! openings by dice, each opening from both seats. Ratings are made of all of them together, wherever they are shown.

use std::sync::Arc;

use referee::{
    gomoku::{Move, Position},
    player::{Player, Stop},
    point::Point,
    position::Position as _,
    seat::Seat,
};
use serde::{Deserialize, Serialize};

use super::{
    Throw, dice,
    duel::{duel, player},
    settings::TrainSettings,
};
use crate::{network::PolicyValueNetwork, registry};

/// The engines, as specs. The first is where ratings begin to count.
pub const YARDSTICKS: [&str; 4] = [
    "mcts:sims=1000",
    "classic:depth=2",
    "classic:depth=4",
    "alphabeta:nodes=1000",
];
/// Openings that are played against each.
const OPENINGS: u64 = 2;
/// Stones of an opening.
const STONES: u32 = 3;

/// The network as it was after so many games.
#[derive(Clone, Debug)]
pub struct EarlierSelf {
    /// Games that it had learned from.
    pub games: u64,
    /// It.
    pub network: Arc<PolicyValueNetwork>,
}

/// What came of the games against one rival.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct YardstickResult {
    /// Games that the network had learned from.
    pub games: u64,
    /// A spec of [`YARDSTICKS`], or [`self_after`] fewer games.
    pub against: String,
    /// Pairs of games with one opening, by the network's half points, 0 to 4.
    pub pairs: [u64; 5],
}

/// What a network is called that has learned from so many games.
pub fn self_after(games: u64) -> String {
    format!("after {games} games")
}

/// Plays against all of them; `None` if it was stopped. Engines that refuse the board are left out.
pub fn measure(
    network: &Arc<PolicyValueNetwork>,
    earlier: Option<&EarlierSelf>,
    settings: &TrainSettings,
    games: u64,
    stop: &Stop,
) -> Option<Vec<YardstickResult>> {
    let mut dice = dice(settings.seed, Throw::Yardsticks, games);
    let openings: Vec<Position> = (0..OPENINGS)
        .map(|_| {
            let mut position = Position::new(settings.size, settings.rule).expect("a training has a board");
            let first = u64::from(settings.size / 2) - 2;
            while position.plies() < STONES as usize {
                let mut axis = || (first + dice.below(5)) as u8;
                // A stone on a stone, or out of what an opening allows, is thrown again.
                let _ = position.play(Move::Place(Point::new(axis(), axis())));
            }
            position
        })
        .collect();
    let mut rivals: Vec<(String, Box<dyn Player<Position>>)> = Vec::new();
    for spec in YARDSTICKS {
        let rival = registry::build(spec).expect("a yardstick is an engine of the program");
        rivals.push((spec.to_owned(), rival));
    }
    if let Some(earlier) = earlier {
        let rival = player(&earlier.network, settings);
        rivals.push((self_after(earlier.games), Box::new(rival)));
    }
    let mut standings = Vec::new();
    for (against, mut rival) in rivals {
        if rival.new_game(&openings[0]).is_err() {
            continue;
        }
        let mut pairs = [0; 5];
        for opening in &openings {
            let mut halves = 0;
            for own in [Seat::First, Seat::Second] {
                if stop.is_raised() {
                    return None;
                }
                halves += match duel(opening.clone(), network, settings, own, rival.as_mut()) {
                    None => 1,
                    Some(winner) => 2 * usize::from(winner == own),
                };
            }
            pairs[halves] += 1;
        }
        standings.push(YardstickResult {
            games,
            against,
            pairs,
        });
    }
    Some(standings)
}
