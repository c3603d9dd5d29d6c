//! Gradients against finite differences, layer by layer.

use proptest::prelude::*;
use referee::{
    gomoku::{Move, Position},
    position::Position as _,
    symmetry::Symmetry,
};

use super::{snapshot::Snapshot, *};

fn kind(size: u8, body: &str) -> NetworkKind {
    NetworkKind {
        size,
        rule: Rule::Freestyle,
        body: body.parse().unwrap(),
    }
}

/// Positions after a few stones anywhere, and what a network might be taught of them.
fn lesson(network: &PolicyValueNetwork<f64>, boards: usize, dice: &mut Dice) -> (Pass<f64>, Targets<f64>) {
    let mut pass = network.pass(boards);
    let mut targets = Targets::default();
    for board in 0..boards {
        let mut position = Position::new(network.kind().size, Rule::Freestyle).unwrap();
        for _ in 0..dice.below(8) {
            let played: Move = *dice.pick(&position.legal_moves());
            position.play(played).unwrap();
        }
        Snapshot::of(&position).show(*dice.pick(&Symmetry::ALL), &mut pass, board);
        let shares: Vec<f64> = position.board().points().map(|_| dice.unit()).collect();
        let sum: f64 = shares.iter().sum();
        targets.moves.extend(shares.iter().map(|share| share / sum));
        targets.values.push(dice.between(-1.0, 1.0));
    }
    (pass, targets)
}

/// Every tensor's gradient along a line through all of its numbers, and of single ones, against finite differences.
#[track_caller]
fn check(size: u8, body: &str, boards: usize, seed: u64) {
    let mut dice = Dice::new(seed);
    let network = PolicyValueNetwork::<f64>::scattered(kind(size, body), &mut dice);
    let (mut pass, targets) = lesson(&network, boards, &mut dice);
    network.forward(&mut pass);
    let mut gradient = vec![0.0; network.numbers().len()];
    network.backward(&mut pass, &targets, 1.0, &mut gradient);
    let mut loss = |network: &PolicyValueNetwork<f64>| {
        network.forward(&mut pass);
        let parts = network.loss(&pass, &targets);
        parts.value + parts.policy
    };
    let tensors = network.plan.tensors.clone();
    for tensor in tensors {
        let directions = (0..4).map(|number| match number {
            // A single number, then lines through all.
            0 => {
                let only = tensor.at.start + dice.below(tensor.at.len());
                tensor
                    .at
                    .clone()
                    .map(|at| if at == only { 1.0 } else { 0.0 })
                    .collect()
            }
            _ => tensor
                .at
                .clone()
                .map(|_| dice.between(-1.0, 1.0))
                .collect::<Vec<f64>>(),
        });
        for direction in directions.collect::<Vec<_>>() {
            let along: f64 = direction
                .iter()
                .zip(&gradient[tensor.at.clone()])
                .map(|(a, b)| a * b)
                .sum();
            // A corner of ReLU between the two ends makes the difference wrong, not the gradient: nearer ends step over it.
            let differs = |step: f64, loss: &mut dyn FnMut(&PolicyValueNetwork<f64>) -> f64| {
                let moved = |sign: f64| {
                    let mut moved = network.clone();
                    let numbers = moved.numbers_mut()[tensor.at.clone()].iter_mut();
                    numbers
                        .zip(&direction)
                        .for_each(|(number, way)| *number += sign * step * way);
                    moved
                };
                let found = (loss(&moved(1.0)) - loss(&moved(-1.0))) / (2.0 * step);
                (found - along).abs() / found.abs().max(along.abs()).max(1e-2)
            };
            let error = [1e-5, 1e-6, 1e-7].map(|step| differs(step, &mut loss));
            let least = error.into_iter().fold(f64::INFINITY, f64::min);
            assert!(
                least < 1e-6,
                "{body}, {}: {error:?}, gradient {along}",
                tensor.name
            );
        }
    }
}

#[test]
fn gradients_are_those_of_finite_differences() {
    check(5, "conv32,conv64,conv128", 2, 1);
    check(6, "conv3,conv5", 4, 2);
    check(5, "conv4,residual,residual", 3, 3);
    check(5, "conv4,pool,residual,pool", 3, 4);
    check(7, "conv2", 1, 5);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn boards_do_not_hear_of_each_other(seed: u64) {
        let mut dice = Dice::new(seed);
        let network = PolicyValueNetwork::<f64>::scattered(kind(6, "conv4,residual,pool"), &mut dice);
        let (mut all, _) = lesson(&network, 3, &mut dice);
        let mut one = network.pass(1);
        for board in 0..3 {
            for (to, from) in one.input(0).zip(all.input(board)) {
                to.copy_from_slice(from);
            }
            network.forward(&mut all);
            network.forward(&mut one);
            prop_assert!((one.values[0] - all.values[board]).abs() < 1e-12);
            for (alone, together) in one.shares.iter().zip(&all.shares[board * 36..][..36]) {
                prop_assert!((alone - together).abs() < 1e-12);
            }
        }
    }
}

#[test]
fn a_deep_network_has_no_stronger_opinion_at_first_than_a_flat_one() {
    let strongest = |body: &str| {
        let network = PolicyValueNetwork::<f64>::untaught(kind(5, body), &mut Dice::new(6));
        let (mut pass, _) = lesson(&network, 8, &mut Dice::new(6));
        network.forward(&mut pass);
        let nothing = -25.0_f64.ln();
        let opinions = pass.shares().iter().map(|share| (share - nothing).abs());
        opinions.fold(0.0, f64::max)
    };
    let (flat, deep) = (
        strongest("conv8"),
        strongest(&format!("conv8{}", ",residual,pool".repeat(12))),
    );
    assert!(deep < 4.0 * flat, "{deep} and {flat}");
}

#[test]
fn a_network_that_is_taught_learns_it() {
    let mut dice = Dice::new(7);
    let mut network = PolicyValueNetwork::<f64>::untaught(kind(5, "conv8,conv8"), &mut dice);
    let (mut pass, targets) = lesson(&network, 4, &mut dice);
    let mut adam = adam::Adam::new(network.numbers().len());
    let mut losses = Vec::new();
    for _ in 0..200 {
        network.forward(&mut pass);
        losses.push(network.loss(&pass, &targets).over(4));
        let mut gradient = vec![0.0; network.numbers().len()];
        network.backward(&mut pass, &targets, 0.25, &mut gradient);
        adam.step(network.numbers_mut(), &gradient, 5e-3);
    }
    let (first, last) = (losses[0], losses[199]);
    assert!(last.value < first.value / 100.0, "{first:?} {last:?}");
    // What is left is what the targets themselves leave open.
    let open: f64 = targets.moves.iter().map(|share| -share * share.ln()).sum::<f64>() / 4.0;
    assert!(
        last.policy - open < (first.policy - open) / 20.0,
        "{first:?} {last:?} {open}"
    );
}
