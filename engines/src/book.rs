//! Openings that come with the program: those that favour nobody, for matches, and the engine's own book of best replies.
//! Knows no search: `tengen openings make` and `tengen book make` wrote both.

pub mod line;

use std::{collections::HashMap, sync::OnceLock};

use referee::{
    gomoku::{Move, Position, Rule},
    point::Point,
    symmetry::Symmetry,
};

use self::line::{BookLine, BookLineError};
use crate::experience::stones::{Stones, bits_of};

/// Openings in which no search sees an advantage, one a line, for boards of `size` lines by `rule`; made by
/// `tengen openings make`, whose settings are in the first lines.
pub fn balanced(size: u8, rule: Rule) -> Option<&'static str> {
    match (size, rule) {
        (15, Rule::Freestyle) => Some(include_str!("book/balanced15.txt")),
        _ => None,
    }
}

/// The text of the engine's own book.
pub const OWN: &str = include_str!("book/own.txt");

/// Positions with their best moves, found however the board lies.
#[derive(Debug, Default)]
pub struct Book {
    lines: HashMap<Stones, (Position, BookLine)>,
}

/// What a book says about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The best moves, the best first; never empty.
    pub plays: Vec<Point>,
    /// What the position is worth for the side to move.
    pub score: i32,
    /// Nodes of the search that said so.
    pub nodes: u64,
}

impl Book {
    /// The engine's own.
    pub fn own() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| Book::read(OWN).expect("the own book is read by a test"))
    }

    /// A book of these lines; empty ones and those that begin with `#` say nothing.
    ///
    /// # Errors
    /// The number of the first bad line, and what is wrong with it.
    pub fn read(text: &str) -> Result<Book, (usize, BookLineError)> {
        let mut book = Book::default();
        for (number, words) in (1..).zip(text.lines()) {
            if words.trim().is_empty() || words.starts_with('#') {
                continue;
            }
            let line: BookLine = words.parse().map_err(|error| (number, error))?;
            let position = line.position().map_err(|error| (number, error))?;
            if book
                .lines
                .insert(Stones::of(&position), (position, line))
                .is_some()
            {
                return Err((number, BookLineError::Twice));
            }
        }
        Ok(book)
    }

    /// Positions in it.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// What it says about a position.
    pub fn advice(&self, position: &Position) -> Option<Advice> {
        let (known, line) = self.lines.get(&Stones::of(position))?;
        let bits = bits_of(position, Symmetry::IDENTITY);
        let there = Symmetry::ALL
            .into_iter()
            .find(|&symmetry| bits_of(known, symmetry) == bits)?;
        let turned = line
            .plays
            .iter()
            .map(|&point| there.apply(point, position.size()));
        let plays: Vec<Point> = turned
            .filter(|&point| position.check(Move::Place(point)).is_ok())
            .collect();
        (!plays.is_empty()).then_some(Advice {
            plays,
            score: line.score,
            nodes: line.nodes,
        })
    }
}

#[cfg(test)]
mod tests {
    use referee::position::Position as _;

    use super::*;

    #[test]
    fn the_own_book_holds_what_it_should() {
        let book = Book::read(OWN).unwrap();
        assert!(OWN.len() <= 60_000, "{} bytes", OWN.len());
        for rule in Rule::ALL {
            for size in [15, 20] {
                let mut position = Position::new(size, rule).unwrap();
                let first = book.advice(&position).unwrap();
                position.play(Move::Place(first.plays[0])).unwrap();
                assert!(book.advice(&position).is_some(), "{size} {rule:?}");
            }
        }
    }

    #[test]
    fn advice_turns_with_the_board() {
        let book = Book::read("15 freestyle 7,7 8,8 6,9 = 5,5 9,9 ; 12 1000\n\n# nothing\n").unwrap();
        let mut position = Position::new(15, Rule::Freestyle).unwrap();
        assert_eq!(book.advice(&position), None);
        for (x, y) in [(6, 9), (8, 8), (7, 7)] {
            position.play(Move::Place(Point::new(x, y))).unwrap();
        }
        for symmetry in Symmetry::ALL {
            let advice = book.advice(&position.transformed(symmetry)).unwrap();
            let expected = [(5, 5), (9, 9)].map(|(x, y)| symmetry.apply(Point::new(x, y), 15));
            assert_eq!(advice.plays, expected, "{symmetry:?}");
            assert_eq!((advice.score, advice.nodes), (12, 1_000));
        }
        let other = Position::new(20, Rule::Freestyle).unwrap();
        assert_eq!(book.advice(&other), None);
    }

    #[test]
    fn bad_lines_are_named() {
        let check = |text: &str, line: usize| assert_eq!(Book::read(text).unwrap_err().0, line, "{text}");
        let good = "15 freestyle 7,7 = 8,8 ; 12 1000\n";
        check("nonsense", 1);
        check(&format!("{good}{good}"), 2);
        check("15 freestyle 7,7 7,7 = 8,8 ; 12 1000", 1);
        check("15 freestyle 7,7 = 7,7 ; 12 1000", 1);
        check("15 freestyle 7,7 = ; 12 1000", 1);
        check("99 freestyle 7,7 = 8,8 ; 12 1000", 1);
        check("15 freestyle 7,7 = 8,8 ; 12", 1);
    }
}
