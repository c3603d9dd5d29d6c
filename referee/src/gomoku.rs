//! Gomoku: stones, rules and one legal position with its history.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{
    color::Color,
    point::Point,
    position::{self, IllegalMove},
    seat::Seat,
    verdict::{Outcome, Reason},
};

/// Smallest and largest board, lines a side.
pub const SIZES: std::ops::RangeInclusive<u8> = 5..=22;

/// Which fives win and which points are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Exactly five win for Black, who also has forbidden points; five or more win for White.
    Renju,
}

/// One decision. Without swap2 only [`Move::Place`] occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// Put a stone of the colour whose turn it is.
    Place(Point),
    /// Swap2: take this colour for the rest of the game.
    Choose(Color),
    /// Swap2: put two more stones and let the other player choose.
    PutTwo,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(point) => write!(f, "{point}"),
            Move::Choose(Color::Black) => write!(f, "choose black"),
            Move::Choose(Color::White) => write!(f, "choose white"),
            Move::PutTwo => write!(f, "put two"),
        }
    }
}

/// A board size outside [`SIZES`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board size {0} is not between 5 and 22")]
pub struct BadSize(pub u8);

/// A legal Gomoku position: stones, rule, history.
#[derive(Clone, Debug)]
pub struct Position {
    size: u8,
    rule: Rule,
    stones: Vec<Option<Color>>,
    history: Vec<Move>,
}

impl Position {
    /// The empty board.
    ///
    /// # Errors
    /// `size` is outside [`SIZES`].
    pub fn new(size: u8, rule: Rule) -> Result<Position, BadSize> {
        if !SIZES.contains(&size) {
            return Err(BadSize(size));
        }
        let cells = usize::from(size) * usize::from(size);
        Ok(Position {
            size,
            rule,
            stones: vec![None; cells],
            history: Vec::new(),
        })
    }

    /// Lines a side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The rule in force.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The stone on `point`, `None` if it is empty or off the board.
    pub fn stone(&self, point: Point) -> Option<Color> {
        self.index(point).and_then(|index| self.stones[index])
    }

    /// Moves played so far.
    pub fn history(&self) -> &[Move] {
        &self.history
    }

    /// The colour of the next stone.
    pub fn to_place(&self) -> Color {
        if self.history.len().is_multiple_of(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    fn index(&self, point: Point) -> Option<usize> {
        (point.x < self.size && point.y < self.size)
            .then(|| usize::from(point.y) * usize::from(self.size) + usize::from(point.x))
    }
}

impl position::Position for Position {
    type Move = Move;

    fn turn(&self) -> Seat {
        match self.to_place() {
            Color::Black => Seat::First,
            Color::White => Seat::Second,
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let points = (0..self.size).flat_map(|y| (0..self.size).map(move |x| Point::new(x, y)));
        points
            .filter(|&point| self.stone(point).is_none())
            .map(Move::Place)
            .collect()
    }

    fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        let refuse = |reason: &str| {
            Err(IllegalMove {
                played: played.to_string(),
                reason: reason.to_owned(),
            })
        };
        let Move::Place(point) = played else {
            return refuse("no choice is open");
        };
        let Some(index) = self.index(point) else {
            return refuse("off the board");
        };
        if self.stones[index].is_some() {
            return refuse("occupied");
        }
        self.stones[index] = Some(self.to_place());
        self.history.push(played);
        Ok(())
    }

    fn undo(&mut self) -> Option<Move> {
        let last = self.history.pop()?;
        if let Move::Place(point) = last
            && let Some(index) = self.index(point)
        {
            self.stones[index] = None;
        }
        Some(last)
    }

    fn outcome(&self) -> Option<Outcome> {
        let Some(&Move::Place(last)) = self.history.last() else {
            return None;
        };
        let color = self.stone(last)?;
        for (dx, dy) in [(1i16, 0i16), (0, 1), (1, 1), (1, -1)] {
            let run = |sign: i16| {
                (1..)
                    .map(|step| {
                        (
                            i16::from(last.x) + sign * step * dx,
                            i16::from(last.y) + sign * step * dy,
                        )
                    })
                    .map_while(|(x, y)| {
                        let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
                        (self.stone(point) == Some(color)).then_some(point)
                    })
                    .collect::<Vec<_>>()
            };
            let mut line = run(-1);
            line.reverse();
            line.push(last);
            line.extend(run(1));
            if line.len() >= 5 {
                let winner = Some(!self.turn());
                return Some(Outcome {
                    winner,
                    reason: Reason::Five,
                    line,
                });
            }
        }
        let full = self.stones.iter().all(Option::is_some);
        full.then(|| Outcome {
            winner: None,
            reason: Reason::BoardFull,
            line: Vec::new(),
        })
    }

    fn key(&self) -> u64 {
        0
    }
}
