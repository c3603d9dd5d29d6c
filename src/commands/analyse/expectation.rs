//! From scores to results, and from results to how good a move was. Arithmetic only.

use engines::alphabeta::plies_to_end;

/// The score, in the units of `alphabeta`, at which the side to move is expected to score `e / (1 + e)`, or 73 of 100
/// points: a logistic curve fitted to the results of 200 quick games of the engine against itself (3,000 to 30,000 nodes a move, every
/// rule; 4,111 positions, best fit 255).
const SCALE: f64 = 250.0;

/// Expected result for the side whose score this is: 1 for a win, 0 for a loss.
pub(super) fn expected(score: i32) -> f64 {
    match plies_to_end(score) {
        Some(_) if score > 0 => 1.0,
        Some(_) => 0.0,
        None => 1.0 / (1.0 + (-f64::from(score) / SCALE).exp()),
    }
}

/// How good a move was that lost so much of the expected result, from 0 to 100: the curve that lichess.org publishes for
/// its accuracy.
pub(super) fn accuracy(loss: f64) -> f64 {
    (103.1668 * (-0.043_54 * 100.0 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mark {
    /// As good as the best, or nearly.
    Good,
    /// Lost a twentieth of a game.
    Inaccuracy,
    /// Lost a tenth.
    Mistake,
    /// Lost three twentieths or more.
    Blunder,
}

impl Mark {
    /// The mark of a move that lost so much of the expected result.
    pub(super) fn of(loss: f64) -> Mark {
        match loss {
            loss if loss >= 0.15 => Mark::Blunder,
            loss if loss >= 0.10 => Mark::Mistake,
            loss if loss >= 0.05 => Mark::Inaccuracy,
            _ => Mark::Good,
        }
    }

    /// As annotators write it.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Mark::Good => "",
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// In words.
    pub(super) fn name(self) -> &'static str {
        match self {
            Mark::Good => "good",
            Mark::Inaccuracy => "inaccuracy",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }
    }
}

#[cfg(test)]
mod tests {
    use engines::alphabeta::score_of_win;

    use super::*;

    #[test]
    fn results_rise_with_scores() {
        assert_eq!(expected(0), 0.5);
        assert!((expected(SCALE as i32) - 0.731).abs() < 0.001);
        assert!((expected(90) + expected(-90) - 1.0).abs() < 1e-12);
        assert_eq!(
            [expected(score_of_win(9)), expected(-score_of_win(4))],
            [1.0, 0.0]
        );
        assert!(expected(20_000) <= 1.0);
    }

    #[test]
    fn what_is_lost_is_marked() {
        let told = |loss: f64| (Mark::of(loss).sign(), accuracy(loss).round() as u32);
        assert_eq!(told(0.0), ("", 100));
        assert_eq!(told(0.049), ("", 80));
        assert_eq!(told(0.05), ("?!", 80));
        assert_eq!(told(0.12), ("?", 58));
        assert_eq!(told(0.15), ("??", 51));
        assert_eq!(told(1.0), ("??", 0));
    }
}
