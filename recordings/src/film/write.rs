//! Writes a session's film, keeps it within its bound and its folder within another. A failure leaves whole
//! entries behind; what to do about it is the caller's business.

use std::{
    fs::File,
    io::{self, Write},
    path::{Path, PathBuf},
};

use image::RgbImage;
use referee::{games::AnyRecord, record::Ply};

use super::{
    EXTENSION, FilmError, FilmLimits, MAGIC, ReaderChange, Remark, entry, io_error, part_name, parts_from,
    picture,
};
use crate::{
    hold::{self, Refusal},
    journal,
};

/// Files that one session's film is spread over at most.
const PARTS: u32 = 2;

/// A film being written. Its newest file is locked for this process until the value is dropped.
#[derive(Debug)]
pub struct Film {
    folder: PathBuf,
    /// Names of its files up to their number.
    name: String,
    limits: FilmLimits,
    session: Remark,
    part: Part,
    /// Of the file that is being written.
    number: u32,
    last: Option<RgbImage>,
    since_keyframe: u32,
    /// Where the board lies, as it is said again at the beginning of a file.
    place: Option<Remark>,
    game: Option<Box<AnyRecord>>,
}

/// One file.
#[derive(Debug)]
struct Part {
    path: PathBuf,
    file: File,
    bytes: u64,
}

impl Film {
    /// A film for the session that starts at `started_ms` (Unix milliseconds), in `folder`, which is made if missing.
    /// Old films go until the folder has room for a whole one.
    ///
    /// # Errors
    /// The folder or the file cannot be written.
    pub fn create(
        folder: &Path,
        session: &str,
        started_ms: i64,
        limits: FilmLimits,
    ) -> Result<Film, FilmError> {
        std::fs::create_dir_all(folder).map_err(|source| io_error("create", folder, source))?;
        make_room(folder, limits.folder_bytes.saturating_sub(limits.session_bytes))?;
        let name = journal::stem(session, started_ms);
        let mut film = Film {
            part: Part::create(folder.join(part_name(&name, 1)))?,
            folder: folder.to_owned(),
            name,
            limits,
            session: Remark::Session {
                session: session.to_owned(),
                started_ms,
            },
            number: 1,
            last: None,
            since_keyframe: 0,
            place: None,
            game: None,
        };
        film.begin_part(0)?;
        Ok(film)
    }

    /// The file that is being written.
    pub fn path(&self) -> &Path {
        &self.part.path
    }

    /// Bytes in the file that is being written.
    pub fn bytes(&self) -> u64 {
        self.part.bytes
    }

    /// A picture of the board. One that is equal to the last adds nothing.
    ///
    /// # Errors
    /// The disk refused it, or it is too large.
    pub fn frame(&mut self, picture: &RgbImage, at_ms: u64) -> Result<(), FilmError> {
        if !picture::fits(picture.width(), picture.height()) {
            return Err(too_large(picture));
        }
        let due = self.since_keyframe >= self.limits.keyframe_every;
        let last = self.last.as_mut();
        let Some(last) = last.filter(|last| last.dimensions() == picture.dimensions()) else {
            self.last = Some(picture.clone());
            return self.keyframe(at_ms);
        };
        let Some(area) = picture::changed(last, picture) else {
            return Ok(());
        };
        picture::copy(picture, last, area);
        if due {
            return self.keyframe(at_ms);
        }
        self.since_keyframe += 1;
        self.append(entry::DIFFERENCE, at_ms, &picture::difference(picture, area))
    }

