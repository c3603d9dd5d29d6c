//! Messages without their meaning: number, kind and payload, to the line and from it.

use super::{BODY_MAX, CODED_MAX, PAYLOAD_MAX, cobs, crc::crc};

/// Number and kind before the payload.
const HEAD: usize = 2;
/// The check sum after it.
const TAIL: usize = 2;

/// A message whose check sum was right, or is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    sequence: u8,
    kind: u8,
    payload: [u8; PAYLOAD_MAX],
    length: usize,
}

impl Body {
    /// A message with this payload.
    ///
    /// # Panics
    /// The payload is longer than [`PAYLOAD_MAX`].
    pub fn new(sequence: u8, kind: u8, payload: &[u8]) -> Body {
        let mut body = Body {
            sequence,
            kind,
            payload: [0; PAYLOAD_MAX],
            length: payload.len(),
        };
        body.payload[..payload.len()].copy_from_slice(payload);
        body
    }

    /// The number of the question.
    pub fn sequence(&self) -> u8 {
        self.sequence
    }

    /// What it is.
    pub fn kind(&self) -> u8 {
        self.kind
    }

    /// What it says.
    pub fn payload(&self) -> &[u8] {
        &self.payload[..self.length]
    }

    /// As it goes on the line.
    pub fn coded(&self) -> Coded {
        let mut plain = [0; BODY_MAX];
        plain[0] = self.sequence;
        plain[1] = self.kind;
        let end = HEAD + self.length;
        plain[HEAD..end].copy_from_slice(self.payload());
        let sum = crc(&plain[..end]).to_le_bytes();
        plain[end..end + TAIL].copy_from_slice(&sum);
        let mut bytes = [0; CODED_MAX];
        let length = cobs::encode(&plain[..end + TAIL], &mut bytes);
        Coded { bytes, length }
    }

    /// The body of these bytes, if its check sum is right.
    fn checked(plain: &[u8]) -> Option<Body> {
        let (said, sum) = plain.split_last_chunk::<TAIL>()?;
        let (&[sequence, kind], payload) = said.split_first_chunk::<HEAD>()?;
        (crc(said) == u16::from_le_bytes(*sum)).then(|| Body::new(sequence, kind, payload))
    }
}

/// A message as it goes on the line, with its end.
#[derive(Clone, Copy, Debug)]
pub struct Coded {
    bytes: [u8; CODED_MAX],
    length: usize,
}

impl Coded {
    /// The bytes to send.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..self.length]
    }
}

/// What the next byte on the line brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Nothing yet, or an empty message.
    Nothing,
    /// A message.
    Message(Body),
    /// Bytes up to an end that are no message: damaged, too short or too long. A device drops them in silence, a host counts
    /// them.
    Broken,
}

/// An ear on the line. Whatever it hears, after the next `0x00` it is in step again.
#[derive(Clone, Debug)]
pub struct Decoder {
    coded: [u8; CODED_MAX],
    /// May reach [`CODED_MAX`]: then it is too long to be a message.
    length: usize,
}

impl Decoder {
    /// Nothing heard yet.
    pub const fn new() -> Decoder {
        Decoder {
            coded: [0; CODED_MAX],
            length: 0,
        }
    }

    /// Takes the next byte.
    pub fn push(&mut self, byte: u8) -> Heard {
        if byte != 0 {
            if let Some(place) = self.coded.get_mut(self.length) {
                *place = byte;
                self.length += 1;
            }
            return Heard::Nothing;
        }
        let length = core::mem::take(&mut self.length);
        if length == 0 {
            return Heard::Nothing;
        }
        let mut plain = [0; BODY_MAX];
        let body =
            cobs::decode(&self.coded[..length], &mut plain).and_then(|end| Body::checked(&plain[..end]));
        body.map_or(Heard::Broken, Heard::Message)
    }

    /// Whether bytes were heard that no `0x00` has ended yet.
    pub fn is_half(&self) -> bool {
        self.length > 0
    }
}

impl Default for Decoder {
    fn default() -> Decoder {
        Decoder::new()
    }
}

/// A device's memory of the question that it answered last.
#[derive(Clone, Debug, Default)]
pub struct LastAnswer(Option<(Body, Coded)>);

impl LastAnswer {
    /// Nothing answered yet.
    pub const fn new() -> LastAnswer {
        LastAnswer(None)
    }

    /// The answer, if `question` is the last one again: number, kind and payload.
    pub fn again(&self, question: &Body) -> Option<&Coded> {
        self.0
            .as_ref()
            .filter(|(asked, _)| asked == question)
            .map(|(_, answer)| answer)
    }

    /// Keeps what was answered.
    pub fn keep(&mut self, question: Body, answer: Coded) {
        self.0 = Some((question, answer));
    }
}
