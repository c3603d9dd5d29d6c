//! A database that cannot be used: set aside with all that belongs to it, and made anew from the newest copy and from
//! what can still be read of it; the journals add what was played ([`super::catch_up`]). Each step leaves the folder so
//! that a program that is killed there goes on at its next start. Only a file that is ours is ever moved.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _},
    path::{Path, PathBuf},
    thread,
    time::Duration,
};

use recordings::journal;
use stats::store::{OpenMode, Store, StoreError, salvage::Salvaged};

use crate::{catch_up, database::user_error, home::Home};

/// What SQLite keeps beside a database, and in the end the database itself. That goes last: without it the others would
/// be taken for those of whatever file comes into its place.
const PARTS: [&str; 4] = ["-wal", "-shm", "-journal", ""];
/// Bytes of the smallest page, which every database has.
const SMALLEST: u64 = 512;
/// What a name ends with that was set aside, before its time stamp.
const ASIDE: &str = ".damaged-";
/// Files that may have been set aside in one second.
const ASIDE_MAX: u32 = 100;
/// Looks whether another program is still at it, and the time between two of them.
const LOOKS: u32 = 100;
const LOOK: Duration = Duration::from_millis(100);

/// A database that can be written, as well as it could be had.
pub(crate) struct Opened {
    /// The database, or one in memory in its place.
    pub store: Store,
    /// Whether it is the one in memory.
    pub stands_in: bool,
    /// What was wrong and what became of it, in words; nothing if all was well.
    pub told: Vec<String>,
}

/// Asked before each step by its name; an error ends the work there. For tests of what a kill leaves.
pub(crate) type Steps<'a> = &'a mut dyn FnMut(&str) -> io::Result<()>;

/// Opens a home's database for writing. A damaged one of ours is set aside and made anew; in place of one that cannot be
/// had at all (a lock, a full disk, no permission) stands one in memory, if there are journals to learn it from.
///
/// # Errors
/// It is nobody's database of ours, a later version's, or there is nothing to go on with.
pub(crate) fn open(home: &Home, now_ms: i64) -> anyhow::Result<Opened> {
    open_by_steps(home, now_ms, &mut |_| Ok(()))
}

/// The same, step by step.
///
/// # Errors
/// As [`open`].
pub(crate) fn open_by_steps(home: &Home, now_ms: i64, steps: Steps<'_>) -> anyhow::Result<Opened> {
    if let Err(mistake) = home.create() {
        return Err(mistake.into());
    }
    let fine = |store| Opened {
        store,
        stands_in: false,
        told: Vec::new(),
    };
    if let Ok(store) = attempt(home) {
        return Ok(fine(store));
    }
    // Another program may be mending it at this moment.
    let lock = hold(home);
    let error = match attempt(home) {
        Ok(store) => return Ok(fine(store)),
        Err(error) => error,
    };
    if !is_ours(home) || is_of_a_later_version(&error) {
        return Err(user_error(error));
    }
    let trouble = match error.is_damage() || is_barred(home, &error) {
        true => match mend(home, &error, now_ms, steps) {
            Ok(opened) => return Ok(opened),
            Err(trouble) => format!("{error}; it cannot be made anew: {trouble}"),
        },
        false => error.to_string(),
    };
    drop(lock);
    let told = format!("{trouble}; until the database can be had, the journals alone keep the games");
    Ok(Opened {
        store: Store::in_memory().map_err(user_error)?,
        stands_in: true,
        told: vec![told],
    })
}

/// Opens what is there, if that is all that should be there.
fn attempt(home: &Home) -> Result<Store, StoreError> {
    let damaged = |problem: &str| StoreError::Damaged {
        path: home.database.clone(),
        problem: problem.to_owned(),
    };
    match std::fs::symlink_metadata(&home.database) {
        // SQLite takes such a file for one that was never written.
        Ok(metadata) if metadata.is_file() && metadata.len() < SMALLEST && is_ours(home) => {
            return Err(damaged(&format!("the file has {} bytes", metadata.len())));
        }
        // A program was killed while it made the database anew, or somebody took it away and not its copy.
        Err(error) if error.kind() == io::ErrorKind::NotFound && !sources(home).is_empty() => {
            return Err(damaged("the file is gone"));
        }
        _ => {}
    }
    Store::open(&home.database, OpenMode::Write)
}

