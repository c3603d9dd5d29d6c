//! Fits the network to samples: least squares by Adam, in batches by dice, each sample as often mirrored as not.

use dice::Dice;

use super::sample::{ValuedPosition, mirror};
use crate::soccer::network::{FIRST, INPUTS, SECOND, STEPS};

/// Samples a step.
const BATCH: usize = 128;
const MOMENTUM: f32 = 0.9;
const MEMORY: f32 = 0.999;
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
    slopes: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
    mirror: Vec<u16>,
    dice: Dice,
}

/// What the layers come to for one sample.
struct Lit {
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
            numbers,
            dice,
        }
    }

    /// The rate of a pass among so many: smaller towards the end.
    pub fn rate(pass: u32, passes: u32) -> f32 {
        match pass * 10 / passes.max(1) {
            0..=4 => 1e-3,
            5..=7 => 3e-4,
            _ => 1e-4,
        }
    }

    /// Goes through all samples once, at this rate. The mean square of the errors on the way.
    pub fn pass(&mut self, samples: &mut [ValuedPosition], rate: f32) -> f32 {
        self.dice.shuffle(samples);
        let mut squares = 0.0f64;
        for batch in samples.chunks(BATCH) {
            for sample in batch {
                let mirrored = self.dice.chance(0.5);
                squares += f64::from(self.learn(sample, mirrored)).powi(2);
            }
            self.step(batch.len(), rate);
        }
        (squares / samples.len().max(1) as f64) as f32
    }

    /// The mean square of the errors.
    pub fn error(&self, samples: &[ValuedPosition]) -> f32 {
        let squares = samples
            .iter()
            .map(|sample| f64::from(self.lit(&sample.inputs).out - sample.worth).powi(2));
        (squares.sum::<f64>() / samples.len().max(1) as f64) as f32
    }

    /// The network in the form of the engine's own file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let first = &self.numbers[..INPUTS * FIRST];
        let mut bytes: Vec<u8> = first
            .iter()
            .map(|weight| (weight * STEPS).round() as i8 as u8)
            .collect();
        bytes.extend(
            self.numbers[INPUTS * FIRST..]
                .iter()
                .flat_map(|number| number.to_le_bytes()),
        );
        bytes
    }

    fn lit(&self, inputs: &[u16]) -> Lit {
        let numbers = &self.numbers;
        let mut first: [f32; FIRST] = std::array::from_fn(|neuron| numbers[INPUTS * FIRST + neuron]);
        for &input in inputs {
            let row = &numbers[usize::from(input) * FIRST..][..FIRST];
            for (sum, weight) in first.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        let mut second: [f32; SECOND] =
            std::array::from_fn(|neuron| numbers[SECOND_AT + FIRST * SECOND + neuron]);
        for (neuron, sum) in first.iter_mut().enumerate() {
            *sum = sum.max(0.0);
            let row = &numbers[SECOND_AT + neuron * SECOND..][..SECOND];
            for (next, weight) in second.iter_mut().zip(row) {
                *next += *sum * weight;
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
            out: out / (1.0 + out.abs()),
        }
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
        let lit = self.lit(&inputs);
        let error = lit.out - sample.worth;
        // The last bend, x / (1 + |x|), is as steep as this where it comes to `out`.
        let slope = error * (1.0 - lit.out.abs()).powi(2);
        let (numbers, slopes) = (&self.numbers, &mut self.slopes);
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
            let at = SECOND_AT + neuron * SECOND;
            for next in 0..SECOND {
                slopes[at + next] += second[next] * lit.first[neuron];
                *first += second[next] * numbers[at + next];
            }
        }
        for row in inputs.iter().map(|&input| usize::from(input)).chain([INPUTS]) {
            for (sum, slope) in slopes[row * FIRST..][..FIRST].iter_mut().zip(&first) {
                *sum += slope;
            }
        }
        error
    }

    /// One step of Adam.
    fn step(&mut self, samples: usize, rate: f32) {
        self.steps += 1;
        let shrink = rate * DECAY;
        let rate =
            rate * (1.0 - MEMORY.powi(self.steps.min(100_000))).sqrt() / (1.0 - MOMENTUM.powi(self.steps));
        let scale = 1.0 / samples as f32;
        for place in 0..NUMBERS {
            let slope = self.slopes[place] * scale;
            self.slopes[place] = 0.0;
            let mean = &mut self.means[place];
            *mean += (1.0 - MOMENTUM) * (slope - *mean);
            let square = &mut self.squares[place];
            *square += (1.0 - MEMORY) * (slope * slope - *square);
            let number = &mut self.numbers[place];
            *number -= rate * *mean / (square.sqrt() + 1e-8) + shrink * *number;
            if place < INPUTS * FIRST {
                *number = number.clamp(-FIRST_MOST, FIRST_MOST);
            }
        }
    }
}
