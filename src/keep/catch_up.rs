//! The store brought up to date with the journals: what a killed process wrote down and did not store, or what could not
//! be stored while the database was locked.

use std::{collections::HashSet, path::Path};

use anyhow::Context;
use recordings::journal::{
    self, Journal,
    read::{self, Tail},
    tale::{self, Tale},
};
use stats::store::{
    Store,
    merge::Log,
    row::{Fault, Session},
};

use super::{found::Found, opponents};
use crate::home::Home;

/// Takes everything into the store that the journals know more. Journals that another process is writing are left
/// to it; half-written last lines of the others are cut off.
///
/// # Errors
/// A journal cannot be read, or the store cannot be written.
pub fn all(home: &Home, store: &mut Store) -> anyhow::Result<Found> {
    let mut found = Found::default();
    let mut live = HashSet::new();
    for path in journal::list(&home.journals)? {
        if journal::is_live(&path)? {
            found.live += 1;
            live.extend(
                tale::tell(&read::read(&path)?.entries)
                    .session
                    .map(|(session, _)| session.session),
            );
            continue;
        }
        take_in(&path, store, &mut found)?;
    }
    for game in store.open_games()? {
        if game.session.is_some_and(|session| live.contains(&session)) {
            continue;
        }
        found.unfinished.extend(store.find(&game.id)?);
    }
    Ok(found)
}

/// Takes one journal that nobody writes any more into the store, unless it is there already.
///
/// # Errors
/// It cannot be read, or the store cannot be written.
pub fn take_in(path: &Path, store: &mut Store, found: &mut Found) -> anyhow::Result<()> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let bytes = std::fs::metadata(path)
        .with_context(|| format!("journal {}", path.display()))?
        .len();
    if store.journal_bytes(&name)? == Some(bytes) {
        return Ok(());
    }
    let mut reading = read::read(path)?;
    if let Tail::Torn { bytes } = reading.tail {
        found.torn_bytes += bytes;
        let (mended, _) = Journal::reopen(path)?;
        reading.whole_bytes = mended.length();
    }
    let tale = tale::tell(&reading.entries);
    found.journals += 1;
    found.damaged_lines += reading.damaged.len();
    found
        .muddles
        .extend(tale.muddles.iter().map(|muddle| format!("{name}, {muddle}")));
    found.merged += store.merge(&to_log(name, reading.whole_bytes, tale))?;
    Ok(())
}

fn to_log(name: String, bytes: u64, tale: Tale) -> Log {
    let session = tale.session.map(|(session, started_ms)| Session {
        id: session.session,
        program: session.program,
        client: session.client,
        engine: session.engine,
        started_ms,
        ended_ms: tale.ended_ms,
    });
    let owner = session
        .as_ref()
        .map_or_else(|| name.clone(), |session| session.id.clone());
    let faults = tale.faults.into_iter().map(|fault| Fault {
        session: owner.clone(),
        seq: fault.seq,
        at_ms: fault.at_ms,
        game: fault.game,
        kind: fault.kind,
        detail: fault.detail,
    });
    let endings = tale
        .endings
        .into_iter()
        .map(|ending| (ending.game, ending.verdict, ending.at_ms));
    let client = session.as_ref().and_then(|session| session.client.clone());
    let learned = opponents::learned(&tale.opponents, client.as_deref());
    let withdrawn = tale.withdrawn.into_iter().map(|one| (one.game, one.plies));
    Log {
        name,
        bytes,
        session,
        games: tale.games,
        endings: endings.collect(),
        withdrawn: withdrawn.collect(),
        learned,
        faults: faults.collect(),
    }
}

/// Takes in the journal that this process is writing, as far as it is written.
///
/// # Errors
/// As [`take_in`].
pub(super) fn take_in_own(journal: &Journal, store: &mut Store) -> anyhow::Result<()> {
    let name = journal.path().file_name().unwrap_or_default().to_string_lossy();
    let tale = tale::tell(&read::read(journal.path())?.entries);
    store.merge(&to_log(name.into_owned(), journal.length(), tale))?;
    Ok(())
}
