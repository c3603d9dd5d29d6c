//! The opinion of dice: both sides play on at random, and who wins then wins.

use dice::Dice;
use referee::position::Position;

use super::Evaluator;

/// Plays random games. All moves are worth the same to it.
#[derive(Clone, Debug)]
pub struct Rollout {
    dice: Dice,
}

impl Rollout {
    /// With these dice.
    pub fn new(dice: Dice) -> Rollout {
        Rollout { dice }
    }
}

impl<P: Position> Evaluator<P> for Rollout {
    fn evaluate(&mut self, position: &P, moves: &mut [P::Move], priors: &mut Vec<f32>) -> f32 {
        // Moves that look alike are tried in any order, or corners would be looked at first.
        self.dice.shuffle(moves);
        priors.resize(moves.len(), 1.0 / moves.len() as f32);
        let seat = position.turn();
        let mut played = position.clone();
        loop {
            let legal = played.legal_moves();
            if legal.is_empty() {
                break;
            }
            let choice = *self.dice.pick(&legal);
            played.play(choice).expect("a legal move can be played");
        }
        match played.outcome().and_then(|outcome| outcome.winner) {
            None => 0.0,
            Some(winner) if winner == seat => 1.0,
            Some(_) => -1.0,
        }
    }
}
