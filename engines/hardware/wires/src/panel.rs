//! Between the touch-screen board of `S1.1` and a panel that is a program, where no real one can be had: drawing commands one
//! way, measurements of the touch panel the other. What is drawn, and what a touch means, is no business of this file.
//!
//! The first byte of a message has its top bit set and all others have it clear, so whoever begins to listen in the middle is
//! in step with the next message. Numbers are two bytes of seven bits, the higher one first; a colour (five bits of red, six of
//! green, five of blue) is three.

/// Pixels of the screen.
pub const WIDTH: u16 = 320;
/// Pixels of the screen.
pub const HEIGHT: u16 = 240;
/// Pixels of a glyph's cell; the glyph has its five left columns and seven upper rows.
pub const CELL_WIDTH: u16 = 6;
/// Pixels of a glyph's cell.
pub const CELL_HEIGHT: u16 = 8;
/// Rows of a glyph.
pub const GLYPH_ROWS: usize = 7;
/// What the converter of a touch panel tells at most.
pub const READING_MAX: u16 = 4095;

/// Bytes of the longest message.
const LENGTH_MAX: usize = 19;

const FILL: u8 = 0x80;
const DISC: u8 = 0x81;
const GLYPH: u8 = 0x82;
const MEASURE: u8 = 0x83;
const SAMPLE: u8 = 0xC0;
const BLANK: u8 = 0xC1;

/// From the board. What lies outside the screen is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelCommand {
    /// A rectangle.
    Fill {
        /// Left column.
        x: u16,
        /// Upper row.
        y: u16,
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
        /// Its colour.
        colour: u16,
    },
    /// A filled circle: all pixels with dx² + dy² <= r² + r.
    Disc {
        /// Column of the centre.
        x: u16,
        /// Row of the centre.
        y: u16,
        /// Up to 127.
        radius: u8,
        /// Its colour.
        colour: u16,
    },
    /// A character.
    Glyph {
        /// Left column of its cell.
        x: u16,
        /// Upper row of its cell.
        y: u16,
        /// Pixels a side of each of its dots.
        scale: u8,
        /// Colour of the dots.
        ink: u16,
        /// Colour of the rest of the cell.
        paper: u16,
        /// Five bits a row, the left dot is bit 4.
        rows: [u8; GLYPH_ROWS],
    },
    /// Asks for one measurement. All that was said before is drawn then.
    Measure,
}

/// From the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PanelWord {
    /// What was measured, each 0 to [`READING_MAX`].
    Sample {
        /// Along one side; which, and from where, calibration finds out.
        x: u16,
        /// Along the other.
        y: u16,
        /// 0 if nothing touches it.
        pressure: u16,
    },
    /// The panel has just been given power: everything is to be drawn.
    Blank,
}

/// A message, ready to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coded {
    bytes: [u8; LENGTH_MAX],
    length: usize,
}

impl Coded {
    fn new(kind: u8) -> Coded {
        let mut bytes = [0; LENGTH_MAX];
        bytes[0] = kind;
        Coded { bytes, length: 1 }
    }

    fn small(mut self, value: u8) -> Coded {
        self.bytes[self.length] = value & 0x7F;
        self.length += 1;
        self
    }

    fn number(self, value: u16) -> Coded {
        self.small((value >> 7) as u8).small(value as u8)
    }

    fn colour(self, value: u16) -> Coded {
        self.small((value >> 14) as u8).number(value & 0x3FFF)
    }

