//! A mistake that the user can mend: what is wrong, with the offending value, and what to do about it.

use std::fmt;

/// Shown as `error: MESSAGE` and, on a line of its own, `hint: HINT`; the program then exits with 2.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct UserError {
    /// Lower case, no full stop, the offending value in it.
    pub message: String,
    /// What to try.
    pub hint: String,
}

impl UserError {
    /// A mistake with its hint.
    pub fn new(message: impl Into<String>, hint: impl Into<String>) -> UserError {
        UserError {
            message: message.into(),
            hint: hint.into(),
        }
    }
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
