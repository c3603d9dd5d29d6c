//! The network that values positions of the usual field: which lines are drawn, how many turns the ball is from each node,
//! and where it lies, all as the player sees it who goes on and attacks upwards. 1466 such inputs that are or are not, two
//! layers of neurons, one value. A neuron of the first layer is lit by the square of its sum, so that two things that are
//! harmless alone weigh together what adding them up would miss. The weights are made by [`tune`](super::tune) from games of
//! the engine with itself.

use std::sync::{Arc, LazyLock};

use referee::{
    seat::Seat,
    soccer::{Direction, Node, Pitch},
};

use super::{
    grid::{self, Grid},
    score::{Score, VALUE_MAX},
    survey::{CLASSES, Survey},
};

/// Neurons of the first layer and of the second.
pub(super) const FIRST: usize = 96;
pub(super) const SECOND: usize = 32;
/// Nodes' numbers of the usual field.
const PLACES: usize = Pitch::USUAL.places();
const STRIDE: isize = Pitch::USUAL.stride() as isize;
/// Inputs: four lines a place, the classes of distance of each place, the ball's place. Some are never used.
pub(super) const LINES: usize = PLACES * 4;
const DISTANCES: usize = PLACES * CLASSES;
pub(super) const INPUTS: usize = LINES + DISTANCES + PLACES;
/// A weight of the first layer is kept in steps of one this many.
pub(super) const STEPS: f32 = 64.0;

/// What a file of weights begins with: weights of networks that are lit otherwise are none of this one.
pub(super) const FORM: [u8; 4] = *b"psn3";

/// The weights in use: the form, bytes of the first layer by input, then numbers of 32 bits, little end first: the first layer's
/// constants, the second layer by neuron of the first, its constants, the third, its constant.
static OWN: &[u8] = include_bytes!("network.bin");

/// Length of that file.
pub(super) const BYTES: usize =
    FORM.len() + INPUTS * FIRST + 4 * (FIRST + FIRST * SECOND + SECOND + SECOND + 1);

/// What the lines on the field add up to in the first layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sum([i16; FIRST]);

impl Sum {
    pub(super) const EMPTY: Sum = Sum([0; FIRST]);
}

/// The weights of one input to the first layer, where no line of the cache is cut.
#[derive(Clone, Debug)]
#[repr(align(32))]
struct Row([i8; FIRST]);

/// Weights, ready for use.
#[derive(Clone, Debug)]
pub(super) struct Network {
    first: Box<[Row]>,
    first_bias: [f32; FIRST],
    second: [[f32; SECOND]; FIRST],
    second_bias: [f32; SECOND],
    third: [f32; SECOND],
    third_bias: f32,
}

impl Network {
    /// The one in the program.
    pub(super) fn own() -> Arc<Network> {
        static NETWORK: LazyLock<Arc<Network>> =
            LazyLock::new(|| Arc::new(Network::read(OWN).expect("the program's own network is whole")));
        NETWORK.clone()
    }

    /// `None` unless the bytes are of this form, and as many as they must be.
    pub(super) fn read(bytes: &[u8]) -> Option<Network> {
        let (rows, rest) = parts(bytes)?;
        let row = |row: &[u8]| Row(std::array::from_fn(|neuron| row[neuron] as i8));
        let mut numbers = rest
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&bytes| f32::from_le_bytes(bytes));
        let mut next = || numbers.next().unwrap_or_default();
        Some(Network {
            first: rows.chunks_exact(FIRST).map(row).collect(),
            first_bias: std::array::from_fn(|_| next()),
            second: std::array::from_fn(|_| std::array::from_fn(|_| next())),
            second_bias: std::array::from_fn(|_| next()),
            third: std::array::from_fn(|_| next()),
            third_bias: next(),
        })
    }

    /// The lines on the field, as `seat` sees them.
    pub(super) fn sum(&self, grid: &Grid, seat: Seat) -> Sum {
        let mut sum = Sum::EMPTY;
        for_each_line_input(grid, seat, |input| add(&mut sum.0, &self.first[input]));
        sum
    }

    /// Adds one line.
    #[inline]
    pub(super) fn add(&self, sum: &mut Sum, seat: Seat, node: Node, way: Direction) {
        add(&mut sum.0, &self.first[line_input(seat, node, way)]);
    }

    /// Value for `seat`, which goes on.
    pub(super) fn value(&self, sum: &Sum, ball: Node, seat: Seat, survey: &Survey) -> Score {
        let out = out(self, sum, ball, seat, survey.classes());
        (bent(out) * (VALUE_MAX - 1) as f32) as Score
    }
}

/// The bytes of the first layer and all others of a file of weights.
pub(super) fn parts(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let weights = bytes.strip_prefix(&FORM).filter(|_| bytes.len() == BYTES)?;
    weights.split_at_checked(INPUTS * FIRST)
}

