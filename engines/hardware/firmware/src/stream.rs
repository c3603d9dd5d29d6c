//! The words of the core's three streams (docs/sources.md `S0.3`) on a serial line between two chips: which stream, and 32 bits.
//!
//! ```text
//!   1 s s s b31..b28    0 b27..b21    0 b20..b14    0 b13..b7    0 b6..b0
//! ```
//!
//! Only a first byte has its top bit set, so whoever comes in the middle is in step with the next word, and needs no clock for it. The
//! same in C++: `rtl/sim/streams.cpp`.

/// Bytes of a word on the line.
pub const WORD_BYTES: usize = 5;

const FIRST: u8 = 0x80;
const LOW_BITS: u8 = 0x7F;

/// Where a word goes, or comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Stream {
    /// To the core's `control_in`.
    Control = 0,
    /// To the core's `data_in`.
    Data = 1,
    /// From the core's `data_out`.
    Answer = 2,
    /// The core's reset pin, pressed at once, whatever waits in front of it; the same word comes back when the core has begun
    /// anew. What came before that belongs to an earlier life of the processor.
    Reset = 7,
}

/// A word of a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// Which stream.
    pub stream: Stream,
    /// What it says.
    pub value: u32,
}

impl Word {
    /// A word.
    pub const fn new(stream: Stream, value: u32) -> Word {
        Word { stream, value }
    }

    /// As sent.
    pub const fn to_bytes(self) -> [u8; WORD_BYTES] {
        let value = self.value;
        [
            FIRST | (self.stream as u8) << 4 | (value >> 28) as u8,
            (value >> 21) as u8 & LOW_BITS,
            (value >> 14) as u8 & LOW_BITS,
            (value >> 7) as u8 & LOW_BITS,
            value as u8 & LOW_BITS,
        ]
    }
}

/// Joins bytes to words.
pub struct Words {
    /// Bytes of the word in hand; 0 between words.
    count: usize,
    stream: u8,
    value: u32,
}

impl Words {
    /// Nothing heard yet.
    #[expect(
        clippy::new_without_default,
        reason = "it is made in a constant, where no default can be"
    )]
    pub const fn new() -> Words {
        Words {
            count: 0,
            stream: 0,
            value: 0,
        }
    }

    /// Takes the next byte; a word with its last. What belongs to no word, or to a stream that is not there, is dropped.
    pub fn push(&mut self, byte: u8) -> Option<Word> {
        if byte & FIRST != 0 {
            self.count = 0;
            self.stream = byte >> 4 & 7;
            self.value = u32::from(byte & 0xF);
        } else if self.count == 0 {
            return None;
        } else {
            self.value = self.value << 7 | u32::from(byte);
        }
        self.count += 1;
        if self.count < WORD_BYTES {
            return None;
        }
        self.count = 0;
        let stream = match self.stream {
            0 => Stream::Control,
            1 => Stream::Data,
            2 => Stream::Answer,
            7 => Stream::Reset,
            _ => return None,
        };
        Some(Word::new(stream, self.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &[u8]) -> Vec<Word> {
        let mut words = Words::new();
        bytes.iter().filter_map(|&byte| words.push(byte)).collect()
    }

    #[test]
    fn words_come_back() {
        for stream in [Stream::Control, Stream::Data, Stream::Answer, Stream::Reset] {
            for value in [0, 1, 0x7F, 0x80, 0x1234_5678, 0x8000_0000, u32::MAX] {
                let word = Word::new(stream, value);
                assert_eq!(heard(&word.to_bytes()), [word]);
            }
        }
        assert_eq!(
            Word::new(Stream::Answer, 0xA123_4567).to_bytes(),
            [0xAA, 0x09, 0x0D, 0x0A, 0x67]
        );
    }

    #[test]
    fn a_torn_word_costs_no_other() {
        let word = Word::new(Stream::Data, 0xDEAD_BEEF);
        let bytes = word.to_bytes();
        for torn in 0..WORD_BYTES {
            let head = [&bytes[..torn], &bytes].concat();
            assert_eq!(heard(&head), [word], "the first {torn} bytes");
            let tail = [&bytes[WORD_BYTES - torn..], &bytes].concat();
            assert_eq!(heard(&tail), [word], "the last {torn} bytes");
        }
    }

    #[test]
    fn a_stream_that_is_not_there_says_nothing() {
        assert_eq!(heard(&[0xB0, 0, 0, 0, 1]), []);
    }
}
