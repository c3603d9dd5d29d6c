//! Which rows win. Double-threes and double-fours are no business of this crate: a host that plays Renju takes the
//! forbidden points out of the first moves.

use crate::color::Color;

/// Which rows win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Five or more win.
    Freestyle,
    /// Exactly five win.
    Standard,
    /// Exactly five win for Black, for whom more is no move at all; five or more win for White.
    Renju,
}

impl Rule {
    /// Whether more than five in a row win for `color`.
    pub const fn overline_wins(self, color: Color) -> bool {
        match self {
            Rule::Freestyle => true,
            Rule::Standard => false,
            Rule::Renju => matches!(color, Color::White),
        }
    }
}
