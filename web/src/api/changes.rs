//! What changed since it was looked at last: for programs that follow what happens.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use stats::{insight::GameQuery, store::catalogue::CatalogueEntry};

use super::{
    answers::{EventTold, SessionStatus},
    entry, fault, status,
};
use crate::library::Library;

/// Faults that are told after one look at most: the newest.
const FAULTS: u32 = 100;

/// How everything stood at the last look.
#[derive(Default)]
pub(crate) struct Changes {
    sessions: Option<Vec<SessionStatus>>,
    games: Option<Arc<Vec<CatalogueEntry>>>,
    /// The newest faults: session and number there.
    faults: HashSet<(String, u64)>,
}

impl Changes {
    /// What is to be told. The first look tells how sessions stand; games and faults are told from then on.
    ///
    /// # Errors
    /// The database or the status cards cannot be read.
    pub(crate) fn look(&mut self, library: &Library, now_ms: i64) -> anyhow::Result<Vec<EventTold>> {
        let mut told = Vec::new();
        let now = status(library, now_ms)?;
        if self.sessions.as_ref() != Some(&now.sessions) {
            self.sessions = Some(now.sessions.clone());
            told.push(EventTold::Status(now));
        }
        let games = library.games()?;
        let before = self.games.replace(Arc::clone(&games));
        if before.as_ref().is_some_and(|before| Arc::ptr_eq(before, &games)) {
            return Ok(told);
        }
        let newest = library.ask(|store| {
            let faults = store.faults(None, FAULTS);
            faults.map_err(archive::database::user_error)
        })?;
        let named = newest.iter().map(|fault| (fault.session.clone(), fault.seq));
        let known = std::mem::replace(&mut self.faults, named.collect());
        let Some(before) = before else { return Ok(told) };
        let before: HashMap<&str, &CatalogueEntry> =
            before.iter().map(|game| (game.id.as_str(), game)).collect();
        let query = GameQuery::default();
        let changed = games
            .iter()
            .filter(|game| before.get(game.id.as_str()) != Some(game));
        told.extend(changed.map(|game| EventTold::Game(Box::new(entry(game, &query)))));
        let fresh = newest.into_iter().rev();
        let fresh = fresh.filter(|fault| !known.contains(&(fault.session.clone(), fault.seq)));
        told.extend(fresh.map(|found| EventTold::Fault(fault(found))));
        Ok(told)
    }
}
