//! Single pictures of a film: in which of them each ply was read, and one of them whole. A film's index is read once, from the
//! heads of its pictures; a picture is made from the last whole one before it, or from one that is known already.

use std::{
    fs::File,
    io::{self, BufReader, Read as _, Seek as _, SeekFrom},
    ops::Deref,
    path::{Path, PathBuf},
};

use image::RgbImage;

use super::{
    EXTENSION, FilmError, MAGIC, Remark,
    entry::{self, Next},
    io_error, picture,
};

/// Remarks longer than this are not looked at.
const REMARK_MAX: u32 = 16 << 20;

/// A picture of a film file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmStill {
    /// The file.
    pub film: PathBuf,
    /// Which of its pictures, from 0.
    pub number: usize,
    /// When it was seen, in milliseconds since the session's start.
    pub at_ms: u64,
}

/// A ply and the picture in which it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmedPly {
    /// 0 for the first ply of the game.
    pub index: usize,
    /// When it was confirmed, in milliseconds since the session's start.
    pub at_ms: u64,
    /// The last picture before that.
    pub still: FilmStill,
}

/// A picture, by its number, of the film that an index is of.
pub type KnownPicture = (usize, RgbImage);

/// What a film has where. It stays true of a film that grows, and tells nothing of what came after it was read.
#[derive(Debug)]
pub struct FilmIndex {
    film: PathBuf,
    pictures: Vec<PictureHead>,
    /// Plies by the id of their game, in the order in which they were confirmed.
    plies: Vec<(String, FilmedPly)>,
}

/// Where a picture stands in its file.
#[derive(Clone, Copy, Debug)]
struct PictureHead {
    is_whole: bool,
    at_ms: u64,
    offset: u64,
}

/// An entry of which a picture's content was left out.
struct Head {
    kind: u8,
    at_ms: u64,
    /// Where it begins in the file.
    offset: u64,
    /// Of a remark.
    payload: Vec<u8>,
}

/// The files of a session's film in this folder, oldest first; none if there is no such folder.
pub fn films_of(folder: &Path, session: &str) -> Vec<PathBuf> {
    let Ok(entries) = folder.read_dir() else {
        return Vec::new();
    };
    let is_film = |path: &PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        let name = stem.and_then(|stem| stem.rsplit_once('.')).map(|(name, _)| name);
        let of = name
            .and_then(|name| name.split_once('_'))
            .map(|(_, session)| session);
        path.extension().is_some_and(|end| end == EXTENSION) && of == Some(session) && path.is_file()
    };
    let mut films: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(is_film)
        .collect();
    films.sort();
    films
}

/// The plies of a game that these files show, oldest file first, each as it was read last; in their order.
pub fn plies_in(
    films: impl IntoIterator<Item = impl Deref<Target = FilmIndex>>,
    game: &str,
) -> Vec<FilmedPly> {
    let mut plies: Vec<FilmedPly> = Vec::new();
    for film in films {
        for ply in film.plies_of(game) {
            plies.retain(|known| known.index != ply.index);
            plies.push(ply.clone());
        }
    }
    plies.sort_by_key(|ply| ply.index);
    plies
}

impl FilmIndex {
    /// The index of a file. What is damaged ends it.
    ///
    /// # Errors
    /// The file cannot be read, or is no film.
    pub fn read(film: &Path) -> Result<FilmIndex, FilmError> {
        let mut index = FilmIndex {
            film: film.to_owned(),
            pictures: Vec::new(),
            plies: Vec::new(),
        };
        let mut game: Option<String> = None;
        for head in heads(film)? {
            if head.kind != entry::REMARK {
                index.pictures.push(PictureHead {
                    is_whole: head.kind == entry::KEYFRAME,
                    at_ms: head.at_ms,
                    offset: head.offset,
                });
                continue;
            }
            match serde_json::from_slice(&head.payload) {
                Ok(Remark::GameBegan { game: began }) => game = Some(began.id.clone()),
                Ok(Remark::GameEnded { .. }) => game = None,
                Ok(Remark::TakenBack { plies }) => index.keep(game.as_deref(), plies),
                Ok(Remark::Ply { index: ply, .. }) => {
                    index.keep(game.as_deref(), ply);
                    let still = index.last();
                    index.plies.extend(game.clone().zip(still).map(|(game, still)| {
                        let at_ms = head.at_ms;
                        (
                            game,
                            FilmedPly {
                                index: ply,
                                at_ms,
                                still,
                            },
                        )
                    }));
                }
                _ => {}
            }
        }
        Ok(index)
    }

