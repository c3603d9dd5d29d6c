//! What a stone that a board tells of means for the game in hand. Pure.

use referee::{
    gomoku::{Move, Position},
    point::Point,
    position::Position as _,
};

/// The game at a board, or none.
pub struct BoardGame {
    empty: Position,
    position: Position,
    /// The person's last stone of the game before, and our answer, if that ended it.
    ended: Option<[Point; 2]>,
    /// How often the last answer was asked for again.
    pub asked_again: u32,
}

/// How long ago our last answer was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// So short that a board may be asking again.
    JustNow,
    /// Longer.
    Longer,
}

/// Of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoneMeaning {
    /// The person's next one; the first of a game if there is none.
    Stone,
    /// The one before, once more: our answer to it, which is this, was not heard.
    Repeated(Point),
    /// A stone stands there: the person began another game.
    Anew,
    /// There is no such point.
    Outside,
}

impl BoardGame {
    /// No game yet.
    pub fn new(empty: Position) -> BoardGame {
        BoardGame {
            position: empty.clone(),
            empty,
            ended: None,
            asked_again: 0,
        }
    }

    /// The position before the first stone.
    pub fn empty(&self) -> &Position {
        &self.empty
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether a stone was put since the last game's end.
    pub(crate) fn is_in_game(&self) -> bool {
        !self.position.history().is_empty()
    }

    /// What it means that the person puts a stone there, so long after our last answer.
    pub fn meaning(&self, point: Point, since: Since) -> StoneMeaning {
        let size = self.position.size();
        if point.x >= size || point.y >= size {
            return StoneMeaning::Outside;
        }
        match self.position.history() {
            [.., Move::Place(before), Move::Place(answer)] if *before == point => {
                StoneMeaning::Repeated(*answer)
            }
            [] => match self.ended {
                Some([before, answer]) if before == point && since == Since::JustNow => {
                    StoneMeaning::Repeated(answer)
                }
                _ => StoneMeaning::Stone,
            },
            _ if self.position.stone(point).is_some() => StoneMeaning::Anew,
            _ => StoneMeaning::Stone,
        }
    }

    /// Puts a stone that the rules allow.
    pub fn play(&mut self, play: Move) {
        let played = self.position.play(play);
        debug_assert!(played.is_ok(), "{play}: {played:?}");
    }

    /// The game is over.
    pub fn clear(&mut self) {
        self.ended = match self.position.history() {
            // The person has the stones of even numbers, from 0.
            history @ [.., Move::Place(before), Move::Place(answer)] if history.len().is_multiple_of(2) => {
                Some([*before, *answer])
            }
            _ => None,
        };
        self.position = self.empty.clone();
    }
}

#[cfg(test)]
mod tests {
    use referee::gomoku::Rule;

    use super::*;

    #[test]
    fn a_stone_means_what_the_game_makes_of_it() {
        let mut game = BoardGame::new(Position::new(8, Rule::Freestyle).unwrap());
        let point = Point::new;
        let meaning = |game: &BoardGame, x, y| game.meaning(point(x, y), Since::JustNow);
        assert_eq!(meaning(&game, 3, 3), StoneMeaning::Stone);
        assert_eq!(meaning(&game, 8, 0), StoneMeaning::Outside);
        game.play(Move::Place(point(3, 3)));
        game.play(Move::Place(point(4, 4)));
        assert!(game.is_in_game());
        assert_eq!(meaning(&game, 3, 3), StoneMeaning::Repeated(point(4, 4)));
        assert_eq!(meaning(&game, 4, 4), StoneMeaning::Anew);
        game.play(Move::Place(point(2, 2)));
        game.play(Move::Place(point(5, 5)));
        assert_eq!(meaning(&game, 3, 3), StoneMeaning::Anew);
        game.clear();
        assert!(!game.is_in_game());
        assert_eq!(meaning(&game, 3, 3), StoneMeaning::Stone);
        // An answer that ended the game may have been lost like any other.
        assert_eq!(meaning(&game, 2, 2), StoneMeaning::Repeated(point(5, 5)));
        assert_eq!(game.meaning(point(2, 2), Since::Longer), StoneMeaning::Stone);
    }
}
