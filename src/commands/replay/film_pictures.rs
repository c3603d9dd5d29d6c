//! The client's pictures of a filmed game: for each ply the one in which it was read.

use std::path::Path;

use archive::{database, home::Home};
use image::RgbImage;
use recordings::film::still::{self, FilmIndex, FilmStill};
use stats::store::OpenMode;

/// What a game's films show of it.
#[derive(Default)]
pub(super) struct FilmPictures {
    /// By ply, from the first one.
    plies: Vec<(usize, FilmStill)>,
    films: Vec<FilmIndex>,
    /// The last picture that was asked for.
    shown: Option<(usize, RgbImage)>,
}

impl FilmPictures {
    /// Of a game of the database. What is damaged or gone shows nothing.
    ///
    /// # Errors
    /// The database cannot be asked.
    pub(super) fn of_game(id: &str, db: Option<&Path>) -> anyhow::Result<FilmPictures> {
        let home = Home::find(db)?;
        let store = database::open(&home, OpenMode::Read)?;
        let session = store.session_of(id).map_err(database::user_error)?;
        let mut pictures = FilmPictures::default();
        for film in session
            .iter()
            .flat_map(|session| still::films_of(&home.films(), session))
        {
            let Ok(index) = FilmIndex::read(&film) else {
                continue;
            };
            for ply in index.plies_of(id) {
                pictures.plies.retain(|(known, _)| *known != ply.index);
                pictures.plies.push((ply.index, ply.still.clone()));
            }
            pictures.films.push(index);
        }
        Ok(pictures)
    }

    /// Whether there is any.
    pub(super) fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The picture in which the last of so many plies was read.
    pub(super) fn after(&mut self, plies: usize) -> Option<&RgbImage> {
        let ply = plies.checked_sub(1)?;
        if self.shown.as_ref().is_none_or(|(shown, _)| *shown != ply) {
            let (_, still) = self.plies.iter().find(|(index, _)| *index == ply)?;
            let film = self.films.iter().find(|film| film.film() == still.film)?;
            let picture = film.picture(still.number, None).ok()??;
            self.shown = Some((ply, picture));
        }
        self.shown.as_ref().map(|(_, picture)| picture)
    }
}
