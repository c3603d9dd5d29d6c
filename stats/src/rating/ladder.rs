//! Ratings of several engines who all met in pairs of games: the model of Bradley and Terry, a draw being half a win
//! for each. The errors come from the pairs themselves and not from the model: two games with the same opening are
//! one trial. (Huber's sandwich; for two engines it is the interval of [`pentanomial`](super::pentanomial).)

use schemars::JsonSchema;
use serde::Serialize;

use super::{Interval, Z, pentanomial::Pentanomial};

/// All pairs of two engines, from the side of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encounter {
    /// Their numbers.
    pub engines: [usize; 2],
    /// Their pairs.
    pub pairs: Pentanomial,
}

/// What an engine is worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Rating {
    /// Elo above the mean of all engines.
    pub elo: f64,
    /// 95 % interval.
    pub interval: Interval,
}

/// Ratings by the engines' numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ladder {
    /// One an engine.
    pub ratings: Vec<Rating>,
    /// Some engines never lost a point to the others, or never won one: their ratings would be infinite. Each two that
    /// met were given one drawn pair more.
    pub bounded: bool,
}

/// Elo a unit of the model's natural scale.
const ELO_A_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Rates `engines` engines. `None` as long as some of them cannot be compared, not even by way of others.
pub fn rate(engines: usize, encounters: &[Encounter]) -> Option<Ladder> {
    let mut tables = Tables::of(engines, encounters);
    if !connected(engines, |a, b| tables.games[a][b] > 0.0) {
        return None;
    }
    let bounded = !connected(engines, |a, b| tables.points[a][b] > 0.0);
    if bounded {
        tables.add_draws();
    }
    let strengths = tables.most_likely();
    let spread = tables.covariance(&strengths)?;
    let ratings = (0..engines).map(|engine| {
        let elo = strengths[engine] * ELO_A_UNIT;
        let half = Z * spread[engine][engine].max(0.0).sqrt() * ELO_A_UNIT;
        let interval = Interval {
            low: elo - half,
            high: elo + half,
        };
        Rating { elo, interval }
    });
    Some(Ladder {
        ratings: ratings.collect(),
        bounded,
    })
}

type Matrix = Vec<Vec<f64>>;

/// Who got how much from whom.
struct Tables {
    /// Games of each two.
    games: Matrix,
    /// Points of the row's engine.
    points: Matrix,
    /// Variance of those points.
    noise: Matrix,
}

impl Tables {
    fn of(engines: usize, encounters: &[Encounter]) -> Tables {
        let zero = vec![vec![0.0; engines]; engines];
        let mut tables = Tables {
            games: zero.clone(),
            points: zero.clone(),
            noise: zero,
        };
        for Encounter {
            engines: [a, b],
            pairs,
        } in encounters
        {
            let Some((score, variance)) = pairs.moments() else {
                continue;
            };
            let count = pairs.pairs() as f64;
            // Pairs that all ended alike show no variance: each is taken for a coin that was tossed once.
            let variance = if variance > 0.0 { variance } else { 0.25 / count };
            for (one, other, score) in [(*a, *b, score), (*b, *a, 1.0 - score)] {
                tables.games[one][other] += 2.0 * count;
                tables.points[one][other] += 2.0 * count * score;
                // A pair's points are twice its score.
                tables.noise[one][other] += 4.0 * count * variance;
            }
        }
        tables
    }

    fn add_draws(&mut self) {
        let engines = self.games.len();
        for (a, b) in (0..engines).flat_map(|a| (0..engines).map(move |b| (a, b))) {
            if self.games[a][b] > 0.0 {
                self.games[a][b] += 2.0;
                self.points[a][b] += 1.0;
            }
        }
    }

