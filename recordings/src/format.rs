//! The formats side by side: which one is this, and whole files in and out.

use referee::{
    games::{AnyRecord, GameKind, OtherKind, Registered},
    record::Record,
};

use crate::{
    assume::Assume,
    charset,
    malformed::Malformed,
    pos, psq, sgf,
    soccer::{self, table, tags},
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
    /// Paper Soccer, a game a line.
    Table,
    /// Paper Soccer, with tags as in PGN.
    Tags,
}

/// A game as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGame {
    /// The game.
    pub record: AnyRecord,
    /// Whether the file's word on the result was held against the rules.
    pub is_compared: bool,
    /// What the file says of the result, if the rules say something else: then the record has what they say.
    pub contradiction: Option<Malformed>,
}

impl<P: Registered> From<Record<P>> for ReadGame {
    fn from(record: Record<P>) -> ReadGame {
        ReadGame {
            record: record.into_any(),
            is_compared: false,
            contradiction: None,
        }
    }
}

impl Format {
    /// The format's name and file name extension.
    pub fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::Psq => "psq",
            Format::Pos => "pos",
            Format::Text => "txt",
            Format::Table => "tsv",
            Format::Tags => "pgn",
        }
    }

    /// Every one.
    pub const ALL: [Format; 6] = [
        Format::Sgf,
        Format::Psq,
        Format::Pos,
        Format::Text,
        Format::Table,
        Format::Tags,
    ];

    /// The one that keeps most of a game of this kind.
    pub fn fullest(kind: GameKind) -> Format {
        match kind {
            GameKind::Gomoku => Format::Sgf,
            GameKind::Soccer => Format::Tags,
        }
    }

    /// The format of a file, by its extension or else by how it begins.
    pub fn of(name: &str, bytes: &[u8]) -> Option<Format> {
        let extension = name
            .rsplit_once('.')
            .map(|(_, extension)| extension.to_lowercase());
        let by_name = Format::ALL
            .into_iter()
            .find(|format| extension.as_deref() == Some(format.name()));
        by_name.or_else(|| {
            if bytes.starts_with(b"Piskvor") {
                Some(Format::Psq)
            } else if bytes.first() == Some(&b'[') && bytes.get(1).is_some_and(u8::is_ascii_alphabetic) {
                Some(Format::Tags)
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
    pub fn read(self, bytes: &[u8], assume: Assume) -> Result<Vec<AnyRecord>, Malformed> {
        let mut games = Ok(Vec::new());
        self.each(bytes, assume, &mut |game| {
            if let Ok(read) = &mut games {
                match game {
                    Ok(told) => read.push(told.record),
                    Err(trouble) => games = Err(trouble),
                }
            }
        });
        games
    }

    /// Hands over the games of a file one after the other, the bad ones as what is wrong with them: of a file with many
    /// games each is let go before the next is read.
    pub fn each(self, bytes: &[u8], assume: Assume, take: &mut dyn FnMut(Result<ReadGame, Malformed>)) {
        let mut soccer = |game: Result<soccer::SoccerGame, Malformed>| {
            take(game.map(|told| ReadGame {
                record: told.record.into_any(),
                is_compared: true,
                contradiction: told.contradiction,
            }));
        };
        match self {
            Format::Table => table::each(&charset::decode(bytes, None), &mut soccer),
            Format::Tags => tags::each(&charset::decode(bytes, None), &mut soccer),
            Format::Sgf => {
                sgf::Games::new(&sgf::decode(bytes), assume).for_each(|game| take(game.map(ReadGame::from)))
            }
            Format::Psq => take(psq::read(bytes, assume).map(ReadGame::from)),
            Format::Pos => take(pos::read(bytes, assume).map(ReadGame::from)),
            Format::Text => take(text::read(bytes, assume).map(ReadGame::from)),
        }
    }

    /// One game as a file.
    ///
    /// # Errors
    /// The format cannot hold this game.
    pub fn write<P: Registered>(self, record: &Record<P>) -> Result<Vec<u8>, NoText> {
        let record = record.clone().into_any();
        let other = |error: OtherKind| NoText {
            format: self.name(),
            what: format!("a game of {}", error.found),
        };
        match self {
            Format::Sgf => Ok(sgf::write(&record.into_kind().map_err(other)?).into_bytes()),
            Format::Psq => psq::write(&record.into_kind().map_err(other)?).map(String::into_bytes),
            Format::Pos => pos::write(&record.into_kind().map_err(other)?),
            Format::Text => text::write(&record.into_kind().map_err(other)?).map(String::into_bytes),
            Format::Table => table::write(&record.into_kind().map_err(other)?).map(String::into_bytes),
            Format::Tags => Ok(tags::write(&record.into_kind().map_err(other)?).into_bytes()),
        }
    }
}
