//! What the scores of engines of Gomoku say of the result, so that one analysis has one unit: the score of `alphabeta`. Arithmetic
//! only; which engine thinks is elsewhere.

use engines::{alphabeta::score_of_win, mcts::player};

/// The score at which the side to move is expected to score `e / (1 + e)`, or 73 of 100 points: a logistic curve fitted to the
/// results of 200 quick games of `alphabeta` against itself (3,000 to 30,000 nodes a move, every rule; 4,111 positions, best fit
/// 255).
const SPREAD: f64 = 250.0;
/// The value of a win by a tree search, unless it is proven.
const VALUE_WON: i32 = 1_000;
/// No value is believed to be nearer to certainty than this: scores stay finite.
const DOUBT: f64 = 0.001;

/// What an engine's scores are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// As those of `alphabeta`, or taken for such.
    Judgement,
    /// Thousandths of a win, as those of tree searches.
    Value,
}

impl Scale {
    /// The score as one of `alphabeta`.
    pub(super) fn judgement(self, score: i32) -> i32 {
        match self {
            Scale::Judgement => score,
            Scale::Value if score.abs() <= VALUE_WON => {
                let result = 0.5 + 0.5 * f64::from(score) / f64::from(VALUE_WON);
                let result = result.clamp(DOUBT, 1.0 - DOUBT);
                (SPREAD * (result / (1.0 - result)).ln()).round() as i32
            }
            // Proven, in so many plies.
            Scale::Value => {
                let plies = usize::try_from(player::WIN - score.abs()).unwrap_or(0);
                score.signum() * score_of_win(plies)
            }
        }
    }
}

/// The expected result that a score says which is no certain end: 1 for a win, 0 for a loss.
pub(super) fn expected(score: i32) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / SPREAD).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_become_scores_that_say_the_same_result() {
        let told = |score| Scale::Value.judgement(score);
        for score in [-900, -500, -10, 0, 10, 500, 900] {
            let result = 0.5 + f64::from(score) / 2_000.0;
            assert!((expected(told(score)) - result).abs() < 0.002, "{score}");
        }
        assert!(expected(told(1_000)) > 0.99 && told(1_000) < score_of_win(300));
        assert_eq!(
            [told(player::WIN - 3), told(4 - player::WIN)],
            [score_of_win(3), -score_of_win(4)]
        );
        assert_eq!(Scale::Judgement.judgement(-77), -77);
    }
}
