//! Keeping the games of a session: the journal first, then the store; and at the start, bringing the store up to
//! date with whatever earlier sessions left in their journals.
//!
//! It knows neither screens nor engines, and no clock: `now_ms` (Unix milliseconds) comes in.

pub mod found;
pub mod catch_up;
pub mod opponents;
pub mod census;

use std::{
    collections::VecDeque,
    io,
    path::Path,
    time::{Duration, SystemTime},
};

use recordings::{
    film::Remark,
    journal::{self, Event, Journal, JournalError},
};
use referee::{
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use stats::store::{
    OpenMode, Store, StoreError,
    row::{Fault, Session},
};

use self::{found::Found, opponents::Guests};
use crate::{camera::Camera, complaint::Complaint, home::Home};

/// How old the saved copy of the database may become before the next start replaces it.
const BACKUP_AGE_MS: i64 = 24 * 60 * 60 * 1000;

/// The verdict on a game that was broken off.
pub const ABORTED: Verdict = Verdict {
    winner: None,
    reason: Reason::Aborted,
};

/// What the disk may refuse; for simulations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Book {
    /// A line of the journal.
    Journal,
    /// Anything in the database.
    Store,
}

/// Whether a book refuses to be written at this moment; for simulations.
pub type Refusal = Box<dyn FnMut(Book) -> Option<io::Error> + Send>;

/// What became of the disk, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It refuses to be written.
    Refused(String),
    /// It can be written again.
    Mended(String),
}

/// Events that may wait for the disk.
const WAITING_MAX: usize = 10_000;
/// How long a busy database may hold a game up.
const PATIENCE: Duration = Duration::from_secs(1);

