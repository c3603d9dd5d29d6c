//! Keeping the games of a session: the journal first, then the store; and at the start, bringing the store up to
//! date with whatever earlier sessions left in their journals.
//!
//! It knows neither screens nor engines, and no clock: `now_ms` (Unix milliseconds) comes in.

mod meeting;

use std::{collections::VecDeque, path::Path, time::Duration};

use recordings::{
    film::Remark,
    journal::{self, FilmStretch, Journal, JournalError, JournalEvent},
};
use referee::{
    games::{AnyMove, Registered},
    record::{Ply, Record},
    seat::Seat,
    verdict::Verdict,
};
use stats::store::{
    Store, StoreError,
    row::{StoredFault, StoredSession},
};

use crate::{
    camera::Camera,
    catch_up,
    footage::{self, Filming},
    found::Found,
    having,
    home::Home,
    journal_hint, mend,
    opponents::KnownOpponents,
    write_gate::{OpenGate, Storage, WriteGate},
};

/// What faults of the database itself are counted by.
pub const DAMAGE: &str = "database";

/// What became of the disk, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It refuses to be written.
    Refused(String),
    /// It can be written again.
    Mended(String),
}

impl News {
    /// The words alone.
    pub(crate) fn into_words(self) -> String {
        match self {
            News::Refused(words) | News::Mended(words) => words,
        }
    }
}

/// Events that may wait for the disk.
const WAITING_MAX: usize = 10_000;
/// How long a busy database may hold a game up.
const PATIENCE: Duration = Duration::from_secs(1);
/// How long it may hold the end of a session up.
const LAST_PATIENCE: Duration = Duration::from_secs(10);

/// Between two attempts to have a database that could not be had.
const AGAIN_MS: i64 = 60_000;

/// Writes down one session: the journal first, then the store. What a call was given is on the disk when it returns, unless
/// the disk refuses it: then it waits in here and is written with a later call, in order ([`Keeper::is_written`]). A database
/// that cannot be written is left alone until a game ends; the journal has everything meanwhile. Files that are deleted or
/// moved under it are noticed at the next call and made anew.
pub struct Keeper {
    home: Home,
    journal: Journal,
    store: Store,
    /// Whether the store is one in memory, for want of a database.
    pub(crate) stands_in: bool,
    /// Whether the database does not hold what was written into it: another must take its place.
    is_damaged: bool,
    /// Whether it was told that somebody took the database away.
    is_away: bool,
    /// When a database was last looked for that could not be had.
    tried_ms: i64,
    /// When the last call came.
    now_ms: i64,
    session: StoredSession,
    camera: Option<Camera>,
    /// The game that is being filmed.
    filming: Option<Filming>,
    /// What the journal lacks.
    waiting: VecDeque<(JournalEvent, i64)>,
    /// Whether the store lacks anything that the journal has, or will have.
    is_behind: bool,
    /// Why it does, in words.
    why_behind: String,
    news: Vec<News>,
    gate: Box<dyn WriteGate>,
    known_opponents: KnownOpponents,
}

impl Keeper {
    /// Opens the store, takes in what the journals know more, saves a copy of the database once a day
    /// (`NAME.backup`), and begins a session. A damaged database is set aside and made anew; in place of one that cannot
    /// be had stands one in memory until it can (`mend`). The second value tells what was found; its unfinished games
    /// are the caller's to resume ([`Keeper::begin_game`]) or to give up ([`Keeper::end_game`] with [`Verdict::ABORTED`]).
    ///
    /// # Errors
    /// The folder or the journal cannot be written, or the database is not ours.
    pub fn open(home: &Home, session: &journal::SessionHead, now_ms: i64) -> anyhow::Result<(Keeper, Found)> {
        let (
            mend::Opened {
                store,
                stands_in,
                told,
            },
            mut found,
        ) = having::have(home, now_ms)?;
        found.mended = told;
        if !stands_in && let Err(error) = having::back_up(home, &store, now_ms) {
            found
                .mended
                .push(format!("no copy of the database was saved: {error}"));
        }
        let journal = Journal::create(&home.journals, session, now_ms).map_err(journal_hint::journal)?;
        let session = StoredSession {
            id: session.session.clone(),
            program: session.program.clone(),
            client: session.client.clone(),
            engine: session.engine.clone(),
            started_ms: now_ms,
            ended_ms: None,
        };
        let mut keeper = Keeper {
            home: home.clone(),
            journal,
            stands_in,
            is_damaged: false,
            is_away: false,
            tried_ms: now_ms,
            now_ms,
            session,
            camera: None,
            filming: None,
            waiting: VecDeque::new(),
            is_behind: stands_in,
            why_behind: found.mended.last().cloned().unwrap_or_default(),
            news: Vec::new(),
            gate: Box::new(OpenGate),
            known_opponents: KnownOpponents::of(home, &store),
            store,
        };
        keeper.put(|store, session| store.put_session(session))?;
        let _ = keeper.store.wait_at_most(PATIENCE);
        for trouble in &found.mended {
            keeper.fault(None, DAMAGE, trouble, now_ms)?;
        }
        Ok((keeper, found))
    }

