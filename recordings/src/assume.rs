//! What is taken for granted where a file says nothing.

use referee::gomoku::Rule;

/// What a file may leave unsaid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assume {
    /// The rule, where the file does not name one.
    pub rule: Rule,
}

impl Default for Assume {
    fn default() -> Assume {
        Assume {
            rule: Rule::Freestyle,
        }
    }
}
