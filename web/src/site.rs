//! The pages of one place where games are kept.

use archive::home::Home;
use base::clock::wall_ms;
use watch::finding::Finding;

use crate::{
    library::Library,
    mode::Mode,
    pages::now,
    reply::Reply,
    route::{Check, Sources},
};

/// A database and what lies beside it, as pages.
pub struct Site {
    library: Library,
    check: Box<Check>,
}

impl Site {
    /// The pages of this place; `check` looks after what a session needs, whenever the page of that is asked for: quickly, and
    /// without changing anything.
    ///
    /// # Errors
    /// There is no database, or it cannot be read.
    pub fn open(
        home: Home,
        check: impl Fn() -> Vec<Finding> + Send + Sync + 'static,
    ) -> anyhow::Result<Site> {
        Ok(Site {
            library: Library::open(home)?,
            check: Box::new(check),
        })
    }

    /// A game with its pictures as one page that stands alone; `None` if there is none with this id.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn game_alone(&self, id: &str) -> anyhow::Result<Option<String>> {
        let games = self.library.games()?;
        let Some(game) = games.iter().find(|game| game.id == id) else {
            return Ok(None);
        };
        let reply = self.answer(Mode::Live, &format!("/games/{}.html", game.number), "");
        Ok(Some(String::from_utf8_lossy(&reply.body).into_owned()))
    }

    /// What stands at this path, asked for with these words.
    pub(crate) fn answer(&self, mode: Mode, path: &str, words: &str) -> Reply {
        let sources = Sources {
            library: &self.library,
            check: &*self.check,
            mode,
            now_ms: wall_ms(),
        };
        sources.answer(path, words)
    }

    /// The cards of running sessions as they stand, for a page that follows them.
    pub(crate) fn cards(&self) -> anyhow::Result<String> {
        Ok(now::cards(&self.library, wall_ms())?.into_string())
    }
}