    /// A game begins, or one that an earlier session left goes on: then `record` holds the plies so far.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub fn begin_game<P: Registered>(&mut self, record: &Record<P>, now_ms: i64) -> anyhow::Result<()> {
        let record = record.clone().into_any();
        self.write(JournalEvent::GameStarted { game: record.clone() }, now_ms)?;
        self.film(|| Remark::GameBegan {
            game: Box::new(record.clone()),
        });
        self.put(|store, session| store.begin_game(Some(&session.id), &record).map(|_| ()))?;
        let filming = self
            .camera
            .as_ref()
            .and_then(|camera| Filming::begin(camera, &record.id));
        let begun = filming.as_ref().and_then(|filming| filming.begun(&self.home));
        self.filming = filming;
        self.filmed(begun, now_ms)
    }

    /// Ply number `index` (from 0) was played. A known index takes that ply and all after it back first.
    ///
    /// # Errors
    /// The game is unknown, a ply before is missing, or too much waits for the disk.
    pub fn add_ply<M: Into<AnyMove> + Copy>(
        &mut self,
        game: &str,
        index: usize,
        seat: Seat,
        ply: &Ply<M>,
        now_ms: i64,
    ) -> anyhow::Result<()> {
        let ply = ply.clone().into_any();
        let event = JournalEvent::Ply {
            game: game.to_owned(),
            index,
            seat,
            ply: ply.clone(),
        };
        self.write(event, now_ms)?;
        let play = ply.play;
        self.film(|| Remark::Ply { index, seat, play });
        self.put(|store, _| store.add_ply(game, index, seat, &ply))
    }

    /// Plies were taken back; `plies` of them stay.
    ///
    /// # Errors
    /// The game is unknown, or too much waits for the disk.
    pub fn take_back(&mut self, game: &str, plies: usize, now_ms: i64) -> anyhow::Result<()> {
        let event = JournalEvent::TakenBack {
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
        let event = JournalEvent::GameEnded {
            game: game.to_owned(),
            verdict,
        };
        self.write(event, now_ms)?;
        self.film(|| Remark::GameEnded { verdict });
        self.put(|store, _| store.end_game(game, verdict, now_ms))?;
        let filming = self.filming.take_if(|filming| filming.is_of(game));
        let ended = filming
            .zip(self.camera.as_ref())
            .map(|(filming, camera)| filming.ended(&self.home, camera));
        self.filmed(ended.into_iter().flatten(), now_ms)?;
        self.catch_up();
        Ok(())
    }

    /// Something went wrong; `kind` is a short name to count by.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub fn fault(&mut self, game: Option<&str>, kind: &str, detail: &str, now_ms: i64) -> anyhow::Result<()> {
        let (game, kind, detail) = (game.map(str::to_owned), kind.to_owned(), detail.to_owned());
        let event = JournalEvent::Fault {
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
            let fault = StoredFault {
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
        self.write(JournalEvent::Note { text }, now_ms).map(|_| ())
    }

    /// The session ends in order. Answers in words what the database took in at the end, or what it lacks.
    ///
    /// # Errors
    /// Something could not be written to the journal and is lost.
    pub fn close(mut self, now_ms: i64) -> anyhow::Result<Vec<String>> {
        self.write(JournalEvent::SessionEnded, now_ms)?;
        if let Err(error) = self.flush() {
            let lost = self.waiting.len();
            return Err(anyhow::Error::new(error).context(format!("{lost} events are lost")));
        }
        self.session.ended_ms = Some(now_ms);
        self.put(|store, session| store.put_session(session))?;
        // Nobody waits for a move any more.
        let _ = self.store.wait_at_most(LAST_PATIENCE);
        self.tried_ms = i64::MIN;
        self.catch_up();
        let may_write = self.store_refusal().is_none();
        let mut told: Vec<String> = self.news.drain(..).map(News::into_words).collect();
        let Keeper {
            home,
            journal,
            mut store,
            is_behind,
            stands_in,
            why_behind,
            ..
        } = self;
        // Nobody writes it any more: it can be taken in whole.
        drop(journal);
        let taken = match (is_behind || stands_in, may_write) {
            (false, true) => catch_up::all(&home, &mut store).map_err(|error| format!("{error:#}")),
            (false, false) => Ok(Found::default()),
            (true, _) => Err(why_behind),
        };
        match taken {
            Ok(found) => told.extend(found.to_lines_of_taking_in()),
            Err(why) => told.push(format!(
                "the database lacks what the journals have: {why}; the next start takes it in, and so does tengen report"
            )),
        }
        Ok(told)
    }

    /// Writes what waits for the disk, if it can be written. Answers whether nothing waits any more.
    pub fn is_written(&mut self, now_ms: i64) -> bool {
        self.now_ms = now_ms;
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

    /// The same keeper, who writes what that gate admits.
    #[must_use]
    pub fn with_gate(self, gate: Box<dyn WriteGate>) -> Keeper {
        Keeper { gate, ..self }
    }

    /// Adds a line to the journal and answers its number; `None` if it has to wait for the disk.
    ///
    /// # Errors
    /// Too much waits for the disk.
    fn write(&mut self, event: JournalEvent, now_ms: i64) -> anyhow::Result<Option<u64>> {
        self.now_ms = now_ms;
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
                self.why_behind = error.to_string();
                Ok(None)
            }
        }
    }

    /// Writes what waits, in order, and answers the number of the last line.
    fn flush(&mut self) -> Result<Option<u64>, JournalError> {
        let mut last = None;
        if !self.waiting.is_empty() && !self.journal.is_in_place() {
            self.journal.restore()?;
            self.news.push(News::Refused(format!(
                "the journal was deleted or moved under us: made anew as {} with all that this session wrote",
                self.journal.path().display()
            )));
        }
        while let Some((event, at_ms)) = self.waiting.front() {
            if let Err(source) = self.gate.admit(Storage::Journal) {
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
        write: impl FnOnce(&mut Store, &StoredSession) -> Result<(), StoreError>,
    ) -> anyhow::Result<()> {
        if self.is_taken_away() {
            if !self.is_away {
                let path = self.home.database.display();
                let words = format!("the database {path} was deleted, moved or replaced under us");
                self.is_away = true;
                self.fall_behind(&words);
            }
            self.catch_up();
        }
        if self.is_behind {
            return Ok(());
        }
        let result = match self.store_refusal() {
            Some(error) => Err(error),
            None => write(&mut self.store, &self.session),
        };
        let Err(error) = result else { return Ok(()) };
        // Whatever the store makes of it: the journal has it, and of that the store can be made again.
        self.is_damaged = error.is_damage();
        self.fall_behind(&format!("{error}; the journal has everything"));
        Ok(())
    }

    fn fall_behind(&mut self, why: &str) {
        self.is_behind = true;
        self.why_behind = why.to_owned();
        self.news.push(News::Refused(why.to_owned()));
    }

    /// The database was deleted, moved or replaced under us. As long as it is open it can be read: it is saved to where it
    /// was, unless something else stands there. Answers whether what is there now may be opened.
    fn save(&mut self) -> bool {
        let path = self.home.database.clone();
        let is_gone = std::fs::symlink_metadata(&path).is_err();
        // What SQLite kept beside the old file must not be taken for another one's.
        if self.store.owns_log() && mend::set_log_aside(&self.home, self.now_ms).is_err() {
            return false;
        }
        if is_gone && (self.home.create().is_err() || self.store.backup(&path).is_err()) {
            return false;
        }
        self.is_damaged = true;
        self.tried_ms = i64::MIN;
        true
    }

    /// Brings a store that is behind up to date, if it can be written.
    fn catch_up(&mut self) {
        if !self.is_behind || !self.waiting.is_empty() {
            return;
        }
        if let Some(error) = self.store_refusal() {
            self.why_behind = error.to_string();
            return;
        }
        if self.is_taken_away() && !self.save() {
            return;
        }
        match self.learn() {
            Ok(()) => {
                self.is_behind = false;
                self.is_away = false;
                self.news
                    .push(News::Mended("the database has everything again".to_owned()));
            }
            Err(error) => self.why_behind = format!("{error:#}"),
        }
    }

    fn is_taken_away(&self) -> bool {
        !self.stands_in && !self.store.is_in_place()
    }

    /// Has the database, where there was none or a damaged one, and takes this journal in.
    fn learn(&mut self) -> anyhow::Result<()> {
        if self.stands_in || self.is_damaged {
            if (0..AGAIN_MS).contains(&self.now_ms.saturating_sub(self.tried_ms)) {
                anyhow::bail!("{}", self.why_behind);
            }
            self.tried_ms = self.now_ms;
            // A file that is open would be mended under us.
            self.store = Store::in_memory()?;
            self.stands_in = true;
            let (opened, _) = having::have(&self.home, self.now_ms)?;
            let told = opened.told.join("; ");
            if opened.stands_in {
                anyhow::bail!("{told}");
            }
            self.store = opened.store;
            let _ = self.store.wait_at_most(PATIENCE);
            (self.stands_in, self.is_damaged) = (false, false);
            if !told.is_empty() {
                self.news.push(News::Refused(told));
            }
        }
        let taken = catch_up::take_in_own(&self.journal, &mut self.store);
        if let Err(error) = &taken {
            self.is_damaged = having::is_damage(error);
        }
        taken
    }

    fn store_refusal(&mut self) -> Option<StoreError> {
        let source = self.gate.admit(Storage::Store).err()?;
        let path = self.store.path().to_owned();
        Some(StoreError::Io { path, source })
    }

    /// Files show a game.
    fn filmed(
        &mut self,
        stretches: impl IntoIterator<Item = FilmStretch>,
        now_ms: i64,
    ) -> anyhow::Result<()> {
        for stretch in stretches {
            self.write(JournalEvent::Filmed(stretch.clone()), now_ms)?;
            self.put(|store, _| store.put_film(&footage::stored(stretch)))?;
        }
        Ok(())
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

    /// For reading. While no database can be had it lacks what was played since.
    pub fn store(&self) -> &Store {
        &self.store
    }
}

#[cfg(test)]
mod tests;
