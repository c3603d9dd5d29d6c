//! Where games of a training begin that do not begin on the empty board: a network sees more of the game from stones thrown by
//! dice, and learns what it will be asked from openings that it did not choose.

use ::dice::Dice;
use referee::{
    gomoku::{
        Position,
        openings::{Recipe, Stream},
    },
    position::Position as _,
};

use crate::network::evaluator::NetworkEvaluator;

/// Most stones of an opening.
const STONES_MAX: u32 = 6;
/// Openings of which the most even one is taken, as the network sees it.
const CHOICE: usize = 4;

/// A few stones around the centre of this board, such that neither side is far ahead; the board itself if it has no such opening.
pub(super) fn throw(empty: &Position, evaluator: &mut NetworkEvaluator, dice: &mut Dice) -> Position {
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
