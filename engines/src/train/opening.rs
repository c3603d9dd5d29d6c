//! Where games of a training begin that do not begin on the empty board: a network learns there what it will be asked from
//! openings that it did not choose, and after mistakes that it would not make.

use ::dice::Dice;
use referee::{
    gomoku::{
        Move, Position,
        openings::{Recipe, Stream},
    },
    position::Position as _,
};

use super::settings::TrainSettings;
use crate::{mcts::Evaluator as _, network::evaluator::NetworkEvaluator, swap2};

/// Most stones of an opening thrown by dice.
const STONES_MAX: u32 = 6;
/// Openings of which the most even one is taken, as the network sees it.
const CHOICE: usize = 4;

/// Most plies of a stray, as a share of the board's points.
const STRAY_SHARE: f64 = 0.375;
/// How many of its moves are thrown without a look at what the network thinks.
const BLIND: f64 = 0.2;

/// Where the game of this number begins.
pub(super) fn beginning(
    empty: Position,
    settings: &TrainSettings,
    game: u64,
    evaluator: &mut NetworkEvaluator,
    dice: &mut Dice,
) -> Position {
    // No dice are thrown where none decide: a training of before goes on bit for bit.
    let mut falls = |share: f64| share > 0.0 && dice.chance(share);
    if falls(settings.opened_share) {
        throw(&empty, evaluator, dice)
    } else if game >= settings.strayed_after && falls(settings.strayed_share) {
        stray(&empty, evaluator, dice)
    } else {
        empty
    }
}

/// A few stones around the centre of this board, such that neither side is far ahead; the board itself if it has no such opening.
fn throw(empty: &Position, evaluator: &mut NetworkEvaluator, dice: &mut Dice) -> Position {
    let recipe = Recipe {
        size: empty.size(),
        rule: empty.rule(),
        plies: 1 + dice.below(STONES_MAX),
        seed: dice.bits(),
    };
    let openings = Stream::new(recipe).into_iter().flatten().take(CHOICE);
    let positions = openings.filter_map(|moves| {
        let mut position = empty.clone();
        moves.iter().try_for_each(|&played| position.play(played)).ok()?;
        Some(position)
    });
    let by_lead = positions.map(|position| (evaluator.value(&position).abs(), position));
    let most_even = by_lead.min_by(|(a, _), (b, _)| a.total_cmp(b));
    most_even.map_or_else(|| empty.clone(), |(_, position)| position)
}

/// Where a game comes to if its moves are thrown as often as the network likes them at sight, and some blindly. One side may be
/// far ahead: how that is held against somebody who errs is to be learned (after KataGo's games from its policy).
fn stray(empty: &Position, evaluator: &mut NetworkEvaluator, dice: &mut Dice) -> Position {
    let points = f64::from(empty.size()).powi(2);
    loop {
        let plies = 1 + dice.below((points * STRAY_SHARE) as usize);
        let mut position = empty.clone();
        // A game that is over by then is begun again.
        while position.outcome().is_none() {
            if position.plies() == plies {
                return position;
            }
            let played = strayed(&position, evaluator, dice);
            position.play(played).expect("it is one of the legal moves");
        }
    }
}

/// One move of a stray.
fn strayed(position: &Position, evaluator: &mut NetworkEvaluator, dice: &mut Dice) -> Move {
    let mut moves = position.legal_moves();
    if !dice.chance(BLIND) {
        let mut shares = Vec::new();
        evaluator.evaluate(position, &mut moves, &mut shares);
        let shares: Vec<f64> = shares.into_iter().map(f64::from).collect();
        return moves[dice.weighted(&shares)];
    }
    let near = swap2::near(position);
    let is_near = |played: &Move| matches!(played, Move::Place(point) if near.contains(point));
    // Nothing is near on the empty board.
    if moves.iter().any(is_near) {
        moves.retain(is_near);
    }
    moves[dice.below(moves.len())]
}
