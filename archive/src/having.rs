//! A home's database as whoever needs it gets it: mended if it is damaged, with what the journals know more, and with a
//! copy saved once a day. What to write into it is not known here.

use std::{path::Path, time::SystemTime};

use stats::store::{OpenMode, Store, StoreError};

use crate::{catch_up, database::user_error, found::Found, home::Home, mend};

/// How old the saved copy of the database may become before the next start replaces it.
pub(crate) const BACKUP_AGE_MS: i64 = 24 * 60 * 60 * 1000;

/// The database of a home and what its journals know more. What shows its damage only when it is used is mended as well.
pub(crate) fn have(home: &Home, now_ms: i64) -> anyhow::Result<(mend::Opened, Found)> {
    let mut opened = mend::open(home, now_ms)?;
    match catch_up::all(home, &mut opened.store) {
        Err(error) if is_damage(&error) && mend::is_ours(home) => {
            let why = format!("{error:#}");
            drop(opened);
            mend::set_aside(home, now_ms, &mut |_| Ok(()))?;
            let mut opened = mend::open(home, now_ms)?;
            opened.told.insert(0, why);
            let found = catch_up::all(home, &mut opened.store)?;
            Ok((opened, found))
        }
        Err(error) if is_passing(&error) && !opened.stands_in => {
            let store = Store::in_memory().map_err(user_error)?;
            let mut opened = mend::Opened {
                store,
                stands_in: true,
                told: vec![format!(
                    "{error:#}; until the database can be had, the journals alone keep the games"
                )],
            };
            let found = catch_up::all(home, &mut opened.store)?;
            Ok((opened, found))
        }
        found => found.map(|found| (opened, found)),
    }
}

pub(crate) fn is_damage(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<StoreError>()
        .is_some_and(StoreError::is_damage)
}

fn is_passing(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<StoreError>()
        .is_some_and(StoreError::is_passing)
}

/// A home's database for a question: what it lacks of the journals is taken in first, and what is wrong with it mended as at
/// a session's start. The second value says so in words.
///
/// # Errors
/// There is none, or it cannot be read.
pub fn open_for_question(home: &Home, now_ms: i64) -> anyhow::Result<(Store, Vec<String>)> {
    let read = Store::open(&home.database, OpenMode::Read);
    let is_ours = || mend::is_ours(home);
    match &read {
        Ok(store) if store.check().is_ok() && !catch_up::is_lacking(home, store) => {
            return Ok((read.map_err(user_error)?, Vec::new()));
        }
        Err(error @ StoreError::Newer { .. }) if !error.is_damage() => {
            return Ok((read.map_err(user_error)?, Vec::new()));
        }
        Err(_) if !is_ours() => return Ok((read.map_err(user_error)?, Vec::new())),
        _ => {}
    }
    let had = have(home, now_ms);
    match (had, read) {
        // One in memory knows the journals; what came from files is in the database alone.
        (Ok((opened, _)), Ok(store)) if opened.stands_in => Ok((store, lacks(&opened.told.join("; ")))),
        (Ok((opened, found)), _) => {
            let mut told = opened.told;
            told.extend(found.to_lines_of_taking_in());
            Ok((opened.store, told))
        }
        (Err(error), Ok(store)) => Ok((store, lacks(&format!("{error:#}")))),
        (Err(error), Err(_)) => Err(error),
    }
}

fn lacks(why: &str) -> Vec<String> {
    vec![format!("the database lacks what the journals have: {why}")]
}

/// Saves a copy of the database once a day.
pub(crate) fn back_up(home: &Home, store: &Store, now_ms: i64) -> anyhow::Result<()> {
    let mut target = home.database.clone().into_os_string();
    target.push(".backup");
    let target = Path::new(&target);
    let saved_ms = std::fs::metadata(target)
        .and_then(|metadata| metadata.modified())
        .ok()
        .and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok())
        .and_then(|since| i64::try_from(since.as_millis()).ok());
    if saved_ms.is_some_and(|saved_ms| (0..BACKUP_AGE_MS).contains(&(now_ms - saved_ms))) {
        return Ok(());
    }
    store.backup(target).map_err(user_error)
}
