//! What a tuner needs to fit the evaluation to games: a position as the counts that its value is a sum over.

use referee::{color::Color, gomoku, point::Point};

use super::{
    line::Shape,
    moves::{Offer, proof},
    options::Reach,
    point::{Class, shapes_of},
    position::Position,
    site::Site,
    weights::Tables,
};

/// Shapes that points of an undecided position have.
pub const SHAPES: usize = Shape::Five as usize;
/// Numbers of a sample: a pair of the best and second shape each (the first the greater or equal), and a third
/// or fourth shape each.
pub const COUNTS: usize = SHAPES * SHAPES + SHAPES;
/// Sets of threats.
pub const THREAT_SETS: usize = 1 << super::weights::THREATS;

/// A position as its evaluation sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Points with each pair of shapes (`best * SHAPES + second`), then points with each further shape: those of the
    /// side to move less those of the other side, in this position and the one before together.
    pub counts: Vec<i16>,
    /// Which threats stand, as the number of the set.
    pub threats: u32,
}

/// The sample of a position; `None` if the search would not ask for its static value.
pub fn sample(position: &gomoku::Position) -> Option<Sample> {
    match position.rule() {
        gomoku::Rule::Freestyle => sample_with::<4>(position),
        gomoku::Rule::Standard | gomoku::Rule::Renju => sample_with::<5>(position),
    }
}

/// A candidate as its order sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Where.
    pub point: Point,
    /// Its shapes for the side to move, four bits each, rising.
    pub own: u16,
    /// Its shapes for the other side.
    pub other: u16,
    /// Steps from the other side's last stone and from our own, less 1, at most 7.
    pub distances: [u8; 2],
}

/// The candidates of a position; `None` if the search would not look at all of them.
pub fn choices(position: &gomoku::Position) -> Option<Vec<Choice>> {
    match position.rule() {
        gomoku::Rule::Freestyle => choices_with::<4>(position),
        gomoku::Rule::Standard | gomoku::Rule::Renju => choices_with::<5>(position),
    }
}

fn choices_with<const HALF: usize>(position: &gomoku::Position) -> Option<Vec<Choice>> {
    let seen = Position::<HALF>::new(position, Reach::DEFAULT, Tables::of(position.rule()));
    if proof(&seen).is_some() || Offer::of(&seen) != Offer::All {
        return None;
    }
    let mut stones = position.history().iter().rev().filter_map(|played| match played {
        gomoku::Move::Place(point) => Some(Site::of(*point)),
        _ => None,
    });
    let last = [stones.next()?, stones.next()?];
    let mut choices = Vec::new();
    seen.candidates(|site| {
        let sorted = |color| {
            let mut shapes = shapes_of(seen.code(color, site)).map(|shape| match shape {
                Shape::Overline | Shape::TwinFours => Shape::Dead,
                shape => shape,
            });
            shapes.sort_unstable();
            shapes
                .iter()
                .rev()
                .fold(0, |code, &shape| code << 4 | shape as u16)
        };
        choices.push(Choice {
            point: site.point(),
            own: sorted(seen.turn()),
            other: sorted(!seen.turn()),
            distances: last.map(|stone| (site.distance(stone) - 1).min(7) as u8),
        });
    });
    Some(choices)
}

fn sample_with<const HALF: usize>(position: &gomoku::Position) -> Option<Sample> {
    let mut seen = Position::<HALF>::new(position, Reach::DEFAULT, Tables::of(position.rule()));
    if proof(&seen).is_some() || Offer::of(&seen) == Offer::Block || position.last_stone().is_none() {
        return None;
    }
    let own = seen.turn();
    let threats = seen.threats();
    let mut counts = vec![0; COUNTS];
    add(&seen, own, &mut counts);
    seen.undo();
    add(&seen, own, &mut counts);
    Some(Sample { counts, threats })
}

fn add<const HALF: usize>(position: &Position<HALF>, own: Color, counts: &mut [i16]) {
    position.empty_points(|site| {
        for color in Color::BOTH {
            if position.class(color, site) == Class::Forbidden as u8 {
                continue;
            }
            let mut shapes = shapes_of(position.code(color, site)).map(|shape| match shape as usize {
                shape if shape < SHAPES => shape,
                _ => 0,
            });
            shapes.sort_unstable();
            let [fourth, third, second, best] = shapes;
            let sign = if color == own { 1 } else { -1 };
            counts[best * SHAPES + second] += sign;
            counts[SHAPES * SHAPES + third] += sign;
            counts[SHAPES * SHAPES + fourth] += sign;
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
        let mut compared = 0;
        for position in bench::positions() {
            let Some(sample) = sample(&position) else { continue };
            let weights = Weights::own();
            let mut twice = 0;
            for best in 0..SHAPES {
                for second in 0..SHAPES {
                    twice += i32::from(sample.counts[best * SHAPES + second])
                        * i32::from(weights.pairs[best][second]);
                }
                twice += i32::from(sample.counts[SHAPES * SHAPES + best]) * i32::from(weights.rest[best]);
            }
            let expected = twice / 2 + i32::from(weights.threats[sample.threats as usize]);
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

    #[test]
    fn choices_are_the_empty_points_about() {
        let position = bench::positions().remove(1);
        let choices = choices(&position).unwrap();
        assert!(choices.len() > 40);
        for choice in &choices {
            assert!(position.board().is_empty(choice.point));
            assert!(choice.distances.iter().all(|&distance| distance < 8));
        }
    }
}
