//! Single pictures of a film: in which of them each ply was read, and one of them whole. To find them only the heads of
//! pictures are read; a picture is made from the last whole one before it.

use std::{
    fs::File,
    io::{self, BufReader, Read as _, Seek as _, SeekFrom},
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

/// The plies of a game that this file shows, in their order. What is damaged ends the list.
///
/// # Errors
/// The file cannot be read, or is no film.
pub fn plies_of(film: &Path, game: &str) -> Result<Vec<FilmedPly>, FilmError> {
    let mut plies: Vec<FilmedPly> = Vec::new();
    let (mut still, mut pictures, mut is_game) = (None, 0, false);
    for head in heads(film)? {
        if head.kind != entry::REMARK {
            still = Some(FilmStill {
                film: film.to_owned(),
                number: pictures,
                at_ms: head.at_ms,
            });
            pictures += 1;
            continue;
        }
        match serde_json::from_slice(&head.payload) {
            Ok(Remark::GameBegan { game: began }) => is_game = began.id == game,
            Ok(Remark::GameEnded { .. }) => is_game = false,
            Ok(Remark::TakenBack { plies: stay }) if is_game => plies.retain(|ply| ply.index < stay),
            Ok(Remark::Ply { index, .. }) if is_game => {
                plies.retain(|ply| ply.index < index);
                plies.extend(still.clone().map(|still| FilmedPly {
                    index,
                    at_ms: head.at_ms,
                    still,
                }));
            }
            _ => {}
        }
    }
    Ok(plies)
}

/// The last picture of a file that may still grow; `None` if it has none.
///
/// # Errors
/// As [`plies_of`].
pub fn last(film: &Path) -> Result<Option<FilmStill>, FilmError> {
    let heads = heads(film)?;
    let pictures = heads.iter().filter(|head| head.kind != entry::REMARK);
    let (count, last) = pictures.fold((0, None), |(count, _), head| (count + 1, Some(head.at_ms)));
    Ok(last.map(|at_ms| FilmStill {
        film: film.to_owned(),
        number: count - 1,
        at_ms,
    }))
}

/// A picture, whole; `None` if the file has fewer.
///
/// # Errors
/// The file cannot be read, is no film, or is damaged there.
pub fn picture(still: &FilmStill) -> Result<Option<RgbImage>, FilmError> {
    let mut pictures: Vec<Head> = heads(&still.film)?;
    pictures.retain(|head| head.kind != entry::REMARK);
    pictures.truncate(still.number + 1);
    let whole = pictures.iter().rposition(|head| head.kind == entry::KEYFRAME);
    let (Some(whole), true) = (whole, pictures.len() == still.number + 1) else {
        return Ok(None);
    };
    let mut file = open(&still.film)?;
    let mut image: Option<RgbImage> = None;
    for head in &pictures[whole..] {
        let damaged = |problem: String| FilmError::Damaged {
            film: still.film.display().to_string(),
            offset: head.offset,
            problem,
        };
        let read = file
            .seek(SeekFrom::Start(head.offset))
            .and_then(|_| entry::decode(&mut file));
        let payload = match read.map_err(|source| io_error("read", &still.film, source))? {
            Next::Entry(entry) => entry.payload,
            Next::Damaged(problem) => return Err(damaged(problem.to_owned())),
            Next::End | Next::Torn(_) => return Ok(None),
        };
        let put = match &mut image {
            Some(image) if head.kind == entry::DIFFERENCE => picture::apply(&payload, image),
            image => picture::from_keyframe(&payload).map(|whole| *image = Some(whole)),
        };
        put.map_err(|error| damaged(error.to_string()))?;
    }
    Ok(image)
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
        for (id, first) in [("one", 0), ("two", 8)] {
            let plies = plies_of(&films[0], id).unwrap();
            assert_eq!(
                plies.iter().map(|ply| ply.index).collect::<Vec<_>>(),
                [0, 1, 2, 3, 4]
            );
            for ply in plies {
                assert_eq!(ply.at_ms, ply.still.at_ms + 3);
                let seen = picture(&ply.still).unwrap().unwrap();
                assert_eq!(seen, shown(first + ply.index as u8), "{id}, ply {}", ply.index);
            }
        }
        assert!(plies_of(&films[0], "three").unwrap().is_empty());
        let last = last(&films[0]).unwrap().unwrap();
        assert_eq!(picture(&last).unwrap().unwrap(), shown(13));
        assert_eq!(picture(&FilmStill { number: 99, ..last }).unwrap(), None);
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
            match last(&path) {
                Ok(None) => {}
                Ok(Some(still)) => assert!(picture(&still).unwrap().is_some(), "{length}"),
                Err(error) => assert!(length < MAGIC.len(), "{length}: {error}"),
            }
            let mut changed = bytes.clone();
            changed[length] ^= 0x55;
            std::fs::write(&path, &changed).unwrap();
            if let Ok(Some(still)) = last(&path) {
                let _ = picture(&still);
            }
            let _ = plies_of(&path, "g");
        }
        assert!(last(folder.path()).is_err());
    }
}
