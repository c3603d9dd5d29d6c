//! Wald's sequential test on pairs of games: play until the pairs speak clearly enough for one of two differences in
//! strength. The likelihood ratio is the exact generalised one: for each hypothesis the most likely distribution of
//! pairs that fulfils it. (Van den Bergh, "Comparing the approximations for the generalized log likelihood ratio of a
//! multinomial distribution", and "Comments on normalized Elo".)

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    pentanomial::{NELO_A_UNIT, Pentanomial},
    rate_at,
};

/// In what the two differences are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// Elo as everybody knows it.
    #[default]
    Logistic,
    /// Elo by the standard deviation of a game, whose tests take equally long whatever the openings.
    Normalized,
}

/// A test. Its numbers make sense: see [`Sprt::check`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Sprt {
    /// The difference that counts for nothing gained.
    pub elo0: f64,
    /// The difference that is hoped for.
    pub elo1: f64,
    /// How often H1 may be accepted although the difference is `elo0`.
    pub alpha: f64,
    /// How often H0 may be accepted although the difference is `elo1`.
    pub beta: f64,
    /// Which Elo.
    pub model: SprtModel,
}

/// What the pairs say so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// The difference is not larger than `elo0`.
    H0,
    /// The difference is not smaller than `elo1`.
    H1,
}

/// Numbers that make no test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum BadSprt {
    /// The hypotheses are the wrong way round, equal, or no numbers.
    #[error("elo0={elo0} is not below elo1={elo1}")]
    Order {
        /// As given.
        elo0: f64,
        /// As given.
        elo1: f64,
    },
    /// A difference that no rate stands for.
    #[error("elo={0} is beyond -1000 to 1000")]
    Far(f64),
    /// An error rate that cannot be kept or is no test.
    #[error("{name}={value} is not between 0 and 0.5")]
    ErrorRate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// As given.
        value: f64,
    },
}

impl Sprt {
    /// Looks whether the numbers make a test.
    ///
    /// # Errors
    /// The first that does not.
    pub fn check(&self) -> Result<(), BadSprt> {
        let Sprt { elo0, elo1, .. } = *self;
        if elo0 >= elo1 || !(elo1 - elo0).is_finite() {
            return Err(BadSprt::Order { elo0, elo1 });
        }
        if let Some(far) = [elo0, elo1].into_iter().find(|elo| elo.abs() > 1_000.0) {
            return Err(BadSprt::Far(far));
        }
        for (name, value) in [("alpha", self.alpha), ("beta", self.beta)] {
            // Asked this way, so that what is no number is refused, too.
            if !(value > 0.0 && value < 0.5) {
                return Err(BadSprt::ErrorRate { name, value });
            }
        }
        Ok(())
    }

    /// The likelihood ratios at which H0 and H1 are accepted, as logarithms: the first negative, the second positive.
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// The logarithm of the likelihood ratio of H1 to H0; 0 without pairs.
    pub fn llr(&self, pairs: Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        // A result that never came is possible all the same.
        let counts = pairs.0.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let [likely0, likely1] = [self.elo0, self.elo1].map(|elo| match self.model {
            SprtModel::Logistic => with_mean(&seen, rate_at(elo)),
            SprtModel::Normalized => with_deviations(&seen, std::f64::consts::SQRT_2 * elo / NELO_A_UNIT),
        });
        let ratio = |index: usize| seen[index] * (likely1[index] / likely0[index]).ln();
        total * (0..5).map(ratio).sum::<f64>()
    }

    /// Whether a likelihood ratio has reached a bound.
    pub fn verdict(&self, llr: f64) -> Option<SprtVerdict> {
        let [lower, upper] = self.bounds();
        match llr {
            _ if llr >= upper => Some(SprtVerdict::H1),
            _ if llr <= lower => Some(SprtVerdict::H0),
            _ => None,
        }
    }
}

/// Points a game in a pair of so many half points.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The distribution nearest to `seen` whose mean is `mean`. (Proposition 1.1 of the first paper.)
fn with_mean(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    tilted(seen, &SCORES.map(|score| score - mean))
}

/// The distribution nearest to `seen` whose mean is so many of its standard deviations above 1/2. There is no closed
/// form: the condition is made linear around the last guess, again and again. (Section 4.1 of the second paper.)
fn with_deviations(seen: &[f64; 5], deviations: f64) -> [f64; 5] {
    const ROUNDS: usize = 30;
    const NEAR: f64 = 1e-9;
    let mut guess = [0.2; 5];
    for _ in 0..ROUNDS {
        let mean = dot(&guess, &SCORES);
        let variance = dot(&guess, &SCORES.map(|score| (score - mean).powi(2)));
        let sigma = variance.sqrt();
        let lean = SCORES
            .map(|score| score - 0.5 - 0.5 * deviations * sigma * (1.0 + ((score - mean) / sigma).powi(2)));
        let next = tilted(seen, &lean);
        let moved = (0..5).map(|index| (next[index] - guess[index]).abs());
        let far = moved.fold(0.0, f64::max);
        guess = next;
        if far < NEAR {
            break;
        }
    }
    guess
}

/// `seen`, leaned over so that the mean of `lean` becomes 0: each share is divided by 1 + x * lean, with the one x
/// that leaves all of them positive.
fn tilted(seen: &[f64; 5], lean: &[f64; 5]) -> [f64; 5] {
    /// Part of the way to the bracket's end that a step may go.
    const STEP_MOST: f64 = 0.95;
    let least = lean.iter().copied().fold(f64::INFINITY, f64::min);
    let most = lean.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    debug_assert!(
        least < 0.0 && most > 0.0,
        "no tilt makes the mean of {lean:?} zero"
    );
    // The mean falls from plus infinity to minus infinity between these two.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..100 {
        let (mut mean, mut slope) = (0.0, 0.0);
        for (share, lean) in seen.iter().zip(lean) {
            let term = lean / (1.0 + x * lean);
            mean += share * term;
            slope -= share * term * term;
        }
        if mean > 0.0 {
            low = x
        } else {
            high = x
        }
        let newton = x - mean / slope;
        // A step that leaves the bracket, or comes too near to its other end, is replaced by halving it: where a share grows
        // beyond all bounds, every further step would be tiny.
        let most = match newton < x {
            true => x + STEP_MOST * (low - x),
            false => x + STEP_MOST * (high - x),
        };
        let next = if (newton - x).abs() < (most - x).abs() {
            newton
        } else {
            f64::midpoint(low, high)
        };
        let step = (next - x).abs();
        x = next;
        if step <= 1e-13 * (1.0 + x.abs()) {
            break;
        }
    }
    std::array::from_fn(|index| seen[index] / (1.0 + x * lean[index]))
}

fn dot(shares: &[f64; 5], values: &[f64; 5]) -> f64 {
    shares
        .iter()
        .zip(values)
        .map(|(share, value)| share * value)
        .sum()
}

#[cfg(test)]
pub(super) mod tests;
