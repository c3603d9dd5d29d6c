//! The likelihood ratio against published ones, and the test against its own promises.

use dice::Dice;
use proptest::prelude::*;

use super::*;

fn sprt(model: SprtModel, elo0: f64, elo1: f64) -> Sprt {
    Sprt {
        elo0,
        elo1,
        alpha: 0.05,
        beta: 0.05,
        model,
    }
}

#[track_caller]
fn check(model: SprtModel, elos: [f64; 2], counts: [u64; 5], told: &str) {
    let llr = sprt(model, elos[0], elos[1]).llr(Pentanomial(counts));
    assert_eq!(format!("{llr:.2}"), told, "{counts:?} [{elos:?}]");
}

/// Outputs of fishtest (in pull requests of Stockfish) and fastchess, with all their digits.
#[test]
fn published_figures() {
    use SprtModel::{Logistic, Normalized};
    // https://github.com/official-stockfish/Stockfish/pull/6633
    check(Normalized, [-1.75, 0.25], [677, 25001, 61196, 24940, 714], "2.95");
    // https://github.com/official-stockfish/Stockfish/pull/6036, three tests, two of them with empty cells
    check(Normalized, [0.5, 2.5], [1, 1098, 3954, 1346, 1], "2.94");
    check(Normalized, [0.0, 2.0], [0, 1236, 4490, 1474, 1], "2.94");
    check(Normalized, [0.5, 2.5], [4, 2290, 7932, 2562, 4], "2.95");
    // https://github.com/official-stockfish/Stockfish/pull/3514
    check(Normalized, [-0.5, 2.5], [264, 5737, 31270, 5964, 269], "2.97");
    check(Normalized, [0.5, 3.5], [29, 2205, 35000, 2392, 34], "2.94");
    // https://github.com/official-stockfish/Stockfish/pull/6287: every pair level
    check(Normalized, [0.0, 40.0], [0, 0, 689, 0, 0], "-18.02");
    // https://github.com/official-stockfish/Stockfish/pull/3209 and /2971
    check(Logistic, [-0.25, 1.25], [253, 4282, 17604, 4431, 286], "2.94");
    check(Logistic, [0.25, 1.25], [58, 3302, 33130, 3518, 84], "2.97");
    check(Logistic, [-0.5, 1.5], [17, 253, 1042, 337, 39], "2.96");
    check(Logistic, [0.25, 1.75], [11, 407, 3238, 513, 11], "2.93");
    // https://github.com/Disservin/fastchess/pull/783, given as 2.94598
    check(Normalized, [0.0, 2.0], [379, 10170, 21828, 10640, 343], "2.95");
    // https://github.com/brunocodutra/cinder/pull/836, /820 and /727
    check(Normalized, [0.0, 3.0], [835, 6884, 13116, 7201, 852], "2.89");
    check(Normalized, [-3.0, 1.0], [244, 1980, 3630, 2067, 263], "2.90");
    check(Normalized, [0.0, 5.0], [50, 287, 610, 387, 73], "2.97");
}

/// https://github.com/Disservin/fastchess/blob/master/app/tests/sprt_test.cpp gives two decimals and allows 1 %.
#[test]
fn fastchess_own_tests() {
    let check = |model, elos: [f64; 2], counts, told: f64| {
        let llr = sprt(model, elos[0], elos[1]).llr(Pentanomial(counts));
        assert!((llr / told - 1.0).abs() < 0.01, "{counts:?}: {llr}, not {told}");
    };
    check(
        SprtModel::Normalized,
        [0.0, 2.0],
        [365, 16618, 36229, 16974, 390],
        2.25,
    );
    check(
        SprtModel::Normalized,
        [-1.75, 0.25],
        [127, 4883, 10712, 5150, 104],
        3.01,
    );
    check(SprtModel::Normalized, [0.0, 5.0], [0, 0, 0, 0, 5550], 111.82);
    check(
        SprtModel::Logistic,
        [0.5, 2.5],
        [223, 9863, 21279, 10037, 246],
        -3.07,
    );
    check(
        SprtModel::Logistic,
        [0.0, 2.0],
        [871, 26175, 55983, 26678, 821],
        -4.98,
    );
}

#[test]
fn bounds_and_bad_numbers() {
    let usual = sprt(SprtModel::Logistic, 0.0, 10.0);
    let told = |sprt: Sprt| sprt.bounds().map(|bound| format!("{bound:.2}"));
    assert_eq!(told(usual), ["-2.94", "2.94"]);
    assert_eq!(told(Sprt { beta: 0.1, ..usual }), ["-2.25", "2.89"]);
    assert_eq!(usual.llr(Pentanomial::default()), 0.0);
    assert_eq!(
        [-2.95, 0.0, 2.95].map(|llr| usual.verdict(llr)),
        [Some(SprtVerdict::H0), None, Some(SprtVerdict::H1)]
    );
    let refused = |sprt: Sprt| sprt.check().unwrap_err().to_string();
    assert_eq!(usual.check(), Ok(()));
    assert_eq!(refused(Sprt { elo1: 0.0, ..usual }), "elo0=0 is not below elo1=0");
    assert_eq!(
        refused(Sprt {
            elo1: f64::NAN,
            ..usual
        }),
        "elo0=0 is not below elo1=NaN"
    );
    assert_eq!(
        refused(Sprt { elo1: 4e3, ..usual }),
        "elo=4000 is beyond -1000 to 1000"
    );
    assert_eq!(
        refused(Sprt { alpha: 0.0, ..usual }),
        "alpha=0 is not between 0 and 0.5"
    );
    assert_eq!(
        refused(Sprt { beta: 0.5, ..usual }),
        "beta=0.5 is not between 0 and 0.5"
    );
}