fn is_of_a_later_version(error: &StoreError) -> bool {
    matches!(error, StoreError::Newer { .. }) && !error.is_damage()
}

/// Whether the file is one that the program made: there are journals or copies of it, or it says so at its head.
pub(crate) fn is_ours(home: &Home) -> bool {
    let has_journals = || journal::survey(&home.journals).is_ok_and(|found| !found.journals.is_empty());
    let says_so = || {
        let mut head = [0; 72];
        let is_file = std::fs::metadata(&home.database).is_ok_and(|metadata| metadata.is_file());
        let opened = is_file.then(|| OpenOptions::new().read(true).open(&home.database).ok());
        let read = opened.flatten().map(|mut file| file.read_exact(&mut head));
        read.is_some_and(|read| read.is_ok())
            && head.starts_with(b"SQLite format 3\0")
            && head.ends_with(b"TNGN")
    };
    has_journals() || !sources(home).is_empty() || says_so()
}

/// Whether the file is there and cannot be written, for a reason that will not pass: this account may not, a damaged head
/// says that nobody may, or something stands where SQLite keeps its own beside it.
fn is_barred(home: &Home, error: &StoreError) -> bool {
    let is_no_file = |part: &&str| {
        let beside = std::fs::metadata(with(&home.database, part));
        beside.is_ok_and(|metadata| !metadata.is_file())
    };
    if PARTS.iter().any(is_no_file) {
        return true;
    }
    match OpenOptions::new().read(true).write(true).open(&home.database) {
        Ok(_) => error.disk() == Some(io::ErrorKind::ReadOnlyFilesystem),
        Err(error) => error.kind() == io::ErrorKind::PermissionDenied,
    }
}

/// Sets the database aside and makes another.
fn mend(home: &Home, why: &StoreError, now_ms: i64, steps: Steps<'_>) -> anyhow::Result<Opened> {
    let aside = set_aside(home, now_ms, steps)?;
    let mut told = vec![match &aside {
        Some(aside) => format!("{why}: set aside as {}", name(aside)),
        None => why.to_string(),
    }];
    told.extend(rebuild(home, steps)?);
    let store = Store::open(&home.database, OpenMode::Write)?;
    Ok(Opened {
        store,
        stands_in: false,
        told,
    })
}

/// Renames the database and what SQLite keeps beside it; answers its name, if there was one.
///
/// # Errors
/// The folder cannot be written.
pub(crate) fn set_aside(home: &Home, now_ms: i64, steps: Steps<'_>) -> io::Result<Option<PathBuf>> {
    set_parts_aside(home, &PARTS, now_ms, steps)
}

/// Renames what SQLite keeps beside the database, which is not that of the file that stands there.
///
/// # Errors
/// The folder cannot be written.
pub(crate) fn set_log_aside(home: &Home, now_ms: i64) -> io::Result<()> {
    set_parts_aside(home, &PARTS[..3], now_ms, &mut |_| Ok(())).map(drop)
}

fn set_parts_aside(
    home: &Home,
    parts: &[&str],
    now_ms: i64,
    steps: Steps<'_>,
) -> io::Result<Option<PathBuf>> {
    let time = jiff::Timestamp::from_millisecond(now_ms).unwrap_or_default();
    let stamp = time.strftime("%Y%m%dT%H%M%SZ");
    let taken = |aside: &PathBuf| PARTS.iter().any(|part| is_there(&with(aside, part)));
    let aside = (1..=ASIDE_MAX)
        .map(|number| match number {
            1 => with(&home.database, &format!("{ASIDE}{stamp}")),
            _ => with(&home.database, &format!("{ASIDE}{stamp}-{number}")),
        })
        .find(|aside| !taken(aside))
        .ok_or(io::ErrorKind::AlreadyExists)?;
    let mut moved = None;
    for part in parts {
        let from = with(&home.database, part);
        if is_there(&from) {
            steps(&format!("move {part:?}"))?;
            std::fs::rename(&from, with(&aside, part))?;
            moved = part.is_empty().then(|| aside.clone());
        }
    }
    Ok(moved)
}

