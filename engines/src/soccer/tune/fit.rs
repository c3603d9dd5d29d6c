//! Fits the network to samples by Adam, in batches by dice, each sample as often mirrored as not. What is made small is not the
//! square of the error but what has the error itself as its slope (the loss that matches the last bend): a value that is wrong
//! and certain is learned from most, and not least, as it would be where the bend is flat.

use dice::Dice;

use super::sample::{ValuedPosition, mirror};
use crate::soccer::network::{self, FIRST, FORM, INPUTS, SECOND, STEPS, bent, squared};

/// Samples a step.
const BATCH: usize = 128;
const MOMENTUM: f32 = 0.9;
const MEMORY: f32 = 0.999;
/// The network that is given out is the mean of those that the steps come to, the newest counting this share at least: it is
/// better than any of them, each of which leans to the samples of its last steps.
const NEWEST: f32 = 1.0 / 2_000.0;
/// Weights of the first layer stay inside what a byte holds.
const FIRST_MOST: f32 = 127.0 / STEPS;
/// Weights shrink by this share of the rate a step, so that rare inputs are not learned by heart.
const DECAY: f32 = 0.05;

/// Where each part of the network lies among its numbers.
const SECOND_AT: usize = (INPUTS + 1) * FIRST;
const THIRD_AT: usize = SECOND_AT + (FIRST + 1) * SECOND;
const NUMBERS: usize = THIRD_AT + SECOND + 1;

/// A network in the making: by input and neuron of the first layer, its constants; the second layer likewise, the third.
#[derive(Clone, Debug)]
pub struct Fit {
    numbers: Vec<f32>,
    averaged: Vec<f32>,
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    mirror: Vec<u16>,
    dice: Dice,
}

/// What the layers come to for one sample.
struct Lit {
    /// Before it is squared.
    first: [f32; FIRST],
    second: [f32; SECOND],
    out: f32,
}

impl Fit {
    /// A network by dice.
    pub fn new(seed: u64) -> Fit {
        let mut dice = Dice::new(seed);
        let mut numbers = vec![0.0; NUMBERS];
        for (place, number) in numbers.iter_mut().enumerate() {
            let spread = match place {
                place if place < SECOND_AT => 0.08,
                place if place < THIRD_AT => 0.25,
                _ => 0.35,
            };
            *number = dice.between(-spread, spread) as f32;
        }
        Fit {
            slopes: vec![0.0; NUMBERS],
            means: vec![0.0; NUMBERS],
            squares: vec![0.0; NUMBERS],
            steps: 0,
            mirror: mirror(),
            averaged: numbers.clone(),
            numbers,
            dice,
        }
    }

    /// A network that goes on from these weights, in the form of the engine's own file. `None` if these are not such weights.
    pub fn of(weights: &[u8], seed: u64) -> Option<Fit> {
        let (first, rest) = network::parts(weights)?;
        let rest = rest.as_chunks::<4>().0.iter();
        let mut fit = Fit::new(seed);
        fit.numbers = first
            .iter()
            .map(|&weight| f32::from(weight as i8) / STEPS)
            .chain(rest.map(|&number| f32::from_le_bytes(number)))
            .collect();
        fit.averaged.clone_from(&fit.numbers);
        Some(fit)
    }

    /// Learns from so many samples, chosen by dice, from each part as often. The mean square of the errors on the way.
    pub fn learn_from(&mut self, parts: [&[ValuedPosition]; 2], count: usize, rate: f32) -> f32 {
        let mut squares = 0.0f64;
        for learned in 1..=count {
            let part = parts[learned % parts.len()];
            if part.is_empty() {
                continue;
            }
            let (sample, mirrored) = (self.dice.pick(part), self.dice.chance(0.5));
            squares += f64::from(self.learn(sample, mirrored)).powi(2);
            if learned % BATCH == 0 {
                self.step(BATCH, rate);
            }
        }
        (squares / count.max(1) as f64) as f32
    }

    /// The mean square of the errors.
    pub fn error(&self, samples: &[ValuedPosition]) -> f32 {
        let squares = samples
            .iter()
            .map(|sample| f64::from(light(&self.averaged, &sample.inputs).out - sample.worth).powi(2));
        (squares.sum::<f64>() / samples.len().max(1) as f64) as f32
    }

    /// The network in the form of the engine's own file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let first = &self.averaged[..INPUTS * FIRST];
        let mut bytes = FORM.to_vec();
        bytes.extend(first.iter().map(|weight| (weight * STEPS).round() as i8 as u8));
        bytes.extend(
            self.averaged[INPUTS * FIRST..]
                .iter()
                .flat_map(|number| number.to_le_bytes()),
        );
        bytes
    }

    /// Adds a sample's slopes. Its error.
    fn learn(&mut self, sample: &ValuedPosition, mirrored: bool) -> f32 {
        let turn = |input: &u16| {
            if mirrored {
                self.mirror[usize::from(*input)]
            } else {
                *input
            }
        };
        let inputs: Vec<u16> = sample.inputs.iter().map(turn).collect();
        learn(&self.numbers, &mut self.slopes, &inputs, sample.worth)
    }

    /// One step of Adam.
    fn step(&mut self, samples: usize, rate: f32) {
        self.steps += 1;
        let shrink = rate * DECAY;
        let rate =
            rate * (1.0 - MEMORY.powi(self.steps.min(100_000))).sqrt() / (1.0 - MOMENTUM.powi(self.steps));
        let first_most = INPUTS * FIRST;
        let parts = [(0..first_most, FIRST_MOST), (first_most..NUMBERS, f32::INFINITY)];
        for (part, most) in parts {
            let step = Step {
                scale: 1.0 / samples as f32,
                rate,
                shrink,
                most,
            };
            step_down(
                &step,
                &mut self.numbers[part.clone()],
                &mut self.slopes[part.clone()],
                &mut self.means[part.clone()],
                &mut self.squares[part],
            );
        }
        let newest = NEWEST.max(1.0 / (self.steps + 1) as f32);
        for (averaged, number) in self.averaged.iter_mut().zip(&self.numbers) {
            *averaged += newest * (number - *averaged);
        }
    }
}

