//! One game of a film: which file shows it, and from where to where.

use std::path::{Path, PathBuf};

use archive::{database, home::Home};
use base::user_error::UserError;
use bot::film_replay::{FilmReplay, Misreading};
use recordings::film::{
    FilmEntry, Moment, Remark,
    still::{self, FilmIndex},
};
use referee::games::AnyPosition;
use stats::store::OpenMode;

/// The game that alone is told of, while its film is read from the beginning: the reader learns from the games before.
pub(super) struct Stretch {
    /// The game's number in the database.
    pub(super) number: i64,
    id: String,
    state: StretchState,
    /// When it began and was last heard of, in milliseconds since the session's start.
    at_ms: [u64; 2],
    before: FilmCounts,
    within: FilmCounts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StretchState {
    Before,
    Within,
    After,
}

/// What was read of a film up to some moment.
#[derive(Clone, Copy, Debug, Default)]
struct FilmCounts {
    pictures: usize,
    plies: usize,
    differences: usize,
}

impl FilmCounts {
    fn of(replayed: &FilmReplay) -> FilmCounts {
        FilmCounts {
            pictures: replayed.frames,
            plies: replayed.plies,
            differences: replayed.differences.len(),
        }
    }
}

/// The first file that shows a game of the database, and the game's stretch of it.
///
/// # Errors
/// There is no such game, or no film of it.
pub(super) fn of_game(word: &str, database: Option<&Path>) -> anyhow::Result<(PathBuf, Stretch)> {
    let home = Home::find(database)?;
    let store = database::open(&home, OpenMode::Read)?;
    let record = store.record::<AnyPosition>(word).map_err(database::user_error)?;
    let id = record.id;
    let number = store
        .number_of(&id)
        .map_err(database::user_error)?
        .unwrap_or_default();
    let none = |why: &str, hint: &str| UserError::new(format!("no film of game {number}: {why}"), hint);
    let session = store.session_of(&id).map_err(database::user_error)?;
    let session = session.ok_or_else(|| none("no session played it", "games from files were not filmed"))?;
    let films = still::films_of(&home.films(), &session);
    let shows =
        |film: &PathBuf| FilmIndex::read(film).is_ok_and(|index| index.plies_of(&id).next().is_some());
    let film = films.into_iter().find(shows).ok_or_else(|| {
        let hint = "the oldest films go first; one that was kept elsewhere (--film DIR) is named by its path";
        none("there is none beside the database", hint)
    })?;
    let stretch = Stretch {
        number,
        id,
        state: StretchState::Before,
        at_ms: [0; 2],
        before: FilmCounts::default(),
        within: FilmCounts::default(),
    };
    Ok((film, stretch))
}

impl Stretch {
    /// The film's next moment is about to be taken.
    pub(super) fn comes(&mut self, moment: &Moment, replayed: &FilmReplay) {
        let FilmEntry::Remark(remark) = &moment.what else {
            return;
        };
        match (self.state, remark) {
            (StretchState::Before, Remark::GameBegan { game }) if game.id == self.id => {
                self.state = StretchState::Within;
                self.at_ms = [moment.at_ms; 2];
                self.before = FilmCounts::of(replayed);
            }
            (StretchState::Within, Remark::GameBegan { game }) if game.id != self.id => {
                self.state = StretchState::After;
            }
            (StretchState::Within, _) => self.at_ms[1] = moment.at_ms,
            _ => {}
        }
    }

    /// It was taken.
    pub(super) fn went(&mut self, moment_ends_it: bool, replayed: &FilmReplay) {
        if self.state == StretchState::Within {
            self.within = FilmCounts::of(replayed);
            if moment_ends_it {
                self.state = StretchState::After;
            }
        }
    }

    /// Whether the film shows the game just then.
    pub(super) fn is_within(&self) -> bool {
        self.state == StretchState::Within
    }

    /// Whether all of it was read.
    pub(super) fn is_over(&self) -> bool {
        self.state == StretchState::After
    }

    /// What is read otherwise within it.
    pub(super) fn differences<'a>(&self, replayed: &'a FilmReplay) -> &'a [Misreading] {
        &replayed.differences[self.before.differences..self.within.differences]
    }

    /// `game 12, from 3:07 to 4:15 of the session: 34 pictures, 33 plies`.
    pub(super) fn words(&self) -> String {
        let [from, to] = self
            .at_ms
            .map(|ms| format!("{}:{:02}", ms / 60_000, ms / 1_000 % 60));
        let (pictures, plies) = (
            self.within.pictures - self.before.pictures,
            self.within.plies - self.before.plies,
        );
        let number = self.number;
        format!("game {number}, from {from} to {to} of the session: {pictures} pictures, {plies} plies")
    }
}

/// Whether this is the end of a game.
pub(super) fn ends_a_game(moment: &Moment) -> bool {
    matches!(moment.what, FilmEntry::Remark(Remark::GameEnded { .. }))
}
