//! Openings made by dice: whole turns, none of which ends the game. They are not equal for both sides; that is what the
//! second game with seats changed is for.

use std::{collections::HashSet, ops::RangeInclusive};

use dice::Dice;

use super::{Direction, Position, Rules};
use crate::position::Position as _;

/// What kind of openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRecipe {
    /// Field and rule.
    pub rules: Rules,
    /// Turns, at least and at most.
    pub turns: RangeInclusive<u32>,
    /// Equal seeds make equal books, on every machine.
    pub seed: u64,
}

/// Tries for one opening, after which the field is taken to have no other.
const TRIES: u64 = 2_000;
/// Seeds of one opening's tries are so far from those of the next one's.
const STRIDE: u64 = 1 << 32;

/// At most `count` openings that lead to different positions; fewer where there are no more.
pub fn random(recipe: &TurnRecipe, count: usize) -> Vec<Vec<Direction>> {
    let mut seen = HashSet::new();
    let openings = (0..count as u64).map_while(|number| {
        (0..TRIES).find_map(|again| {
            let seed = recipe.seed.wrapping_add(number).wrapping_add(again * STRIDE);
            let position = throw(recipe, &mut Dice::new(seed))?;
            seen.insert(position.key()).then(|| position.history().collect())
        })
    });
    openings.collect()
}

/// A position after so many turns; `None` if the game was over before.
fn throw(recipe: &TurnRecipe, dice: &mut Dice) -> Option<Position> {
    let turns = dice.within(*recipe.turns.start() as i32, *recipe.turns.end() as i32);
    let mut position = Position::new(recipe.rules);
    let mut drawn = 0;
    while drawn < turns && position.outcome().is_none() {
        let legal = position.legal_moves();
        position.play(*dice.pick(&legal)).ok()?;
        drawn += i32::from(!position.is_within_turn());
    }
    position.outcome().is_none().then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soccer::turn;

    fn recipe(seed: u64) -> TurnRecipe {
        TurnRecipe {
            rules: Rules::default(),
            turns: 2..=6,
            seed,
        }
    }

    #[test]
    fn openings_are_whole_turns_and_all_different() {
        let book = random(&recipe(1), 100);
        let mut lengths = [0; 8];
        let mut keys = HashSet::new();
        for opening in &book {
            let mut position = Position::new(Rules::default());
            opening.iter().for_each(|&way| position.play(way).unwrap());
            assert!(position.outcome().is_none() && position.drawn_in_turn() == 0);
            lengths[turn::turns(&position).len()] += 1;
            keys.insert(position.key());
        }
        assert_eq!((book.len(), keys.len()), (100, 100));
        assert!(lengths[2..=6].iter().all(|&count| count > 5), "{lengths:?}");
        assert_eq!(book, random(&recipe(1), 100));
        assert_ne!(book, random(&recipe(2), 100));
    }

    /// There are 8 first turns.
    #[test]
    fn a_book_ends_where_there_are_no_more() {
        let recipe = TurnRecipe {
            turns: 1..=1,
            ..recipe(3)
        };
        assert_eq!(random(&recipe, 50).len(), 8);
    }
}
