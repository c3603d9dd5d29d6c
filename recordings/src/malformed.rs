//! What is wrong with a game file, and where.

/// A file that is not a game in the format it claims to be in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, byte {offset}: {message}")]
pub struct Malformed {
    /// 1 for the first line.
    pub line: usize,
    /// Bytes before the trouble, counted in the text as UTF-8.
    pub offset: usize,
    /// What is wrong, with the offending value.
    pub message: String,
    /// What to try.
    pub hint: String,
}

impl Malformed {
    /// Trouble at a byte of `text`.
    pub(crate) fn new(text: &[u8], offset: usize, message: impl Into<String>, hint: &str) -> Malformed {
        let offset = offset.min(text.len());
        let line = 1 + text[..offset].iter().filter(|&&byte| byte == b'\n').count();
        Malformed {
            line,
            offset,
            // A value from a damaged file may hold anything; an error is one line.
            message: message.into().replace(char::is_control, " "),
            hint: hint.to_owned(),
        }
    }
}

/// At most so much of a value as a message can hold, on one line.
pub(crate) fn excerpt(text: &str) -> String {
    let short: String = text.chars().take(30).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    format!("{:?}", short + dots)
}
