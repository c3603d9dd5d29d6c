//! Which files of films show a game: as the database tells it, or by their names where it tells nothing.

use std::path::PathBuf;

use recordings::{film, film::still, journal::FilmStretch};
use stats::store::{Store, StoreError, row::StoredFilm};

use crate::{camera::Camera, home::Home};

/// The files that may show a game, the oldest first; they may be gone by now.
///
/// # Errors
/// The database cannot be read.
pub fn films_of(home: &Home, store: &Store, game: &str) -> Result<Vec<PathBuf>, StoreError> {
    let folder = home.films();
    let mut films: Vec<PathBuf> = Vec::new();
    for told in store.films_of(game)? {
        // A whole path takes the folder's place.
        let film = folder.join(&told.film);
        // Of a game that was cut off only its beginning is known.
        let parts = match told.until_ms {
            Some(_) => vec![film],
            None => film::parts_from(&film),
        };
        films.extend(parts);
    }
    if films.is_empty()
        && let Some(session) = store.session_of(game)?
    {
        films = still::films_of(&folder, &session);
    }
    films.dedup();
    Ok(films)
}

/// A game that is being filmed.
#[derive(Debug)]
pub(crate) struct Filming {
    game: String,
    /// The file that it began in.
    first: PathBuf,
    from_ms: u64,
}

impl Filming {
    /// A game begins; `None` without a film.
    pub(crate) fn begin(camera: &Camera, game: &str) -> Option<Filming> {
        let (first, from_ms) = camera.spot()?;
        Some(Filming {
            game: game.to_owned(),
            first,
            from_ms,
        })
    }

    /// Whether it is that game.
    pub(crate) fn is_of(&self, game: &str) -> bool {
        self.game == game
    }

    /// What is known at its beginning.
    pub(crate) fn begun(&self, home: &Home) -> Option<FilmStretch> {
        self.stretch(home, self.first.clone(), None)
    }

    /// It is over: every file that shows it.
    pub(crate) fn ended(&self, home: &Home, camera: &Camera) -> Vec<FilmStretch> {
        let Some((last, until_ms)) = camera.spot() else {
            return Vec::new();
        };
        let mut files = film::parts_from(&self.first);
        if !files.contains(&last) {
            files.push(last);
        }
        let told = files
            .into_iter()
            .map(|film| self.stretch(home, film, Some(until_ms)));
        told.flatten().collect()
    }

    /// `None` where the path cannot be written down.
    fn stretch(&self, home: &Home, film: PathBuf, until_ms: Option<u64>) -> Option<FilmStretch> {
        let is_at_home = film.parent() == Some(&home.films());
        let film = if is_at_home {
            PathBuf::from(film.file_name()?)
        } else {
            std::path::absolute(film).ok()?
        };
        Some(FilmStretch {
            game: self.game.clone(),
            film: film.to_str()?.to_owned(),
            from_ms: self.from_ms,
            until_ms,
        })
    }
}

/// The same in the store's words.
pub(crate) fn stored(stretch: FilmStretch) -> StoredFilm {
    let FilmStretch {
        game,
        film,
        from_ms,
        until_ms,
    } = stretch;
    StoredFilm {
        game,
        film,
        from_ms,
        until_ms,
    }
}
