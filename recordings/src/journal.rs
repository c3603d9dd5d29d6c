//! The journal: what happened in one session, one JSON object a line, only ever added to. It is the session's
//! truth: it is written before the store, and the store can be rebuilt from it.
//!
//! ```text
//! {"seq":2,"at_ms":1700000000123,"event":"ply","game":"0190…","index":0,"seat":"first","play":{"place":{"x":7,"y":7}}}
//! ```
//!
//! It knows no clock (`now_ms` comes in) and nothing of the store. A line is on the disk before [`Journal::append`]
//! returns; a line that a killed process left half written is cut off by the next [`Journal::reopen`].

pub mod read;
pub mod summary;

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write},
    path::{Path, PathBuf},
};

use referee::{
    games::{AnyMove, AnyRecord},
    record::Ply,
    seat::Seat,
    verdict::Verdict,
};
use serde::{Deserialize, Serialize};

use crate::hold::{self, Refusal};

/// How the names of journal files end.
pub const EXTENSION: &str = "jsonl";

/// How often one session's journal is made anew beside others of its name.
const RESTORED_MAX: u32 = 20;

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    /// 0 for the first line of a file, then one more each line.
    pub seq: u64,
    /// Unix milliseconds.
    pub at_ms: i64,
    /// What happened.
    #[serde(flatten)]
    pub event: JournalEvent,
}

/// What can happen in a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum JournalEvent {
    /// The first line of every journal.
    SessionStarted(SessionHead),
    /// A game begins, or goes on from an earlier session: then `game` holds the plies played so far.
    GameStarted {
        /// Everything known at the start.
        game: AnyRecord,
    },
    /// A move was made. With an `index` that was written before, that ply and all after it were taken back first.
    Ply {
        /// The game's id.
        game: String,
        /// 0 for the first ply of the game.
        index: usize,
        /// Who decided.
        seat: Seat,
        /// The move and what is known about it.
        #[serde(flatten)]
        ply: Ply<AnyMove>,
    },
    /// Plies were taken back, and no other was made in their place yet. A program that does not know this line learns
    /// of it from the next ply.
    TakenBack {
        /// The game's id.
        game: String,
        /// Plies that stay.
        plies: usize,
    },
    /// A game is over. It may have begun in an earlier session.
    GameEnded {
        /// The game's id.
        game: String,
        /// How it ended.
        verdict: Verdict,
    },
    /// A file of the session's film shows a game. A later line for the same game and file takes its place.
    Filmed(FilmStretch),
    /// The opponent's name plate was read in a game. A later line for the same game takes its place.
    OpponentMet {
        /// The game's id.
        game: String,
        /// The opponent's id.
        opponent: String,
        /// The plate's fingerprint in hexadecimal digits.
        plate: String,
        /// What the plate says, where it could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// A person named an opponent.
    OpponentNamed {
        /// The opponent's id.
        opponent: String,
        /// The name.
        name: String,
    },
    /// A person found two ids to be of one opponent.
    OpponentJoined {
        /// The id that goes.
        opponent: String,
        /// The id that stays.
        into: String,
    },
    /// Something went wrong.
    Fault {
        /// The game's id, if one was being played.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// A short name to count by, such as `misclick`.
        kind: String,
        /// What exactly.
        detail: String,
    },
    /// Anything worth telling the reader of the journal.
    Note {
        /// In words.
        text: String,
    },
    /// The session ended in order.
    SessionEnded,
    /// An event of a later version of the program. Never written.
    #[serde(other)]
    Unknown,
}

/// Who played where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionHead {
    /// UUIDv7 as text.
    pub session: String,
    /// Name and version of the program.
    pub program: String,
    /// The client profile's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// The engine's spec.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
}

/// A game in a file of a film.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FilmStretch {
    /// The game's id.
    pub game: String,
    /// The file: its name where it lies with the films of its home, else its whole path.
    pub film: String,
    /// When it began there, in milliseconds since the session's start.
    pub from_ms: u64,
    /// When it was over; nobody says so if the program was killed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<u64>,
}

