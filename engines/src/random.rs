//! Any legal move, each equally likely: the weakest opponent there is, and a good finder of gaps in rules.
//!
//! The same seed makes the same choices in the same games, on every machine. It plays any game.

use dice::Dice;
use referee::{
    player::{Limits, Player, PlayerError, Thought},
    position::Position,
};

/// A seeded chooser. Its stream of numbers goes on from game to game, so that the games of a series differ.
#[derive(Clone, Debug)]
pub struct Random {
    seed: u64,
    dice: Dice,
}

impl Random {
    /// A chooser at the start of its stream.
    pub fn new(seed: u64) -> Random {
        Random {
            seed,
            dice: Dice::new(seed),
        }
    }
}

impl<P: Position> Player<P> for Random {
    fn name(&self) -> String {
        format!("random:seed={} {}", self.seed, env!("CARGO_PKG_VERSION"))
    }

    fn new_game(&mut self, _position: &P) -> Result<(), PlayerError> {
        Ok(())
    }

    fn think(&mut self, position: &P, _limits: &Limits) -> Result<Thought<P::Move>, PlayerError> {
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Err(PlayerError::Resigns);
        }
        Ok(Thought::bare(*self.dice.pick(&legal)))
    }
}

#[cfg(test)]
mod tests {
    use referee::{
        gomoku::{Move, Position, Rule},
        position::Position as _,
    };

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
