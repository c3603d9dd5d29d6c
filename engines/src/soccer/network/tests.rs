//! What the network is told, and that its numbers stay inside their types.

use dice::Dice;
use referee::{
    position::Position as _,
    soccer::{Lines, Rules},
};

use super::*;
use crate::soccer::{
    ground::Ground,
    positions,
    tune::{fit::Fit, sample::ValuedPosition},
};

#[test]
fn a_line_has_one_input_from_both_ends_and_from_both_sides() {
    let pitch = Pitch::USUAL;
    for seat in Seat::BOTH {
        let mut inputs = std::collections::HashSet::new();
        for node in pitch.nodes() {
            for way in Direction::ALL {
                let Some(to) = pitch.neighbor(node, way) else {
                    continue;
                };
                let input = line_input(seat, node, way);
                assert_eq!(input, line_input(seat, to, way.reverse()), "{node:?} {way}");
                inputs.insert(input);
                let turned = Node((PLACES - 1 - node.index()) as u8);
                assert_eq!(input, line_input(!seat, turned, way.reverse()), "{node:?} {way}");
            }
        }
        assert_eq!(inputs.len(), 316);
    }
}

#[test]
fn lines_added_one_by_one_are_all_lines() {
    let network = Network::own();
    for seed in 0..30 {
        let mut dice = Dice::new(seed);
        let position = positions::by_dice(Rules::default(), dice.below(120usize), &mut dice);
        for seat in Seat::BOTH {
            let mut sum = Sum::EMPTY;
            let mut lines = Lines::new(Pitch::USUAL);
            for way in position.history() {
                network.add(&mut sum, seat, lines.ball(), way);
                lines.draw(way);
            }
            assert_eq!(network.sum(&Grid::new(&lines).unwrap(), seat), sum, "seed {seed}");
        }
    }
}

#[test]
fn the_field_turned_round_is_worth_the_same_to_the_other_seat() {
    let network = Network::own();
    let ground = Ground::new(Pitch::USUAL);
    for seed in 0..30 {
        let mut dice = Dice::new(seed);
        let position = positions::by_dice(Rules::default(), dice.below(80usize), &mut dice);
        let mut turned = Lines::new(Pitch::USUAL);
        for way in position.history() {
            turned.draw(way.reverse());
        }
        let value = |lines: &Lines, seat: Seat| {
            let mut survey = Survey::new();
            let grid = Grid::new(lines).unwrap();
            survey.look(&ground, lines, Some(&grid));
            network.value(&network.sum(&grid, seat), lines.ball(), seat, &survey)
        };
        let seat = position.turn();
        assert_eq!(
            value(position.lines(), seat),
            value(&turned, !seat),
            "seed {seed}"
        );
    }
}

/// What a search is told is what was learned: the sums that are kept up by lines, added by machine vectors, are those of the
/// inputs that a training has.
#[test]
fn a_value_is_that_of_the_inputs_of_a_training() {
    let network = Network::own();
    let fit = Fit::of(OWN, 1).unwrap();
    let ground = Ground::new(Pitch::USUAL);
    for seed in 0..30 {
        let mut dice = Dice::new(seed);
        let position = positions::by_dice(Rules::default(), dice.below(120usize), &mut dice);
        let lines = position.lines();
        let grid = Grid::new(lines).unwrap();
        let mut survey = Survey::new();
        survey.look(&ground, lines, Some(&grid));
        for seat in Seat::BOTH {
            let sum = network.sum(&grid, seat);
            let value = network.value(&sum, lines.ball(), seat, &survey);
            let worth = value as f32 / (VALUE_MAX - 1) as f32;
            let sample = ValuedPosition::new(&grid, lines.ball(), seat, &survey, worth);
            assert!(fit.error(&[sample]) < 1e-6, "seed {seed}: {value} for {seat:?}");
        }
    }
}

/// The first layer is added up in 16 bits.
#[test]
fn no_sum_overflows() {
    let network = Network::own();
    for neuron in 0..FIRST {
        for sign in [1, -1] {
            let most = |input: usize| i32::from(network.first[input].0[neuron]) * sign;
            let lines: i32 = (0..LINES).map(|input| most(input).max(0)).sum();
            let classes = |place| (0..CLASSES).map(move |class| most(LINES + place * CLASSES + class));
            let distances: i32 = (0..PLACES)
                .map(|place| classes(place).max().unwrap_or(0).max(0))
                .sum();
            let ball = (LINES + DISTANCES..INPUTS).map(most).max().unwrap_or(0).max(0);
            assert!(lines + distances + ball <= i32::from(i16::MAX), "neuron {neuron}");
        }
    }
}