/// Of `runs` tests on engines whose pairs fall as `shares` say: how many end with the wrong hypothesis.
fn wrong(sprt: &Sprt, shares: &[f64; 5], expected: SprtVerdict, runs: usize, dice: &mut Dice) -> usize {
    const PAIRS_MAX: usize = 20_000;
    let mut wrong = 0;
    for _ in 0..runs {
        let mut pairs = Pentanomial::default();
        let verdict = (0..PAIRS_MAX).find_map(|_| {
            pairs.0[dice.weighted(shares)] += 1;
            sprt.verdict(sprt.llr(pairs))
        });
        wrong += usize::from(verdict.expect("a test comes to its end") != expected);
    }
    wrong
}

/// A test at 5 % is wrong in at most 5 % of its runs where the truth is a hypothesis: of 400 runs 20 are expected, and
/// more than 33 come by chance once in 500 times.
#[test]
fn errors_are_as_rare_as_promised() {
    let mut dice = Dice::new(7);
    let base = [0.08, 0.22, 0.4, 0.22, 0.08];
    for (model, elo0, elo1) in [
        (SprtModel::Logistic, 0.0, 50.0),
        (SprtModel::Normalized, -20.0, 40.0),
    ] {
        let sprt = sprt(model, elo0, elo1);
        for (elo, expected) in [(elo0, SprtVerdict::H0), (elo1, SprtVerdict::H1)] {
            let truth = match model {
                SprtModel::Logistic => with_mean(&base, rate_at(elo)),
                SprtModel::Normalized => with_deviations(&base, std::f64::consts::SQRT_2 * elo / NELO_A_UNIT),
            };
            let wrong = wrong(&sprt, &truth, expected, 400, &mut dice);
            assert!(wrong <= 33, "{wrong} of 400 runs, {model:?}, {elo} Elo");
            assert!(
                wrong >= 4,
                "{wrong} of 400 runs: a test that is never wrong takes too long"
            );
        }
    }
}

proptest! {
    /// What is nearest to the pairs seen is a distribution, and fulfils its hypothesis.
    #[test]
    fn hypotheses_are_fulfilled(counts in prop::array::uniform5(0_u64..3_000), elo in -200.0..200.0) {
        prop_assume!(counts.iter().sum::<u64>() > 0);
        let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let with = with_mean(&seen, rate_at(elo));
        prop_assert!((with.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{with:?}");
        prop_assert!((dot(&with, &SCORES) - rate_at(elo)).abs() < 1e-6, "{with:?}");
        prop_assert!(with.iter().all(|share| *share > 0.0));
        let deviations = elo / NELO_A_UNIT;
        let with = with_deviations(&seen, deviations);
        let mean = dot(&with, &SCORES);
        let sigma = dot(&with, &SCORES.map(|score| (score - mean).powi(2))).sqrt();
        prop_assert!((with.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{with:?}");
        prop_assert!(((mean - 0.5) / sigma - deviations).abs() < 1e-3, "{with:?}");
    }

    #[test]
    fn a_won_pair_never_speaks_for_h0(counts in prop::array::uniform5(1_u64..500)) {
        let sprt = sprt(SprtModel::Logistic, 0.0, 10.0);
        let mut more = counts;
        more[4] += 1;
        more[0] -= 1;
        prop_assert!(sprt.llr(Pentanomial(more)) > sprt.llr(Pentanomial(counts)) - 1e-9);
    }

    #[test]
    fn the_tilt_is_that_of_plain_halving(counts in prop::array::uniform5(1_u64..500), elo in -20.0_f64..20.0) {
        let all: u64 = counts.iter().sum();
        let seen = counts.map(|count| count as f64 / all as f64);
        let lean = SCORES.map(|score| score - rate_at(elo));
        check_tilt(seen, lean);
    }
}

/// Steps that would come all but exactly to where a share grows beyond all bounds.
#[test]
fn a_step_to_the_very_end_is_none() {
    for counts in [
        [219.0, 465.0, 393.0, 131.0, 9.0],
        [50.0, 26.0, 400.0, 478.0, 45.0],
    ] {
        let all: f64 = counts.iter().sum();
        check_tilt(counts.map(|count| count / all), SCORES.map(|score| score - 0.5));
    }
}

#[track_caller]
fn check_tilt(seen: [f64; 5], lean: [f64; 5]) {
    let (mut low, mut high) = (-1.0 / lean[4], -1.0 / lean[0]);
    for _ in 0..200 {
        let x = f64::midpoint(low, high);
        let terms = seen
            .iter()
            .zip(&lean)
            .map(|(share, lean)| share * lean / (1.0 + x * lean));
        match terms.sum::<f64>() > 0.0 {
            true => low = x,
            false => high = x,
        }
    }
    let found = tilted(&seen, &lean);
    for index in 0..5 {
        let expected = seen[index] / (1.0 + low * lean[index]);
        assert!(
            (found[index] - expected).abs() < 1e-6,
            "{seen:?} by {lean:?}: {found:?}"
        );
    }
}