    /// Newton's method on strengths whose mean is 0, each step held to what the model bears.
    fn most_likely(&self) -> Vec<f64> {
        const ROUNDS: usize = 200;
        const STEP_MAX: f64 = 1.0;
        let engines = self.games.len();
        let mut strengths = vec![0.0; engines];
        for _ in 0..ROUNDS {
            let missing: Vec<f64> = (0..engines)
                .map(|a| {
                    let of = |b: usize| self.points[a][b] - self.games[a][b] * expected(&strengths, a, b);
                    (0..engines).map(of).sum()
                })
                .collect();
            let Some(inverse) = inverse(&self.information(&strengths)) else {
                break;
            };
            let steps: Vec<f64> = inverse.iter().map(|row| dot(row, &missing)).collect();
            let longest = steps.iter().fold(0.0, |most: f64, step| most.max(step.abs()));
            let scale = (STEP_MAX / longest).min(1.0);
            for (strength, step) in strengths.iter_mut().zip(&steps) {
                *strength += scale * step;
            }
            if longest < 1e-12 {
                break;
            }
        }
        strengths
    }

    /// Fisher's information, with 1/n in each cell more: that pins the mean, which no game says anything about.
    fn information(&self, strengths: &[f64]) -> Matrix {
        let engines = self.games.len();
        let mut matrix = flow(engines, |a, b| {
            let expected = expected(strengths, a, b);
            self.games[a][b] * expected * (1.0 - expected)
        });
        let share = 1.0 / engines as f64;
        matrix.iter_mut().flatten().for_each(|cell| *cell += share);
        matrix
    }

    fn covariance(&self, strengths: &[f64]) -> Option<Matrix> {
        let inverse = inverse(&self.information(strengths))?;
        let noise = flow(self.games.len(), |a, b| self.noise[a][b]);
        Some(product(&product(&inverse, &noise), &inverse))
    }
}

/// What one gains the other loses: minus the weight of each two in their cell, and the sums on the diagonal.
fn flow(engines: usize, weight: impl Fn(usize, usize) -> f64) -> Matrix {
    let row = |a: usize| -> Vec<f64> {
        let sum: f64 = (0..engines).filter(|&b| b != a).map(|b| weight(a, b)).sum();
        let cell = |b: usize| if a == b { sum } else { -weight(a, b) };
        (0..engines).map(cell).collect()
    };
    (0..engines).map(row).collect()
}

/// Points a game that `a` is expected to make against `b`.
fn expected(strengths: &[f64], a: usize, b: usize) -> f64 {
    1.0 / (1.0 + libm::exp(strengths[b] - strengths[a]))
}

