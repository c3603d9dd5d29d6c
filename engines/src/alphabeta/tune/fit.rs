//! The weights of the evaluation, fitted to games by logistic regression: the value of a position, through a logistic
//! curve, is to tell how the game ended and what a deeper search said. Plain gradient steps (Adam), the same every time.

use super::{
    games::{SelfPlayError, SelfPlayGame},
    sample::sample,
};
use crate::alphabeta::weights::{KINDS, SETS, THREATS, Weights, WeightsError, set_of};

/// Rows that one step is made of.
const BATCH: usize = 2_048;
/// How large a step may be at first and at last, in the weights' unit.
const STEPS: (f64, f64) = (0.6, 0.01);
/// What keeps a weight small: one that many positions share, and one of a single choice of shapes or threats.
const HOLD: (f64, f64) = (1e-7, 4e-6);
/// The engine's score counts within this. Proven wins count as well: what leads to them is what a value is for.
const SCORE_MAX: i32 = 2_000;
/// One game in so many is kept aside, to see what the weights say of games they were not fitted to.
const ASIDE: u64 = 10;

/// How to fit.
#[derive(Clone, Debug, PartialEq)]
pub struct FitSettings {
    /// The value at which the logistic curve expects 73 % (1 / (1 + 1/e)).
    pub scale: f64,
    /// What the result counts; the rest is what the engine said. 0 to 1.
    pub result: f64,
    /// Times through all positions.
    pub rounds: u32,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            scale: 150.0,
            result: 0.5,
            rounds: 40,
        }
    }
}

/// Positions to fit to.
#[derive(Debug, Default)]
pub struct Material {
    fitted: Vec<Row>,
    aside: Vec<Row>,
    /// Games read.
    pub games: u64,
}

/// A position: what stands in it, and what it was worth.
#[derive(Debug)]
struct Row {
    /// Choices of shapes, and how many more points the side to move has of them than the other side.
    counts: Vec<(u16, f32)>,
    threats: u16,
    score: f32,
    result: f32,
}

/// The mean error (cross entropy) of what the weights expect.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Loss {
    /// Of the positions they are fitted to.
    pub fitted: f64,
    /// Of those kept aside.
    pub aside: f64,
}

impl Material {
    /// Adds a game's positions, but for those that need no search and so no value.
    ///
    /// # Errors
    /// One of its moves is not legal.
    pub fn add(&mut self, game: &SelfPlayGame) -> Result<(), SelfPlayError> {
        let rows = if self.games % ASIDE == ASIDE - 1 {
            &mut self.aside
        } else {
            &mut self.fitted
        };
        game.replay(|position, score, result| {
            if let Some(sample) = sample(position) {
                let mut counts: Vec<(u16, f32)> = Vec::new();
                for (side, sign) in sample.counts.iter().zip([0.5, -0.5]) {
                    counts.extend(side.iter().map(|&(set, count)| (set, sign * f32::from(count))));
                }
                rows.push(Row {
                    counts,
                    threats: sample.threats as u16,
                    score: score.clamp(-SCORE_MAX, SCORE_MAX) as f32,
                    result: result as f32,
                });
            }
        })?;
        self.games += 1;
        Ok(())
    }

    /// How many positions there are, all together.
    pub fn positions(&self) -> usize {
        self.fitted.len() + self.aside.len()
    }
}

/// The model: a choice of shapes is worth what its best two are together, what each of the others adds, and what it is
/// worth more or less than that itself; threats likewise one by one and as a set.
struct Model {
    weights: Vec<f64>,
    sets: Vec<[usize; 4]>,
}

const RESTS: usize = KINDS * KINDS;
const CHOICES: usize = RESTS + KINDS;
const SINGLE: usize = CHOICES + SETS;
const TOGETHER: usize = SINGLE + THREATS;
const THREAT_SETS: usize = 1 << THREATS;
const ALL: usize = TOGETHER + THREAT_SETS;

