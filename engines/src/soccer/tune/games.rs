//! Games of the engine with itself, for the positions in them and in their searches.

use dice::Dice;
use referee::{
    player::Limits,
    position::Position as _,
    seat::Seat,
    soccer::{Direction, Lines, Position, Rules},
};

use super::sample::ValuedPosition;
use crate::soccer::{
    best_first::BestFirst,
    grid::Grid,
    ground::Ground,
    score::{Score, VALUE_MAX},
    survey::Survey,
};

/// Turns by dice that a game may begin with.
const OPENING: std::ops::RangeInclusive<i32> = 1..=10;
/// Positions of each search that are kept, beside the one that was searched.
const KEPT: usize = 16;
/// Looks that the search must have given a position for its value to be believed.
const LOOKS: u32 = 2;
/// What the rest of the game counts beside the search's value: its end counts the less the later it came.
const REST_SHARE: f32 = 0.9;

/// What games leave to learn from.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Positions in which a turn was searched for, worth what the rest of the game came to.
    pub played: Vec<ValuedPosition>,
    /// Positions of those searches, worth what these found.
    pub seen: Vec<ValuedPosition>,
}

/// Plays one game at so many nodes a turn and adds its positions.
pub fn play(engine: &mut BestFirst, nodes: u64, seed: u64, samples: &mut Samples) {
    let mut dice = Dice::new(seed);
    let ground = Ground::new(Rules::default().pitch);
    let mut position = Position::new(Rules::default());
    let mut by_dice = dice.within(*OPENING.start(), *OPENING.end());
    let mut searched: Vec<(Seat, ValuedPosition)> = Vec::new();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    while position.outcome().is_none() {
        let seat = position.turn();
        if by_dice > 0 {
            by_dice -= 1;
            stray(&mut position, &mut dice);
            continue;
        }
        let (best, seen) = engine.look(&position, &limits, LOOKS);
        let sample = |lines: &Lines, seat: Seat, score: Score| {
            let mut survey = Survey::new();
            let grid = Grid::new(lines).expect("games are played on the usual field");
            survey.look(&ground, lines, Some(&grid));
            let worth = score.clamp(-VALUE_MAX, VALUE_MAX) as f32 / VALUE_MAX as f32;
            ValuedPosition::new(&grid, lines.ball(), seat, &survey, worth)
        };
        searched.push((seat, sample(position.lines(), seat, best.score)));
        for _ in 0..KEPT.min(seen.len()) {
            let (lines, seat, score) = dice.pick(&seen);
            samples.seen.push(sample(lines, *seat, *score));
        }
        for way in best.turn {
            if position.play(way).is_err() {
                break;
            }
        }
    }
    let Some(outcome) = position.outcome() else {
        return;
    };
    // Backwards, as `First` sees it: what is proven needs no game.
    let side = |seat: Seat| if seat == Seat::First { 1.0 } else { -1.0 };
    let mut rest = outcome.winner.map_or(0.0, side);
    for (seat, mut sample) in searched.into_iter().rev() {
        let found = side(seat) * sample.worth;
        rest = if sample.worth.abs() < 1.0 {
            REST_SHARE * rest + (1.0 - REST_SHARE) * found
        } else {
            found
        };
        sample.worth = side(seat) * rest;
        samples.played.push(sample);
    }
}

/// One turn by dice, line by line.
fn stray(position: &mut Position, dice: &mut Dice) {
    let seat = position.turn();
    while position.turn() == seat && position.outcome().is_none() {
        let legal: Vec<Direction> = position.legal_moves();
        let way = *dice.pick(&legal);
        if position.play(way).is_err() {
            break;
        }
    }
}
