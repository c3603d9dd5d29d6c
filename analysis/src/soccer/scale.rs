//! What the scores of engines of Paper Soccer say of the result, so that one analysis has one unit: the judgement of `soccer`.
//! Arithmetic only; which engine thinks is elsewhere.

use engines::{mcts::player, soccer::WIN};
use referee::soccer::Position;

/// The largest judgement of `soccer`, which says twice the expected result, less one.
const JUDGEMENT_MAX: f64 = 10_000.0;
/// From this score of `soccer:thesis` on it wins with the turn in hand, and down from its negative it found no turn after which the
/// other side cannot.
const THESIS_WON: i32 = 100;
/// The value of a win by `mcts`, unless it is proven.
const VALUE_WON: i32 = 1_000;
/// Lines by which the ball, after the best reply, is farther from the goal than the centre is in a position that is worth half a game,
/// and the lines that make 73 of 100 points of it: a logistic curve fitted to the results of 40 games between people (1,315
/// positions, 20,000 steps each). The distance tells little: at two lines 55 of 100 points were made, at ten 36.
const THESIS_EVEN: f64 = 0.25;
const THESIS_SPREAD: f64 = 9.75;

/// What an engine's scores are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Judgements, as those of `soccer`.
    Judgement,
    /// Distances from the goal, as those of `soccer:thesis`.
    Distance,
    /// Thousandths of a win, as those of `mcts`.
    Value,
}

impl Scale {
    /// The score as a judgement of `soccer`.
    pub(super) fn judgement(self, score: i32, position: &Position) -> i32 {
        match self {
            Scale::Judgement => score,
            Scale::Value if score.abs() <= VALUE_WON => score * (JUDGEMENT_MAX as i32 / VALUE_WON),
            // Proven, in so many plies: in no more turns.
            Scale::Value => score.signum() * (WIN - (player::WIN - score.abs())),
            // It has drawn the turn that wins.
            Scale::Distance if score >= THESIS_WON => WIN - 1,
            // It may not have looked at all its turns.
            Scale::Distance if score <= -THESIS_WON => -JUDGEMENT_MAX as i32,
            Scale::Distance => {
                let centre = f64::from(position.rules().pitch.length() / 2 + 1);
                let nearer = centre + THESIS_EVEN + f64::from(score);
                let expected = 1.0 / (1.0 + (-nearer / THESIS_SPREAD).exp());
                (JUDGEMENT_MAX * (2.0 * expected - 1.0)).round() as i32
            }
        }
    }
}

/// The expected result that a judgement says: 1 for a win, 0 for a loss.
pub(super) fn expected(judgement: i32) -> f64 {
    (0.5 + 0.5 * f64::from(judgement) / JUDGEMENT_MAX).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use referee::soccer::Rules;

    use super::*;

    #[test]
    fn distances_become_judgements() {
        let position = Position::new(Rules::default());
        let told = |score| Scale::Distance.judgement(score, &position);
        assert_eq!(told(THESIS_WON), WIN - 1);
        assert_eq!(told(-THESIS_WON), -10_000);
        assert!((-12..0).all(|score| told(score) < told(score + 1)));
        let half = expected(told(-6));
        assert!((half - 0.5).abs() < 0.1, "{half}");
        assert_eq!(Scale::Judgement.judgement(-77, &position), -77);
        let told = |score| Scale::Value.judgement(score, &position);
        assert_eq!([told(500), told(-1_000)], [5_000, -10_000]);
        assert_eq!([told(player::WIN - 3), told(7 - player::WIN)], [WIN - 3, 7 - WIN]);
    }
}
