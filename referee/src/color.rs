//! The two kinds of stone. Which player owns them is a [`crate::seat::Seat`]'s business.

use std::ops::Not;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A stone's colour. Black is placed first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// The first stone of a game; printed `x`.
    Black,
    /// The second stone of a game; printed `o`.
    White,
}

impl Color {
    /// Both colours, black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// 0 for black, 1 for white.
    pub fn index(self) -> usize {
        self as usize
    }

    /// `x` for black, `o` for white.
    pub fn letter(self) -> char {
        match self {
            Color::Black => 'x',
            Color::White => 'o',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}
