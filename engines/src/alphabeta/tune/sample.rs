//! A position as the counts that its value is a sum over.

use referee::{color::Color, gomoku};

use crate::alphabeta::{
    cell::AREA,
    moves::{GenerationMode, proof},
    options::Reach,
    point_pattern::{PointPattern, line_patterns_of},
    position::Position,
    weights::{KINDS, Tables, set_of},
};

/// A position as its evaluation sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sample {
    /// Points by their four shapes (the number of [`set_of`]): those of the side to move, and those of the other side; in this
    /// position and the one before together. Only what is there.
    pub(super) counts: [Vec<(u16, u16)>; 2],
    /// Which threats stand, as the number of the set.
    pub(super) threats: u32,
}

/// The sample of a position; `None` if the search would not ask for its static value.
pub(super) fn sample(position: &gomoku::Position) -> Option<Sample> {
    match position.rule() {
        gomoku::Rule::Freestyle => sample_with::<4>(position),
        gomoku::Rule::Standard | gomoku::Rule::Renju => sample_with::<5>(position),
    }
}

fn sample_with<const HALF: usize>(position: &gomoku::Position) -> Option<Sample> {
    let mut seen = Position::<HALF>::new(position, Reach::DEFAULT, Tables::of(position.rule()));
    if proof(&seen).is_some()
        || GenerationMode::of(&seen) == GenerationMode::Block
        || position.last_stone().is_none()
    {
        return None;
    }
    let own = seen.turn();
    let threats = seen.threats();
    let mut numbers = [Vec::with_capacity(2 * AREA), Vec::with_capacity(2 * AREA)];
    add(&seen, own, &mut numbers);
    seen.undo();
    add(&seen, own, &mut numbers);
    let counts = numbers.map(|mut numbers| {
        numbers.sort_unstable();
        numbers
            .chunk_by(|one, other| one == other)
            .map(|alike| (alike[0], alike.len() as u16))
            .collect()
    });
    Some(Sample { counts, threats })
}

fn add<const HALF: usize>(position: &Position<HALF>, own: Color, numbers: &mut [Vec<u16>; 2]) {
    position.empty_points(|cell| {
        for color in Color::BOTH {
            if position.pattern(color, cell) == PointPattern::Forbidden as u8 {
                continue;
            }
            let mut shapes = line_patterns_of(position.code(color, cell)).map(|shape| match shape as usize {
                shape if shape < KINDS => shape,
                _ => 0,
            });
            shapes.sort_unstable();
            let set = set_of(shapes);
            if set != 0 {
                numbers[usize::from(color != own)].push(set as u16);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta::{bench, weights::Weights};

    /// What a tuner fits is what the engine computes.
    #[test]
    fn a_value_is_the_sum_of_its_sample() {
        let weights = Weights::own();
        let mut compared = 0;
        for position in bench::positions() {
            let Some(sample) = sample(&position) else { continue };
            let sum = |side: usize| -> i32 {
                let worth =
                    |&(set, count): &(u16, u16)| i32::from(weights.sets[usize::from(set)]) * i32::from(count);
                sample.counts[side].iter().map(worth).sum()
            };
            let expected = (sum(0) - sum(1)) / 2 + i32::from(weights.threats[sample.threats as usize]);
            let value = match position.rule() {
                gomoku::Rule::Freestyle => value_of::<4>(&position),
                gomoku::Rule::Standard | gomoku::Rule::Renju => value_of::<5>(&position),
            };
            assert!((value - expected).abs() <= 1, "{value} {expected}");
            compared += 1;
        }
        assert!(compared >= 8, "{compared}");
    }

    fn value_of<const HALF: usize>(position: &gomoku::Position) -> i32 {
        Position::<HALF>::new(position, Reach::DEFAULT, Tables::of(position.rule())).value()
    }
}
