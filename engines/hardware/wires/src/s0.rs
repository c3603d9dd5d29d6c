//! The wire of the published device (docs/sources.md `S0.5`). The host sends 8 bytes, x and y as little-endian 32-bit
//! integers; the device answers with two lines of decimal text, first y and then x unless its profile says otherwise.
//! There is no framing: one lost byte shifts all that follows, and only a pause tells where a message begins.

/// Bytes of a command.
pub(crate) const COMMAND_BYTES: usize = 8;
/// x and y of a new game.
const RESET: i32 = 99;
/// x and y of "you play first": one past the largest coordinate of the only board that this wire knows.
const PLAY_FIRST: i32 = 15;
/// Lines a side of the only board that this wire can speak of.
pub const SIZE: u8 = 15;

/// What the host says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// A new game. There is no reply.
    Reset,
    /// The device makes the first move of the game.
    PlayFirst,
    /// The opponent's stone, to be answered with a move.
    Stone {
        /// Column; anything, because nothing protects it on its way.
        x: i32,
        /// Row.
        y: i32,
    },
}

impl Command {
    /// As sent.
    pub fn to_bytes(self) -> [u8; COMMAND_BYTES] {
        let (x, y) = match self {
            Command::Reset => (RESET, RESET),
            Command::PlayFirst => (PLAY_FIRST, PLAY_FIRST),
            Command::Stone { x, y } => (x, y),
        };
        let ([a, b, c, d], [e, f, g, h]) = (x.to_le_bytes(), y.to_le_bytes());
        [a, b, c, d, e, f, g, h]
    }

    /// What eight bytes mean. All of them mean something.
    pub fn from_bytes(bytes: [u8; COMMAND_BYTES]) -> Command {
        let [a, b, c, d, e, f, g, h] = bytes;
        match (i32::from_le_bytes([a, b, c, d]), i32::from_le_bytes([e, f, g, h])) {
            (RESET, RESET) => Command::Reset,
            (PLAY_FIRST, PLAY_FIRST) => Command::PlayFirst,
            (x, y) => Command::Stone { x, y },
        }
    }
}

/// The device's ear: joins bytes to commands.
#[derive(Clone, Debug, Default)]
pub struct Commands {
    bytes: [u8; COMMAND_BYTES],
    count: usize,
}

impl Commands {
    /// Nothing heard yet.
    pub const fn new() -> Commands {
        Commands {
            bytes: [0; COMMAND_BYTES],
            count: 0,
        }
    }

    /// Takes the next byte; a command with every eighth.
    pub fn push(&mut self, byte: u8) -> Option<Command> {
        self.bytes[self.count] = byte;
        self.count += 1;
        if self.count < COMMAND_BYTES {
            return None;
        }
        self.count = 0;
        Some(Command::from_bytes(self.bytes))
    }

    /// The line was idle: what came of an unfinished command is dropped. The published firmware does not do this.
    pub fn idle(&mut self) {
        self.count = 0;
    }
}

/// Which coordinate a device prints first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CoordinateOrder {
    /// Row, then column: `printf` of the second word that the core returns, then of the first.
    #[default]
    Yx,
    /// Column, then row.
    Xy,
}

impl CoordinateOrder {
    fn sort(self, first: i32, second: i32) -> DeviceMove {
        match self {
            CoordinateOrder::Yx => DeviceMove { x: second, y: first },
            CoordinateOrder::Xy => DeviceMove { x: first, y: second },
        }
    }
}

/// The device's move, as far as it can be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeviceMove {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

/// The longest answer: two numbers of 11 characters with `\r\n`.
pub(crate) const ANSWER_BYTES_MAX: usize = 2 * (DIGITS_MAX + 2);
/// Characters of the longest number, its sign included.
const DIGITS_MAX: usize = 11;

/// How a device ends its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnd {
    /// `\n`.
    #[default]
    Lf,
    /// `\r\n`.
    CrLf,
}

/// An answer as sent.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    bytes: [u8; ANSWER_BYTES_MAX],
    length: usize,
}

impl Text {
    /// The text of a move.
    pub fn new(answer: DeviceMove, order: CoordinateOrder, end: LineEnd) -> Text {
        let mut text = Text {
            bytes: [0; ANSWER_BYTES_MAX],
            length: 0,
        };
        let (first, second) = match order {
            CoordinateOrder::Yx => (answer.y, answer.x),
            CoordinateOrder::Xy => (answer.x, answer.y),
        };
        for number in [first, second] {
            text.number(number);
            if end == LineEnd::CrLf {
                text.push(b'\r');
            }
            text.push(b'\n');
        }
        text
    }

    /// What goes on the line.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }

    fn number(&mut self, number: i32) {
        if number < 0 {
            self.push(b'-');
        }
        let number = number.unsigned_abs();
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            self.push(b'0' + (number / unit % 10) as u8);
            unit /= 10;
        }
    }

    fn push(&mut self, byte: u8) {
        self.bytes[self.length] = byte;
        self.length += 1;
    }
}

/// What the host hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Two numbers, one after the other.
    Answer(DeviceMove),
    /// A line that is no number; what came before it counts no more.
    Garbage,
}

/// The host's ear: joins bytes to answers.
#[derive(Clone, Debug, Default)]
pub struct DeviceMoves {
    order: CoordinateOrder,
    line: [u8; DIGITS_MAX + 1],
    /// May exceed the line: then it is too long to be a number.
    length: usize,
    first: Option<i32>,
}

impl DeviceMoves {
    /// Nothing heard yet.
    pub fn new(order: CoordinateOrder) -> DeviceMoves {
        DeviceMoves {
            order,
            ..DeviceMoves::default()
        }
    }

    /// Takes the next byte. Lines end with `\n` or `\r\n`; empty ones are nothing.
    pub fn push(&mut self, byte: u8) -> Option<Heard> {
        if byte != b'\n' {
            if let Some(place) = self.line.get_mut(self.length) {
                *place = byte;
                self.length += 1;
            }
            return None;
        }
        let length = core::mem::take(&mut self.length);
        let line = &self.line[..length];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            return None;
        }
        let Some(number) = number(line) else {
            self.first = None;
            return Some(Heard::Garbage);
        };
        match self.first.take() {
            None => {
                self.first = Some(number);
                None
            }
            Some(first) => Some(Heard::Answer(self.order.sort(first, number))),
        }
    }

    /// Whether half an answer was heard.
    pub fn is_half(&self) -> bool {
        self.first.is_some() || self.length > 0
    }

    /// Whatever was heard in part is forgotten.
    pub fn idle(&mut self) {
        self.first = None;
        self.length = 0;
    }
}

/// Digits and perhaps a minus; nothing else is a number, not even `+1` or ` 1`.
fn number(line: &[u8]) -> Option<i32> {
    let digits = line.strip_prefix(b"-").unwrap_or(line);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    core::str::from_utf8(line).ok()?.parse().ok()
}

#[cfg(test)]
mod tests;
