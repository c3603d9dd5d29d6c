//! The published touch-screen board (docs/sources.md `S1.1` and `S1.2`) from the host's side: a person puts stones there and
//! somebody here answers. It hears and tells points; what they mean in a game it does not know.

use std::ops::RangeInclusive;

use referee::point::Point;
use wires::s1::{BoardPoint, Touches};

use super::port::{Lost, OpenError, Port, open_by};

pub use wires::s1::SIZE;

/// Lines a side that can be played on.
pub const SIZES: RangeInclusive<u8> = 5..=wires::s1::SIZE_MAX;
/// Bits a second if nothing else is said.
pub const BAUD: u32 = 115_200;
/// Both digits of a stone come together: half a stone after this silence is none.
const IDLE_US: u64 = 20_000;

/// A board on a line.
pub struct TouchBoard {
    port: Box<dyn Port>,
    ear: Touches,
    /// When something was heard last.
    heard_us: u64,
    /// Heard and not yet joined to stones.
    waiting: Vec<u8>,
}

/// What a look at the line brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardHeard {
    /// Nothing whole.
    Nothing,
    /// A stone of the person's; it may lie off the board that is played on.
    Stone(Point),
}

impl TouchBoard {
    /// Opens the line.
    ///
    /// # Errors
    /// The port is not there, or may not be opened.
    pub fn open(mut port: Box<dyn Port>) -> Result<TouchBoard, OpenError> {
        port.open()?;
        Ok(TouchBoard {
            heard_us: port.now_us(),
            port,
            ear: Touches::default(),
            waiting: Vec::new(),
        })
    }

    /// Listens until a stone is told, `wait_us` at most.
    ///
    /// # Errors
    /// The port is gone.
    pub fn listen(&mut self, wait_us: u64) -> Result<BoardHeard, Lost> {
        let until_us = self.port.now_us().saturating_add(wait_us);
        loop {
            while !self.waiting.is_empty() {
                let byte = self.waiting.remove(0);
                if let Some(place) = self.ear.push(byte) {
                    return Ok(BoardHeard::Stone(Point::new(place.x(), place.y())));
                }
            }
            let mut buffer = [0; 64];
            let count = self.port.read(&mut buffer, until_us)?;
            let now_us = self.port.now_us();
            if count == 0 && now_us >= until_us {
                return Ok(BoardHeard::Nothing);
            }
            if now_us.saturating_sub(self.heard_us) > IDLE_US {
                self.ear.idle();
            }
            if count > 0 {
                self.heard_us = now_us;
                self.waiting.extend_from_slice(&buffer[..count]);
            }
        }
    }

    /// Tells the board our stone.
    ///
    /// # Errors
    /// The port is gone.
    ///
    /// # Panics
    /// If the point is not on a board of [`SIZES`].
    pub fn answer(&mut self, point: Point) -> Result<(), Lost> {
        let place = BoardPoint::new(point.x, point.y).expect("a point of a board that the wire can speak of");
        self.port.write(&place.to_reply())
    }

    /// Opens a line again that is gone, for `patience_us` at most.
    ///
    /// # Errors
    /// The last reason why it could not be opened.
    pub fn reopen(&mut self, patience_us: u64) -> Result<(), OpenError> {
        let until_us = self.port.now_us().saturating_add(patience_us);
        self.waiting.clear();
        self.ear.idle();
        self.port.close();
        open_by(&mut *self.port, until_us)
    }
}