/// What the layers come to for these inputs.
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn light(numbers: &[f32], inputs: &[u16]) -> Lit {
    let mut first = [0.0; FIRST];
    first.copy_from_slice(&numbers[INPUTS * FIRST..][..FIRST]);
    for &input in inputs {
        let row = &numbers[usize::from(input) * FIRST..][..FIRST];
        for (sum, weight) in first.iter_mut().zip(row) {
            *sum += weight;
        }
    }
    let mut second = [0.0; SECOND];
    second.copy_from_slice(&numbers[SECOND_AT + FIRST * SECOND..][..SECOND]);
    for (neuron, sum) in first.iter_mut().enumerate() {
        *sum = sum.max(0.0);
        let lit = squared(*sum);
        let row = &numbers[SECOND_AT + neuron * SECOND..][..SECOND];
        for (next, weight) in second.iter_mut().zip(row) {
            *next += lit * weight;
        }
    }
    let third = &numbers[THIRD_AT..][..SECOND];
    let mut out = numbers[THIRD_AT + SECOND];
    for (sum, weight) in second.iter_mut().zip(third) {
        *sum = sum.max(0.0);
        out += *sum * weight;
    }
    Lit {
        first,
        second,
        out: bent(out),
    }
}

/// Adds the slopes of a sample of these inputs and this worth. Its error.
#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn learn(numbers: &[f32], slopes: &mut [f32], inputs: &[u16], worth: f32) -> f32 {
    let lit = light(numbers, inputs);
    let error = lit.out - worth;
    // What the loss grows by with what the last layer adds up to.
    let slope = error;
    slopes[THIRD_AT + SECOND] += slope;
    let mut second = [0.0; SECOND];
    for neuron in 0..SECOND {
        slopes[THIRD_AT + neuron] += slope * lit.second[neuron];
        if lit.second[neuron] > 0.0 {
            second[neuron] = slope * numbers[THIRD_AT + neuron];
            slopes[SECOND_AT + FIRST * SECOND + neuron] += second[neuron];
        }
    }
    let mut first = [0.0; FIRST];
    for (neuron, first) in first.iter_mut().enumerate() {
        if lit.first[neuron] <= 0.0 {
            continue;
        }
        let row = SECOND_AT + neuron * SECOND..SECOND_AT + (neuron + 1) * SECOND;
        let sum = lit.first[neuron];
        let lit = squared(sum);
        for ((slope, weight), next) in slopes[row.clone()].iter_mut().zip(&numbers[row]).zip(&second) {
            *slope += next * lit;
            *first += next * weight;
        }
        *first *= 2.0 * sum;
    }
    let constants = [INPUTS];
    for row in inputs.iter().map(|&input| usize::from(input)).chain(constants) {
        for (sum, slope) in slopes[row * FIRST..][..FIRST].iter_mut().zip(&first) {
            *sum += slope;
        }
    }
    error
}

/// How far one step goes.
struct Step {
    scale: f32,
    rate: f32,
    shrink: f32,
    /// No number leaves this behind.
    most: f32,
}

#[multiversion::multiversion(targets("x86_64+avx+avx2"))]
fn step_down(step: &Step, numbers: &mut [f32], slopes: &mut [f32], means: &mut [f32], squares: &mut [f32]) {
    let parts = numbers.iter_mut().zip(slopes).zip(means).zip(squares);
    for (((number, slope), mean), square) in parts {
        let scaled = *slope * step.scale;
        *slope = 0.0;
        *mean += (1.0 - MOMENTUM) * (scaled - *mean);
        *square += (1.0 - MEMORY) * (scaled * scaled - *square);
        *number -= step.rate * *mean / (square.sqrt() + 1e-8) + step.shrink * *number;
        *number = number.clamp(-step.most, step.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each slope is what a small step up and down of its number changes the loss by, which is least where the value is the worth.
    #[test]
    fn slopes_are_those_of_the_loss() {
        const STEP: f32 = 1e-3;
        let mut fit = Fit::new(5);
        let inputs: Vec<u16> = (0..INPUTS as u16).step_by(11).collect();
        let worth = 0.3;
        learn(&fit.numbers, &mut fit.slopes, &inputs, worth);
        let loss = |numbers: &[f32]| {
            let value = f64::from(light(numbers, &inputs).out);
            (1.0 - f64::from(worth) * value) / (1.0 - value * value).sqrt()
        };
        let first = 11 * FIRST;
        let parts = [
            first..first + FIRST,
            INPUTS * FIRST..SECOND_AT,
            SECOND_AT..NUMBERS,
        ];
        let mut steepest = 0.0f64;
        for number in parts.into_iter().flatten() {
            let at = |off: f32| {
                let mut numbers = fit.numbers.clone();
                numbers[number] += off;
                loss(&numbers)
            };
            let expected = (at(STEP) - at(-STEP)) / (2.0 * f64::from(STEP));
            let slope = f64::from(fit.slopes[number]);
            assert!(
                (slope - expected).abs() < 2e-3 * (1.0 + expected.abs()),
                "{number}: {slope} for {expected}"
            );
            steepest = steepest.max(slope.abs());
        }
        assert!(steepest > 0.01, "{steepest}");
        let unlit = 12 * FIRST..13 * FIRST;
        assert!(fit.slopes[unlit].iter().all(|&slope| slope == 0.0));
    }
}
