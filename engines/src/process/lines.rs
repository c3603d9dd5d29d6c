//! Text lines from a stream that may be anything: ended by LF, CR or CRLF, of bounded length, of any bytes.

use std::io::{self, BufRead};

/// Longest line that is kept, bytes.
pub(crate) const LENGTH_MAX: usize = 4096;

/// One line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProgramLine {
    /// Never empty; bytes that are no UTF-8 are replaced.
    Text(String),
    /// A line passed [`LENGTH_MAX`]. It is told as soon as it does, and the rest of it is dropped.
    Overlong,
}

/// Reads non-empty lines.
pub(crate) struct Lines<R> {
    input: R,
    gathered: Vec<u8>,
    dropping: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from `input`.
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            gathered: Vec::new(),
            dropping: false,
        }
    }

    fn finish(&mut self) -> Option<ProgramLine> {
        self.dropping = false;
        let bytes = std::mem::take(&mut self.gathered);
        (!bytes.is_empty()).then(|| ProgramLine::Text(String::from_utf8_lossy(&bytes).into_owned()))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<ProgramLine>;

    fn next(&mut self) -> Option<io::Result<ProgramLine>> {
        loop {
            let buffer = match self.input.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Some(Err(error)),
            };
            if buffer.is_empty() {
                return self.finish().map(Ok);
            }
            let end = buffer.iter().position(|&byte| byte == b'\n' || byte == b'\r');
            let part = end.unwrap_or(buffer.len());
            if !self.dropping {
                let room = LENGTH_MAX - self.gathered.len();
                self.gathered.extend_from_slice(&buffer[..part.min(room)]);
                self.dropping = part > room;
            }
            let overlong = self.dropping && !self.gathered.is_empty();
            self.input.consume(end.map_or(part, |end| end + 1));
            if overlong {
                self.gathered.clear();
                self.dropping = end.is_none();
                return Some(Ok(ProgramLine::Overlong));
            }
            if end.is_some()
                && let Some(line) = self.finish()
            {
                return Some(Ok(line));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[track_caller]
    fn check(input: &[u8], expected: &[&str]) {
        for capacity in [1, 7, 8192] {
            let lines: Vec<String> = Lines::new(BufReader::with_capacity(capacity, input))
                .map(|line| match line.unwrap() {
                    ProgramLine::Text(text) => text,
                    ProgramLine::Overlong => "(overlong)".to_owned(),
                })
                .collect();
            assert_eq!(lines, expected, "with a buffer of {capacity}");
        }
    }

    #[test]
    fn every_line_end_is_understood() {
        check(b"", &[]);
        check(
            b"START 15\r\nTURN 1,2\nABOUT\rEND",
            &["START 15", "TURN 1,2", "ABOUT", "END"],
        );
        check(b"\r\n\n\n\ra\n", &["a"]);
        check(b"\xff\xfe\n", &["\u{fffd}\u{fffd}"]);
    }

    #[test]
    fn a_long_line_is_dropped_and_told_once() {
        let fits = "a".repeat(LENGTH_MAX);
        check(format!("{fits}\nb\n").as_bytes(), &[&fits, "b"]);
        check(format!("{fits}x\nb\n").as_bytes(), &["(overlong)", "b"]);
        check(
            format!("{fits}{fits}{fits}xyz\nb").as_bytes(),
            &["(overlong)", "b"],
        );
        check(format!("b\n{fits}{fits}").as_bytes(), &["b", "(overlong)"]);
    }
}
