//! What is wrong with a game file, and where.

/// A file that is not a game in the format it claims to be in.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}line {line}, byte {offset}: {message}", .game.map(|number| format!("game {number}, ")).unwrap_or_default())]
pub struct Malformed {
    /// Which game of a file with several, from 1.
    pub game: Option<usize>,
    /// 1 for the first line.
    pub line: usize,
    /// Bytes before the trouble, counted in the text as UTF-8.
    pub offset: usize,
    /// What is wrong, with the offending value.
    pub message: String,
    /// What to try.
    pub hint: String,
}

/// A byte of a file and the line that it is on: lines after it are counted from here, so that a long file with many
/// troubles is read once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Bytes before it.
    pub(crate) offset: usize,
    /// 1 for the first line.
    pub(crate) line: usize,
}

impl Place {
    /// Where every file begins.
    pub(crate) const START: Place = Place { offset: 0, line: 1 };

    /// A later place of the same text.
    pub(crate) fn advanced(self, text: &[u8], offset: usize) -> Place {
        let offset = offset.clamp(self.offset, text.len());
        let passed = &text[self.offset..offset];
        Place {
            offset,
            line: self.line + passed.iter().filter(|&&byte| byte == b'\n').count(),
        }
    }
}

impl Malformed {
    /// Trouble at a byte of `text`.
    pub(crate) fn new(text: &[u8], offset: usize, message: impl Into<String>, hint: &str) -> Malformed {
        Malformed::after(Place::START, text, offset, message, hint)
    }

    /// Trouble at a byte of `text` that is not before that place.
    pub(crate) fn after(
        place: Place,
        text: &[u8],
        offset: usize,
        message: impl Into<String>,
        hint: &str,
    ) -> Malformed {
        let Place { offset, line } = place.advanced(text, offset);
        Malformed {
            game: None,
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
