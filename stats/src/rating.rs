//! Arithmetic of win rates: how sure a rate is, and what two rates differ by. Numbers in, numbers out.
//! The strength of engines from games in pairs is in the rooms below.
//!
//! A *rate* is wins divided by games, 0 to 1; draws are games that were not won.

pub mod ladder;
pub mod geometric;
pub mod pentanomial;
pub mod sprt;

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer, ser::SerializeTuple};

/// The 97.5 % quantile of the normal distribution, for two-sided intervals of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// How often an [`anytime`] interval may miss, at any of all looks together.
const ANYTIME_MISS: f64 = 0.05;

/// Wins among games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinCount {
    /// Games won.
    pub wins: u64,
    /// Games played, not less than `wins`.
    pub games: u64,
}

/// From `low` to `high`, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// All rates there are: what is known of a rate before any game.
    pub const UNKNOWN: Interval = Interval { low: 0.0, high: 1.0 };
}

/// As `[low, high]`; an end that is infinite is null.
impl JsonSchema for Interval {
    fn schema_name() -> Cow<'static, str> {
        "Interval".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <[Option<f64>; 2]>::json_schema(generator)
    }
}

/// As `[low, high]`.
impl Serialize for Interval {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut pair = serializer.serialize_tuple(2)?;
        pair.serialize_element(&self.low)?;
        pair.serialize_element(&self.high)?;
        pair.end()
    }
}

impl WinCount {
    /// A tally.
    ///
    /// # Panics
    /// More wins than games.
    pub fn new(wins: u64, games: u64) -> WinCount {
        assert!(wins <= games, "{wins} wins in {games} games");
        WinCount { wins, games }
    }

    /// Wins divided by games; `None` without games.
    pub fn rate(self) -> Option<f64> {
        (self.games > 0).then(|| self.wins as f64 / self.games as f64)
    }

    /// Wilson's score interval of 95 %: for a rate that is looked at once. (Wilson 1927.)
    pub fn wilson(self) -> Interval {
        let Some(rate) = self.rate() else {
            return Interval::UNKNOWN;
        };
        let games = self.games as f64;
        let share = Z * Z / games;
        let centre = rate + share / 2.0;
        let half = Z * (rate * (1.0 - rate) / games + share / (4.0 * games)).sqrt();
        let low = if self.wins == 0 {
            0.0
        } else {
            (centre - half) / (1.0 + share)
        };
        let high = if self.wins == self.games {
            1.0
        } else {
            (centre + half) / (1.0 + share)
        };
        Interval { low, high }
    }

    /// An interval that may be looked at after every game: over all looks together it misses the true rate in at most
    /// 5 % of runs. The rates at which a bet spread over all rates (Beta(1/2, 1/2)) has not yet won twenty times its
    /// stake. (Robbins 1970; Ville's inequality.)
    pub(crate) fn anytime(self) -> Interval {
        let Some(rate) = self.rate() else {
            return Interval::UNKNOWN;
        };
        let (wins, losses) = (self.wins as f64, (self.games - self.wins) as f64);
        let ln_beta = |a: f64, b: f64| libm::lgamma(a) + libm::lgamma(b) - libm::lgamma(a + b);
        let stake = ln_beta(0.5 + wins, 0.5 + losses) - ln_beta(0.5, 0.5) + ANYTIME_MISS.ln();
        // 0 * ln(0) is 0 here: a rate of 0 or 1 explains nothing but itself.
        let times_ln = |count: f64, rate: f64| if count == 0.0 { 0.0 } else { count * rate.ln() };
        let excluded = |rate: f64| stake > times_ln(wins, rate) + times_ln(losses, 1.0 - rate);
        let low = if self.wins == 0 {
            0.0
        } else {
            boundary(0.0, rate, excluded)
        };
        let high = if self.wins == self.games {
            1.0
        } else {
            boundary(1.0, rate, excluded)
        };
        Interval { low, high }
    }
}

/// `a`'s rate minus `b`'s; `None` if one of them has no games.
pub fn difference(a: WinCount, b: WinCount) -> Option<f64> {
    Some(a.rate()? - b.rate()?)
}

/// Newcombe's interval of 95 % for [`difference`], from the two Wilson intervals. (Newcombe 1998, method 10.)
pub fn newcombe(a: WinCount, b: WinCount) -> Interval {
    let (Some(rate_a), Some(rate_b)) = (a.rate(), b.rate()) else {
        return Interval { low: -1.0, high: 1.0 };
    };
    let (wilson_a, wilson_b) = (a.wilson(), b.wilson());
    let delta = rate_a - rate_b;
    Interval {
        low: delta - (rate_a - wilson_a.low).hypot(wilson_b.high - rate_b),
        high: delta + (wilson_a.high - rate_a).hypot(rate_b - wilson_b.low),
    }
}

/// The difference in Elo at which a player scores `rate`; infinite at 0 and 1.
///
/// # Panics
/// `rate` is not between 0 and 1.
pub fn elo(rate: f64) -> f64 {
    assert!((0.0..=1.0).contains(&rate), "rate {rate}");
    400.0 * (rate / (1.0 - rate)).log10()
}