/// Why a journal cannot be written or read.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// Another process writes this session.
    #[error("journal {} is being written by another process", .0.display())]
    Locked(PathBuf),
    /// The disk or the permissions.
    #[error("cannot {doing} journal {}: {source}", path.display())]
    Io {
        /// `create`, `write`, `read`, …
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// A journal open for writing. The file is locked for this process until the value is dropped.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    seq: u64,
    /// Bytes of whole lines, so that a failed write can be cut off again.
    length: u64,
}

impl Journal {
    /// A journal for a session that starts at `now_ms`, in a file of its own in `folder`, which is made if missing.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn create(folder: &Path, session: &SessionHead, now_ms: i64) -> Result<Journal, JournalError> {
        std::fs::create_dir_all(folder).map_err(|source| io_error("create", folder, source))?;
        let path = folder.join(format!("{}.{EXTENSION}", stem(&session.session, now_ms)));
        let file = hold::create(&path).map_err(|refusal| refused("create", &path, refusal))?;
        sync_folder(folder).map_err(|source| io_error("create", &path, source))?;
        let mut journal = Journal {
            path,
            file,
            seq: 0,
            length: 0,
        };
        journal.append(JournalEvent::SessionStarted(session.clone()), now_ms)?;
        Ok(journal)
    }

    /// Opens a journal that was left behind, to go on writing it. A half-written last line is cut off; whole lines
    /// are never touched. The second value says what was cut.
    ///
    /// # Errors
    /// Another process has it open, or it cannot be read or written.
    pub fn reopen(path: &Path) -> Result<(Journal, read::Tail), JournalError> {
        let mut file = hold::reopen(path).map_err(|refusal| refused("open", path, refusal))?;
        let reading = read::read(path)?;
        let mut length = reading.whole_bytes;
        let fail = |source| io_error("repair", path, source);
        match reading.tail {
            read::Tail::Clean => {}
            read::Tail::Torn { .. } => hold::cut(&mut file, length).map_err(fail)?,
            read::Tail::Unended => {
                file.write_all(b"\n").map_err(fail)?;
                length += 1;
            }
        }
        file.sync_data().map_err(fail)?;
        let seq = reading.entries.last().map_or(0, |entry| entry.seq + 1);
        Ok((
            Journal {
                path: path.to_owned(),
                file,
                seq,
                length,
            },
            reading.tail,
        ))
    }

    /// Adds one line and returns its number when it is on the disk.
    ///
    /// # Errors
    /// The disk refused it; the file then still ends with a whole line, and the call may be repeated.
    pub fn append(&mut self, event: JournalEvent, now_ms: i64) -> Result<u64, JournalError> {
        let entry = JournalEntry {
            seq: self.seq,
            at_ms: now_ms,
            event,
        };
        let mut line =
            serde_json::to_vec(&entry).map_err(|error| io_error("write", &self.path, error.into()))?;
        line.push(b'\n');
        if let Err(source) = self.file.write_all(&line).and_then(|()| self.file.sync_data()) {
            // Best effort: `reopen` mends what this cannot.
            let _ = hold::cut(&mut self.file, self.length);
            return Err(io_error("write", &self.path, source));
        }
        self.length += line.len() as u64;
        self.seq += 1;
        Ok(entry.seq)
    }

    /// Whether what is written is still found at its path: somebody may have deleted or moved the file, or its folder.
    pub fn is_in_place(&self) -> bool {
        hold::is_at(&self.file, &self.path)
    }

    /// Makes the journal anew where it was, with everything that it holds; the folder, too. The file that was deleted is
    /// read for that as long as it is open. Where another file has its place by now, it stands beside it.
    ///
    /// # Errors
    /// It cannot be read or written; then nothing is changed, and the call may be repeated.
    pub fn restore(&mut self) -> Result<(), JournalError> {
        let folder = self.path.parent().unwrap_or(Path::new("")).to_owned();
        let fail = |source| io_error("restore", &self.path, source);
        std::fs::create_dir_all(&folder).map_err(fail)?;
        let mut content = Vec::new();
        self.file.seek(SeekFrom::Start(0)).map_err(fail)?;
        let mut held = (&mut self.file).take(self.length);
        held.read_to_end(&mut content).map_err(fail)?;
        let (path, mut file) = self.create_beside(&folder)?;
        let written = file.write_all(&content).and_then(|()| file.sync_data());
        if let Err(source) = written.and_then(|()| sync_folder(&folder)) {
            let _ = hold::remove(&path);
            return Err(fail(source));
        }
        self.path = path;
        self.file = file;
        Ok(())
    }

    /// A new file with the journal's name, or with a number behind it if that is taken.
    fn create_beside(&self, folder: &Path) -> Result<(PathBuf, File), JournalError> {
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        // A name that was given a number before keeps its beginning.
        let stem = stem.split_once("+").map_or(&*stem, |(stem, _)| stem).to_owned();
        let mut refusal = io_error("restore", &self.path, io::ErrorKind::AlreadyExists.into());
        for number in 1..=RESTORED_MAX {
            let name = match number {
                1 => format!("{stem}.{EXTENSION}"),
                _ => format!("{stem}+{number}.{EXTENSION}"),
            };
            let path = folder.join(name);
            match hold::create(&path) {
                Ok(file) => return Ok((path, file)),
                Err(why) => refusal = refused("restore", &path, why),
            }
        }
        Err(refusal)
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes written so far.
    pub fn length(&self) -> u64 {
        self.length
    }
}

