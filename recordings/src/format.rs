//! The formats side by side: which one is this, and whole files in and out.

use referee::record::Record;

use crate::{
    assume::Assume,
    malformed::Malformed,
    pos, psq, sgf,
    text::{self, NoText},
};

/// A text or binary form of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Smart Game Format, with everything a record holds.
    Sgf,
    /// Piskvork's files: stones, times and names.
    Psq,
    /// Stones of a 15 x 15 board, a byte each.
    Pos,
    /// `h8i9…`
    Text,
}

impl Format {
    /// The format's name and file name extension.
    pub fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::Pos => "pos",
            Format::Text => "txt",
        }
    }

    /// The format of a file, by its extension or else by how it begins.
    pub fn of(name: &str, bytes: &[u8]) -> Option<Format> {
        let extension = name
            .rsplit_once('.')
            .map(|(_, extension)| extension.to_lowercase());
        let by_name = [Format::Sgf, Format::Psq, Format::Pos, Format::Text]
            .into_iter()
            .find(|format| extension.as_deref() == Some(format.name()));
        by_name.or_else(|| {
            if bytes.starts_with(b"Piskvor") {
                Some(Format::Psq)
            } else {
                bytes
                    .windows(2)
                    .take(4096)
                    .any(|pair| pair == b"(;")
                    .then_some(Format::Sgf)
            }
        })
    }

    /// Every game in a file.
    ///
    /// # Errors
    /// The first thing that is wrong with it.
    pub fn read(self, bytes: &[u8], assume: Assume) -> Result<Vec<Record>, Malformed> {
        match self {
            Format::Sgf => sgf::read(bytes, assume),
            Format::Psq => psq::read(bytes, assume).map(|record| vec![record]),
            Format::Pos => pos::read(bytes, assume).map(|record| vec![record]),
            Format::Text => text::read(bytes, assume).map(|record| vec![record]),
        }
    }

    /// Hands over the games of a file one after the other, the bad ones as what is wrong with them: of a file with many
    /// games each is let go before the next is read.
    pub fn each(self, bytes: &[u8], assume: Assume, take: &mut dyn FnMut(Result<Record, Malformed>)) {
        match self {
            Format::Sgf => sgf::Games::new(&sgf::decode(bytes), assume).for_each(take),
            Format::Psq => take(psq::read(bytes, assume)),
            Format::Pos => take(pos::read(bytes, assume)),
            Format::Text => take(text::read(bytes, assume)),
        }
    }

    /// One game as a file.
    ///
    /// # Errors
    /// The format cannot hold this game.
    pub fn write(self, record: &Record) -> Result<Vec<u8>, NoText> {
        match self {
            Format::Sgf => Ok(sgf::write(record).into_bytes()),
            Format::Psq => psq::write(record).map(String::into_bytes),
            Format::Pos => pos::write(record),
            Format::Text => text::write(record).map(String::into_bytes),
        }
    }
}