    /// The file.
    pub fn film(&self) -> &Path {
        &self.film
    }

    /// The plies of a game that this file shows, in their order.
    pub fn plies_of(&self, game: &str) -> impl Iterator<Item = &FilmedPly> {
        let plies = self.plies.iter().filter(move |(id, _)| id == game);
        plies.map(|(_, ply)| ply)
    }

    /// The last picture; `None` if there is none.
    pub fn last(&self) -> Option<FilmStill> {
        Some(FilmStill {
            film: self.film.clone(),
            number: self.pictures.len().checked_sub(1)?,
            at_ms: self.pictures.last()?.at_ms,
        })
    }

    /// The picture of this number, whole, made from a known one if that is nearer than a whole one; `None` if there are fewer.
    ///
    /// # Errors
    /// The file cannot be read, or is damaged there.
    pub fn picture(&self, number: usize, known: Option<KnownPicture>) -> Result<Option<RgbImage>, FilmError> {
        let Some(heads) = self.pictures.get(..=number) else {
            return Ok(None);
        };
        let whole = heads.iter().rposition(|head| head.is_whole);
        let known = known.filter(|(at, _)| *at <= number && whole.is_none_or(|whole| *at >= whole));
        let (mut image, begin) = match (known, whole) {
            (Some((at, image)), _) => (Some(image), at + 1),
            (None, Some(whole)) => (None, whole),
            (None, None) => return Ok(None),
        };
        let mut file = open(&self.film)?;
        for head in &heads[begin..] {
            let damaged = |problem: String| FilmError::Damaged {
                film: self.film.display().to_string(),
                offset: head.offset,
                problem,
            };
            let read = file
                .seek(SeekFrom::Start(head.offset))
                .and_then(|_| entry::decode(&mut file));
            let payload = match read.map_err(|source| io_error("read", &self.film, source))? {
                Next::Entry(entry) => entry.payload,
                Next::Damaged(problem) => return Err(damaged(problem.to_owned())),
                Next::End | Next::Torn(_) => return Ok(None),
            };
            let put = match &mut image {
                Some(image) if !head.is_whole => picture::apply(&payload, image),
                image => picture::from_keyframe(&payload).map(|whole| *image = Some(whole)),
            };
            put.map_err(|error| damaged(error.to_string()))?;
        }
        Ok(image)
    }

    /// Plies of this game from here on are not what was played.
    fn keep(&mut self, game: Option<&str>, plies: usize) {
        self.plies
            .retain(|(id, ply)| Some(id.as_str()) != game || ply.index < plies);
    }
}

/// The heads of all whole entries.
fn heads(film: &Path) -> Result<Vec<Head>, FilmError> {
    let mut file = open(film)?;
    let failed = |source| io_error("read", film, source);
    let end = file.get_ref().metadata().map_err(failed)?.len();
    let mut magic = vec![0; MAGIC.len()];
    if end < MAGIC.len() as u64 || file.read_exact(&mut magic).is_err() || magic != MAGIC {
        return Err(FilmError::NotAFilm(film.display().to_string()));
    }
    let mut offset = MAGIC.len() as u64;
    let mut heads = Vec::new();
    while let Some((kind, length, at_ms)) = entry::head(&mut file).map_err(failed)? {
        let next = offset + u64::from(length) + entry::OVERHEAD as u64;
        let is_known = matches!(kind, entry::KEYFRAME | entry::DIFFERENCE | entry::REMARK);
        if next > end {
            break;
        }
        let mut payload = Vec::new();
        let mut left = length;
        if kind == entry::REMARK && length <= REMARK_MAX {
            payload = vec![0; length as usize];
            file.read_exact(&mut payload).map_err(failed)?;
            left = 0;
        }
        file.seek_relative(i64::from(left) + entry::SUM as i64)
            .map_err(failed)?;
        if is_known {
            heads.push(Head {
                kind,
                at_ms,
                offset,
                payload,
            });
        }
        offset = next;
    }
    Ok(heads)
}

#[expect(clippy::disallowed_methods, reason = "film is files: this is their shell")]
fn open(film: &Path) -> Result<BufReader<File>, FilmError> {
    let opened = File::open(film).and_then(|file| match file.metadata()?.is_file() {
        true => Ok(file),
        false => Err(io::Error::other("it is no file")),
    });
    let file = opened.map_err(|source| io_error("open", film, source))?;
    Ok(BufReader::new(file))
}

