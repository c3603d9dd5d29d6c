//! The wire of our own. On the line a message is its COBS-coded body and one `0x00`; a body is a sequence number, a kind, a
//! payload and a CRC-16. The host asks ([`DeviceRequest`]), the device answers ([`DeviceResponse`]) with the number of the question.
//! A device that hears the question of its last answer once more sends that answer again ([`LastAnswer`]), so a host may
//! repeat whatever seems lost; one that hears the Go that it is still busy with again says [`DeviceResponse::Thinking`]. All integers are little-endian. `docs/devices.md` tells it in full.

mod answer;
mod body;
mod cobs;
mod crc;
mod request;

pub use answer::{
    Abilities, DeviceRefusal, DeviceReply, DeviceResponse, Done, Identity, Name, Refused, Thinking,
};
pub use body::{Body, Coded, Decoder, Heard, LastAnswer};
pub use crc::GameChecksum;
pub use request::{DeviceRequest, Go};

/// The version that [`DeviceRequest::Hello`] and [`DeviceResponse::Identity`] name.
pub const WIRE: u8 = 2;
/// Bytes of the longest payload.
pub const PAYLOAD_MAX: usize = 58;
/// Bytes of the longest body: number, kind, payload, check sum.
pub(crate) const BODY_MAX: usize = PAYLOAD_MAX + 4;
/// Bytes of the longest message on the line: what COBS adds, and the end.
pub const CODED_MAX: usize = BODY_MAX + 2;
/// The number of what a device says unasked.
pub const UNASKED: u8 = 0;

/// A stone's colour; its number on the wire is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// 0.
    Black,
    /// 1.
    White,
}

impl Color {
    /// Its number on the wire.
    pub fn code(self) -> u8 {
        match self {
            Color::Black => 0,
            Color::White => 1,
        }
    }

    /// The colour of this number.
    pub(crate) fn from_code(code: u8) -> Option<Color> {
        match code {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }
}

/// A rule; its number on the wire is a bit, so that a device tells several in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// 1: five or more win.
    Freestyle,
    /// 2: exactly five win.
    Standard,
    /// 4: Black has forbidden points.
    Renju,
}

impl Rule {
    /// Its bit.
    pub fn code(self) -> u8 {
        match self {
            Rule::Freestyle => 1,
            Rule::Standard => 2,
            Rule::Renju => 4,
        }
    }

    /// The rule of this bit.
    pub(crate) fn from_code(code: u8) -> Option<Rule> {
        match code {
            1 => Some(Rule::Freestyle),
            2 => Some(Rule::Standard),
            4 => Some(Rule::Renju),
            _ => None,
        }
    }
}

/// The number after `sequence`: 1 to 255 and round again, never [`UNASKED`].
pub fn next(sequence: u8) -> u8 {
    sequence.checked_add(1).unwrap_or(1)
}

#[cfg(test)]
mod tests;
