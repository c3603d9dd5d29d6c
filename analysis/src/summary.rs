//! A whole game, assessed: how well each side played, and who was winning when. Pure arithmetic.

use referee::seat::Seat;

use crate::{
    assessed::Assessed,
    expectation::{Mark, accuracy},
};

/// From this expected result on a side counts as winning.
const WINNING: f64 = 0.85;

/// The moves of one side together.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub(crate) struct Summary {
    pub(crate) moves: usize,
    /// Mean of its moves', 0 to 100; `None` without moves.
    pub(crate) accuracy: Option<f64>,
    /// Moves that were the engine's.
    pub(crate) as_engine: usize,
    pub(crate) inaccuracies: usize,
    pub(crate) mistakes: usize,
    pub(crate) blunders: usize,
    pub(crate) missed_wins: usize,
    pub(crate) overlooked_threats: usize,
}

/// How a seat played.
pub(crate) fn summary(moves: &[Assessed], seat: Seat) -> Summary {
    let own: Vec<&Assessed> = moves.iter().filter(|assessed| assessed.seat == seat).collect();
    let count = |wanted: &dyn Fn(&Assessed) -> bool| own.iter().filter(|assessed| wanted(assessed)).count();
    let sum: f64 = own.iter().map(|assessed| accuracy(assessed.loss)).sum();
    Summary {
        moves: own.len(),
        accuracy: (!own.is_empty()).then(|| (sum / own.len() as f64 * 10.0).round() / 10.0),
        as_engine: count(&|assessed| assessed.is_best),
        inaccuracies: count(&|assessed| assessed.mark == Mark::Inaccuracy),
        mistakes: count(&|assessed| assessed.mark == Mark::Mistake),
        blunders: count(&|assessed| assessed.mark == Mark::Blunder),
        missed_wins: count(&|assessed| assessed.missed.is_some()),
        overlooked_threats: count(&|assessed| {
            assessed
                .allowed
                .as_ref()
                .is_some_and(|allowed| allowed.threatened)
        }),
    }
}

/// Who was winning when: the side and the first and last step of each stretch.
pub(crate) fn stretches(moves: &[Assessed]) -> Vec<(usize, usize, usize)> {
    let mut stretches: Vec<(usize, usize, usize)> = Vec::new();
    for assessed in moves {
        let side = match assessed.for_first_side() {
            result if result >= WINNING => 0,
            result if result <= 1.0 - WINNING => 1,
            _ => continue,
        };
        match stretches.last_mut() {
            Some((last, _, to)) if *last == side && *to + 1 == assessed.step => *to = assessed.step,
            _ => stretches.push((side, assessed.step, assessed.step)),
        }
    }
    stretches
}