#[cfg(test)]
mod tests {
    use referee::{
        games::AnyRecord,
        gomoku::{Move, Rule},
        point::Point,
        record::Record,
        seat::Seat,
    };

    use super::*;
    use crate::film::{FilmLimits, write::Film};

    /// A picture in which only one pixel is other than in any other.
    fn shown(number: u8) -> RgbImage {
        RgbImage::from_fn(20, 10, |x, _| {
            image::Rgb([if x == u32::from(number) { 255 } else { 9 }; 3])
        })
    }

    fn game(id: &str) -> AnyRecord {
        let mut game = Record::blank(15, Rule::Freestyle).into_any();
        game.id = id.to_owned();
        game
    }

    #[test]
    fn each_ply_has_the_picture_in_which_it_was_read() {
        let folder = tempfile::tempdir().unwrap();
        let limits = FilmLimits {
            keyframe_every: 3,
            ..FilmLimits::default()
        };
        let mut film = Film::create(folder.path(), "session", 0, limits).unwrap();
        let mut at_ms = 0;
        for (id, first) in [("one", 0), ("two", 8)] {
            film.remark(
                &Remark::GameBegan {
                    game: Box::new(game(id)),
                },
                at_ms,
            )
            .unwrap();
            for index in 0..6 {
                at_ms += 10;
                film.frame(&shown(first + index as u8), at_ms).unwrap();
                let play = Move::Place(Point::new(index as u8, 0)).into();
                let seat = Seat::BOTH[index % 2];
                film.remark(&Remark::Ply { index, seat, play }, at_ms + 3)
                    .unwrap();
            }
            film.remark(&Remark::TakenBack { plies: 5 }, at_ms + 4).unwrap();
        }
        let films = films_of(folder.path(), "session");
        assert_eq!(films.len(), 1);
        assert!(
            films_of(folder.path(), "sess").is_empty()
                && films_of(&folder.path().join("no"), "session").is_empty()
        );
        let index = FilmIndex::read(&films[0]).unwrap();
        let mut known = None;
        for (id, first) in [("one", 0), ("two", 8)] {
            let plies: Vec<&FilmedPly> = index.plies_of(id).collect();
            assert_eq!(
                plies.iter().map(|ply| ply.index).collect::<Vec<_>>(),
                [0, 1, 2, 3, 4]
            );
            for ply in plies {
                assert_eq!(ply.at_ms, ply.still.at_ms + 3);
                let number = ply.still.number;
                let seen = index.picture(number, None).unwrap().unwrap();
                assert_eq!(seen, shown(first + ply.index as u8), "{id}, ply {}", ply.index);
                assert_eq!(
                    index.picture(number, known.clone()).unwrap().as_ref(),
                    Some(&seen)
                );
                known = Some((number, seen));
            }
        }
        assert_eq!(index.plies_of("three").count(), 0);
        let last = index.last().unwrap();
        assert_eq!(index.picture(last.number, None).unwrap().unwrap(), shown(13));
        // A known picture that comes later helps nobody.
        assert_eq!(index.picture(1, known).unwrap().unwrap(), shown(1));
        assert_eq!(index.picture(99, None).unwrap(), None);
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test of files")]
    fn a_film_of_any_bytes_is_refused_or_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let mut film = Film::create(folder.path(), "s", 0, FilmLimits::default()).unwrap();
        film.frame(&shown(1), 1).unwrap();
        film.frame(&shown(2), 2).unwrap();
        let bytes = std::fs::read(film.path()).unwrap();
        let path = folder.path().join("cut");
        for length in 0..bytes.len() {
            std::fs::write(&path, &bytes[..length]).unwrap();
            match FilmIndex::read(&path) {
                Ok(index) => {
                    let last = index.last();
                    assert!(last.is_none_or(|last| index.picture(last.number, None).unwrap().is_some()));
                }
                Err(error) => assert!(length < MAGIC.len(), "{length}: {error}"),
            }
            let mut changed = bytes.clone();
            changed[length] ^= 0x55;
            std::fs::write(&path, &changed).unwrap();
            if let Ok(index) = FilmIndex::read(&path)
                && let Some(still) = index.last()
            {
                let _ = index.picture(still.number, None);
            }
        }
        assert!(FilmIndex::read(folder.path()).is_err());
    }
}