/// Whether everybody is reached from everybody else.
fn connected(engines: usize, leads: impl Fn(usize, usize) -> bool) -> bool {
    let reached = |from: usize, leads: &dyn Fn(usize, usize) -> bool| {
        let mut seen = vec![false; engines];
        let mut waiting = vec![from];
        while let Some(at) = waiting.pop() {
            if !std::mem::replace(&mut seen[at], true) {
                waiting.extend((0..engines).filter(|&next| leads(at, next)));
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    engines > 0 && reached(0, &leads) && reached(0, &|a, b| leads(b, a))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let column = |index: usize| -> Vec<f64> { b.iter().map(|row| row[index]).collect() };
    let columns: Matrix = (0..b.len()).map(column).collect();
    let row = |row: &Vec<f64>| columns.iter().map(|column| dot(row, column)).collect();
    a.iter().map(row).collect()
}

/// By Gauss and Jordan, with the largest pivot; `None` for a singular matrix.
fn inverse(matrix: &Matrix) -> Option<Matrix> {
    let size = matrix.len();
    let unit = |at: usize| (0..size).map(move |index| f64::from(u8::from(index == at)));
    let mut rows: Matrix = matrix
        .iter()
        .enumerate()
        .map(|(at, row)| row.iter().copied().chain(unit(at)).collect())
        .collect();
    for column in 0..size {
        let larger = |&a: &usize, &b: &usize| rows[a][column].abs().total_cmp(&rows[b][column].abs());
        let pivot = (column..size).max_by(larger)?;
        rows.swap(column, pivot);
        let divisor = rows[column][column];
        if divisor.abs() < 1e-12 {
            return None;
        }
        rows[column].iter_mut().for_each(|cell| *cell /= divisor);
        let pivot = rows[column].clone();
        for (index, row) in rows.iter_mut().enumerate() {
            let factor = row[column];
            if index != column && factor != 0.0 {
                row.iter_mut()
                    .zip(&pivot)
                    .for_each(|(cell, above)| *cell -= factor * above);
            }
        }
    }
    Some(rows.into_iter().map(|row| row[size..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use dice::Dice;

    use super::{super::rate_at, *};

    fn encounter(a: usize, b: usize, pairs: [u64; 5]) -> Encounter {
        Encounter {
            engines: [a, b],
            pairs: Pentanomial(pairs),
        }
    }

    #[test]
    fn two_engines_are_rated_as_their_pairs_say() {
        let pairs = [50, 287, 610, 387, 73];
        let ladder = rate(2, &[encounter(0, 1, pairs)]).unwrap();
        let elo = Pentanomial(pairs).elo().unwrap();
        let [first, second] = [&ladder.ratings[0], &ladder.ratings[1]];
        assert!((first.elo - second.elo - elo.value).abs() < 1e-6);
        // Half the difference each, and half its error; the logistic curve is straight enough here.
        let error = first.interval.high - first.interval.low;
        assert!((error - elo.error()).abs() < 0.05, "{error}, {}", elo.error());
        assert!(!ladder.bounded);
    }

    /// The scores that three engines of known strength are expected to make give these strengths back.
    #[test]
    fn expected_scores_give_the_strengths_back() {
        let truth = [120.0, -20.0, -100.0];
        let pairs = |a: usize, b: usize| {
            // All won or lost: of a million pairs, as many won as the score says.
            let won = (1e6 * rate_at(truth[a] - truth[b])).round() as u64;
            encounter(a, b, [1_000_000 - won, 0, 0, 0, won])
        };
        for encounters in [
            vec![pairs(0, 1), pairs(0, 2), pairs(1, 2)],
            vec![pairs(0, 1), pairs(2, 1)],
        ] {
            let ladder = rate(3, &encounters).unwrap();
            for (rating, truth) in ladder.ratings.iter().zip(truth) {
                assert!((rating.elo - truth).abs() < 0.01, "{ladder:?}");
            }
        }
    }

    #[test]
    fn who_never_met_or_never_lost() {
        assert_eq!(rate(3, &[encounter(0, 1, [1, 1, 1, 1, 1])]), None);
        assert_eq!(rate(2, &[]), None);
        let ladder = rate(2, &[encounter(0, 1, [0, 0, 0, 0, 20])]).unwrap();
        assert!(ladder.bounded);
        let difference = ladder.ratings[0].elo - ladder.ratings[1].elo;
        // 41 points of 42.
        assert!((difference - 400.0 * 41_f64.log10()).abs() < 1e-6, "{difference}");
    }

    #[test]
    fn intervals_cover_the_truth_in_95_of_100_runs() {
        let truth = [60.0, 0.0, -60.0];
        let mut dice = Dice::new(11);
        let mut held = 0;
        for _ in 0..700 {
            let mut encounters = Vec::new();
            for [a, b] in [[0, 1], [0, 2], [1, 2]] {
                let score = rate_at(truth[a] - truth[b]);
                // Both games of a pair often fall to the same side of the board: most pairs are level.
                let level = 0.5;
                let edge = (2.0 * score - 1.0) / 2.0;
                let shares = [0.25 - edge, 0.0, level, 0.0, 0.25 + edge];
                let mut pairs = [0; 5];
                for _ in 0..120 {
                    pairs[dice.weighted(&shares)] += 1;
                }
                encounters.push(encounter(a, b, pairs));
            }
            let ladder = rate(3, &encounters).unwrap();
            held += ladder
                .ratings
                .iter()
                .zip(truth)
                .filter(|(rating, truth)| (rating.interval.low..=rating.interval.high).contains(truth))
                .count();
        }
        assert!((1_950..=2_040).contains(&held), "{held} of 2100");
    }
}
