//! Equally spaced lines of one direction.

/// Equally spaced lines of one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ruling {
    /// Position of the first line, in pixels.
    pub(crate) first: f64,
    /// Pixels from line to line.
    pub(crate) pitch: f64,
    /// How many lines.
    pub(crate) lines: usize,
}

impl Ruling {
    /// Position of a line; indices outside the ruling continue it.
    pub(crate) fn at(&self, line: f64) -> f64 {
        self.first + line * self.pitch
    }

    /// Position of the last line.
    pub(crate) fn last(&self) -> f64 {
        self.at((self.lines - 1) as f64)
    }

    /// From line `from`, `lines` lines.
    pub(crate) fn cut(&self, from: i32, lines: usize) -> Ruling {
        Ruling {
            first: self.at(f64::from(from)),
            lines,
            ..*self
        }
    }
}