/// Writes down one session: the journal first, then the store. What a call was given is on the disk when it returns, unless
/// the disk refuses it: then it waits in here and is written with a later call, in order ([`Keeper::is_written`]). A database
/// that cannot be written is left alone until a game ends; the journal has everything meanwhile.
pub struct Keeper {
    journal: Journal,
    store: Store,
    session: Session,
    camera: Option<Camera>,
    /// What the journal lacks.
    waiting: VecDeque<(Event, i64)>,
    /// Whether the store lacks anything that the journal has, or will have.
    is_behind: bool,
    news: Vec<News>,
    refusal: Option<Refusal>,
    guests: Guests,
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
        let found = catch_up::all(home, &mut store)?;
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
        store.wait_at_most(PATIENCE).map_err(complain)?;
        let keeper = Keeper {
            journal,
            session,
            camera: None,
            waiting: VecDeque::new(),
            is_behind: false,
            news: Vec::new(),
            refusal: None,
            guests: Guests::of(home, &store),
            store,
        };
        Ok((keeper, found))
    }

    /// A game begins, or one that an earlier session left goes on: then `record` holds the plies so far.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub fn begin_game(&mut self, record: &Record, now_ms: i64) -> anyhow::Result<()> {
        self.write(Event::GameStarted { game: record.clone() }, now_ms)?;
        self.film(|| Remark::GameBegan {
            game: Box::new(record.clone()),
        });
        self.put(|store, session| store.begin_game(Some(&session.id), record).map(|_| ()))
    }

    /// Ply number `index` (from 0) was played. A known index takes that ply and all after it back first.
    ///
    /// # Errors
    /// The game is unknown, a ply before is missing, or too much waits for the disk.
    pub fn add_ply(
        &mut self,
        game: &str,
        index: usize,
        seat: Seat,
        ply: &Ply,
        now_ms: i64,
    ) -> anyhow::Result<()> {
        let event = Event::Ply {
            game: game.to_owned(),
            index,
            seat,
            ply: ply.clone(),
        };
        self.write(event, now_ms)?;
        let play = ply.play;
        self.film(|| Remark::Ply { index, seat, play });
        self.put(|store, _| store.add_ply(game, index, seat, ply))
    }

    /// Plies were taken back; `plies` of them stay.
    ///
    /// # Errors
    /// The game is unknown, or too much waits for the disk.
    pub fn take_back(&mut self, game: &str, plies: usize, now_ms: i64) -> anyhow::Result<()> {
        let event = Event::TakenBack {
            game: game.to_owned(),
            plies,
        };
        self.write(event, now_ms)?;
        self.film(|| Remark::TakenBack { plies });
        self.put(|store, _| store.take_back(game, plies))
    }

    /// A game of this or of an earlier session is over.
    ///
    /// # Errors
    /// The game is unknown, or too much waits for the disk.
    pub fn end_game(&mut self, game: &str, verdict: Verdict, now_ms: i64) -> anyhow::Result<()> {
        let event = Event::GameEnded {
            game: game.to_owned(),
            verdict,
        };
        self.write(event, now_ms)?;
        self.film(|| Remark::GameEnded { verdict });
        self.put(|store, _| store.end_game(game, verdict, now_ms))?;
        self.catch_up();
        Ok(())
    }

    /// Something went wrong; `kind` is a short name to count by.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub fn fault(&mut self, game: Option<&str>, kind: &str, detail: &str, now_ms: i64) -> anyhow::Result<()> {
        let (game, kind, detail) = (game.map(str::to_owned), kind.to_owned(), detail.to_owned());
        let event = Event::Fault {
            game: game.clone(),
            kind: kind.clone(),
            detail: detail.clone(),
        };
        let seq = self.write(event, now_ms)?;
        self.film(|| Remark::Fault {
            kind: kind.clone(),
            detail: detail.clone(),
        });
        // Without a number it is not in the journal yet; the store learns it from there.
        let Some(seq) = seq else { return Ok(()) };
        self.put(|store, session| {
            let fault = Fault {
                session: session.id.clone(),
                seq,
                at_ms: now_ms,
                game,
                kind,
                detail,
            };
            store.add_fault(&fault).map(|_| ())
        })
    }

    /// Anything worth telling the reader of the journal; the store does not keep it.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub fn note(&mut self, text: &str, now_ms: i64) -> anyhow::Result<()> {
        let text = text.to_owned();
        self.write(Event::Note { text }, now_ms).map(|_| ())
    }

    /// The session ends in order.
    ///
    /// # Errors
    /// Something could not be written to the journal and is lost.
    pub fn close(mut self, now_ms: i64) -> anyhow::Result<()> {
        self.write(Event::SessionEnded, now_ms)?;
        if let Err(error) = self.flush() {
            let lost = self.waiting.len();
            return Err(anyhow::Error::new(error).context(format!("{lost} events are lost")));
        }
        self.session.ended_ms = Some(now_ms);
        self.put(|store, session| store.put_session(session))?;
        // What the store lacks now, the next start takes in.
        self.catch_up();
        Ok(())
    }

    /// Writes what waits for the disk, if it can be written. Answers whether nothing waits any more.
    pub fn is_written(&mut self) -> bool {
        let is_written = self.flush().is_ok();
        if is_written {
            self.catch_up();
        }
        is_written
    }

    /// What went wrong with the disk and came right again since this was called last, in words.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// From here on, what is written down is said into the film, too.
    pub fn film_with(&mut self, camera: Camera) {
        self.camera = Some(camera);
    }

    /// Books refuse to be written when this says so.
    pub fn refuse_with(&mut self, refusal: Refusal) {
        self.refusal = Some(refusal);
    }

    /// Adds a line to the journal and answers its number; `None` if it has to wait for the disk.
    ///
    /// # Errors
    /// Too much waits for the disk.
    fn write(&mut self, event: Event, now_ms: i64) -> anyhow::Result<Option<u64>> {
        let had_to_wait = !self.waiting.is_empty();
        self.waiting.push_back((event, now_ms));
        match self.flush() {
            Ok(seq) => {
                if had_to_wait {
                    self.news
                        .push(News::Mended("the journal has everything again".to_owned()));
                }
                Ok(seq)
            }
            Err(error) if self.waiting.len() > WAITING_MAX => Err(error.into()),
            Err(error) => {
                if !had_to_wait {
                    self.news.push(News::Refused(error.to_string()));
                }
                self.is_behind = true;
                Ok(None)
            }
        }
    }

    /// Writes what waits, in order, and answers the number of the last line.
    fn flush(&mut self) -> Result<Option<u64>, JournalError> {
        let mut last = None;
        while let Some((event, at_ms)) = self.waiting.front() {
            if let Some(source) = self.refusal.as_mut().and_then(|refuses| refuses(Book::Journal)) {
                let path = self.journal.path().to_owned();
                let doing = "write";
                return Err(JournalError::Io { doing, path, source });
            }
            last = Some(self.journal.append(event.clone(), *at_ms)?);
            self.waiting.pop_front();
        }
        Ok(last)
    }

    /// Writes to the store, unless that is behind.
    fn put(
        &mut self,
        write: impl FnOnce(&mut Store, &Session) -> Result<(), StoreError>,
    ) -> anyhow::Result<()> {
        if self.is_behind {
            return Ok(());
        }
        let result = match self.store_refusal() {
            Some(error) => Err(error),
            None => write(&mut self.store, &self.session),
        };
        match result {
            Err(error) if error.is_passing() => {
                let words = format!("{error}; the journal has everything");
                self.news.push(News::Refused(words));
                self.is_behind = true;
                Ok(())
            }
            result => Ok(result?),
        }
    }

    /// Brings a store that is behind up to date, if it can be written.
    fn catch_up(&mut self) {
        if !self.is_behind || !self.waiting.is_empty() || self.store_refusal().is_some() {
            return;
        }
        if catch_up::take_in_own(&self.journal, &mut self.store).is_ok() {
            self.is_behind = false;
            self.news
                .push(News::Mended("the database has everything again".to_owned()));
        }
    }

    fn store_refusal(&mut self) -> Option<StoreError> {
        let refusal = self.refusal.as_mut().and_then(|refuses| refuses(Book::Store));
        let path = self.store.path().to_owned();
        refusal.map(|source| StoreError::Io { path, source })
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
        StoreError::UnknownOpponent(_) => "`tengen opponents` shows the ids and names of all",
        StoreError::SeveralOpponents { .. } => {
            "give the id, which `tengen opponents` shows, or say that they are one: tengen opponents join ID ID"
        }
        StoreError::Ambiguous { .. } => "give more characters of the id; `tengen export --list` shows them",
        StoreError::CannotOpen { .. } | StoreError::Io { .. } => {
            "give a file in a folder that can be written with --db"
        }
        StoreError::Sqlite { .. } => "is the disk full, or another tengen busy with this database?",
        StoreError::PlyOutOfOrder { .. } | StoreError::BadValue { .. } => "please report this as a bug",
    };
    Complaint::new(error.to_string(), hint).into()
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