/// What is in a folder of journals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Every journal, oldest session first.
    pub journals: Vec<PathBuf>,
    /// What is called like a journal and is no file: opening a pipe would never come back.
    pub strange: Vec<PathBuf>,
}

/// Every journal in `folder`, oldest session first; none if the folder does not exist.
///
/// # Errors
/// The folder cannot be listed.
pub fn list(folder: &Path) -> Result<Vec<PathBuf>, JournalError> {
    survey(folder).map(|listing| listing.journals)
}

/// The same, and what else has a journal's name there.
///
/// # Errors
/// The folder cannot be listed.
pub fn survey(folder: &Path) -> Result<Listing, JournalError> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Listing::default()),
        Err(source) => return Err(io_error("list", folder, source)),
    };
    let mut listing = Listing::default();
    for entry in entries {
        let path = entry.map_err(|source| io_error("list", folder, source))?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION) {
            // What is gone meanwhile is none of either.
            match std::fs::metadata(&path) {
                Ok(metadata) if metadata.is_file() => listing.journals.push(path),
                Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {}
                _ => listing.strange.push(path),
            }
        }
    }
    // Names start with the time in a form that sorts.
    listing.journals.sort();
    listing.strange.sort();
    Ok(listing)
}

/// Whether a process is writing this journal.
///
/// # Errors
/// It cannot be opened.
pub fn is_live(path: &Path) -> Result<bool, JournalError> {
    hold::is_held(path).map_err(|source| io_error("open", path, source))
}

fn refused(doing: &'static str, path: &Path, refusal: Refusal) -> JournalError {
    match refusal {
        Refusal::Held => JournalError::Locked(path.to_owned()),
        Refusal::Io(source) => io_error(doing, path, source),
    }
}

/// `2026-11-21T22-53-19.123Z_SESSION`, with which the names of a session's files begin: sorts by time, and no character
/// that some file system refuses.
pub fn stem(session: &str, now_ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(now_ms).unwrap_or_default();
    format!("{}Z_{session}", time.strftime("%Y-%m-%dT%H-%M-%S%.3f"))
}

/// A file whose name is not on the disk is lost with the power, however well its content was synced.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        OpenOptions::new().read(true).open(folder)?.sync_all()
    } else {
        Ok(())
    }
}

fn io_error(doing: &'static str, path: &Path, source: io::Error) -> JournalError {
    JournalError::Io {
        doing,
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests;
