//! The two kinds of stone.

use core::ops::Not;

/// A stone's colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Color {
    /// The first stone of a game.
    Black,
    /// The second stone of a game.
    White,
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