    /// Its bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

impl PanelCommand {
    /// As it is sent. Coordinates have 14 bits, radius and scale seven.
    pub fn coded(self) -> Coded {
        match self {
            PanelCommand::Fill {
                x,
                y,
                width,
                height,
                colour,
            } => [x, y, width, height]
                .into_iter()
                .fold(Coded::new(FILL), Coded::number)
                .colour(colour),
            PanelCommand::Disc { x, y, radius, colour } => {
                Coded::new(DISC).number(x).number(y).small(radius).colour(colour)
            }
            PanelCommand::Glyph {
                x,
                y,
                scale,
                ink,
                paper,
                rows,
            } => {
                let head = Coded::new(GLYPH).number(x).number(y).small(scale);
                rows.into_iter()
                    .fold(head.colour(ink).colour(paper), Coded::small)
            }
            PanelCommand::Measure => Coded::new(MEASURE),
        }
    }
}

impl PanelWord {
    /// As it is sent.
    pub fn coded(self) -> Coded {
        match self {
            PanelWord::Sample { x, y, pressure } => Coded::new(SAMPLE).number(x).number(y).number(pressure),
            PanelWord::Blank => Coded::new(BLANK),
        }
    }
}

/// Joins bytes to messages.
#[derive(Clone, Debug)]
struct Ear {
    bytes: [u8; LENGTH_MAX],
    /// 0 while no message has begun.
    length: usize,
}

impl Ear {
    const fn new() -> Ear {
        Ear {
            bytes: [0; LENGTH_MAX],
            length: 0,
        }
    }

    /// Takes the next byte; a message when it is whole.
    fn push(&mut self, byte: u8) -> Option<Fields<'_>> {
        if byte & 0x80 != 0 {
            self.length = 0;
        } else if self.length == 0 {
            return None;
        }
        self.bytes[self.length] = byte;
        self.length += 1;
        let length = match self.bytes[0] {
            FILL => 12,
            DISC => 9,
            GLYPH => 19,
            SAMPLE => 7,
            MEASURE | BLANK => 1,
            _ => {
                self.length = 0;
                return None;
            }
        };
        if self.length < length {
            return None;
        }
        self.length = 0;
        Some(Fields(&self.bytes[..length]))
    }
}

/// What is still to be read of a message.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn small(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().expect("messages have their length");
        self.0 = rest;
        first
    }

    fn number(&mut self) -> u16 {
        u16::from(self.small()) << 7 | u16::from(self.small())
    }

    fn colour(&mut self) -> u16 {
        u16::from(self.small()) << 14 | self.number()
    }
}

/// The panel's ear.
#[derive(Clone, Debug)]
pub struct PanelCommands(Ear);

impl PanelCommands {
    /// Nothing heard yet.
    pub const fn new() -> PanelCommands {
        PanelCommands(Ear::new())
    }

    /// Takes the next byte; a command when it is whole. What is none is dropped.
    pub fn push(&mut self, byte: u8) -> Option<PanelCommand> {
        let mut fields = self.0.push(byte)?;
        match fields.small() {
            FILL => Some(PanelCommand::Fill {
                x: fields.number(),
                y: fields.number(),
                width: fields.number(),
                height: fields.number(),
                colour: fields.colour(),
            }),
            DISC => Some(PanelCommand::Disc {
                x: fields.number(),
                y: fields.number(),
                radius: fields.small(),
                colour: fields.colour(),
            }),
            GLYPH => Some(PanelCommand::Glyph {
                x: fields.number(),
                y: fields.number(),
                scale: fields.small(),
                ink: fields.colour(),
                paper: fields.colour(),
                rows: core::array::from_fn(|_| fields.small()),
            }),
            MEASURE => Some(PanelCommand::Measure),
            _ => None,
        }
    }
}

impl Default for PanelCommands {
    fn default() -> PanelCommands {
        PanelCommands::new()
    }
}

/// The board's ear.
#[derive(Clone, Debug)]
pub struct PanelWords(Ear);

impl PanelWords {
    /// Nothing heard yet.
    pub const fn new() -> PanelWords {
        PanelWords(Ear::new())
    }

    /// Takes the next byte; a word when it is whole. What is none, or no measurement, is dropped.
    pub fn push(&mut self, byte: u8) -> Option<PanelWord> {
        let mut fields = self.0.push(byte)?;
        match fields.small() {
            SAMPLE => {
                let [x, y, pressure] = core::array::from_fn(|_| fields.number());
                let is_reading = [x, y, pressure].iter().all(|&value| value <= READING_MAX);
                is_reading.then_some(PanelWord::Sample { x, y, pressure })
            }
            BLANK => Some(PanelWord::Blank),
            _ => None,
        }
    }
}

impl Default for PanelWords {
    fn default() -> PanelWords {
        PanelWords::new()
    }
}

#[cfg(test)]
mod tests;
