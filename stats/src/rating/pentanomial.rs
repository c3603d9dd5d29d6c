//! How strong one engine is against another, from pairs of games in which seats were changed. A pair is one trial:
//! its two games share an opening and are no two independent ones. (Van den Bergh's papers for fishtest.)

use schemars::JsonSchema;
use serde::Serialize;

use super::{Interval, Z, elo, phi};

/// Normalised Elo in one unit of (score - 1/2) / standard deviation of a game.
pub(crate) const NELO_A_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// Pairs of games by their half points, 0 to 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

/// A number and the ends of its interval of 95 %, which may be infinite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Estimate {
    /// The most likely value; infinite if every pair was won, or every one lost, which is null in JSON.
    #[schemars(with = "Option<f64>")]
    pub value: f64,
    /// 95 % interval.
    pub interval: Interval,
}

impl Estimate {
    /// Half the interval, which is written after ±.
    pub fn error(&self) -> f64 {
        (self.interval.high - self.interval.low) / 2.0
    }
}

impl Pentanomial {
    /// Pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points a game, 0 to 1, and the variance of that among pairs; `None` without pairs.
    pub fn moments(&self) -> Option<(f64, f64)> {
        let pairs = self.pairs() as f64;
        let sum = |value: &dyn Fn(f64) -> f64| {
            let parts = self
                .0
                .iter()
                .zip(0..5)
                .map(|(&count, quarter)| count as f64 * value(f64::from(quarter) / 4.0));
            parts.sum::<f64>() / pairs
        };
        let score = sum(&|score| score);
        let variance = sum(&|other| (other - score).powi(2));
        (pairs > 0.0).then_some((score, variance))
    }

    /// Points a game with their interval, as a rate from 0 to 1.
    ///
    /// As long as all pairs ended alike they show no variance; then each is taken for a coin that was tossed once, and
    /// the interval is Wilson's.
    pub fn score(&self) -> Option<Estimate> {
        let (score, variance) = self.moments()?;
        let pairs = self.pairs() as f64;
        let interval = if variance > 0.0 {
            let half = Z * (variance / pairs).sqrt();
            Interval {
                low: (score - half).max(0.0),
                high: (score + half).min(1.0),
            }
        } else {
            let share = Z * Z / pairs;
            let half = Z * (score * (1.0 - score) / pairs + share / (4.0 * pairs)).sqrt();
            let centre = score + share / 2.0;
            Interval {
                low: ((centre - half) / (1.0 + share)).clamp(0.0, score),
                high: ((centre + half) / (1.0 + share)).clamp(score, 1.0),
            }
        };
        Some(Estimate {
            value: score,
            interval,
        })
    }

    /// Logistic Elo; `None` without pairs.
    pub fn elo(&self) -> Option<Estimate> {
        let Estimate { value, interval } = self.score()?;
        Some(Estimate {
            value: elo(value),
            interval: Interval {
                low: elo(interval.low),
                high: elo(interval.high),
            },
        })
    }

    /// Normalised Elo: the same whatever the share of draws and however unbalanced the openings. `None` without
    /// pairs, and as long as all of them ended alike.
    pub fn nelo(&self) -> Option<Estimate> {
        let (score, variance) = self.moments().filter(|(_, variance)| *variance > 0.0)?;
        let value = (score - 0.5) / (2.0 * variance).sqrt() * NELO_A_UNIT;
        let half = Z / (2.0 * self.pairs() as f64).sqrt() * NELO_A_UNIT;
        Some(Estimate {
            value,
            interval: Interval {
                low: value - half,
                high: value + half,
            },
        })
    }

    /// Likelihood of superiority: how likely the first is the stronger one, 0 to 1. 1/2 without pairs.
    pub fn los(&self) -> f64 {
        let Some((score, variance)) = self.moments() else {
            return 0.5;
        };
        let variance = if variance > 0.0 { variance } else { 0.25 };
        phi((score - 0.5) / (variance / self.pairs() as f64).sqrt())
    }

    /// The share of pairs that ended level: one game each, or two draws.
    pub fn level(&self) -> Option<f64> {
        let pairs = self.pairs();
        (pairs > 0).then(|| self.0[2] as f64 / pairs as f64)
    }

    /// Pairs won for each pair lost; `None` if none was lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost, less, _, more, won] = self.0;
        (lost + less > 0).then(|| (won + more) as f64 / (lost + less) as f64)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// As fastchess prints it.
    #[track_caller]
    fn check(counts: [u64; 5], expected: &str) {
        let pairs = Pentanomial(counts);
        let told = |estimate: Option<Estimate>| {
            estimate.map_or("none".to_owned(), |estimate| {
                format!("{:.2} +/- {:.2}", estimate.value, estimate.error())
            })
        };
        let ratio = pairs
            .pairs_ratio()
            .map_or("inf".to_owned(), |ratio| format!("{ratio:.2}"));
        let text = format!(
            "Elo: {}, nElo: {}; LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {ratio}; {:.2} %",
            told(pairs.elo()),
            told(pairs.nelo()),
            100.0 * pairs.los(),
            100.0 * pairs.level().unwrap(),
            100.0 * pairs.moments().unwrap().0,
        );
        assert_eq!(text, expected);
    }

