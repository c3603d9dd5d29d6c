//! The wire of the published touch-screen board (docs/sources.md `S1.2`), where a person plays on the device and the engine
//! sits on the host. Device to host: two ASCII digits, column and row, without an end. Host to device: column and row as
//! bytes, then `\r\n`; a pause ends a message.
//!
//! The columns and rows 10 and 13 would look like the line's end, and two digits hold 0 to 9 only: [`SIZE_MAX`] is ten
//! lines, though the published board has eight.

/// Lines a side of the published board.
pub const SIZE: u8 = 8;
/// Lines a side that this wire can speak of.
pub const SIZE_MAX: u8 = 10;
/// Bytes of the host's message.
pub(crate) const REPLY_BYTES: usize = 4;
const END: [u8; 2] = *b"\r\n";

/// A point of the board, within [`SIZE_MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPoint {
    x: u8,
    y: u8,
}

impl BoardPoint {
    /// Column `x`, row `y`; `None` if the wire cannot say it.
    pub fn new(x: u8, y: u8) -> Option<BoardPoint> {
        (x < SIZE_MAX && y < SIZE_MAX).then_some(BoardPoint { x, y })
    }

    /// Column.
    pub fn x(self) -> u8 {
        self.x
    }

    /// Row.
    pub fn y(self) -> u8 {
        self.y
    }

    /// As the board sends the person's stone.
    pub fn to_touch(self) -> [u8; 2] {
        [b'0' + self.x, b'0' + self.y]
    }

    /// As the host sends its answer.
    pub fn to_reply(self) -> [u8; REPLY_BYTES] {
        [self.x, self.y, END[0], END[1]]
    }
}

/// The host's ear: joins digits to places.
#[derive(Clone, Debug, Default)]
pub struct Touches {
    x: Option<u8>,
}

impl Touches {
    /// Takes the next byte. Whatever is no digit is dropped together with half a place before it.
    pub fn push(&mut self, byte: u8) -> Option<BoardPoint> {
        if !byte.is_ascii_digit() {
            self.x = None;
            return None;
        }
        let digit = byte - b'0';
        match self.x.take() {
            None => {
                self.x = Some(digit);
                None
            }
            Some(x) => BoardPoint::new(x, digit),
        }
    }

    /// The line was idle: half a place is dropped.
    pub fn idle(&mut self) {
        self.x = None;
    }
}

/// The board's ear: joins bytes to the host's answers.
#[derive(Clone, Debug, Default)]
pub struct Replies {
    last: [u8; REPLY_BYTES],
    count: usize,
}

impl Replies {
    /// Nothing heard yet.
    pub const fn new() -> Replies {
        Replies {
            last: [0; REPLY_BYTES],
            count: 0,
        }
    }

    /// Takes the next byte; a place when four bytes make one. After garbage it finds the next whole message by its end.
    pub fn push(&mut self, byte: u8) -> Option<BoardPoint> {
        self.last.rotate_left(1);
        self.last[REPLY_BYTES - 1] = byte;
        self.count = (self.count + 1).min(REPLY_BYTES);
        let [x, y, end @ ..] = self.last;
        if self.count < REPLY_BYTES || end != END {
            return None;
        }
        self.count = 0;
        BoardPoint::new(x, y)
    }

    /// The line was idle: half a message is dropped.
    pub fn idle(&mut self) {
        self.count = 0;
    }
}

#[cfg(test)]
mod tests;