    /// What the bot made of what it saw.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn remark(&mut self, remark: &Remark, at_ms: u64) -> Result<(), FilmError> {
        match (remark, &mut self.game) {
            (Remark::Calibration { calibration, .. }, _) => {
                self.place = Some(Remark::Calibration {
                    calibration: *calibration,
                    looks: ReaderChange::Unchanged,
                });
            }
            (Remark::Field { .. }, _) => self.place = Some(remark.clone()),
            (Remark::GameBegan { game }, known) => *known = Some(game.clone()),
            (Remark::GameEnded { .. }, known) => *known = None,
            (Remark::TakenBack { plies }, Some(game)) => game.plies.truncate(*plies),
            (Remark::Ply { index, play, .. }, Some(game)) => {
                game.plies.truncate(*index);
                game.plies.push(Ply::bare(*play));
            }
            _ => {}
        }
        let json = self.to_json(remark)?;
        self.append(entry::REMARK, at_ms, &json)
    }

    fn keyframe(&mut self, at_ms: u64) -> Result<(), FilmError> {
        let picture = self.last.as_ref().expect("a keyframe is the last picture, whole");
        let payload = picture::keyframe(picture);
        if (payload.len() + entry::OVERHEAD) as u64 > self.part_bytes() {
            return Err(too_large(picture));
        }
        self.since_keyframe = 0;
        self.append(entry::KEYFRAME, at_ms, &payload)
    }

    fn to_json(&self, remark: &Remark) -> Result<Vec<u8>, FilmError> {
        serde_json::to_vec(remark).map_err(|error| io_error("write", self.path(), error.into()))
    }

    /// Adds an entry, in a new file if this one is full or was deleted. What a new file begins with shows the last
    /// picture already.
    fn append(&mut self, kind: u8, at_ms: u64, payload: &[u8]) -> Result<(), FilmError> {
        let is_full = self.part.bytes + (payload.len() + entry::OVERHEAD) as u64 > self.part_bytes();
        let is_gone = !hold::is_at(&self.part.file, &self.part.path);
        if is_gone {
            std::fs::create_dir_all(&self.folder)
                .map_err(|source| io_error("create", &self.folder, source))?;
        }
        if is_full || is_gone {
            self.next_part(at_ms)?;
            if kind != entry::REMARK {
                return Ok(());
            }
        }
        self.part.append(kind, at_ms, payload)
    }

    /// What every file begins with, so that it can be read without those before it.
    fn begin_part(&mut self, at_ms: u64) -> Result<(), FilmError> {
        let game = self.game.clone().map(|game| Remark::GameBegan { game });
        for remark in [Some(self.session.clone()), self.place.clone(), game]
            .into_iter()
            .flatten()
        {
            let json = self.to_json(&remark)?;
            self.part.append(entry::REMARK, at_ms, &json)?;
        }
        if let Some(picture) = &self.last {
            self.part
                .append(entry::KEYFRAME, at_ms, &picture::keyframe(picture))?;
            self.since_keyframe = 0;
        }
        Ok(())
    }

    fn part_bytes(&self) -> u64 {
        self.limits.session_bytes / u64::from(PARTS)
    }

    /// Goes on in a new file; the oldest goes when there are too many.
    #[expect(
        clippy::disallowed_methods,
        reason = "film is files: this is their shell, which keeps them few"
    )]
    fn next_part(&mut self, at_ms: u64) -> Result<(), FilmError> {
        self.number += 1;
        self.part = Part::create(self.folder.join(part_name(&self.name, self.number)))?;
        if let Some(oldest) = self.number.checked_sub(PARTS).filter(|oldest| *oldest > 0) {
            let path = self.folder.join(part_name(&self.name, oldest));
            match std::fs::remove_file(&path) {
                // Somebody else made room.
                Err(source) if source.kind() == io::ErrorKind::NotFound => {}
                removed => removed.map_err(|source| io_error("remove", &path, source))?,
            }
        }
        self.begin_part(at_ms)
    }
}

impl Part {
    fn create(path: PathBuf) -> Result<Part, FilmError> {
        let fail = |source| io_error("create", &path, source);
        // Who keeps a folder small leaves alone what is being written.
        let mut file = hold::create(&path).map_err(|refusal| match refusal {
            Refusal::Held => fail(io::ErrorKind::WouldBlock.into()),
            Refusal::Io(source) => fail(source),
        })?;
        file.write_all(MAGIC).map_err(fail)?;
        Ok(Part {
            file,
            bytes: MAGIC.len() as u64,
            path,
        })
    }

    fn append(&mut self, kind: u8, at_ms: u64, payload: &[u8]) -> Result<(), FilmError> {
        let fail = |source| io_error("write", &self.path, source);
        let long = || fail(io::Error::other("the entry is too long"));
        let bytes = entry::encode(kind, at_ms, payload).ok_or_else(long)?;
        if let Err(source) = self.file.write_all(&bytes) {
            // Best effort: a reader cuts off what this cannot.
            let _ = hold::cut(&mut self.file, self.bytes);
            return Err(fail(source));
        }
        self.bytes += bytes.len() as u64;
        Ok(())
    }
}

/// Removes the oldest films until the rest has at most `bytes`. What another process writes stays.
#[expect(
    clippy::disallowed_methods,
    reason = "film is files: this is their shell, which keeps them few"
)]
fn make_room(folder: &Path, bytes: u64) -> Result<(), FilmError> {
    let fail = |source| io_error("list", folder, source);
    let mut films = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|extension| extension == EXTENSION)
            && let Ok(metadata) = path.metadata()
        {
            films.push((path, metadata.len()));
        }
    }
    // Names start with the time in a form that sorts.
    films.sort();
    let mut total: u64 = films.iter().map(|(_, length)| length).sum();
    for (path, length) in films {
        if total <= bytes {
            break;
        }
        // Only a film's last file is held; those before it belong to it.
        let is_free = |part: &PathBuf| hold::is_held(part).is_ok_and(|held| !held);
        let is_idle = parts_from(&path).iter().all(is_free);
        if is_idle && std::fs::remove_file(&path).is_ok() {
            total -= length;
        }
    }
    Ok(())
}

fn too_large(picture: &RgbImage) -> FilmError {
    FilmError::TooLarge {
        width: picture.width(),
        height: picture.height(),
    }
}
