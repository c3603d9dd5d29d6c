//! Keeping the games of a session: the journal first, then the store; and at the start, bringing the store up to
//! date with whatever earlier sessions left in their journals.
//!
//! It knows neither screens nor engines, and no clock: `now_ms` (Unix milliseconds) comes in.

pub mod found;

use std::{collections::HashSet, path::Path, time::SystemTime};

use anyhow::Context;
use recordings::{
    film::Remark,
    journal::{
        self, Event, Journal,
        read::{self, Tail},
        tale::{self, Tale},
    },
};
use referee::{
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use stats::store::{
    OpenMode, Store, StoreError,
    merge::Log,
    row::{Fault, Session},
};

use self::found::Found;
use crate::{camera::Camera, complaint::Complaint, home::Home};

/// How old the saved copy of the database may become before the next start replaces it.
const BACKUP_AGE_MS: i64 = 24 * 60 * 60 * 1000;

/// The verdict on a game that was broken off.
pub const ABORTED: Verdict = Verdict {
    winner: None,
    reason: Reason::Aborted,
};

/// Writes down one session. What a call was given is on the disk when it returns.
pub struct Keeper {
    journal: Journal,
    store: Store,
    session: Session,
    camera: Option<Camera>,
}

impl Keeper {
    /// Opens the store, takes in what the journals know more, saves a copy of the database once a day
    /// (`NAME.backup`), and begins a session. The second value tells what was found; its unfinished games are the
    /// caller's to resume ([`Keeper::begin_game`]) or to give up ([`Keeper::end_game`] with [`ABORTED`]).
    ///
    /// # Errors
    /// The folder or the database cannot be written or is not ours.
    pub fn open(home: &Home, session: &journal::Session, now_ms: i64) -> anyhow::Result<(Keeper, Found)> {
        let mut store = open_store(home, OpenMode::Write)?;
        let found = catch_up(home, &mut store)?;
        back_up(home, &store, now_ms)?;
        let journal = Journal::create(&home.journals, session, now_ms)?;
        let session = Session {
            id: session.session.clone(),
            program: session.program.clone(),
            client: session.client.clone(),
            engine: session.engine.clone(),
            started_ms: now_ms,
            ended_ms: None,
        };
        store.put_session(&session)?;
        Ok((
            Keeper {
                journal,
                store,
                session,
                camera: None,
            },
            found,
        ))
    }

    /// A game begins, or one that an earlier session left goes on: then `record` holds the plies so far.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn begin_game(&mut self, record: &Record, now_ms: i64) -> anyhow::Result<()> {
        self.journal
            .append(Event::GameStarted { game: record.clone() }, now_ms)?;
        self.film(|| Remark::GameBegan {
            game: Box::new(record.clone()),
        });
        self.store.begin_game(Some(&self.session.id), record)?;
        Ok(())
    }

    /// Ply number `index` (from 0) was played. A known index takes that ply and all after it back first.
    ///
    /// # Errors
    /// The game is unknown, a ply before is missing, or the disk refused it.
    pub fn add_ply(
        &mut self,
        game: &str,
        index: usize,
        seat: Seat,
        ply: &Ply,
        now_ms: i64,
    ) -> anyhow::Result<()> {
        self.journal.append(
            Event::Ply {
                game: game.to_owned(),
                index,
                seat,
                ply: ply.clone(),
            },
            now_ms,
        )?;
        let play = ply.play;
        self.film(|| Remark::Ply { index, seat, play });
        Ok(self.store.add_ply(game, index, seat, ply)?)
    }

    /// Plies were taken back; `plies` of them stay.
    ///
    /// # Errors
    /// The game is unknown, or the disk refused it.
    pub fn take_back(&mut self, game: &str, plies: usize, now_ms: i64) -> anyhow::Result<()> {
        self.journal.append(
            Event::TakenBack {
                game: game.to_owned(),
                plies,
            },
            now_ms,
        )?;
        self.film(|| Remark::TakenBack { plies });
        Ok(self.store.take_back(game, plies)?)
    }

    /// A game of this or of an earlier session is over.
    ///
    /// # Errors
    /// The game is unknown, or the disk refused it.
    pub fn end_game(&mut self, game: &str, verdict: Verdict, now_ms: i64) -> anyhow::Result<()> {
        self.journal.append(
            Event::GameEnded {
                game: game.to_owned(),
                verdict,
            },
            now_ms,
        )?;
        self.film(|| Remark::GameEnded { verdict });
        Ok(self.store.end_game(game, verdict, now_ms)?)
    }

    /// Something went wrong; `kind` is a short name to count by.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn fault(&mut self, game: Option<&str>, kind: &str, detail: &str, now_ms: i64) -> anyhow::Result<()> {
        let (game, kind, detail) = (game.map(str::to_owned), kind.to_owned(), detail.to_owned());
        let event = Event::Fault {
            game: game.clone(),
            kind: kind.clone(),
            detail: detail.clone(),
        };
        let seq = self.journal.append(event, now_ms)?;
        self.film(|| Remark::Fault {
            kind: kind.clone(),
            detail: detail.clone(),
        });
        let session = self.session.id.clone();
        self.store.add_fault(&Fault {
            session,
            seq,
            at_ms: now_ms,
            game,
            kind,
            detail,
        })?;
        Ok(())
    }

    /// Anything worth telling the reader of the journal; the store does not keep it.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn note(&mut self, text: &str, now_ms: i64) -> anyhow::Result<()> {
        self.journal.append(
            Event::Note {
                text: text.to_owned(),
            },
            now_ms,
        )?;
        Ok(())
    }

    /// The session ends in order.
    ///
    /// # Errors
    /// The disk refused it.
    pub fn close(mut self, now_ms: i64) -> anyhow::Result<()> {
        self.journal.append(Event::SessionEnded, now_ms)?;
        self.session.ended_ms = Some(now_ms);
        Ok(self.store.put_session(&self.session)?)
    }

    /// From here on, what is written down is said into the film, too.
    pub fn film_with(&mut self, camera: Camera) {
        self.camera = Some(camera);
    }

    fn film(&self, remark: impl FnOnce() -> Remark) {
        if let Some(camera) = &self.camera {
            camera.remark(&remark());
        }
    }

    /// The journal's file.
    pub fn journal(&self) -> &Path {
        self.journal.path()
    }

    /// The session's id.
    pub fn session(&self) -> &str {
        &self.session.id
    }

    /// For reading.
    pub fn store(&self) -> &Store {
        &self.store
    }
}