/// Makes a database where there is none: the newest copy that is sound, and what else can be read of the one that was set
/// aside last. It takes its name when it is whole. Answers in words what it was made of.
fn rebuild(home: &Home, steps: Steps<'_>) -> anyhow::Result<Vec<String>> {
    let partial = with(
        &home.database,
        &format!(".backup.{}-mended.partial", std::process::id()),
    );
    let mut told = Vec::new();
    let mut base = None;
    for source in sources(home) {
        if name(&source).contains(ASIDE) {
            continue;
        }
        steps("copy")?;
        remove(&partial)?;
        std::fs::copy(&source, &partial)?;
        match Store::open(&partial, OpenMode::Write) {
            Ok(store) => {
                base = Some(store);
                told.push(format!("made anew from the copy {}", name(&source)));
                break;
            }
            Err(error) => told.push(format!("the copy {} cannot be used: {error}", name(&source))),
        }
    }
    let mut store = match base {
        Some(store) => store,
        None => {
            remove(&partial)?;
            told.push("made anew without a copy".to_owned());
            Store::open(&partial, OpenMode::Write)?
        }
    };
    if let Some(aside) = sources(home)
        .into_iter()
        .find(|source| name(source).contains(ASIDE))
    {
        steps("salvage")?;
        let journaled = catch_up::finished(home);
        let salvaged = store.salvage(&aside, &|game| journaled.contains(game))?;
        told.extend(say(&salvaged, &aside));
    }
    // What was written is in the file itself once nobody has it open.
    drop(store);
    OpenOptions::new()
        .read(true)
        .write(true)
        .open(&partial)?
        .sync_all()?;
    steps("name")?;
    std::fs::rename(&partial, &home.database)?;
    Ok(told)
}

fn say(salvaged: &Salvaged, aside: &Path) -> Vec<String> {
    let Salvaged {
        games,
        marks,
        lost,
        is_list_whole,
    } = *salvaged;
    let mut told = Vec::new();
    if games + marks > 0 {
        told.push(format!(
            "saved from {}: {games} games that no journal has, {marks} marks of games left out",
            name(aside)
        ));
    }
    if lost > 0 || !is_list_whole {
        let which = match lost {
            0 => "games from files, matches and other folders".to_owned(),
            _ => format!("{lost} games from files, matches or other folders"),
        };
        told.push(format!(
            "what came into the database since that copy and is in no journal may be lost ({which}): import them again, match --resume stores a match again"
        ));
    }
    told
}

/// What a database may be made of, the newest first: copies of it, and what was set aside.
fn sources(home: &Home) -> Vec<PathBuf> {
    let folder = match home.database.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let own = name(&home.database);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        let Some(rest) = file.strip_prefix(&own) else {
            continue;
        };
        let is_copy = rest == ".backup" || rest.starts_with(".before-v");
        let is_aside = rest.starts_with(ASIDE) && !PARTS[..3].iter().any(|part| rest.ends_with(part));
        let metadata = entry.metadata().ok().filter(std::fs::Metadata::is_file);
        if let (true, Some(metadata)) = (is_copy || is_aside, metadata) {
            found.push((metadata.modified().ok(), home.database.with_file_name(file)));
        }
    }
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}

/// Keeps other programs from mending the same folder, for as long as the value lives; for a while at most.
#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: it waits for another program"
)]
fn hold(home: &Home) -> Option<File> {
    let folder = home
        .database
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let file = OpenOptions::new()
        .read(true)
        .open(folder.unwrap_or(Path::new(".")))
        .ok()?;
    for _ in 0..LOOKS {
        match file.try_lock() {
            Err(std::fs::TryLockError::WouldBlock) => thread::sleep(LOOK),
            _ => break,
        }
    }
    Some(file)
}

fn is_there(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok()
}

/// The path with more behind its name.
fn with(path: &Path, end: &str) -> PathBuf {
    let mut whole = path.as_os_str().to_owned();
    whole.push(end);
    whole.into()
}

fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

#[expect(clippy::disallowed_methods, reason = "this file is part of the shell")]
fn remove(path: &Path) -> io::Result<()> {
    for part in PARTS {
        match std::fs::remove_file(with(path, part)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
