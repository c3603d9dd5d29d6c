//! Games that a person plays at the board, kept as files of records: one a game, named for when it began. What is kept of a
//! game is on the disk after every move, whole, so that no end of the program loses it.

use std::{
    collections::HashMap,
    fs::OpenOptions,
    io,
    path::{Path, PathBuf},
};

use recordings::{assume::Assume, format::Format};
use referee::{
    games::{AnyRecord, GameKind},
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::Offered;
use base::{atomic_file, clock, disk_hint, user_error::UserError};
use engines::games::AnySpec;
use practice::parlor::kept::{KeptGame, KeptLine, Shelf};

/// What the person is called in records.
const PERSON: &str = "You";

/// Where records say that they come from.
const SOURCE: &str = "practice";

/// So many games are listed at most; older ones stay files.
const LISTED_MAX: usize = 60;

/// Larger files hold no single game.
const BYTES_MAX: u64 = 4 << 20;

/// Games that may begin in one second.
const NAMES_MAX: u32 = 100;

/// Games in a folder.
pub(super) struct FileShelf {
    folder: PathBuf,
    /// Id and beginning of the games that were kept or opened.
    known: HashMap<String, (String, Option<i64>)>,
}

/// A game out of a file.
#[derive(Debug)]
pub(super) struct OpenedFile {
    path: PathBuf,
    pub(super) record: AnyRecord,
}

impl FileShelf {
    pub(super) fn new(folder: &Path) -> FileShelf {
        FileShelf {
            folder: folder.to_owned(),
            known: HashMap::new(),
        }
    }

    /// A name that no file has; a file of that name is there from here on.
    fn fresh_name(&self, format: Format, at_ms: i64) -> io::Result<String> {
        let time = jiff::Timestamp::from_millisecond(at_ms).unwrap_or_default();
        let time = time.strftime("%Y-%m-%d-%H%M%SZ").to_string();
        for number in 1..=NAMES_MAX {
            let name = match number {
                1 => format!("{time}.{}", format.name()),
                _ => format!("{time}_{number}.{}", format.name()),
            };
            let path = self.folder.join(&name);
            match OpenOptions::new().write(true).create_new(true).open(path) {
                Ok(_) => return Ok(name),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other("too many games began in this second"))
    }

    fn put<P: Offered>(&mut self, name: Option<&str>, game: &KeptGame<P>) -> io::Result<String> {
        let (now_ms, format) = (clock::wall_ms(), Format::fullest(P::GAME));
        let name = match name {
            Some(name) => name.to_owned(),
            None => {
                std::fs::create_dir_all(&self.folder)?;
                self.fresh_name(format, now_ms)?
            }
        };
        let (id, began_ms) = self
            .known
            .entry(name.clone())
            .or_insert_with(|| (clock::fresh_id(), Some(now_ms)))
            .clone();
        let record = Record {
            id,
            started_ms: began_ms,
            ended_ms: game.verdict.map(|_| now_ms),
            ..record(game)
        };
        let bytes = format.write(&record).map_err(io::Error::other)?;
        atomic_file::replace(&self.folder.join(&name), &bytes)?;
        Ok(name)
    }
}

impl<P: Offered> Shelf<P> for FileShelf {
    fn keep(&mut self, name: Option<&str>, game: &KeptGame<P>) -> Result<String, String> {
        self.put(name, game).map_err(|error| format!("Not kept: {error}"))
    }

    fn list(&mut self) -> Result<Vec<KeptLine>, String> {
        let names = names(&self.folder, &[P::GAME]).map_err(|error| error.to_string())?;
        let mut lines = Vec::new();
        for name in names.into_iter().take(LISTED_MAX) {
            // What is no game is no line; it stays where it is.
            if let Ok(file) = open(&self.folder.join(&name)) {
                let told = told(&file.record);
                lines.push(KeptLine { name, told });
            }
        }
        Ok(lines)
    }

    fn open(&mut self, name: &str) -> Result<KeptGame<P>, String> {
        let file = open(&self.folder.join(name)).map_err(|error| error.to_string())?;
        let facts = (file.record.id.clone(), file.record.started_ms);
        let (game, _) = file.into_game(&self.folder).map_err(|error| error.to_string())?;
        self.known.insert(name.to_owned(), facts);
        Ok(game)
    }
}

impl OpenedFile {
    /// The game, and its name if it goes on in its place in this folder.
    pub(super) fn into_game<P: Offered>(
        self,
        folder: &Path,
    ) -> Result<(KeptGame<P>, Option<String>), UserError> {
        let wrong = |error: &dyn std::fmt::Display| {
            let message = format!("{}: {error}", self.path.display());
            UserError::new(message, "give a file with one whole game")
        };
        let record: Record<P> = self.record.into_kind().map_err(|error| wrong(&error))?;
        record.replay().map_err(|error| wrong(&error))?;
        let person = record.own_seat.unwrap_or(match record.names[1] == PERSON {
            true => Seat::Second,
            false => Seat::First,
        });
        let other = record.names[(!person).index()].clone();
        let engine = Some(other).filter(|spec| AnySpec::read(P::GAME, spec).is_ok());
        let game = KeptGame {
            start: record.start,
            plies: record.plies.iter().map(|ply| ply.play).collect(),
            person,
            engine,
            verdict: record.verdict,
        };
        let parent = self.path.parent().and_then(|parent| parent.canonicalize().ok());
        let is_ours = parent.is_some_and(|parent| folder.canonicalize().ok() == Some(parent));
        let is_format = Format::of(&self.path.to_string_lossy(), &[]) == Some(Format::fullest(P::GAME));
        let name = self.path.file_name().filter(|_| is_ours && is_format);
        Ok((game, name.map(|name| name.to_string_lossy().into_owned())))
    }
}

/// Makes the folder.
pub(super) fn create(folder: &Path) -> Result<(), UserError> {
    std::fs::create_dir_all(folder).map_err(|error| {
        UserError::new(
            format!("cannot make folder {}: {error}", folder.display()),
            disk_hint::of_disk(error.kind(), "--keep"),
        )
    })
}

/// The game that was played last, whichever kind it is of.
pub(super) fn last(folder: &Path) -> Result<PathBuf, UserError> {
    let names = names(folder, &GameKind::ALL).unwrap_or_default();
    let paths = names.into_iter().map(|name| folder.join(name));
    paths.into_iter().find(|path| open(path).is_ok()).ok_or_else(|| {
        UserError::new(
            format!("no game is kept in {}", folder.display()),
            "play one with `tengen practice`, or give a file with --open",
        )
    })
}

/// The only game, or the first one, of a file of any format.
#[expect(clippy::disallowed_methods, reason = "the shell: here games are read")]
pub(super) fn open(path: &Path) -> Result<OpenedFile, UserError> {
    let wrong = |error: &dyn std::fmt::Display| {
        UserError::new(
            format!("{}: {error}", path.display()),
            "give a file with a game: SGF, PSQ, PGN or TSV, or `last`",
        )
    };
    let size = std::fs::metadata(path).map_err(|error| wrong(&error))?.len();
    if size > BYTES_MAX {
        return Err(wrong(&format!("{size} bytes are no single game")));
    }
    let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
    let format = Format::of(&path.to_string_lossy(), &bytes).ok_or_else(|| wrong(&"no record of a game"))?;
    let games = format
        .read(&bytes, Assume::default())
        .map_err(|error| wrong(&error))?;
    let record = games.into_iter().next();
    Ok(OpenedFile {
        path: path.to_owned(),
        record: record.ok_or_else(|| wrong(&"there is no game in it"))?,
    })
}

/// The names of games of these kinds, the one first that was written last.
fn names(folder: &Path, games: &[GameKind]) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    let entries = match std::fs::read_dir(folder) {
        // It is made for the first game.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let format = Format::of(&name, &[]);
        if games.iter().any(|game| format == Some(Format::fullest(*game))) {
            // Where the system does not tell, the name does.
            let written = entry.metadata().and_then(|facts| facts.modified()).ok();
            names.push((written, name));
        }
    }
    names.sort_unstable_by(|one, other| other.cmp(one));
    Ok(names.into_iter().map(|(_, name)| name).collect())
}

fn record<P: Offered>(game: &KeptGame<P>) -> Record<P> {
    let mut names = [PERSON.to_owned(), PERSON.to_owned()];
    names[(!game.person).index()] = game.engine.clone().unwrap_or_default();
    Record {
        names,
        own_seat: Some(game.person),
        source: Some(SOURCE.to_owned()),
        plies: game.plies.iter().copied().map(Ply::bare).collect(),
        verdict: game.verdict,
        ..Record::started(game.start.clone())
    }
}

/// When it was played, against whom, and how it went.
fn told(record: &AnyRecord) -> String {
    let time = record.started_ms.map_or_else(String::new, |at_ms| {
        let time = jiff::Timestamp::from_millisecond(at_ms).unwrap_or_default();
        format!("{}  ", time.strftime("%Y-%m-%d %H:%MZ"))
    });
    let own = record.own_seat;
    let result = match record.verdict {
        None => "open".to_owned(),
        Some(Verdict {
            reason: Reason::Aborted,
            ..
        }) => "broken off".to_owned(),
        Some(Verdict { winner: None, .. }) => "draw".to_owned(),
        Some(Verdict { winner, .. }) if winner == own => "won".to_owned(),
        Some(_) if own.is_some() => "lost".to_owned(),
        Some(Verdict { winner, .. }) => format!("{} won", winner.map_or("nobody", Seat::name)),
    };
    let other = own.map_or("", |own| record.names[(!own).index()].as_str());
    format!(
        "{time}{result}, {} {}, {other}",
        record.length(),
        record.start.kind().moves()
    )
}

#[cfg(test)]
mod tests;
