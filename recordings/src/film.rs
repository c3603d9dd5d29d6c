//! Film: what was seen, and what the bot made of it, with milliseconds since the session's start. Pictures are
//! kept without any loss. It judges nothing and knows no clock.
//!
//! ```text
//! file    = "tengen film 1\n" entry*                              only ever added to
//! entry   = kind:u8 length:u32 at_ms:u64 payload[length] crc:u32  little-endian; the CRC-32 covers all before it
//! kind 1  = keyframe    width:u32 height:u32 PNG                  the whole picture
//! kind 2  = difference  x:u32 y:u32 width:u32 height:u32 PNG      put on the picture before it
//! kind 3  = remark      JSON, see [`Remark`]
//! ```
//!
//! A session's film is a row of files `TIME_SESSION.NNNN.film`. Each begins with the session, the calibration, the
//! game in hand and a keyframe, so that each can be read alone; when they outgrow their bound, the oldest goes.
//! An entry that a killed process left half written is cut off by the reader, which says so.

mod entry;
mod picture;
pub mod read;
pub mod still;
pub mod write;

use std::{
    io,
    path::{Path, PathBuf},
};

use referee::{
    games::{AnyMove, AnyRecord},
    seat::Seat,
    verdict::Verdict,
};
use serde::{Deserialize, Serialize};
use vision::{calibration::Calibration, frame::Frame, pitch};

/// How the names of film files end.
pub const EXTENSION: &str = "film";

/// How every film file begins.
const MAGIC: &[u8] = b"tengen film 1\n";

/// What the bot made of what it saw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "remark", rename_all = "snake_case")]
pub enum Remark {
    /// The first entry of every file.
    Session {
        /// UUIDv7 as text.
        session: String,
        /// When the session started, in Unix milliseconds.
        started_ms: i64,
    },
    /// Where the board lies in the pictures that follow.
    Calibration {
        /// In pixels of the picture.
        calibration: Calibration,
        /// Whether what was known of the stones goes on.
        looks: ReaderChange,
    },
    /// Where a field of Paper Soccer lies in the pictures that follow.
    Field {
        /// In pixels of the picture.
        field: pitch::calibration::Calibration,
    },
    /// The last reading was true and was learned from, or these rows were in its place: `.`, `x`, `o`, `?`.
    Learned {
        /// One string a row.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rows: Option<Vec<String>>,
    },
    /// A game begins, or goes on: then it holds the plies so far.
    GameBegan {
        /// Everything known by then.
        game: Box<AnyRecord>,
    },
    /// A ply was confirmed. A known index takes that ply and all after it back first.
    Ply {
        /// 0 for the first ply of the game.
        index: usize,
        /// Who played it.
        seat: Seat,
        /// The move.
        play: AnyMove,
    },
    /// Plies were taken back.
    TakenBack {
        /// Plies that stay.
        plies: usize,
    },
    /// The game in hand is over.
    GameEnded {
        /// How it ended.
        verdict: Verdict,
    },
    /// Something went wrong.
    Fault {
        /// A short name to count by.
        kind: String,
        /// What exactly.
        detail: String,
    },
    /// Where the pointer was, in pixels of the picture, when the picture began to change.
    Pointer {
        /// Column and row.
        at: (i32, i32),
    },
    /// A remark of a later version of the program. Never written.
    #[serde(other)]
    Unknown,
}

/// Whether a calibration begins a new reader, moves the one there was, or takes up an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReaderChange {
    /// Nothing is known of the stones.
    Fresh,
    /// What was learned stays.
    Kept,
    /// What was learned before the last reader that knew nothing is known again.
    Recalled,
    /// Nothing happened: said again at the beginning of a file.
    Unchanged,
}

/// One entry of a film.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Milliseconds since the session's start.
    pub at_ms: u64,
    /// What was seen or said.
    pub what: FilmEntry,
}

/// A picture or a remark.
#[derive(Clone, Debug, PartialEq)]
pub enum FilmEntry {
    /// The whole picture.
    Frame(Frame),
    /// What the bot made of it.
    Remark(Remark),
}

/// How large films may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmLimits {
    /// Bytes of one session's film; the oldest half goes when it is full.
    pub session_bytes: u64,
    /// Bytes of all films in a folder; the oldest go when a file is begun.
    pub folder_bytes: u64,
    /// Frames from one keyframe to the next.
    pub keyframe_every: u32,
}

impl Default for FilmLimits {
    /// 64 MiB a session, 1 GiB a folder, a keyframe every 200 frames.
    fn default() -> FilmLimits {
        FilmLimits {
            session_bytes: 64 << 20,
            folder_bytes: 1 << 30,
            keyframe_every: 200,
        }
    }
}

/// Why a film cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum FilmError {
    /// The disk or the permissions.
    #[error("cannot {doing} film {}: {source}", path.display())]
    Io {
        /// `create`, `write`, `read`, …
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another kind of file.
    #[error("{0} is no film of this version")]
    NotAFilm(String),
    /// An entry that makes no sense.
    #[error("{film} is damaged at byte {offset}: {problem}")]
    Damaged {
        /// The file.
        film: String,
        /// Where the entry begins.
        offset: u64,
        /// What is wrong with it.
        problem: String,
    },
    /// A picture that the format or the bound of a session's film has no room for.
    #[error("a picture of {width} x {height} pixels is too large for film")]
    TooLarge {
        /// Columns of pixels.
        width: u32,
        /// Rows of pixels.
        height: u32,
    },
}

/// The files of the film that `path` belongs to, oldest first, from `path` on.
pub fn parts_from(path: &Path) -> Vec<PathBuf> {
    let mut parts = vec![path.to_owned()];
    while let Some(next) = parts.last().and_then(|last| next_part(last)) {
        parts.push(next);
    }
    parts
}

fn next_part(path: &Path) -> Option<PathBuf> {
    let stem = path.file_stem()?.to_str()?;
    let (film, number) = stem.rsplit_once('.')?;
    let next = path.with_file_name(part_name(film, number.parse::<u32>().ok()?.checked_add(1)?));
    (path.extension()? == EXTENSION && next.is_file()).then_some(next)
}

fn part_name(film: &str, number: u32) -> String {
    format!("{film}.{number:04}.{EXTENSION}")
}

fn io_error(doing: &'static str, path: &Path, source: io::Error) -> FilmError {
    FilmError::Io {
        doing,
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests;
