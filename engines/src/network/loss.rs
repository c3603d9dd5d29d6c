//! How far a network is from what it is taught: (z - v)^2 - pi^T log p + c * ||theta||^2 (docs/sources.md `S1.6`), its parts
//! apart. Arithmetic only.

use super::{
    float::Float,
    pass::{OutputGradient, Pass},
};

/// What a network is taught of the boards of a pass.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Targets<T> {
    /// Board by board, the share of each point.
    pub moves: Vec<T>,
    /// By board, the result for the side to move: 1, 0 or -1.
    pub values: Vec<T>,
}

/// Sums over boards; none of the parts but the last is the gradient's business.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LossParts {
    /// (z - v)^2.
    pub value: f64,
    /// -pi^T log p.
    pub policy: f64,
    /// -p^T log p: how undecided the network is.
    pub entropy: f64,
}

impl LossParts {
    /// Adds those of other boards.
    pub fn add(&mut self, other: LossParts) {
        self.value += other.value;
        self.policy += other.policy;
        self.entropy += other.entropy;
    }

    /// A mean over so many boards.
    #[must_use]
    pub fn over(self, boards: usize) -> LossParts {
        let share = 1.0 / boards as f64;
        LossParts {
            value: self.value * share,
            policy: self.policy * share,
            entropy: self.entropy * share,
        }
    }
}

/// The loss of the boards of a pass.
pub(super) fn parts<T: Float>(pass: &Pass<T>, targets: &Targets<T>) -> LossParts {
    let mut parts = LossParts::default();
    for (value, target) in pass.values.iter().zip(&targets.values) {
        parts.value += (target.to_f64() - value.to_f64()).powi(2);
    }
    for (log, target) in pass.shares.iter().zip(&targets.moves) {
        let log = log.to_f64();
        parts.policy -= target.to_f64() * log;
        parts.entropy -= log.exp() * log;
    }
    parts
}

/// What the loss of each board, weighed like this, has to do with the outputs.
pub(super) fn gradient<T: Float>(pass: &Pass<T>, targets: &Targets<T>, weight: T) -> OutputGradient<T> {
    let move_of = |(log, target): (&T, &T)| (log.exp() - *target) * weight;
    let two = T::ONE + T::ONE;
    let value_of = |(value, target): (&T, &T)| two * (*value - *target) * (T::ONE - *value * *value) * weight;
    OutputGradient {
        moves: pass.shares.iter().zip(&targets.moves).map(move_of).collect(),
        value: pass.values.iter().zip(&targets.values).map(value_of).collect(),
    }
}
