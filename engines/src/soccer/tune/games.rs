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
    best_first::{BestFirst, Found},
    grid::Grid,
    ground::Ground,
    score::{Score, VALUE_MAX, is_proven},
    survey::Survey,
    tree::Best,
};

/// Turns by dice that a game may begin with.
const OPENING: std::ops::RangeInclusive<i32> = 1..=10;
/// Positions of each search that are kept, beside the one that was searched.
const KEPT: usize = 16;
/// Looks that the search must have given a position for its value to be believed.
const LOOKS: u32 = 3;
/// What the rest of the game counts beside the search's value: its end counts the less the later it came.
const REST_SHARE: f32 = 0.95;
/// This share of turns is any of those of which nothing is proven, and this one is tried because it looks good. The engine's own
/// turns alone would show what those are worth that it likes, and nothing of those that it wrongly does not.
const STRAYS: f64 = 0.1;
const TRIES: f64 = 0.2;
/// A turn is tried the less often, by this power, the less good it looks.
const EAGERNESS: f32 = 3.0;

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
    let mut searched: Vec<Searched> = Vec::new();
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
        let Found { best, open, seen } = engine.look(&position, &limits, LOOKS);
        let sample = |lines: &Lines, seat: Seat, score: Score| {
            let mut survey = Survey::new();
            let grid = Grid::new(lines).expect("games are played on the usual field");
            survey.look(&ground, lines, Some(&grid));
            let worth = score.clamp(-VALUE_MAX, VALUE_MAX) as f32 / VALUE_MAX as f32;
            ValuedPosition::new(&grid, lines.ball(), seat, &survey, worth)
        };
        let other = other_turn(&best, &open, &mut dice);
        searched.push(Searched {
            seat,
            sample: sample(position.lines(), seat, best.score),
            is_last: other.is_some(),
        });
        for _ in 0..KEPT.min(seen.len()) {
            let (lines, seat, score) = dice.pick(&seen);
            samples.seen.push(sample(lines, *seat, *score));
        }
        for way in other.unwrap_or(best.turn) {
            if position.play(way).is_err() {
                break;
            }
        }
    }
    let Some(outcome) = position.outcome() else {
        return;
    };
    // Backwards, as `First` sees it: what is proven needs no game, and what follows
    // another turn than the best says nothing of what came before.
    let side = |seat: Seat| if seat == Seat::First { 1.0 } else { -1.0 };
    let mut rest = outcome.winner.map_or(0.0, side);
    for Searched {
        seat,
        mut sample,
        is_last,
    } in searched.into_iter().rev()
    {
        let found = side(seat) * sample.worth;
        rest = if sample.worth.abs() < 1.0 && !is_last {
            REST_SHARE * rest + (1.0 - REST_SHARE) * found
        } else {
            found
        };
        sample.worth = side(seat) * rest;
        samples.played.push(sample);
    }
}

/// A position of the game, after a search.
struct Searched {
    seat: Seat,
    sample: ValuedPosition,
    /// What follows is not by the best turn.
    is_last: bool,
}

/// Another turn than the best, if dice say so and the game is open.
fn other_turn(best: &Best, open: &[(Vec<Direction>, f32)], dice: &mut Dice) -> Option<Vec<Direction>> {
    let chance = dice.between(0.0, 1.0);
    if is_proven(best.score) || open.is_empty() || chance >= STRAYS + TRIES {
        return None;
    }
    let turn = match chance < STRAYS {
        true => dice.pick(open).0.clone(),
        false => good_turn(open, dice)?,
    };
    (turn != best.turn).then_some(turn)
}

/// A turn by dice, one that looks good more often.
fn good_turn(open: &[(Vec<Direction>, f32)], dice: &mut Dice) -> Option<Vec<Direction>> {
    let most = open.iter().map(|(_, rank)| *rank).fold(f32::MIN, f32::max);
    let share = |rank: f32| f64::from((EAGERNESS * (rank - most)).exp());
    let mut left = dice.between(0.0, open.iter().map(|(_, rank)| share(*rank)).sum());
    let chosen = open.iter().find(|(_, rank)| {
        left -= share(*rank);
        left <= 0.0
    });
    chosen.or(open.last()).map(|(turn, _)| turn.clone())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn best(score: Score) -> Best {
        Best {
            turn: vec![Direction::ALL[0]],
            score,
            depth: 1,
        }
    }

    fn open() -> Vec<(Vec<Direction>, f32)> {
        [3.0, 2.0, -1.0]
            .iter()
            .enumerate()
            .map(|(number, rank)| (vec![Direction::ALL[number]], *rank))
            .collect()
    }

    /// Mostly the best turn is played; of the others the good ones more often, and each at times.
    #[test]
    fn other_turns_are_tried_at_times() {
        let mut dice = Dice::new(3);
        let mut tried = [0; 3];
        for _ in 0..10_000 {
            if let Some(turn) = other_turn(&best(100), &open(), &mut dice) {
                tried[usize::from(turn[0].number())] += 1;
            }
        }
        let [same, good, bad] = tried;
        assert!(
            same == 0 && good > bad && bad > 200 && good + bad < 1_500,
            "{tried:?}"
        );
        assert_eq!(other_turn(&best(100), &[], &mut dice), None);
    }

    /// What is won is won, and nobody learns from throwing it away.
    #[test]
    fn what_is_proven_is_played() {
        let mut dice = Dice::new(3);
        let won = best(crate::soccer::score::WIN - 3);
        assert!((0..1_000).all(|_| other_turn(&won, &open(), &mut dice).is_none()));
    }
}
