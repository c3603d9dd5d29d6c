//! What the pages are made from: the database, opened for reading only, with the list of its games kept in memory until
//! somebody changes it; the films and faults beside it.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use archive::{database, footage, home::Home};
use base::clock::Stopwatch;
use image::{ImageFormat, RgbImage};
use recordings::film::still::{self, FilmIndex, FilmStill, FilmedPly, KnownPicture};
use referee::games::AnyRecord;
use stats::store::{OpenMode, Store, catalogue::CatalogueEntry};

/// A list that somebody changes all the time is read again so often at most.
const PAUSE_MS: u64 = 2_000;

/// Films of which the index is kept: those of the games that somebody looks at.
const FILMS: usize = 8;

/// The place where the games are.
pub(crate) struct Library {
    pub(crate) home: Home,
    clock: Stopwatch,
    kept: Mutex<Kept>,
    /// The one asked for last stands last.
    films: Mutex<Vec<KeptFilm>>,
}

/// A film's index as it was when the file had so many bytes, and the last picture that was made of it.
struct KeptFilm {
    film: PathBuf,
    bytes: u64,
    index: Arc<FilmIndex>,
    picture: Option<KnownPicture>,
}

#[derive(Default)]
struct Kept {
    store: Option<Store>,
    games: Option<KeptList>,
}

/// The list of all games, as it was.
struct KeptList {
    games: Arc<Vec<CatalogueEntry>>,
    /// The state of the database then.
    version: i64,
    read_ms: u64,
}

impl Library {
    /// The one at this place.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub(crate) fn open(home: Home) -> anyhow::Result<Library> {
        let library = Library {
            home,
            clock: Stopwatch::start(),
            kept: Mutex::default(),
            films: Mutex::default(),
        };
        library.games()?;
        Ok(library)
    }

    /// Every game, oldest first, as they were two seconds ago at most.
    pub(crate) fn games(&self) -> anyhow::Result<Arc<Vec<CatalogueEntry>>> {
        let now_ms = self.clock.now_ms();
        self.with(|store, kept| {
            let version = store.data_version().map_err(database::user_error)?;
            if let Some(kept) = kept
                && (kept.version == version || now_ms.saturating_sub(kept.read_ms) < PAUSE_MS)
            {
                return Ok(Arc::clone(&kept.games));
            }
            let games = Arc::new(store.catalogue().map_err(database::user_error)?);
            *kept = Some(KeptList {
                games: Arc::clone(&games),
                version,
                read_ms: now_ms,
            });
            Ok(games)
        })
    }

    /// A game, whole; `None` if there is none with this id.
    pub(crate) fn record(&self, id: &str) -> anyhow::Result<Option<AnyRecord>> {
        self.ask(|store| store.find(id).map_err(database::user_error))
    }

    /// Asks the database.
    pub(crate) fn ask<T>(&self, question: impl FnOnce(&Store) -> anyhow::Result<T>) -> anyhow::Result<T> {
        self.with(|store, _| question(store))
    }

    /// The plies of a game that were filmed, with the pictures in which they were read.
    pub(crate) fn filmed(&self, id: &str) -> anyhow::Result<Vec<FilmedPly>> {
        let films =
            self.ask(|store| footage::films_of(&self.home, store, id).map_err(database::user_error))?;
        // A film that is damaged or gone shows nothing; the game is there all the same.
        let indices = films.iter().filter_map(|film| self.index_of(film));
        Ok(still::plies_in(indices, id))
    }

    /// The newest picture of a session's film.
    pub(crate) fn newest(&self, session: &str) -> Option<FilmStill> {
        let films = still::films_of(&self.home.films(), session);
        self.index_of(films.last()?)?.last()
    }

    /// A picture of a film as a file of this format; `None` if it is not to be had any more.
    pub(crate) fn picture(&self, still: &FilmStill, format: ImageFormat) -> anyhow::Result<Option<Vec<u8>>> {
        self.image(still)?
            .map(|image| written(&image, format))
            .transpose()
    }

    /// The same in as few bytes as a mail should have, and what they are: a JPEG where a PNG would be twice as large.
    pub(crate) fn light_picture(&self, still: &FilmStill) -> anyhow::Result<Option<(&'static str, Vec<u8>)>> {
        let Some(image) = self.image(still)? else {
            return Ok(None);
        };
        let (png, jpeg) = (
            written(&image, ImageFormat::Png)?,
            written(&image, ImageFormat::Jpeg)?,
        );
        Ok(Some(match 2 * jpeg.len() < png.len() {
            true => ("image/jpeg", jpeg),
            false => ("image/png", png),
        }))
    }

    fn image(&self, still: &FilmStill) -> anyhow::Result<Option<RgbImage>> {
        let Some(index) = self.index_of(&still.film) else {
            return Ok(None);
        };
        let known = self.with_film(&still.film, |kept| kept.picture.take()).flatten();
        let Some(image) = index.picture(still.number, known)? else {
            return Ok(None);
        };
        self.with_film(&still.film, |kept| {
            kept.picture = Some((still.number, image.clone()))
        });
        Ok(Some(image))
    }

    /// What a film has where; `None` if it is gone or none.
    fn index_of(&self, film: &Path) -> Option<Arc<FilmIndex>> {
        let bytes = film.metadata().ok()?.len();
        let known = self.with_film(film, |kept| {
            (kept.bytes == bytes).then(|| Arc::clone(&kept.index))
        });
        if let Some(index) = known.flatten() {
            return Some(index);
        }
        let index = Arc::new(FilmIndex::read(film).ok()?);
        let mut films = self.films.lock().unwrap_or_else(PoisonError::into_inner);
        films.retain(|kept| kept.film != film);
        if films.len() >= FILMS {
            films.remove(0);
        }
        films.push(KeptFilm {
            film: film.to_owned(),
            bytes,
            index: Arc::clone(&index),
            picture: None,
        });
        Some(index)
    }

    fn with_film<T>(&self, film: &Path, look: impl FnOnce(&mut KeptFilm) -> T) -> Option<T> {
        let mut films = self.films.lock().unwrap_or_else(PoisonError::into_inner);
        let at = films.iter().position(|kept| kept.film == film)?;
        let kept = films.remove(at);
        films.push(kept);
        films.last_mut().map(look)
    }

    fn with<T>(
        &self,
        ask: impl FnOnce(&Store, &mut Option<KeptList>) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // A damaged database is set aside by whoever writes it, and another one has its place.
        if kept.store.as_ref().is_none_or(|store| !store.is_in_place()) {
            *kept = Kept {
                store: Some(database::open(&self.home, OpenMode::Read)?),
                games: None,
            };
        }
        let Kept { store, games } = &mut *kept;
        ask(store.as_ref().expect("it was opened above"), games)
    }
}

/// A picture as the bytes of a file.
fn written(image: &RgbImage, format: ImageFormat) -> anyhow::Result<Vec<u8>> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, format)?;
    Ok(bytes.into_inner())
}