impl Model {
    /// Visits the weights that a row is a sum over, and how often each counts.
    #[inline(always)]
    fn terms(sets: &[[usize; 4]], row: &Row, mut visit: impl FnMut(usize, f64)) {
        for &(set, count) in &row.counts {
            let count = f64::from(count);
            let [fourth, third, second, best] = sets[usize::from(set)];
            visit(best * KINDS + second, count);
            visit(RESTS + third, count);
            visit(RESTS + fourth, count);
            visit(CHOICES + usize::from(set), count);
        }
        for threat in 0..THREATS {
            if row.threats >> threat & 1 != 0 {
                visit(SINGLE + threat, 1.0);
            }
        }
        visit(TOGETHER + usize::from(row.threats), 1.0);
    }

    fn expected(&self, row: &Row, scale: f64) -> f64 {
        let mut value = 0.0;
        Model::terms(&self.sets, row, |index, count| {
            value += self.weights[index] * count
        });
        logistic(value / scale)
    }

    fn loss(&self, rows: &[Row], settings: &FitSettings) -> f64 {
        let sum: f64 = rows
            .iter()
            .map(|row| {
                let (expected, target) = (self.expected(row, settings.scale), target(row, settings));
                -(target * expected.max(1e-9).ln() + (1.0 - target) * (1.0 - expected).max(1e-9).ln())
            })
            .sum();
        sum / rows.len().max(1) as f64
    }

    /// What a choice of shapes is worth. Samples leave out what is nothing four times, which is worth nothing.
    fn value(&self, set: usize) -> f64 {
        if set == 0 {
            return 0.0;
        }
        let [fourth, third, second, best] = self.sets[set];
        self.weights[best * KINDS + second]
            + self.weights[RESTS + third]
            + self.weights[RESTS + fourth]
            + self.weights[CHOICES + set]
    }

    fn threats(&self, set: usize) -> f64 {
        let single: f64 = (0..THREATS)
            .filter(|threat| set >> threat & 1 != 0)
            .map(|threat| self.weights[SINGLE + threat])
            .sum();
        single + self.weights[TOGETHER + set]
    }
}

/// The shapes of each choice, by its number.
fn sets() -> Vec<[usize; 4]> {
    let mut sets = vec![[0; 4]; SETS];
    for d in 0..KINDS {
        for c in 0..=d {
            for b in 0..=c {
                for a in 0..=b {
                    sets[set_of([a, b, c, d])] = [a, b, c, d];
                }
            }
        }
    }
    sets
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value).exp())
}

fn target(row: &Row, settings: &FitSettings) -> f64 {
    let said = logistic(f64::from(row.score) / settings.scale);
    settings.result * f64::from(row.result) + (1.0 - settings.result) * said
}

/// Fits the values of `base`, a text of weights, and gives the whole back as such a text: what is not of the
/// evaluation stays. `tell` hears of every round.
///
/// # Errors
/// `base` is no set of weights.
pub fn fit(
    base: &str,
    material: &Material,
    settings: &FitSettings,
    mut tell: impl FnMut(u32, Loss),
) -> Result<String, WeightsError> {
    let mut weights = Weights::read(base)?;
    let mut model = Model {
        weights: vec![0.0; ALL],
        sets: sets(),
    };
    let mut adam = Adam::new();
    let mut order: Vec<usize> = (0..material.fitted.len()).collect();
    for round in 0..settings.rounds {
        shuffle(&mut order, round.into());
        let left = 1.0 - f64::from(round) / f64::from(settings.rounds);
        for batch in order.chunks(BATCH) {
            let mut slope = vec![0.0; ALL];
            for &index in batch {
                let row = &material.fitted[index];
                let error =
                    (model.expected(row, settings.scale) - target(row, settings)) / batch.len() as f64;
                Model::terms(&model.sets, row, |index, count| slope[index] += error * count);
            }
            adam.step(&mut model.weights, slope, STEPS.0 * left + STEPS.1);
        }
        let loss = Loss {
            fitted: model.loss(&material.fitted, settings),
            aside: model.loss(&material.aside, settings),
        };
        tell(round + 1, loss);
    }
    let rounded = |value: f64| value.round().clamp(-30_000.0, 30_000.0) as i16;
    for set in 0..SETS {
        weights.sets[set] = rounded(model.value(set));
    }
    for set in 0..THREAT_SETS {
        weights.threats[set] = rounded(model.threats(set));
    }
    Ok(weights.to_string())
}

/// Steps by mean and spread of the slopes so far.
struct Adam {
    mean: Vec<f64>,
    spread: Vec<f64>,
    steps: i32,
}

