//! Any legal move, each equally likely: the weakest opponent there is, and a good finder of gaps in rules.
//!
//! The same seed makes the same choices in the same games, on every machine.

use referee::{
    gomoku::{Move, Position},
    player::{Limits, Player, PlayerError, Thought},
    position::Position as _,
};

/// A seeded chooser. Its stream of numbers goes on from game to game, so that the games of a series differ.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    state: u64,
}

impl Random {
    /// A chooser at the start of its stream.
    pub fn new(seed: u64) -> Random {
        Random { seed, state: seed }
    }

    /// The next number of the stream (SplitMix64; Steele, Lea and Flood 2014).
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0. Taking the upper half of the product leaves a bias of less than
    /// one in 2^55 for the few hundred moves of a board.
    fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }
}

impl Player<Position> for Random {
    fn name(&self) -> String {
        format!("random:seed={} {}", self.seed, env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, _position: &Position) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, position: &Position, _limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Err(PlayerError::Resigns);
        }
        Ok(Thought::bare(legal[self.below(legal.len())]))
    }
}

#[cfg(test)]
mod tests {
    use referee::gomoku::Rule;

    use super::*;

    fn game(seed: u64) -> Vec<Move> {
        let mut player = Random::new(seed);
        let mut position = Position::new(7, Rule::Freestyle).unwrap();
        while position.outcome().is_none() {
            let thought = player.think(&position, &Limits::default()).unwrap();
            position.play(thought.play).unwrap();
        }
        position.history().to_vec()
    }

    #[test]
    fn one_seed_makes_one_game() {
        assert_eq!(game(7), game(7));
        assert_ne!(game(7), game(8));
    }

    #[test]
    fn the_stream_is_the_published_one() {
        let mut stream = Random::new(1_234_567);
        let numbers: Vec<u64> = (0..3).map(|_| stream.next()).collect();
        assert_eq!(
            numbers,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn every_move_has_its_share() {
        let mut player = Random::new(1);
        let position = Position::new(5, Rule::Freestyle).unwrap();
        let mut counts = std::collections::HashMap::new();
        for _ in 0..25_000 {
            let Move::Place(point) = player.think(&position, &Limits::default()).unwrap().play else {
                panic!()
            };
            *counts.entry(point).or_insert(0u32) += 1;
        }
        assert_eq!(counts.len(), 25);
        // Chi-squared with 24 degrees of freedom stays under 52 in all but one case of a thousand.
        let chi: f64 = counts
            .values()
            .map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0)
            .sum();
        assert!(chi < 52.0, "chi-squared {chi}");
    }
}
