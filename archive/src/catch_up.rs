//! The store brought up to date with the journals: what a killed process wrote down and did not store, or what could not
//! be stored while the database was locked.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use anyhow::Context;
use recordings::journal::{
    self, Journal,
    read::{self, Tail},
    summary::{self, SessionSummary},
};
use referee::{
    games::{AnyPosition, AnyRecord},
    verdict::Reason,
};
use stats::store::{
    Store, StoreError,
    merge::Log,
    row::{StoredFault, StoredSession},
};

use crate::{footage, found::Found, home::Home, opponents};

/// A larger file is no journal: a year of play takes less.
const BYTES_MAX: u64 = 512 << 20;

/// Takes everything into the store that the journals know more. A journal that another process is writing is left to it,
/// but for its finished games; half-written last lines of the others are cut off. What cannot be read is passed over and
/// named: one bad file costs no more than itself.
///
/// # Errors
/// The folder cannot be listed, or the store cannot be written.
pub fn all(home: &Home, store: &mut Store) -> anyhow::Result<Found> {
    let mut found = Found::default();
    let mut live = HashSet::new();
    let listing = journal::survey(&home.journals)?;
    let strange = listing
        .strange
        .iter()
        .map(|path| format!("{}, which is no file", path.display()));
    found.skipped.extend(strange);
    for path in &listing.journals {
        let taken = match journal::is_live(path) {
            Ok(true) => {
                found.live += 1;
                take_in_living(path, store, &mut found).map(|session| live.extend(session))
            }
            Ok(false) => take_in(path, store, &mut found),
            Err(error) => Err(error.into()),
        };
        match taken {
            Err(error) if error.is::<StoreError>() => return Err(error),
            Err(error) => found.skipped.push(format!("{error:#}")),
            Ok(()) => {}
        }
    }
    for game in store.open_games()? {
        if game.session.is_some_and(|session| live.contains(&session)) {
            continue;
        }
        found.unfinished.extend(store.find::<AnyPosition>(&game.id)?);
    }
    Ok(found)
}

/// Whether the journals know anything that the store does not, as far as that can be told without reading those of dead
/// sessions again.
pub(crate) fn is_lacking(home: &Home, store: &Store) -> bool {
    let lacks = |path: &PathBuf| -> anyhow::Result<bool> {
        if journal::is_live(path)? {
            let summary = summary::summarise(&read::read(path)?.entries);
            let lacks = |record: &AnyRecord| {
                let known = store.find::<AnyPosition>(&record.id).ok().flatten();
                is_settled(record) && !known.is_some_and(|known| is_settled(&known))
            };
            return Ok(summary.games.iter().any(lacks));
        }
        let bytes = std::fs::metadata(path)?.len();
        Ok(store.journal_bytes(&name_of(path))? != Some(bytes))
    };
    let listing = journal::survey(&home.journals).unwrap_or_default();
    listing.journals.iter().any(|path| lacks(path).unwrap_or(true))
}

/// The games whose results the journals hold, by their ids. A journal that cannot be read has none.
pub(crate) fn finished(home: &Home) -> HashSet<String> {
    let listing = journal::survey(&home.journals).unwrap_or_default();
    let readings = listing.journals.iter().filter_map(|path| read::read(path).ok());
    readings
        .flat_map(|reading| summary::summarise(&reading.entries).games)
        .filter(is_settled)
        .map(|record| record.id)
        .collect()
}

fn is_settled(record: &AnyRecord) -> bool {
    record
        .verdict
        .is_some_and(|verdict| verdict.reason != Reason::Aborted)
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Takes the finished games of a journal that somebody is writing into the store: nothing becomes of them any more. What
/// else it tells, its writer puts there. Answers the session.
fn take_in_living(path: &Path, store: &mut Store, found: &mut Found) -> anyhow::Result<Option<String>> {
    let summary = summary::summarise(&read::read(path)?.entries);
    let Some((session, _)) = summary.session.clone() else {
        return Ok(None);
    };
    let mut log = to_log(name_of(path), 0, summary);
    let mut lacking = Vec::new();
    for game in log.games.into_iter().filter(is_settled) {
        let known = store.find::<AnyPosition>(&game.id)?;
        if !known.is_some_and(|known| is_settled(&known)) {
            lacking.push(game);
        }
    }
    if !lacking.is_empty() {
        (log.games, log.endings, log.withdrawn, log.faults) = (lacking, Vec::new(), Vec::new(), Vec::new());
        found.journals += 1;
        found.merged += store.merge(&log)?;
    }
    Ok(Some(session.session))
}

/// Takes one journal of a home that nobody writes any more into the store, unless it is there already.
fn take_in(path: &Path, store: &mut Store, found: &mut Found) -> anyhow::Result<()> {
    let name = name_of(path);
    let bytes = std::fs::metadata(path).ok().map(|metadata| metadata.len());
    if bytes.is_some() && store.journal_bytes(&name)? == bytes {
        return Ok(());
    }
    take_in_as(&name, path, Whose::Ours, store, found).map(drop)
}

/// Whose a journal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// Of the home that takes it in: its torn last line is cut off.
    Ours,
    /// Of somebody who gave it to be read, and is left as it is.
    Given,
}

