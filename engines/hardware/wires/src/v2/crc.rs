//! CRC-16/IBM-3740 (polynomial 0x1021, start 0xFFFF, not reflected), bit by bit: a table would cost a small processor more
//! memory than its time is worth at this line's speed. The crate `crc` is the tests' oracle.

use super::Color;

const POLYNOMIAL: u16 = 0x1021;
const START: u16 = 0xFFFF;

pub(super) fn crc(bytes: &[u8]) -> u16 {
    bytes.iter().fold(START, |crc, &byte| add(crc, byte))
}

fn add(crc: u16, byte: u8) -> u16 {
    (0..8).fold(crc ^ u16::from(byte) << 8, |crc, _| {
        if crc & 0x8000 == 0 {
            crc << 1
        } else {
            crc << 1 ^ POLYNOMIAL
        }
    })
}

/// The check sum of a game: of x, y and colour of its stones in the order in which they were put. Host and device compare it
/// to know that they are in the same game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameChecksum(u16);

impl GameChecksum {
    /// Of the empty board: 0xFFFF.
    pub const EMPTY: GameChecksum = GameChecksum(START);

    /// With one more stone.
    #[must_use]
    pub fn with(self, color: Color, x: u8, y: u8) -> GameChecksum {
        GameChecksum([x, y, color.code()].into_iter().fold(self.0, add))
    }

    /// As sent.
    pub fn value(self) -> u16 {
        self.0
    }
}