    /// Outputs of fastchess, with all their digits.
    #[test]
    fn published_figures() {
        // https://github.com/brunocodutra/cinder/pull/836
        check(
            [835, 6884, 13116, 7201, 852],
            "Elo: 2.11 +/- 1.70, nElo: 3.52 +/- 2.83; LOS: 99.25 %, DrawRatio: 45.40 %, PairsRatio: 1.04; 50.30 %",
        );
        // https://github.com/brunocodutra/cinder/pull/727
        check(
            [50, 287, 610, 387, 73],
            "Elo: 18.04 +/- 8.23, nElo: 28.19 +/- 12.84; LOS: 100.00 %, DrawRatio: 43.35 %, PairsRatio: 1.36; 52.59 %",
        );
        // https://github.com/brunocodutra/cinder/pull/773
        check(
            [36, 340, 767, 462, 82],
            "Elo: 22.07 +/- 7.16, nElo: 36.25 +/- 11.72; LOS: 100.00 %, DrawRatio: 45.47 %, PairsRatio: 1.45; 53.17 %",
        );
        // https://github.com/brunocodutra/cinder/pull/795
        check(
            [1447, 13972, 26437, 14412, 1441],
            "Elo: 1.29 +/- 1.18, nElo: 2.19 +/- 2.00; LOS: 98.39 %, DrawRatio: 45.81 %, PairsRatio: 1.03; 50.19 %",
        );
        // https://github.com/brunocodutra/cinder/pull/820
        check(
            [244, 1980, 3630, 2067, 263],
            "Elo: 2.65 +/- 3.24, nElo: 4.36 +/- 5.32; LOS: 94.56 %, DrawRatio: 44.35 %, PairsRatio: 1.05; 50.38 %",
        );
    }

    /// https://github.com/Disservin/fastchess/blob/master/app/tests/elo_test.cpp gives two decimals and allows 1 %.
    #[test]
    fn fastchess_own_tests() {
        let check = |counts, [elo, elo_error, nelo, nelo_error]: [f64; 4]| {
            let pairs = Pentanomial(counts);
            let (found, found_n) = (pairs.elo().unwrap(), pairs.nelo().unwrap());
            for (found, told) in [
                (found.value, elo),
                (found.error(), elo_error),
                (found_n.value, nelo),
                (found_n.error(), nelo_error),
            ] {
                assert!((found - told).abs() < 0.006, "{counts:?}: {found}, not {told}");
            }
        };
        check([34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 28.28]);
        check([332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 10.96]);
        check([7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 2.65]);
    }

    #[test]
    fn pairs_that_all_ended_alike() {
        assert_eq!(Pentanomial::default().elo(), None);
        assert_eq!(Pentanomial::default().los(), 0.5);
        let won = Pentanomial([0, 0, 0, 0, 10]);
        let elo = won.elo().unwrap();
        assert_eq!((elo.value, elo.interval.high), (f64::INFINITY, f64::INFINITY));
        // Ten coins: Wilson's interval ends at 72.25 %.
        assert!((elo.interval.low - 166.2).abs() < 0.1, "{elo:?}");
        assert!(won.los() > 0.999 && won.nelo().is_none() && won.pairs_ratio().is_none());
        let level = Pentanomial([0, 0, 10, 0, 0]);
        let elo = level.elo().unwrap();
        assert_eq!((elo.value, level.los()), (0.0, 0.5));
        assert!(elo.interval.low < -150.0 && elo.interval.high > 150.0);
    }

    /// Pairs drawn from a known distribution: the intervals hold the truth as often as they say.
    #[test]
    fn intervals_cover_the_truth_in_95_of_100_runs() {
        let mut dice = dice::Dice::new(20_261_122);
        for shares in [[0.1, 0.2, 0.4, 0.2, 0.1], [0.02, 0.05, 0.6, 0.2, 0.13]] {
            let quarters = [0.0, 0.25, 0.5, 0.75, 1.0];
            let score: f64 = (0..5).map(|index| shares[index] * quarters[index]).sum();
            let variance: f64 = (0..5)
                .map(|index| shares[index] * (quarters[index] - score).powi(2))
                .sum();
            let truths = [elo(score), (score - 0.5) / (2.0 * variance).sqrt() * NELO_A_UNIT];
            let mut held = [0, 0];
            for _ in 0..2_000 {
                let mut pairs = Pentanomial::default();
                for _ in 0..200 {
                    pairs.0[dice.weighted(&shares)] += 1;
                }
                for ((held, truth), found) in held.iter_mut().zip(truths).zip([pairs.elo(), pairs.nelo()]) {
                    let Interval { low, high } = found.unwrap().interval;
                    *held += usize::from((low..=high).contains(&truth));
                }
            }
            for held in held {
                assert!((1_860..=1_940).contains(&held), "{held} of 2000 for {shares:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn the_other_side_sees_the_mirror(counts: [u16; 5]) {
            let pairs = Pentanomial(counts.map(u64::from));
            prop_assume!(pairs.pairs() > 0);
            let mut mirrored = pairs;
            mirrored.0.reverse();
            let (there, back) = (pairs.elo().unwrap(), mirrored.elo().unwrap());
            prop_assert!(there.value == -back.value || (there.value + back.value).abs() < 1e-6);
            prop_assert!(there.interval.low <= there.value && there.value <= there.interval.high, "{there:?}");
            prop_assert!((pairs.los() + mirrored.los() - 1.0).abs() < 1e-9);
        }
    }
}