/// Takes a journal into the store that somebody named. Elsewhere than in the home another may have its name: there it goes by
/// its path. Answers how many of its lines are entries.
///
/// # Errors
/// It cannot be read, or the store cannot be written.
pub fn take_in_given(
    path: &Path,
    home: &Home,
    store: &mut Store,
    found: &mut Found,
) -> anyhow::Result<usize> {
    let whole = |path: &Path| path.canonicalize().ok();
    let is_of_home = path.parent().and_then(whole) == whole(&home.journals);
    let name = match whole(path) {
        Some(path) if !is_of_home => path.to_string_lossy().into_owned(),
        _ => name_of(path),
    };
    let whose = if is_of_home { Whose::Ours } else { Whose::Given };
    take_in_as(&name, path, whose, store, found)
}

fn take_in_as(
    name: &str,
    path: &Path,
    whose: Whose,
    store: &mut Store,
    found: &mut Found,
) -> anyhow::Result<usize> {
    let metadata = std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
    anyhow::ensure!(metadata.is_file(), "{} is no file", path.display());
    anyhow::ensure!(
        metadata.len() <= BYTES_MAX,
        "{} is larger than {} MiB",
        path.display(),
        BYTES_MAX >> 20
    );
    let mut reading = read::read(path)?;
    if let Tail::Torn { bytes } = reading.tail {
        found.torn_bytes += bytes;
        // A folder that can only be read keeps its torn line.
        if whose == Whose::Ours
            && let Ok((mended, _)) = Journal::reopen(path)
        {
            reading.whole_bytes = mended.length();
        }
    }
    let summary = summary::summarise(&reading.entries);
    found.journals += 1;
    found.damaged_lines += reading.damaged.len();
    found
        .muddles
        .extend(summary.muddles.iter().map(|muddle| format!("{name}, {muddle}")));
    found.merged += store.merge(&to_log(name.to_owned(), reading.whole_bytes, summary))?;
    Ok(reading.entries.len())
}

fn to_log(name: String, bytes: u64, summary: SessionSummary) -> Log {
    let session = summary.session.map(|(session, started_ms)| StoredSession {
        id: session.session,
        program: session.program,
        client: session.client,
        engine: session.engine,
        started_ms,
        ended_ms: summary.ended_ms,
    });
    let owner = session
        .as_ref()
        .map_or_else(|| name.clone(), |session| session.id.clone());
    let faults = summary.faults.into_iter().map(|fault| StoredFault {
        session: owner.clone(),
        seq: fault.seq,
        at_ms: fault.at_ms,
        game: fault.game,
        kind: fault.kind,
        detail: fault.detail,
    });
    let endings = summary
        .endings
        .into_iter()
        .map(|ending| (ending.game, ending.verdict, ending.at_ms));
    let films = summary.films.into_iter().map(footage::stored);
    let client = session.as_ref().and_then(|session| session.client.clone());
    let learned = opponents::learned(&summary.opponents, client.as_deref());
    let withdrawn = summary.withdrawn.into_iter().map(|one| (one.game, one.plies));
    Log {
        name,
        bytes,
        session,
        games: summary.games,
        endings: endings.collect(),
        withdrawn: withdrawn.collect(),
        films: films.collect(),
        learned,
        faults: faults.collect(),
    }
}

/// Takes in the journal that this process is writing, as far as it is written.
///
/// # Errors
/// As [`take_in`].
pub(crate) fn take_in_own(journal: &Journal, store: &mut Store) -> anyhow::Result<()> {
    let summary = summary::summarise(&read::read(journal.path())?.entries);
    store.merge(&to_log(name_of(journal.path()), journal.length(), summary))?;
    Ok(())
}
