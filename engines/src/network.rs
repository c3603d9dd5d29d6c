//! A network that says of a position which moves are worth looking at and who wins (docs/sources.md `S1.5`), with all that
//! it takes to teach one: convolutions as products of matrices, gradients, Adam. Knows neither searches nor files' places.

mod float;
mod matrix;
mod window;
mod plan;
pub mod shape;
pub mod pass;
pub mod snapshot;
pub mod loss;
pub mod adam;
pub mod file;
mod onnx;
pub mod evaluator;
pub mod player;

use dice::Dice;
use referee::gomoku::Rule;

pub use float::Float;
use loss::{LossParts, Targets};
use pass::Pass;
use plan::Plan;
use shape::Layers;

/// Heads begin more quietly than what ReLU follows: no move and no winner is preferred at first.
const QUIET: [&str; 2] = ["policy.moves.weight", "value.value.weight"];

/// For which games a network is, and of what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkKind {
    /// Lines a side of its boards.
    pub size: u8,
    /// The rule that it learned.
    pub rule: Rule,
    /// Its layers.
    pub body: Layers,
}

/// A network. It is played with in `f32`.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyValueNetwork<T = f32> {
    kind: NetworkKind,
    plan: Plan,
    numbers: Vec<T>,
}

impl<T: Float> PolicyValueNetwork<T> {
    /// One that knows nothing: its numbers are thrown, so that all of them learn something else (He and others, 2015).
    pub fn untaught(kind: NetworkKind, dice: &mut Dice) -> PolicyValueNetwork<T> {
        let plan = Plan::new(&kind.body, kind.size);
        let mut numbers = Vec::with_capacity(plan.length());
        for tensor in &plan.tensors {
            let spread = if tensor.fan_in == 0 {
                0.0
            } else if QUIET.contains(&tensor.name.as_str()) {
                (1.0 / tensor.fan_in as f64).sqrt()
            } else {
                (6.0 / tensor.fan_in as f64).sqrt()
            };
            numbers.extend(tensor.at.clone().map(|_| T::of(spread * dice.between(-1.0, 1.0))));
        }
        PolicyValueNetwork { kind, plan, numbers }
    }

    /// One that knows nothing, either, of whose numbers none is zero: errors could hide there, and ReLU has its corner.
    #[cfg(test)]
    fn scattered(kind: NetworkKind, dice: &mut Dice) -> PolicyValueNetwork<T> {
        let mut network = PolicyValueNetwork::untaught(kind, dice);
        for number in network.numbers_mut() {
            *number += T::of(dice.between(-0.05, 0.05));
        }
        network
    }

    /// For which games it is, and of what.
    pub fn kind(&self) -> &NetworkKind {
        &self.kind
    }

    /// All that it learned, tensor by tensor.
    pub fn numbers(&self) -> &[T] {
        &self.numbers
    }

    /// The same, to be taught.
    pub(crate) fn numbers_mut(&mut self) -> &mut [T] {
        &mut self.numbers
    }

    /// Room for so many boards to go through it together.
    pub fn pass(&self, boards: usize) -> Pass<T> {
        Pass::new(&self.plan, self.kind.size, boards)
    }

    /// What it says of the boards that the pass was shown.
    pub fn forward(&self, pass: &mut Pass<T>) {
        pass.forward(&self.plan, &self.numbers);
    }

    /// After [`forward`](PolicyValueNetwork::forward): the loss of its boards.
    pub fn loss(&self, pass: &Pass<T>, targets: &Targets<T>) -> LossParts {
        loss::parts(pass, targets)
    }

    /// After [`forward`](PolicyValueNetwork::forward): adds to `gradient` what the loss of its boards, weighed like this, has
    /// to do with every number.
    pub(crate) fn backward(&self, pass: &mut Pass<T>, targets: &Targets<T>, weight: T, gradient: &mut [T]) {
        let output = loss::gradient(pass, targets, weight);
        pass.backward(&self.plan, &self.numbers, &output, gradient);
    }
}

#[cfg(test)]
mod tests;