/// Opens a home's database, with advice for whoever gave a wrong one.
///
/// # Errors
/// The [`Complaint`] says what is wrong with it.
pub fn open_store(home: &Home, mode: OpenMode) -> anyhow::Result<Store> {
    if mode == OpenMode::Write {
        home.create()?;
    }
    Store::open(&home.database, mode).map_err(complain)
}

/// A store's refusal with the hint that fits.
pub fn complain(error: StoreError) -> anyhow::Error {
    let hint = match &error {
        StoreError::Missing(_) => "play or import some games first, or name the database with --db",
        StoreError::NotADatabase(_) => {
            "name a database that tengen made, or a file that does not exist yet, with --db"
        }
        StoreError::Newer { .. } => "use the version of tengen that wrote it, or another database with --db",
        StoreError::Older { .. } => "import any game file into it to bring it up to date",
        StoreError::Damaged { .. } => "keep the file, and rebuild: tengen import --db NEW.db JOURNALS-FOLDER",
        StoreError::UnknownGame(_) => "`tengen export --list` shows the ids of all games",
        StoreError::Ambiguous { .. } => "give more characters of the id; `tengen export --list` shows them",
        StoreError::CannotOpen { .. } | StoreError::Io { .. } => {
            "give a file in a folder that can be written with --db"
        }
        StoreError::Sqlite { .. } => "is the disk full, or another tengen busy with this database?",
        StoreError::PlyOutOfOrder { .. } | StoreError::BadValue { .. } => "please report this as a bug",
    };
    Complaint::new(error.to_string(), hint).into()
}

/// Takes everything into the store that the journals know more. Journals that another process is writing are left
/// to it; half-written last lines of the others are cut off.
///
/// # Errors
/// A journal cannot be read, or the store cannot be written.
pub fn catch_up(home: &Home, store: &mut Store) -> anyhow::Result<Found> {
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
    let withdrawn = tale.withdrawn.into_iter().map(|one| (one.game, one.plies));
    Log {
        name,
        bytes,
        session,
        games: tale.games,
        endings: endings.collect(),
        withdrawn: withdrawn.collect(),
        faults: faults.collect(),
    }
}

fn back_up(home: &Home, store: &Store, now_ms: i64) -> anyhow::Result<()> {
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
    store.backup(target).map_err(complain)
}

#[cfg(test)]
mod tests;
