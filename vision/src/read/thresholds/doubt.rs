//! What the whole board says against single verdicts.

/// So many empty cells of a kind, about, show what is usual; of fewer nothing is said. By trial.
pub(in crate::read) const SAMPLED: usize = 24;

/// So many of them in a row or a column show what is usual along it. By trial.
pub(in crate::read) const ALONG_LEAST: usize = 5;

/// An empty cell's middle is odd if it differs by so many times what nine of ten do. By trial.
pub(in crate::read) const EVEN_TIMES: f32 = 3.0;

/// And by so much, in levels. By trial.
pub(in crate::read) const OFF_LEAST: f32 = 9.0;

/// A tint lets at least this part of what is below be seen. By trial.
pub(in crate::read) const SEEN_THROUGH: f32 = 0.25;

/// And leaves no more than this part of what is odd unexplained. By trial.
pub(in crate::read) const SEEN_THROUGH_REST: f32 = 0.4;

/// A stone that is less sure than this part of what most of its side's are is looked at again. Half.
pub(in crate::read) const LEAST_SURE: f32 = 0.5;

/// So many stones of a side show how surely it is told, and what it looks like. By trial.
pub(in crate::read) const ALIKE_STONES: usize = 4;

/// It is one if so much of it is as near to what its side's look like as theirs are, as a share. By trial: a quarter is what the
/// largest marks of the last move leave free.
pub(in crate::read) const ALIKE_LEAST: f32 = 0.25;

/// A row or a column is lit up if so much of it is filled, as a share. By trial.
pub(in crate::read) const LIT_FILLED: f32 = 0.9;

/// And less than this of the rest of the board, as a share. By trial.
pub(in crate::read) const LIT_OTHERS: f32 = 0.5;
