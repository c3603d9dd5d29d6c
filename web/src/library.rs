//! What the pages are made from: the database, opened for reading only, with the list of its games kept in memory until
//! somebody changes it; the films and faults beside it.

use std::sync::{Arc, Mutex, PoisonError};

use archive::{database, home::Home};
use base::clock::Stopwatch;
use recordings::film::still::{self, FilmedPly};
use referee::games::AnyRecord;
use stats::store::{OpenMode, Store, catalogue::CatalogueEntry};

/// A list that somebody changes all the time is read again so often at most.
const PAUSE_MS: u64 = 2_000;

/// The place where the games are.
pub(crate) struct Library {
    pub(crate) home: Home,
    clock: Stopwatch,
    kept: Mutex<Kept>,
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
        let session = self.ask(|store| store.session_of(id).map_err(database::user_error))?;
        let films = session.map(|session| still::films_of(&self.home.films(), &session));
        let mut plies: Vec<FilmedPly> = Vec::new();
        for film in films.unwrap_or_default() {
            // A film that is damaged or gone shows nothing; the game is there all the same.
            for ply in still::plies_of(&film, id).unwrap_or_default() {
                plies.retain(|known| known.index != ply.index);
                plies.push(ply);
            }
        }
        plies.sort_by_key(|ply| ply.index);
        Ok(plies)
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

/// A picture as the bytes of a PNG file.
pub(crate) fn png(image: &image::RgbImage) -> anyhow::Result<Vec<u8>> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image.write_to(&mut bytes, image::ImageFormat::Png)?;
    Ok(bytes.into_inner())
}
