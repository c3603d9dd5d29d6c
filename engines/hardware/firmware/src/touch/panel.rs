//! What a screen with a touch panel has to offer, and the units it is spoken of in. Which chips do it is the board's business.

use wires::panel::GLYPH_ROWS;

/// A colour: five bits of red, six of green, five of blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u16);

impl Colour {
    /// Of eight bits each.
    pub const fn of(red: u8, green: u8, blue: u8) -> Colour {
        Colour((red as u16 >> 3) << 11 | (green as u16 >> 2) << 5 | blue as u16 >> 3)
    }
}

/// A pixel, from the upper left corner; a little outside the screen, too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pixel {
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

/// A rectangle on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// Left column.
    pub x: u16,
    /// Upper row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Area {
    /// Whether the pixel lies in it.
    pub fn contains(self, pixel: Pixel) -> bool {
        let inside =
            |at: i32, from: u16, length: u16| (i32::from(from)..i32::from(from + length)).contains(&at);
        inside(pixel.x, self.x, self.width) && inside(pixel.y, self.y, self.height)
    }
}

/// A character as dots: five bits a row, the left one is bit 4.
pub type Rows = [u8; GLYPH_ROWS];

/// Where the touch panel was touched, in units of its converter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Raw {
    /// Along one side.
    pub x: u16,
    /// Along the other.
    pub y: u16,
}

/// One measurement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Where; anything if nothing touches it.
    pub raw: Raw,
    /// How much, 0 to 4095.
    pub pressure: u16,
}

/// What the panel says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum News {
    /// It has measured.
    Measured(Sample),
    /// What was drawn is lost.
    Blank,
}

/// A screen of 320 x 240 pixels with a resistive touch panel.
pub trait Panel {
    /// A rectangle.
    fn fill(&mut self, area: Area, colour: Colour);
    /// A filled circle.
    fn disc(&mut self, x: u16, y: u16, radius: u8, colour: Colour);
    /// A character in a cell of 6 x 8 dots, each of `scale` x `scale` pixels.
    fn glyph(&mut self, x: u16, y: u16, scale: u8, ink: Colour, paper: Colour, rows: Rows);
    /// Begins to measure; what comes of it is told by [`Panel::news`].
    fn measure(&mut self);
    /// The oldest that was not told yet.
    fn news(&mut self) -> Option<News>;
}
