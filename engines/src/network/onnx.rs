//! A network as an ONNX model, for programs that know that format: `planes` in (boards x 4 x size x size), `moves` (logarithms
//! of the shares of the points) and `value` out. Of the format it spells what these networks need, and reads nothing.

use super::{
    PolicyValueNetwork,
    plan::{Plan, Step, StepKind, Weights},
    shape::PLANES,
};

/// The version of the format, and of its set of operators: both are old enough for every reader.
const IR_VERSION: u64 = 8;
const OPERATORS: u64 = 13;
/// What the format calls kinds of numbers, and of attributes.
const FLOAT: u64 = 1;
const INT64: u64 = 7;
const ATTRIBUTE_INT: u64 = 2;
const ATTRIBUTE_INTS: u64 = 7;

impl PolicyValueNetwork<f32> {
    /// The model.
    pub fn to_onnx(&self) -> Vec<u8> {
        let plan = &self.plan;
        let mut graph = Graph::default();
        for (index, step) in plan.steps.iter().enumerate() {
            graph.step(plan, index, step);
        }
        graph.node("Flatten", &[&planes(plan.move_planes())], "move_inputs", &[]);
        graph.full(plan, &plan.moves, "move_inputs", "logits");
        graph.node("LogSoftmax", &["logits"], "moves", &[Attribute::Int("axis", 1)]);
        graph.node("Flatten", &[&planes(plan.value_planes())], "value_inputs", &[]);
        graph.full(plan, &plan.hidden, "value_inputs", "hidden_sum");
        graph.node("Relu", &["hidden_sum"], "hidden", &[]);
        graph.full(plan, &plan.value, "hidden", "value_sum");
        graph.node("Tanh", &["value_sum"], "value", &[]);
        let mut message = graph.0;
        message.text(2, "tengen");
        for tensor in &plan.tensors {
            let numbers = &self.numbers[tensor.at.clone()];
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
            message.message(5, &initializer(&tensor.name, &tensor.shape, FLOAT, &bytes));
        }
        if plan.steps.iter().any(|step| step.kind == StepKind::Pooling) {
            // Keeps the boards, and makes every plane a single number.
            let sides: Vec<u8> = [0_i64, -1, 1, 1]
                .iter()
                .flat_map(|side| side.to_le_bytes())
                .collect();
            message.message(5, &initializer("pooled_shape", &[4], INT64, &sides));
        }
        let size = u64::from(self.kind.size);
        message.message(11, &value_info(&planes(0), &[PLANES as u64, size, size]));
        message.message(12, &value_info("moves", &[size * size]));
        message.message(12, &value_info("value", &[1]));
        let mut operators = Message::default();
        operators.number(2, OPERATORS);
        let mut model = Message::default();
        model.number(1, IR_VERSION);
        model.text(2, "tengen");
        model.message(7, &message);
        model.message(8, &operators);
        model.0
    }
}

/// The nodes of a model.
#[derive(Default)]
struct Graph(Message);

enum Attribute<'a> {
    Int(&'a str, u64),
    Ints(&'a str, &'a [u64]),
}

impl Graph {
    fn step(&mut self, plan: &Plan, index: usize, step: &Step) {
        let (from, to) = (planes(step.from), planes(index + 1));
        let sum = format!("{to}_sum");
        match step.kind {
            StepKind::Window | StepKind::Point => {
                let [weight, bias] = names(plan, &step.weights);
                let edge = [u64::from(step.kind == StepKind::Window); 4];
                self.node(
                    "Conv",
                    &[&from, weight, bias],
                    &sum,
                    &[Attribute::Ints("pads", &edge)],
                );
            }
            StepKind::Pooling => {
                let named = |part: &str| format!("{to}_{part}");
                let [mean, peak, both, flat, full] = ["mean", "peak", "both", "flat", "full"].map(named);
                self.node("GlobalAveragePool", &[&from], &mean, &[]);
                self.node("GlobalMaxPool", &[&from], &peak, &[]);
                self.node("Concat", &[&mean, &peak], &both, &[Attribute::Int("axis", 1)]);
                self.node("Flatten", &[&both], &flat, &[]);
                self.full(plan, &step.weights, &flat, &full);
                self.node("Reshape", &[&full, "pooled_shape"], &sum, &[]);
            }
        }
        let mut last = sum;
        if let Some(skip) = step.skip {
            let with_skip = format!("{to}_skip");
            self.node("Add", &[&last, &planes(skip)], &with_skip, &[]);
            last = with_skip;
        }
        self.node("Relu", &[&last], &to, &[]);
    }

    fn full(&mut self, plan: &Plan, weights: &Weights, from: &str, to: &str) {
        let [weight, bias] = names(plan, weights);
        self.node("Gemm", &[from, weight, bias], to, &[Attribute::Int("transB", 1)]);
    }

    fn node(&mut self, operator: &str, inputs: &[&str], output: &str, attributes: &[Attribute<'_>]) {
        let mut node = Message::default();
        inputs.iter().for_each(|input| node.text(1, input));
        node.text(2, output);
        node.text(3, output);
        node.text(4, operator);
        for attribute in attributes {
            let mut spelled = Message::default();
            match attribute {
                Attribute::Int(name, number) => {
                    spelled.text(1, name);
                    spelled.number(3, *number);
                    spelled.number(20, ATTRIBUTE_INT);
                }
                Attribute::Ints(name, numbers) => {
                    spelled.text(1, name);
                    numbers.iter().for_each(|&number| spelled.number(8, number));
                    spelled.number(20, ATTRIBUTE_INTS);
                }
            }
            node.message(5, &spelled);
        }
        self.0.message(1, &node);
    }
}

/// What planes are called by their number.
fn planes(number: usize) -> String {
    match number {
        0 => "planes".to_owned(),
        number => format!("planes_{number}"),
    }
}

fn names<'a>(plan: &'a Plan, weights: &Weights) -> [&'a str; 2] {
    [&weights.weight, &weights.bias].map(|at| {
        let tensor = plan.tensors.iter().find(|tensor| tensor.at == *at);
        tensor.map_or("", |tensor| &tensor.name)
    })
}

