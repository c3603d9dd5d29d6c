//! The client's pictures of a filmed game: for each ply the one in which it was read.

use std::path::Path;

use archive::{database, footage, home::Home};
use image::RgbImage;
use recordings::film::still::{self, FilmIndex, FilmedPly};
use stats::store::OpenMode;

/// What a game's films show of it.
#[derive(Default)]
pub(super) struct FilmPictures {
    plies: Vec<FilmedPly>,
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
        let films = footage::films_of(&home, &store, id).map_err(database::user_error)?;
        let films: Vec<FilmIndex> = films
            .iter()
            .filter_map(|film| FilmIndex::read(film).ok())
            .collect();
        Ok(FilmPictures {
            plies: still::plies_in(&films, id),
            films,
            shown: None,
        })
    }

    /// Whether there is any.
    pub(super) fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The picture in which the last of so many plies was read.
    pub(super) fn after(&mut self, plies: usize) -> Option<&RgbImage> {
        let ply = plies.checked_sub(1)?;
        if self.shown.as_ref().is_none_or(|(shown, _)| *shown != ply) {
            let still = &self.plies.iter().find(|filmed| filmed.index == ply)?.still;
            let film = self.films.iter().find(|film| film.film() == still.film)?;
            let picture = film.picture(still.number, None).ok()??;
            self.shown = Some((ply, picture));
        }
        self.shown.as_ref().map(|(_, picture)| picture)
    }
}
