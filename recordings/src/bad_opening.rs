//! A line of a book that is no opening of its game.

/// An opening that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct BadOpening {
    /// 1 for the first line.
    pub line: usize,
    /// What is wrong, with the offending value.
    pub message: String,
    /// What to try.
    pub hint: &'static str,
}
