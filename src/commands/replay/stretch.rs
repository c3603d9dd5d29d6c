//! One game of a film: which file shows it, and from where to where.

use std::path::{Path, PathBuf};

use archive::{database, footage, home::Home};
use base::user_error::UserError;
use bot::film_replay::{FilmReplay, Misreading};
use recordings::film::{self, FilmEntry, Moment, Remark, still::FilmIndex};
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
    /// The session whose film is read.
    session: Option<String>,
    /// Whether it went on in another session.
    is_taken_up: bool,
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

/// The files in which a game of the database is to be looked for, one of each film that shows it, and its stretch of them.
///
/// # Errors
/// There is no such game, or no film of it.
pub(super) fn of_game(word: &str, database: Option<&Path>) -> anyhow::Result<(Vec<PathBuf>, Stretch)> {
    let home = Home::find(database)?;
    let store = database::open(&home, OpenMode::Read)?;
    let record = store.record::<AnyPosition>(word).map_err(database::user_error)?;
    let id = record.id;
    let number = store
        .number_of(&id)
        .map_err(database::user_error)?
        .unwrap_or_default();
    let none = |why: &str, hint: &str| UserError::new(format!("no film of game {number}: {why}"), hint);
    if store.session_of(&id).map_err(database::user_error)?.is_none() {
        return Err(none("no session played it", "games from files were not filmed").into());
    }
    let shows =
        |film: &PathBuf| FilmIndex::read(film).is_ok_and(|index| index.plies_of(&id).next().is_some());
    let mut films: Vec<PathBuf> = Vec::new();
    for film in footage::films_of(&home, &store, &id)
        .map_err(database::user_error)?
        .into_iter()
        .filter(shows)
    {
        // Its film is read on to its end.
        if !films.iter().any(|first| film::parts_from(first).contains(&film)) {
            films.push(film);
        }
    }
    if films.is_empty() {
        let hint = "the oldest films go first; one that was moved is named by its path";
        return Err(none("there is none where it was kept", hint).into());
    }
    let stretch = Stretch {
        number,
        id,
        state: StretchState::Before,
        at_ms: [0; 2],
        session: None,
        is_taken_up: false,
        before: FilmCounts::default(),
        within: FilmCounts::default(),
    };
    Ok((films, stretch))
}

impl Stretch {
    /// The film's next moment is about to be taken.
    pub(super) fn comes(&mut self, moment: &Moment, replayed: &FilmReplay) {
        let FilmEntry::Remark(remark) = &moment.what else {
            return;
        };
        if let Remark::Session { session, .. } = remark {
            let before = self.session.replace(session.clone());
            self.is_taken_up |= self.is_within() && before.as_ref() != Some(session);
        }
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

    /// `game 12, from 3:07 to 4:15 of the session: 34 pictures, 33 plies`; or `from 3:07 of a session to 0:45 of a later one`.
    pub(super) fn words(&self) -> String {
        let [from, to] = self
            .at_ms
            .map(|ms| format!("{}:{:02}", ms / 60_000, ms / 1_000 % 60));
        let (pictures, plies) = (
            self.within.pictures - self.before.pictures,
            self.within.plies - self.before.plies,
        );
        let number = self.number;
        let when = if self.is_taken_up {
            format!("from {from} of a session to {to} of a later one")
        } else {
            format!("from {from} to {to} of the session")
        };
        format!("game {number}, {when}: {pictures} pictures, {plies} plies")
    }
}

/// Whether this is the end of a game.
pub(super) fn ends_a_game(moment: &Moment) -> bool {
    matches!(moment.what, FilmEntry::Remark(Remark::GameEnded { .. }))
}
