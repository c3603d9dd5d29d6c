//! Gomoku: rules, moves and openings. The stones stand in [`board`], the course of play in [`Position`].
//! Knows nothing of clocks or players.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{color::Color, point::Point};

mod padding;
pub mod board;
pub mod line;
pub mod renju;
pub mod swap2;
pub mod setup;
pub mod ascii;
pub mod openings;
mod position;
mod kind;
mod zobrist;

pub use position::{End, Position, StartError};

/// Smallest and largest board, lines a side.
pub const SIZES: std::ops::RangeInclusive<u8> = 5..=22;

/// Which fives win and which points are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Rule {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Exactly five win for Black, who also has forbidden points; five or more win for White.
    Renju,
}

impl Rule {
    /// All three.
    pub const ALL: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

    /// `freestyle`, `standard` or `renju`.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Freestyle => "freestyle",
            Rule::Standard => "standard",
            Rule::Renju => "renju",
        }
    }

    /// The rule with this [`name`](Rule::name).
    pub fn from_name(name: &str) -> Option<Rule> {
        Rule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Whether an unbroken row of `length` stones of `color` wins.
    pub fn wins(self, color: Color, length: u8) -> bool {
        let overline_wins = match self {
            Rule::Freestyle => true,
            Rule::Standard => false,
            Rule::Renju => color == Color::White,
        };
        length == 5 || (length > 5 && overline_wins)
    }
}

/// One decision. Without swap2 only [`Move::Place`] occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Move {
    /// Put a stone of the colour whose turn it is.
    Place(Point),
    /// Swap2: take this colour for the rest of the game.
    Choose(Color),
    /// Swap2: put two more stones and let the other player choose.
    PutTwo,
}

impl Move {
    /// What people call it on a board of this size: `h8`, or a choice in words.
    pub fn name_on(self, size: u8) -> String {
        match self {
            Move::Place(point) => point.name_on(size),
            Move::Choose(_) | Move::PutTwo => self.to_string(),
        }
    }
}

/// As programs write it. People read [`Move::name_on`].
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

/// How a game begins. Kept in its record, because the same moves mean something else after another opening.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Opening {
    /// On an empty board; the first seat is Black and the seats alternate.
    #[default]
    Free,
    /// By [`swap2`].
    Swap2,
    /// From stones that stood there already. The first seat is Black.
    Diagram(Box<setup::Setup>),
}

impl Opening {
    /// Whether this is the plain beginning that records leave out.
    pub fn is_free(&self) -> bool {
        *self == Opening::Free
    }
}

/// What two games must share for their moves to mean the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Start {
    /// Lines a side.
    pub size: u8,
    /// Which fives win and which points are forbidden.
    pub rule: Rule,
    /// Left out of files when it was on an empty board without swap2.
    #[serde(default, skip_serializing_if = "Opening::is_free")]
    pub opening: Opening,
}

impl Start {
    /// On an empty board, without swap2.
    pub fn free(size: u8, rule: Rule) -> Start {
        Start {
            size,
            rule,
            opening: Opening::Free,
        }
    }
}

/// A board size outside [`SIZES`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("board size {0} is not between 5 and 22")]
pub struct BadSize(pub u8);
