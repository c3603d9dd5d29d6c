//! The pages of one place where games are kept.

use anyhow::Context as _;
use archive::home::Home;
use base::clock::wall_ms;
use watch::finding::Finding;

use crate::{
    acts,
    analyses::{Analyses, Progress},
    api::{Changes, EventTold},
    library::Library,
    mode::Mode,
    pages::now,
    reply::Reply,
    sources::{Check, Sources},
    words::Words,
};

/// A database and what lies beside it, as pages.
pub struct Site {
    library: Library,
    check: Box<Check>,
    /// What the forms of its pages have; `None` where nobody answers forms.
    form_token: Option<String>,
    analyses: Analyses,
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
            form_token: None,
            analyses: Analyses::default(),
        })
    }

    /// The same with forms, which are answered to whoever has this token.
    pub(crate) fn with_forms(self, token: &str) -> Site {
        Site {
            form_token: Some(token.to_owned()),
            ..self
        }
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

    /// Looks at a game again by an engine, so that its page tells what each move lost; `told` hears how many positions of how many
    /// were looked at.
    ///
    /// # Errors
    /// The database cannot be read, there is no such game, or the engine failed.
    pub fn analyse(&self, id: &str, told: &mut dyn FnMut(usize, usize)) -> anyhow::Result<()> {
        let record = self.library.record(id)?;
        let record = record.with_context(|| format!("game {id} is gone"))?;
        self.analyses.run(0, &record, told);
        match self.analyses.progress(&record) {
            Progress::Failed(why) => anyhow::bail!("game {id} cannot be analysed: {why}"),
            _ => Ok(()),
        }
    }

    /// The ids of the newest games with moves, the newest first.
    ///
    /// # Errors
    /// The database cannot be read.
    pub fn newest(&self, count: usize) -> anyhow::Result<Vec<String>> {
        let games = self.library.games()?;
        let played = games.iter().rev().filter(|game| game.outline.length > 0);
        Ok(played.take(count).map(|game| game.id.clone()).collect())
    }

    /// How far the analysis of a game has come: `done of all`; `None` if none is under way.
    pub(crate) fn analysing(&self, number: i64) -> anyhow::Result<Option<String>> {
        let games = self.library.games()?;
        let Some(game) = games.iter().find(|game| game.number == number) else {
            return Ok(None);
        };
        let record = self.library.record(&game.id)?;
        Ok(record.and_then(|record| match self.analyses.progress(&record) {
            Progress::Running([done, of]) => Some(format!("{done} of {of}")),
            _ => None,
        }))
    }

    /// What stands at this path, asked for with these words.
    pub(crate) fn answer(&self, mode: Mode, path: &str, words: &str) -> Reply {
        self.sources(mode).answer(path, words)
    }

    /// Does what a form asks for that was sent to this path.
    pub(crate) fn act(&self, path: &str, form: &str) -> Reply {
        acts::act(&self.sources(Mode::Live), path, &Words::read(form))
    }

    fn sources(&self, mode: Mode) -> Sources<'_> {
        Sources {
            library: &self.library,
            check: &*self.check,
            form_token: self.form_token.as_deref(),
            analyses: &self.analyses,
            mode,
            now_ms: wall_ms(),
        }
    }

    /// The cards of running sessions as they stand, for a page that follows them.
    pub(crate) fn cards(&self) -> anyhow::Result<String> {
        Ok(now::cards(&self.library, self.form_token.as_deref(), wall_ms())?.into_string())
    }

    /// What changed since it was looked at last, for programs that follow it.
    pub(crate) fn changes(&self, before: &mut Changes) -> anyhow::Result<Vec<EventTold>> {
        before.look(&self.library, wall_ms())
    }
}