/// What the last layer adds up to, for the lines in `sum`, the ball and these classes of distance.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+bmi1",
    "x86_64+avx+avx2+bmi1"
))]
fn out(network: &Network, sum: &Sum, ball: Node, seat: Seat, classes: &[u128; CLASSES]) -> f32 {
    let mut rows = [0u16; PLACES + 1];
    let mut count = 0;
    for_each_node_input(ball, seat, classes, |input| {
        if let Some(row) = rows.get_mut(count) {
            *row = input as u16;
            count += 1;
        }
    });
    let added = add_all(&network.first, &rows[..count], &sum.0);
    let mut lit = [0.0f32; FIRST];
    for ((lit, &added), bias) in lit.iter_mut().zip(&added).zip(&network.first_bias) {
        *lit = squared(f32::from(added) / STEPS + bias);
    }
    // What is done with the second layer must not be seen while it is added up: the compiler would put its sums into the order
    // in which they are needed, two by two.
    let second = std::hint::black_box(second(&lit, &network.second, &network.second_bias));
    let parts = second
        .as_chunks::<16>()
        .0
        .iter()
        .zip(network.third.as_chunks::<16>().0);
    let mut sums = [0.0f32; 16];
    for (second, weights) in parts {
        for ((sum, second), weight) in sums.iter_mut().zip(second).zip(weights) {
            *sum += second.max(0.0) * weight;
        }
    }
    sums.iter().sum::<f32>() + network.third_bias
}

/// Adds these rows to a sum. A function of its own, so that the sum stays in registers.
#[inline(always)]
fn add_all(table: &[Row], rows: &[u16], sum: &[i16; FIRST]) -> [i16; FIRST] {
    let mut added = *sum;
    for &row in rows {
        add(&mut added, &table[usize::from(row)]);
    }
    added
}

/// The second layer. Neurons with even and odd numbers are added up apart: twice as many sums are under way at once.
#[inline(always)]
fn second(lit: &[f32; FIRST], weights: &[[f32; SECOND]; FIRST], bias: &[f32; SECOND]) -> [f32; SECOND] {
    let (mut even, mut odd) = (*bias, [0.0f32; SECOND]);
    for (lit, weights) in lit.as_chunks::<2>().0.iter().zip(weights.as_chunks::<2>().0) {
        for (sum, weight) in even.iter_mut().zip(&weights[0]) {
            *sum += lit[0] * weight;
        }
        for (sum, weight) in odd.iter_mut().zip(&weights[1]) {
            *sum += lit[1] * weight;
        }
    }
    std::array::from_fn(|neuron| even[neuron] + odd[neuron])
}

/// How brightly a neuron of the first layer is lit: the square of what is above nothing (squared rectified linear unit). With
/// it, what two inputs do together is learned by one neuron.
#[inline]
pub(super) fn squared(sum: f32) -> f32 {
    let lit = sum.max(0.0);
    lit * lit
}

/// The value, from -1 to 1, of what the last layer adds up to. Its parts are exact on every machine.
#[inline]
pub(super) fn bent(sum: f32) -> f32 {
    sum / (1.0 + sum * sum).sqrt()
}

#[inline(always)]
fn add(sum: &mut [i16; FIRST], row: &Row) {
    for (sum, weight) in sum.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_add(i16::from(*weight));
    }
}

/// Where a seat sees a node: it looks from its own goal.
#[inline(always)]
fn place(seat: Seat, node: usize) -> usize {
    match seat {
        Seat::First => node,
        Seat::Second => PLACES - 1 - node,
    }
}

/// Calls `visit` with the input of each drawn line.
pub(super) fn for_each_line_input(grid: &Grid, seat: Seat, mut visit: impl FnMut(usize)) {
    grid.for_each_drawn(|node, line| {
        let way = Direction::ALL[line + 1];
        visit(line_input(seat, node, way));
    });
}

/// The input of a line, whichever end it is named from.
#[inline]
pub(super) fn line_input(seat: Seat, node: Node, way: Direction) -> usize {
    let node = place(seat, node.index());
    let way = match seat {
        Seat::First => way,
        Seat::Second => way.reverse(),
    };
    let number = usize::from(way.number());
    if (1..=4).contains(&number) {
        return node * 4 + number - 1;
    }
    // Up, or one of the left ones: the line belongs to the node that it leads to.
    let (dx, dy) = way.step();
    let to = node as isize + isize::from(dy) * STRIDE + isize::from(dx);
    to as usize * 4 + ((number + 4) & 7) - 1
}

/// Calls `visit` with the inputs of ball and distances that are lit.
#[inline(always)]
pub(super) fn for_each_node_input(
    ball: Node,
    seat: Seat,
    classes: &[u128; CLASSES],
    mut visit: impl FnMut(usize),
) {
    visit(LINES + DISTANCES + place(seat, ball.index()));
    for (class, &nodes) in classes.iter().enumerate() {
        grid::for_each(nodes, |node| {
            visit(LINES + place(seat, node.index()) * CLASSES + class);
        });
    }
}

#[cfg(test)]
mod tests;
