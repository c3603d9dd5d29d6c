//! Where every tensor of a network lies among its numbers, and in which order its layers work. Made of a shape once; knows
//! no numbers itself.

use std::ops::Range;

use super::shape::{Layer, Layers, PLANES, POLICY_PLANES, VALUE_HIDDEN, VALUE_PLANES};

/// A named part of the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tensor {
    pub(super) name: String,
    pub(super) shape: Vec<usize>,
    pub(super) at: Range<usize>,
    /// Numbers that one output is made of: how widely the weights are spread at the beginning. 0 for what begins at zero.
    pub(super) fan_in: usize,
}

/// A layer in which every output sees every input, or a convolution, whose inputs are those of a window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Weights {
    pub(super) weight: Range<usize>,
    pub(super) bias: Range<usize>,
    pub(super) outputs: usize,
}

/// One step from planes to planes, ReLU included. Planes have numbers: 0 for those of the position, and then each step's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) kind: StepKind,
    pub(super) weights: Weights,
    pub(super) from: usize,
    /// Planes that are added before ReLU.
    pub(super) skip: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepKind {
    /// A convolution with a window of 3 x 3.
    Window,
    /// A convolution with a window of one point.
    Point,
    /// Mean and maximum of every plane, by a full layer, added to every point.
    Pooling,
}

/// The layers of a whole network for boards of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) cells: usize,
    pub(super) tensors: Vec<Tensor>,
    /// The body, then the first layer of the head for moves, then that of the head for the value.
    pub(super) steps: Vec<Step>,
    /// How many planes there are of each number.
    pub(super) widths: Vec<usize>,
    pub(super) moves: Weights,
    pub(super) hidden: Weights,
    pub(super) value: Weights,
}

impl Plan {
    pub(super) fn new(body: &Layers, size: u8) -> Plan {
        let cells = usize::from(size) * usize::from(size);
        let mut draft = Draft {
            widths: vec![PLANES],
            ..Draft::default()
        };
        for (index, layer) in body.layers().iter().enumerate() {
            draft.layer(&format!("body.{index}"), *layer);
        }
        let last = draft.widths.len() - 1;
        draft.convolution("policy.planes", StepKind::Point, POLICY_PLANES, last, None);
        let moves = draft.full("policy.moves", POLICY_PLANES * cells, cells);
        draft.convolution("value.planes", StepKind::Point, VALUE_PLANES, last, None);
        let hidden = draft.full("value.hidden", VALUE_PLANES * cells, VALUE_HIDDEN);
        let value = draft.full("value.value", VALUE_HIDDEN, 1);
        Plan {
            cells,
            tensors: draft.tensors,
            steps: draft.steps,
            widths: draft.widths,
            moves,
            hidden,
            value,
        }
    }

    /// Numbers in all.
    pub(super) fn length(&self) -> usize {
        self.tensors.last().map_or(0, |tensor| tensor.at.end)
    }

    /// The planes that the head for moves reads.
    pub(super) fn move_planes(&self) -> usize {
        self.widths.len() - 2
    }

    /// The planes that the head for the value reads.
    pub(super) fn value_planes(&self) -> usize {
        self.widths.len() - 1
    }

    /// How many numbers the step sees in each window.
    pub(super) fn window(&self, step: &Step) -> usize {
        match step.kind {
            StepKind::Window => 9 * self.widths[step.from],
            StepKind::Point => self.widths[step.from],
            StepKind::Pooling => 2 * self.widths[step.from],
        }
    }
}

#[derive(Default)]
struct Draft {
    tensors: Vec<Tensor>,
    steps: Vec<Step>,
    widths: Vec<usize>,
}

impl Draft {
    fn layer(&mut self, name: &str, layer: Layer) {
        let from = self.widths.len() - 1;
        let width = self.widths[from];
        match layer {
            Layer::Convolution(filters) => self.convolution(name, StepKind::Window, filters, from, None),
            Layer::Residual => {
                self.convolution(&format!("{name}.first"), StepKind::Window, width, from, None);
                let second = format!("{name}.second");
                self.convolution(&second, StepKind::Window, width, from + 1, Some(from));
                self.begin_at_zero();
            }
            Layer::Pooling => {
                let weights = self.full(name, 2 * width, width);
                self.begin_at_zero();
                self.step(StepKind::Pooling, weights, from, Some(from));
            }
        }
    }

    /// What the last weights make is added to what comes in: nothing at first, so that a deep body begins as a flat one and its
    /// planes do not grow with its depth (Zhang and others, 2019).
    fn begin_at_zero(&mut self) {
        let weight = self.tensors.iter_mut().rev().nth(1);
        weight.expect("weights come before their bias").fan_in = 0;
    }

    fn convolution(&mut self, name: &str, kind: StepKind, filters: usize, from: usize, skip: Option<usize>) {
        let (inputs, side) = (self.widths[from], if kind == StepKind::Window { 3 } else { 1 });
        let weights = self.weights(name, vec![filters, inputs, side, side]);
        self.step(kind, weights, from, skip);
    }

    fn full(&mut self, name: &str, inputs: usize, outputs: usize) -> Weights {
        self.weights(name, vec![outputs, inputs])
    }

    fn step(&mut self, kind: StepKind, weights: Weights, from: usize, skip: Option<usize>) {
        self.widths.push(weights.outputs);
        self.steps.push(Step {
            kind,
            weights,
            from,
            skip,
        });
    }

    fn weights(&mut self, name: &str, shape: Vec<usize>) -> Weights {
        let outputs = shape[0];
        let fan_in = shape[1..].iter().product();
        Weights {
            weight: self.tensor(format!("{name}.weight"), shape, fan_in),
            bias: self.tensor(format!("{name}.bias"), vec![outputs], 0),
            outputs,
        }
    }

    fn tensor(&mut self, name: String, shape: Vec<usize>, fan_in: usize) -> Range<usize> {
        let start = self.tensors.last().map_or(0, |tensor| tensor.at.end);
        let at = start..start + shape.iter().product::<usize>();
        self.tensors.push(Tensor {
            name,
            shape,
            at: at.clone(),
            fan_in,
        });
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_network_has_its_layers() {
        let plan = Plan::new(&Layers::published(), 8);
        let shapes: Vec<_> = plan
            .tensors
            .iter()
            .map(|tensor| (tensor.name.as_str(), tensor.shape.as_slice()))
            .collect();
        let expected: [(&str, &[usize]); 16] = [
            ("body.0.weight", &[32, 4, 3, 3]),
            ("body.0.bias", &[32]),
            ("body.1.weight", &[64, 32, 3, 3]),
            ("body.1.bias", &[64]),
            ("body.2.weight", &[128, 64, 3, 3]),
            ("body.2.bias", &[128]),
            ("policy.planes.weight", &[4, 128, 1, 1]),
            ("policy.planes.bias", &[4]),
            ("policy.moves.weight", &[64, 256]),
            ("policy.moves.bias", &[64]),
            ("value.planes.weight", &[2, 128, 1, 1]),
            ("value.planes.bias", &[2]),
            ("value.hidden.weight", &[64, 128]),
            ("value.hidden.bias", &[64]),
            ("value.value.weight", &[1, 64]),
            ("value.value.bias", &[1]),
        ];
        assert_eq!(shapes, expected);
        assert_eq!(plan.length(), 119_079);
    }
}
