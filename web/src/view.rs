//! One look at a page: what was asked, the games that it is about, and the addresses that lead on from it.

use std::sync::Arc;

use referee::games::GameKind;
use stats::{
    insight::{Counting, GameQuery, aspect::Aspect},
    store::{catalogue::CatalogueEntry, games::MATCH},
};

use crate::{address, analyses::Analyses, library::Library, mode::Mode, sources::Sources, words::Words};

/// What every page is made from.
pub(crate) struct View<'a> {
    pub(crate) library: &'a Library,
    pub(crate) mode: Mode,
    /// What the page's forms have; `None` where nobody answers forms.
    pub(crate) form_token: Option<&'a str>,
    /// Games that were looked at again.
    pub(crate) analyses: &'a Analyses,
    /// The page's path.
    pub(crate) path: &'a str,
    pub(crate) words: Words,
    /// Unix milliseconds.
    pub(crate) now_ms: i64,
    /// Every game there is.
    pub(crate) games: Arc<Vec<CatalogueEntry>>,
    /// Those that the address asks for, of whatever kind.
    pub(crate) query: GameQuery,
    /// The kinds of game that there are.
    pub(crate) kinds: Vec<GameKind>,
    /// The kind that the page is about.
    pub(crate) kind: GameKind,
}

impl<'a> View<'a> {
    pub(crate) fn new(sources: &Sources<'a>, path: &'a str, words: Words) -> anyhow::Result<View<'a>> {
        let &Sources {
            library,
            form_token,
            analyses,
            mode,
            now_ms,
            ..
        } = sources;
        let games = library.games()?;
        let query = address::query(&words, "");
        let count = |kind: GameKind| {
            let is_asked =
                |game: &&CatalogueEntry| game.kind == kind && game.outline.source.as_deref() != Some(MATCH);
            games.iter().filter(is_asked).count()
        };
        let mut kinds: Vec<GameKind> = GameKind::ALL
            .into_iter()
            .filter(|&kind| games.iter().any(|game| game.kind == kind))
            .collect();
        kinds.sort_by_key(|&kind| std::cmp::Reverse(count(kind)));
        let asked = query.word(Aspect::Game).and_then(GameKind::from_name);
        let kind = asked.or(kinds.first().copied()).unwrap_or(GameKind::Gomoku);
        Ok(View {
            library,
            mode,
            form_token,
            analyses,
            path,
            words,
            now_ms,
            games,
            query,
            kinds,
            kind,
        })
    }

    /// The question of this page, of its kind of game alone.
    pub(crate) fn asked(&self) -> GameQuery {
        self.query.clone().with(Aspect::Game, self.kind.name())
    }

    /// An address of this site about the page's games.
    pub(crate) fn to(&self, path: &str) -> String {
        address::words(&self.query, "").after(path)
    }

    /// The list of the page's games that have this word, too; of those that count only, if it tells what became of counted games.
    pub(crate) fn list_of(&self, aspect: Aspect, word: &str) -> String {
        let query = GameQuery {
            counting: Counting::Counted,
            ..self.query.clone()
        };
        address::words(&query.with(aspect, word), "").after("/games")
    }

    /// The list of the page's games that count.
    pub(crate) fn counted(&self) -> String {
        let query = GameQuery {
            counting: Counting::Counted,
            ..self.query.clone()
        };
        address::words(&query, "").after("/games")
    }

    /// This page with another value for a name of its own.
    pub(crate) fn here(&self, name: &str, value: &str) -> String {
        self.words
            .clone()
            .with("page", "")
            .with(name, value)
            .after(self.path)
    }

    /// The kind's unit: stones or turns.
    pub(crate) fn unit(&self) -> &'static str {
        self.kind.unit()
    }
}

/// The address of a game's page.
pub(crate) fn game(number: i64) -> String {
    format!("/games/{number}")
}