fn initializer(name: &str, shape: &[usize], kind: u64, bytes: &[u8]) -> Message {
    let mut tensor = Message::default();
    shape.iter().for_each(|&side| tensor.number(1, side as u64));
    tensor.number(2, kind);
    tensor.text(8, name);
    tensor.bytes(9, bytes);
    tensor
}

/// An input or output with this shape for every board.
fn value_info(name: &str, shape: &[u64]) -> Message {
    let mut sides = Message::default();
    let mut boards = Message::default();
    boards.text(2, "boards");
    sides.message(1, &boards);
    for &side in shape {
        let mut spelled = Message::default();
        spelled.number(1, side);
        sides.message(1, &spelled);
    }
    let mut tensor = Message::default();
    tensor.number(1, FLOAT);
    tensor.message(2, &sides);
    let mut kind = Message::default();
    kind.message(1, &tensor);
    let mut info = Message::default();
    info.text(1, name);
    info.message(2, &kind);
    info
}

/// A message of Protocol Buffers in the making: fields by their numbers.
#[derive(Default)]
struct Message(Vec<u8>);

impl Message {
    fn number(&mut self, field: u64, number: u64) {
        self.varint(field << 3);
        self.varint(number);
    }

    fn bytes(&mut self, field: u64, bytes: &[u8]) {
        self.varint(field << 3 | 2);
        self.varint(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    fn text(&mut self, field: u64, text: &str) {
        self.bytes(field, text.as_bytes());
    }

    fn message(&mut self, field: u64, message: &Message) {
        self.bytes(field, &message.0);
    }

    /// Seven bits a byte, the lowest first; all but the last have the highest bit.
    fn varint(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use std::process::Command;

    use dice::Dice;
    use referee::gomoku::Rule;

    use super::{super::NetworkKind, *};

    /// Runs a model on planes from a file, and writes what comes out beside it.
    const RUN: &str = "
import sys, numpy, onnxruntime
folder, boards, size = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
session = onnxruntime.InferenceSession(folder + '/net.onnx', providers=['CPUExecutionProvider'])
planes = numpy.fromfile(folder + '/planes', numpy.float32).reshape(boards, 4, size, size)
for name, out in zip(['moves', 'value'], session.run(['moves', 'value'], {'planes': planes})):
    out.astype(numpy.float32).tofile(folder + '/' + name)
";

    fn floats(bytes: &[u8]) -> Vec<f32> {
        let floats = bytes.as_chunks().0.iter();
        floats.map(|bytes| f32::from_le_bytes(*bytes)).collect()
    }

    #[track_caller]
    fn check(size: u8, body: &str) {
        let kind = NetworkKind {
            size,
            rule: Rule::Freestyle,
            body: body.parse().unwrap(),
        };
        let mut dice = Dice::new(5);
        let network = PolicyValueNetwork::<f32>::scattered(kind, &mut dice);
        let (boards, folder) = (4, tempfile::tempdir().unwrap());
        let mut pass = network.pass(boards);
        let mut planes = Vec::new();
        for board in 0..boards {
            for plane in pass.input(board) {
                plane
                    .iter_mut()
                    .for_each(|cell| *cell = f32::from(u8::from(dice.chance(0.3))));
                planes.extend(plane.iter().flat_map(|cell| cell.to_le_bytes()));
            }
        }
        network.forward(&mut pass);
        std::fs::write(folder.path().join("planes"), planes).unwrap();
        std::fs::write(folder.path().join("net.onnx"), network.to_onnx()).unwrap();
        let mut python = Command::new("python3");
        python.args(["-c", RUN]).arg(folder.path());
        let ran = python
            .args([boards.to_string(), size.to_string()])
            .output()
            .unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        for (name, own) in [("moves", pass.shares()), ("value", pass.values())] {
            let others = floats(&std::fs::read(folder.path().join(name)).unwrap());
            assert_eq!(own.len(), others.len());
            let farthest = own.iter().zip(&others).map(|(own, other)| (own - other).abs());
            let farthest = farthest.fold(0.0, f32::max);
            assert!(farthest < 1e-5, "{body}, {name}: {farthest}");
        }
    }

    #[test]
    fn another_program_says_the_same_of_every_board() {
        let imports = Command::new("python3")
            .args(["-c", "import numpy, onnxruntime"])
            .output();
        if !imports.is_ok_and(|ran| ran.status.success()) {
            println!("skipped: python3 has no onnxruntime (pip install onnxruntime)");
            return;
        }
        check(8, "conv32,conv64,conv128");
        check(6, "conv8,residual,pool,residual");
        check(15, "conv16,pool");
    }

    #[test]
    fn numbers_are_spelled_as_the_format_has_it() {
        let check = |number: u64, expected: &[u8]| {
            let mut message = Message::default();
            message.varint(number);
            assert_eq!(message.0, expected);
        };
        check(0, &[0]);
        check(127, &[127]);
        check(300, &[0xac, 2]);
        let mut message = Message::default();
        message.text(2, "testing");
        assert_eq!(message.0, b"\x12\x07testing");
    }
}
