//! One line of a book: a position as the moves that lead there, its best moves, its score for the side to move, and the
//! nodes that were searched. Points are columns and rows from 0, from the top left.
//!
//! ```text
//! 15 freestyle 7,7 8,8 = 6,9 9,6 ; 12 400000
//! ```

use std::{fmt, str::FromStr};

use referee::{
    gomoku::{Move, Position, Rule},
    point::Point,
    position::Position as _,
};

/// What a book says about one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
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

impl Line {
    /// The position it is about.
    ///
    /// # Errors
    /// The stones or a best move cannot be played.
    pub fn position(&self) -> Result<Position, String> {
        let mut position = Position::new(self.size, self.rule).map_err(|error| error.to_string())?;
        for &point in &self.stones {
            position
                .play(Move::Place(point))
                .map_err(|error| error.to_string())?;
        }
        for &point in &self.plays {
            position
                .check(Move::Place(point))
                .map_err(|error| error.to_string())?;
        }
        Ok(position)
    }
}

impl fmt::Display for Line {
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

impl FromStr for Line {
    type Err = String;

    fn from_str(text: &str) -> Result<Line, String> {
        let bad = |what: &str| format!("no {what} in {text:?}");
        let (stones, rest) = text.split_once('=').ok_or_else(|| bad("="))?;
        let (plays, figures) = rest.split_once(';').ok_or_else(|| bad(";"))?;
        let mut head = stones.split_whitespace();
        let size = head.next().and_then(|word| word.parse().ok());
        let rule = head.next().and_then(Rule::from_name);
        let points = |words: &mut dyn Iterator<Item = &str>| -> Result<Vec<Point>, String> {
            words
                .map(|word| point(word).ok_or_else(|| format!("no point: {word:?}")))
                .collect()
        };
        let plays = points(&mut plays.split_whitespace())?;
        let figures: Vec<&str> = figures.split_whitespace().collect();
        let [score, nodes] = figures[..] else {
            return Err(bad("score and nodes"));
        };
        Ok(Line {
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
            let _ = text.parse::<Line>();
        }
    }

    #[test]
    fn lines_survive_a_file() {
        for text in [
            "15 freestyle 7,7 8,8 = 6,9 9,6 ; -12 400000",
            "20 renju = 10,10 ; 3 5",
        ] {
            assert_eq!(text.parse::<Line>().unwrap().to_string(), text);
        }
    }
}