impl Adam {
    fn new() -> Adam {
        Adam {
            mean: vec![0.0; ALL],
            spread: vec![0.0; ALL],
            steps: 0,
        }
    }

    fn step(&mut self, weights: &mut [f64], slope: Vec<f64>, size: f64) {
        self.steps += 1;
        let (mean_share, spread_share) = (1.0 - 0.9_f64.powi(self.steps), 1.0 - 0.999_f64.powi(self.steps));
        for (index, slope) in slope.into_iter().enumerate() {
            let is_own = (CHOICES..SINGLE).contains(&index) || index >= TOGETHER;
            let slope = slope + weights[index] * if is_own { HOLD.1 } else { HOLD.0 };
            self.mean[index] = 0.9 * self.mean[index] + 0.1 * slope;
            self.spread[index] = 0.999 * self.spread[index] + 0.001 * slope * slope;
            let spread = (self.spread[index] / spread_share).sqrt() + 1e-8;
            weights[index] -= size * self.mean[index] / mean_share / spread;
        }
    }
}

fn shuffle(order: &mut [usize], round: u64) {
    for index in (1..order.len()).rev() {
        let other = dice::nth(round << 40 ^ index as u64) % (index as u64 + 1);
        order.swap(index, other as usize);
    }
}

#[cfg(test)]
mod tests {
    use referee::gomoku::Rule;

    use super::*;
    use crate::alphabeta::{Alphabeta, OWN_WEIGHTS, options::AlphaBetaOptions};

    #[test]
    fn weights_learn_from_games() {
        let mut engine = Alphabeta::new(AlphaBetaOptions {
            table_mb: 1,
            ..AlphaBetaOptions::default()
        });
        let mut material = Material::default();
        for number in 0..40 {
            let game = SelfPlayGame::play(&mut engine, 9, Rule::Freestyle, 60, number).unwrap();
            material.add(&game).unwrap();
        }
        assert!(!material.aside.is_empty() && material.positions() > 200);
        let settings = FitSettings {
            rounds: 30,
            ..FitSettings::default()
        };
        let run = || {
            let mut losses = Vec::new();
            let text = fit(OWN_WEIGHTS, &material, &settings, |_, loss| losses.push(loss)).unwrap();
            (text, losses)
        };
        let (text, losses) = run();
        assert_eq!(losses.len(), 30);
        assert!(losses[29].fitted < losses[0].fitted, "{losses:?}");
        let (own, fitted) = (Weights::own(), Weights::read(&text).unwrap());
        assert_ne!(own.sets, fitted.sets);
        assert_eq!(
            (own.attack, own.near),
            (fitted.attack, fitted.near),
            "ordering is left alone"
        );
        assert_eq!(run(), (text, losses), "repeatable");
        assert_eq!(
            fit("1 2", &material, &settings, |_, _| {}),
            Err(WeightsError::TooFew)
        );
    }

    #[test]
    fn a_weight_of_the_model_is_found_again() {
        let set = set_of([0, 0, 4, 9]);
        let row = |count: f32, result: f32| Row {
            counts: vec![(set as u16, count)],
            threats: 3,
            score: 0.0,
            result,
        };
        let material = Material {
            fitted: (0..4_000)
                .map(|index| {
                    if index % 4 == 0 {
                        row(1.0, 0.0)
                    } else {
                        row(1.0, 1.0)
                    }
                })
                .chain((0..4_000).map(|index| {
                    if index % 4 == 0 {
                        row(-1.0, 1.0)
                    } else {
                        row(-1.0, 0.0)
                    }
                }))
                .collect(),
            aside: Vec::new(),
            games: 1,
        };
        let settings = FitSettings {
            result: 1.0,
            rounds: 300,
            ..FitSettings::default()
        };
        let text = fit(OWN_WEIGHTS, &material, &settings, |_, _| {}).unwrap();
        // Three of four are won with it, and the curve says so at the scale times the logarithm of 3.
        let weight = f64::from(Weights::read(&text).unwrap().sets[set]);
        assert!(
            (weight / (settings.scale * 3_f64.ln()) - 1.0).abs() < 0.1,
            "{weight}"
        );
    }
}