/// The rate that is expected at a difference in Elo: the inverse of [`elo`].
pub(crate) fn rate_at(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// The share of a normal distribution below `z`.
fn phi(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// Where between `outside` and `inside` the excluded rates end.
fn boundary(outside: f64, inside: f64, excluded: impl Fn(f64) -> bool) -> f64 {
    let (mut outside, mut inside) = (outside, inside);
    // 60 halvings are more than a double can tell apart.
    for _ in 0..60 {
        let middle = f64::midpoint(outside, inside);
        if excluded(middle) {
            outside = middle
        } else {
            inside = middle
        }
    }
    inside
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// In per cent with two decimals.
    fn percent(interval: Interval) -> String {
        format!("[{:.2}, {:.2}]", 100.0 * interval.low, 100.0 * interval.high)
    }

    #[test]
    fn published_figures() {
        let check = |wins, games, rate: &str, wilson: &str, anytime: &str| {
            let tally = WinCount::new(wins, games);
            assert_eq!(format!("{:.2}", 100.0 * tally.rate().unwrap()), rate, "{tally:?}");
            assert_eq!(percent(tally.wilson()), wilson, "{tally:?}");
            assert_eq!(percent(tally.anytime()), anytime, "{tally:?}");
        };
        check(280, 333, "84.08", "[79.77, 87.62]", "[76.28, 90.24]");
        check(238, 340, "70.00", "[64.93, 74.63]", "[60.89, 78.16]");
        check(518, 673, "76.97", "[73.64, 79.99]", "[70.81, 82.44]");
        check(8, 10, "80.00", "[49.02, 94.33]", "[34.25, 99.06]");
        check(0, 10, "0.00", "[0.00, 27.75]", "[0.00, 37.70]");
        check(10, 10, "100.00", "[72.25, 100.00]", "[62.30, 100.00]");
        assert_eq!(
            percent(newcombe(WinCount::new(280, 333), WinCount::new(238, 340))),
            "[7.76, 20.27]"
        );
        // Newcombe's own example (a) in his table II: 56/70 against 48/80.
        assert_eq!(
            percent(newcombe(WinCount::new(56, 70), WinCount::new(48, 80))),
            "[5.24, 33.39]"
        );
        assert_eq!(WinCount::new(0, 0).wilson(), Interval::UNKNOWN);
        assert_eq!(WinCount::new(0, 0).anytime(), Interval::UNKNOWN);
        assert_eq!(difference(WinCount::new(0, 0), WinCount::new(1, 2)), None);
    }

    #[test]
    fn elo_of_rates() {
        let check = |rate, expected: &str| assert_eq!(format!("{:.1}", elo(rate)), expected, "{rate}");
        check(0.5, "0.0");
        check(0.75, "190.8");
        check(0.25, "-190.8");
        check(10.0 / 11.0, "400.0");
        check(1.0, "inf");
    }

    #[test]
    fn the_anytime_interval_holds_at_every_look() {
        // Wilson's interval, looked at after each game from the tenth, misses in over 30 % of such runs.
        let mut state = 20_261_121_u64;
        let mut missed = [0, 0];
        for run in 0..300 {
            let truth = [0.5, 0.77, 0.9][run % 3];
            let mut tally = WinCount::default();
            let mut misses = [false, false];
            for game in 1..=400 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let won = ((state >> 11) as f64 / (1u64 << 53) as f64) < truth;
                tally = WinCount::new(tally.wins + u64::from(won), game);
                for (missed, interval) in misses.iter_mut().zip([tally.wilson(), tally.anytime()]) {
                    *missed |= game >= 10 && !(interval.low..=interval.high).contains(&truth);
                }
            }
            missed[0] += usize::from(misses[0]);
            missed[1] += usize::from(misses[1]);
        }
        assert!(missed[0] > 90, "Wilson missed in {} of 300 runs", missed[0]);
        assert!(
            missed[1] <= 15,
            "the anytime interval missed in {} of 300 runs",
            missed[1]
        );
    }

    proptest! {
        #[test]
        fn intervals_hold_the_rate_and_narrow(wins in 0u64..5000, losses in 0u64..5000) {
            prop_assume!(wins + losses > 0);
            let tally = WinCount::new(wins, wins + losses);
            let rate = tally.rate().unwrap();
            let (wilson, anytime) = (tally.wilson(), tally.anytime());
            for interval in [wilson, anytime] {
                prop_assert!(0.0 <= interval.low && interval.low <= rate && rate <= interval.high && interval.high <= 1.0, "{:?}", interval);
            }
            prop_assert!(anytime.high - anytime.low > wilson.high - wilson.low - 1e-9, "every look costs width");
            let more = WinCount::new(2 * wins, 2 * (wins + losses)).wilson();
            prop_assert!(more.high - more.low < wilson.high - wilson.low);
            let won = WinCount::new(wins + 1, wins + losses + 1);
            for (before, after) in [(wilson, won.wilson()), (anytime, won.anytime())] {
                prop_assert!(after.low >= before.low - 1e-9 && after.high >= before.high - 1e-9, "a win lowers nothing");
            }
        }

        #[test]
        fn differences_mirror(a in (0u64..300, 1u64..300), b in (0u64..300, 1u64..300)) {
            let (a, b) = (WinCount::new(a.0, a.0 + a.1), WinCount::new(b.0, b.0 + b.1));
            let (there, back) = (newcombe(a, b), newcombe(b, a));
            prop_assert!((there.low + back.high).abs() < 1e-12 && (there.high + back.low).abs() < 1e-12);
            let delta = difference(a, b).unwrap();
            prop_assert!(there.low <= delta && delta <= there.high);
            prop_assert!(-1.0 <= there.low && there.high <= 1.0);
        }
    }
}
