//! A film file back into moments, one after the other. Takes any bytes: what is damaged is an error, and what a
//! killed process left half written is cut off and told.

use std::{
    fs::File,
    io::{BufReader, Read},
    path::Path,
};

use image::RgbImage;
use referee::position::IllegalMove;
use vision::{calibration::Calibration, frame::Frame};

use super::{
    FilmEntry, FilmError, MAGIC, Moment, Remark,
    entry::{self, Entry, Next},
    io_error,
    picture::{self, PayloadError},
};

/// The end of a film file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tail {
    /// A whole entry.
    Clean,
    /// A piece of an entry, of no use.
    Torn {
        /// Its length.
        bytes: u64,
    },
}

/// Why an entry makes no sense.
#[derive(Debug, thiserror::Error)]
enum EntryError {
    #[error(transparent)]
    Picture(#[from] PayloadError),
    #[error(transparent)]
    Remark(#[from] serde_json::Error),
    #[error("an impossible calibration {0:?}")]
    Calibration(Calibration),
    #[error(transparent)]
    Game(#[from] IllegalMove),
}

/// Reads a film; yields its moments in order and ends after the first error.
pub struct FilmReader<R> {
    from: R,
    name: String,
    offset: u64,
    picture: Option<RgbImage>,
    tail: Tail,
    over: bool,
}

impl FilmReader<BufReader<File>> {
    /// Opens one film file.
    ///
    /// # Errors
    /// It cannot be read, or is no film.
    #[expect(clippy::disallowed_methods, reason = "film is files: this is their shell")]
    pub fn open(path: &Path) -> Result<Self, FilmError> {
        let file = File::open(path).map_err(|source| io_error("open", path, source))?;
        FilmReader::new(BufReader::new(file), path.display().to_string())
    }
}

impl<R: Read> FilmReader<R> {
    /// Reads a film file's bytes; `name` is used in errors.
    ///
    /// # Errors
    /// It does not begin like a film.
    pub fn new(mut from: R, name: String) -> Result<FilmReader<R>, FilmError> {
        let mut magic = Vec::new();
        let read = from.by_ref().take(MAGIC.len() as u64).read_to_end(&mut magic);
        read.map_err(|source| io_error("read", Path::new(&name), source))?;
        if magic != MAGIC {
            return Err(FilmError::NotAFilm(name));
        }
        Ok(FilmReader {
            from,
            name,
            offset: MAGIC.len() as u64,
            picture: None,
            tail: Tail::Clean,
            over: false,
        })
    }

    /// How the file ends, once it was read to its end.
    pub fn tail(&self) -> Tail {
        self.tail
    }

    fn read(&mut self) -> Result<Option<Moment>, FilmError> {
        let next = entry::decode(&mut self.from)
            .map_err(|source| io_error("read", Path::new(&self.name), source))?;
        let entry = match next {
            Next::Entry(entry) => entry,
            Next::End => return Ok(None),
            Next::Torn(bytes) => {
                self.tail = Tail::Torn { bytes };
                return Ok(None);
            }
            Next::Damaged(problem) => return Err(self.damaged(problem.to_owned())),
        };
        let at_ms = entry.at_ms;
        let length = (entry.payload.len() + entry::OVERHEAD) as u64;
        let what = self
            .understand(entry)
            .map_err(|damage| self.damaged(damage.to_string()))?;
        self.offset += length;
        Ok(Some(Moment { at_ms, what }))
    }

    fn understand(&mut self, entry: Entry) -> Result<FilmEntry, EntryError> {
        match entry.kind {
            entry::KEYFRAME => self.picture = Some(picture::from_keyframe(&entry.payload)?),
            entry::DIFFERENCE => {
                let before = self.picture.as_mut().ok_or(PayloadError::FromNothing)?;
                picture::apply(&entry.payload, before)?;
            }
            entry::REMARK => {
                let remark = serde_json::from_slice(&entry.payload)?;
                check(&remark)?;
                return Ok(FilmEntry::Remark(remark));
            }
            // Of a later version.
            _ => return Ok(FilmEntry::Remark(Remark::Unknown)),
        }
        let picture = self.picture.clone().expect("a picture was just put there");
        Ok(FilmEntry::Frame(Frame::from_image(picture)))
    }

    fn damaged(&self, problem: String) -> FilmError {
        FilmError::Damaged {
            film: self.name.clone(),
            offset: self.offset,
            problem,
        }
    }
}

impl<R: Read> Iterator for FilmReader<R> {
    type Item = Result<Moment, FilmError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.over {
            return None;
        }
        let moment = self.read().transpose();
        self.over = !matches!(moment, Some(Ok(_)));
        moment
    }
}

/// Refuses what no program of ours writes and what those who read it could not work with.
fn check(remark: &Remark) -> Result<(), EntryError> {
    match remark {
        Remark::Calibration { calibration, .. } if !is_sane(calibration) => {
            Err(EntryError::Calibration(*calibration))
        }
        Remark::Field { field } if !is_sane(&field.grid) => Err(EntryError::Calibration(field.grid)),
        Remark::GameBegan { game } => Ok(game.replay().map(|_| ())?),
        _ => Ok(()),
    }
}

fn is_sane(calibration: &Calibration) -> bool {
    let sizes = [calibration.columns, calibration.rows];
    let origins = [calibration.origin.0, calibration.origin.1];
    let pitches = [calibration.pitch.0, calibration.pitch.1];
    sizes.iter().all(|size| (1..=64).contains(size))
        && origins.iter().all(|origin| origin.abs() < 1e5)
        && pitches.iter().all(|pitch| (4.0..=1_000.0).contains(pitch))
}
