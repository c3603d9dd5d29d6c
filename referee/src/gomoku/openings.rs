//! Openings made by dice: a few stones around the centre that give neither side something to build on at once. They
//! are not equal for both sides; that is what the second game with seats changed is for.

use std::collections::BTreeSet;

use dice::Dice;

use super::{BadSize, Move, Position, Rule};
use crate::{point::Point, position::Position as _};

/// What kind of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Lines a side.
    pub size: u8,
    /// The rule, which forbids some stones.
    pub rule: Rule,
    /// Stones, at least 1.
    pub plies: u32,
    /// Equal seeds make equal books, on every machine.
    pub seed: u64,
}

/// How far from the centre a stone may lie, in columns and in rows.
const REACH: u8 = 3;
/// Tries for one opening, after which the board is taken to have no other.
const TRIES: u32 = 2_000;

/// At most `count` openings, no two of them alike under turning and mirroring; fewer where the board has no more.
///
/// Every stone lies within three lines of the centre and no more than two from another one; no two stones of a colour
/// touch, so that nobody begins with two in a row.
///
/// # Errors
/// No game is played on such a board.
pub fn random(recipe: Recipe, count: usize) -> Result<Vec<Vec<Move>>, BadSize> {
    Ok(Stream::new(recipe)?.take(count).collect())
}

/// The openings of a [`Recipe`] one after the other, no two of them alike under turning and mirroring. It ends when
/// the board has no more.
#[derive(Clone, Debug)]
pub struct Stream {
    empty: Position,
    plies: u32,
    dice: Dice,
    seen: BTreeSet<u64>,
}

impl Stream {
    /// The stream from its beginning.
    ///
    /// # Errors
    /// No game is played on such a board.
    pub fn new(recipe: Recipe) -> Result<Stream, BadSize> {
        Ok(Stream {
            empty: Position::new(recipe.size, recipe.rule)?,
            plies: recipe.plies,
            dice: Dice::new(recipe.seed),
            seen: BTreeSet::new(),
        })
    }
}

impl Iterator for Stream {
    type Item = Vec<Move>;

    fn next(&mut self) -> Option<Vec<Move>> {
        (0..TRIES).find_map(|_| {
            let position = throw(&self.empty, self.plies, &mut self.dice)?;
            let fresh = self.seen.insert(position.canonical_key().0);
            fresh.then(|| position.history().to_vec())
        })
    }
}

fn throw(empty: &Position, plies: u32, dice: &mut Dice) -> Option<Position> {
    let mut position = empty.clone();
    let centre = empty.size() / 2;
    let (low, high) = (
        centre.saturating_sub(REACH),
        (centre + REACH).min(empty.size() - 1),
    );
    for _ in 0..plies {
        let mut axis = || low + dice.below(high - low + 1);
        let point = Point::new(axis(), axis());
        if !fits(&position, point) || position.play(Move::Place(point)).is_err() {
            return None;
        }
    }
    position.outcome().is_none().then_some(position)
}

/// Near to another stone, and touching none of its own colour.
fn fits(position: &Position, point: Point) -> bool {
    let color = position.to_place();
    let mut stones = position
        .board()
        .points()
        .filter_map(|other| Some((distance(point, other), position.stone(other)?)))
        .peekable();
    if stones.peek().is_none() {
        return true;
    }
    let (mut near, mut touches) = (false, false);
    for (distance, stone) in stones {
        near |= distance <= 2;
        touches |= distance <= 1 && stone == color;
    }
    near && !touches
}

fn distance(a: Point, b: Point) -> u8 {
    a.x.abs_diff(b.x).max(a.y.abs_diff(b.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe(size: u8, plies: u32, seed: u64) -> Recipe {
        Recipe {
            size,
            rule: Rule::Renju,
            plies,
            seed,
        }
    }

    #[test]
    fn books_are_legal_repeatable_and_without_twins() {
        for (size, plies) in [(15, 4), (15, 6), (9, 3), (22, 5)] {
            let book = random(recipe(size, plies, 1), 100).unwrap();
            assert_eq!(book.len(), 100, "{size} lines, {plies} plies");
            assert_eq!(book, random(recipe(size, plies, 1), 100).unwrap());
            assert_ne!(book, random(recipe(size, plies, 2), 100).unwrap());
            let mut keys = BTreeSet::new();
            for opening in &book {
                let mut position = Position::new(size, Rule::Renju).unwrap();
                for &played in opening {
                    position.play(played).unwrap();
                    let point = position.last_stone().unwrap();
                    assert!(distance(point, Point::new(size / 2, size / 2)) <= REACH);
                }
                assert_eq!((opening.len(), position.outcome()), (plies as usize, None));
                assert!(keys.insert(position.canonical_key().0));
            }
        }
    }

    #[test]
    fn a_small_board_has_few_openings() {
        // One stone on 5 x 5 has six places under the eight symmetries.
        assert_eq!(random(recipe(5, 1, 9), 100).unwrap().len(), 6);
        assert!(random(recipe(4, 1, 9), 1).is_err());
    }
}
