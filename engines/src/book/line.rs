//! One line of a book: a position as the moves that lead there, its best moves, its score for the side to move, and the
//! nodes that were searched. Points are columns and rows from 0, from the top left.
//!
//! ```text
//! 15 freestyle 7,7 8,8 = 6,9 9,6 ; 12 400000
//! ```

use std::{fmt, str::FromStr};

use referee::{
    gomoku::{BadSize, Move, Position, Rule},
    point::Point,
    position::{IllegalMove, Position as _},
};

/// What a book says about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookLine {
    /// Lines a side.
    pub size: u8,
    /// The rule.
    pub rule: Rule,
    /// The stones in an order in which they can be played.
    pub stones: Vec<Point>,
    /// The best moves, the best first.
    pub plays: Vec<Point>,
    /// For the side to move, in the engine's units.
    pub score: i32,
    /// Nodes of the search.
    pub nodes: u64,
}

/// Why a text is no line of a book, or a line no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookLineError {
    /// A part is not there, or is none.
    #[error("no {part} in {text:?}")]
    Missing {
        /// Which.
        part: &'static str,
        /// The line.
        text: String,
    },
    /// Something else stands where a point should.
    #[error("no point: {0:?}")]
    NoPoint(String),
    /// There is no such board.
    #[error(transparent)]
    Board(#[from] BadSize),
    /// Another line is about the same position.
    #[error("this position is there already")]
    Twice,
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

impl BookLine {
    /// The position it is about.
    ///
    /// # Errors
    /// The stones or a best move cannot be played.
    pub fn position(&self) -> Result<Position, BookLineError> {
        let mut position = Position::new(self.size, self.rule)?;
        for &point in &self.stones {
            position.play(Move::Place(point))?;
        }
        for &point in &self.plays {
            position.check(Move::Place(point))?;
        }
        Ok(position)
    }
}

impl fmt::Display for BookLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.size, self.rule.name())?;
        for point in &self.stones {
            write!(f, " {point}")?;
        }
        f.write_str(" =")?;
        for point in &self.plays {
            write!(f, " {point}")?;
        }
        write!(f, " ; {} {}", self.score, self.nodes)
    }
}

impl FromStr for BookLine {
    type Err = BookLineError;

    fn from_str(text: &str) -> Result<BookLine, BookLineError> {
        let bad = |part| BookLineError::Missing {
            part,
            text: text.to_owned(),
        };
        let (stones, rest) = text.split_once('=').ok_or_else(|| bad("="))?;
        let (plays, figures) = rest.split_once(';').ok_or_else(|| bad(";"))?;
        let mut head = stones.split_whitespace();
        let size = head.next().and_then(|word| word.parse().ok());
        let rule = head.next().and_then(Rule::from_name);
        let points = |words: &mut dyn Iterator<Item = &str>| -> Result<Vec<Point>, BookLineError> {
            words
                .map(|word| point(word).ok_or_else(|| BookLineError::NoPoint(word.to_owned())))
                .collect()
        };
        let plays = points(&mut plays.split_whitespace())?;
        let figures: Vec<&str> = figures.split_whitespace().collect();
        let [score, nodes] = figures[..] else {
            return Err(bad("score and nodes"));
        };
        Ok(BookLine {
            size: size.ok_or_else(|| bad("size"))?,
            rule: rule.ok_or_else(|| bad("rule"))?,
            stones: points(&mut head)?,
            plays: Some(plays)
                .filter(|plays| !plays.is_empty())
                .ok_or_else(|| bad("move"))?,
            score: score.parse().map_err(|_| bad("score"))?,
            nodes: nodes.parse().map_err(|_| bad("nodes"))?,
        })
    }
}

fn point(word: &str) -> Option<Point> {
    let (x, y) = word.split_once(',')?;
    Some(Point::new(x.parse().ok()?, y.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_will_do(text in "[0-9a-z,;= ]{0,60}") {
            let _ = text.parse::<BookLine>();
        }
    }

    #[test]
    fn lines_survive_a_file() {
        for text in [
            "15 freestyle 7,7 8,8 = 6,9 9,6 ; -12 400000",
            "20 renju = 10,10 ; 3 5",
        ] {
            assert_eq!(text.parse::<BookLine>().unwrap().to_string(), text);
        }
    }
}
