//! Opponents as the books know them: a plate that was read becomes somebody known, or somebody not met before. The
//! journal has it first, then the store; the plate's picture is kept once for each in a folder.

use std::{
    io::{self, Cursor},
    path::{Path, PathBuf},
};

use image::RgbImage;
use recordings::journal::{self, Entry, Event, Journal};
use stats::store::{
    OpenMode, Store,
    opponents::{Learned, Opponent},
};
use vision::plate::Fingerprint;

use super::{Keeper, News, complain, open_store};
use crate::home::Home;
use base::{atomic_file, clock::fresh_id, user_error::Complaint};

/// A name plate that was read.
#[derive(Clone, Debug)]
pub struct Plate {
    /// What is seen there.
    pub picture: RgbImage,
    /// The shape of its ink.
    pub fingerprint: Fingerprint,
    /// What it says, where the profile has glyphs to read it by.
    pub text: Option<String>,
}

impl Plate {
    /// Whether both are of one opponent: text decides where there is any.
    pub fn is_same(&self, other: &Plate) -> bool {
        match (&self.text, &other.text) {
            (None, None) => self.fingerprint.is_same(&other.fingerprint),
            (one, two) => one == two,
        }
    }

    /// Whether it is this one's.
    fn is_of(&self, opponent: &Opponent) -> bool {
        match (&self.text, &opponent.text) {
            (None, None) => opponent
                .plate
                .as_deref()
                .and_then(Fingerprint::from_bytes)
                .is_some_and(|known| known.is_same(&self.fingerprint)),
            (one, two) => one == two,
        }
    }
}

/// Everybody who was met, and the folder of their plates.
pub(super) struct Guests {
    folder: PathBuf,
    known: Vec<Opponent>,
}

impl Guests {
    pub(super) fn of(home: &Home, store: &Store) -> Guests {
        Guests {
            folder: home.opponents(),
            // What cannot be read is read again at the first meeting.
            known: store.opponents().unwrap_or_default(),
        }
    }

    /// Who it is among those met at this client.
    fn find(&self, plate: &Plate, client: Option<&str>) -> Option<Opponent> {
        let mut here = self.known.iter().filter(|one| one.source.as_deref() == client);
        here.find(|one| plate.is_of(one)).cloned()
    }

    /// Somebody not met before. Equal plates have equal ids.
    fn introduce(&self, plate: &Plate, client: Option<&str>) -> Opponent {
        let bytes = plate.fingerprint.to_bytes();
        let named = [client.unwrap_or_default().as_bytes(), &bytes].concat();
        let digits = uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, &named)
            .simple()
            .to_string();
        let id = |length: usize| format!("plate-{}", &digits[..length]);
        let is_free = |id: &String| self.known.iter().all(|one| one.id != *id);
        Opponent {
            id: (6..=digits.len())
                .map(id)
                .find(is_free)
                .unwrap_or_else(|| id(digits.len())),
            source: client.map(str::to_owned),
            plate: Some(bytes),
            text: plate.text.clone(),
            name: None,
            joined: None,
        }
    }

    /// Whoever this one turned out to be.
    fn kept(&self, met: Opponent) -> Opponent {
        let id = met.joined.as_deref().unwrap_or(&met.id);
        self.known.iter().find(|one| one.id == id).cloned().unwrap_or(met)
    }
}

impl Keeper {
    /// In this game that plate was read: who it is. Written down unless `known` is the same one already.
    ///
    /// # Errors
    /// Too much waits for the disk.
    pub fn meet(
        &mut self,
        game: &str,
        plate: &Plate,
        known: Option<&str>,
        now_ms: i64,
    ) -> anyhow::Result<Opponent> {
        if !self.is_behind
            && let Ok(all) = self.store.opponents()
        {
            self.guests.known = all;
        }
        let client = self.session.client.clone();
        let met = match self.guests.find(plate, client.as_deref()) {
            Some(met) => met,
            None => {
                let met = self.guests.introduce(plate, client.as_deref());
                self.guests.known.push(met.clone());
                met
            }
        };
        let kept = self.guests.kept(met.clone());
        if known == Some(&kept.id) {
            return Ok(kept);
        }
        let event = Event::OpponentMet {
            game: game.to_owned(),
            opponent: met.id.clone(),
            plate: met.plate.as_deref().map(to_hex).unwrap_or_default(),
            text: met.text.clone(),
        };
        self.write(event, now_ms)?;
        let learned = Learned::Met {
            game: game.to_owned(),
            opponent: met.clone(),
        };
        self.put(|store, _| store.learn(&learned))?;
        let path = picture_path(&self.guests.folder, &met.id);
        if let Err(error) = keep_picture(&path, &plate.picture) {
            let words = format!("cannot keep the name plate {}: {error}", path.display());
            self.news.push(News::Refused(words));
        }
        Ok(kept)
    }

    /// Everybody who was met, as far as known here.
    pub fn guests(&self) -> &[Opponent] {
        &self.guests.known
    }
}

/// Where an opponent's plate is kept.
pub fn picture_path(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.png"))
}

fn keep_picture(path: &Path, picture: &RgbImage) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let mut bytes = Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .map_err(io::Error::other)?;
    atomic_file::replace(path, bytes.get_ref())
}

/// What a person says of opponents is written down as everything else: in a journal of its own first, then in the store.
/// Answers what is known after it.
///
/// # Errors
/// There is no such opponent, or the books cannot be written.
pub fn tell(home: &Home, program: &str, said: &Said, now_ms: i64) -> anyhow::Result<Opponent> {
    // Made for reading first: a wrong path is no reason to make a database.
    drop(open_store(home, OpenMode::Read)?);
    let mut store = open_store(home, OpenMode::Write)?;
    let find = |wanted: &str| store.opponent(wanted).map_err(complain);
    let event = match said {
        Said::Name { opponent, name } => Event::OpponentNamed {
            opponent: find(opponent)?.id,
            name: name.clone(),
        },
        Said::Join { opponent, into } => Event::OpponentJoined {
            opponent: find(opponent)?.id,
            into: find(into)?.id,
        },
    };
    if let Event::OpponentJoined { opponent, into } = &event
        && opponent == into
    {
        let message = format!("{opponent} cannot be joined to itself");
        return Err(Complaint::new(message, "give two ids that `tengen opponents` shows").into());
    }
    let kept = match &event {
        Event::OpponentJoined { into, .. } => into.clone(),
        Event::OpponentNamed { opponent, .. } => opponent.clone(),
        _ => String::new(),
    };
    let session = journal::Session {
        session: fresh_id(),
        program: program.to_owned(),
        client: None,
        engine: None,
    };
    let mut journal = Journal::create(&home.journals, &session, now_ms)?;
    journal.append(event, now_ms)?;
    journal.append(Event::SessionEnded, now_ms)?;
    super::catch_up::take_in_own(&journal, &mut store)?;
    store.opponent(&kept).map_err(complain)
}

/// What a person may say of opponents; each is meant by id or name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// This one is called so.
    Name {
        /// Who.
        opponent: String,
        /// How.
        name: String,
    },
    /// These two are one.
    Join {
        /// The one that goes.
        opponent: String,
        /// The one that stays.
        into: String,
    },
}

/// A journal's entries about opponents in the store's words; the session was at that client.
pub(super) fn learned(entries: &[Entry], client: Option<&str>) -> Vec<Learned> {
    let told = entries.iter().filter_map(|entry| match &entry.event {
        Event::OpponentMet {
            game,
            opponent,
            plate,
            text,
        } => Some(Learned::Met {
            game: game.clone(),
            opponent: Opponent {
                id: opponent.clone(),
                source: client.map(str::to_owned),
                plate: from_hex(plate),
                text: text.clone(),
                name: None,
                joined: None,
            },
        }),
        Event::OpponentNamed { opponent, name } => Some(Learned::Named {
            opponent: opponent.clone(),
            name: name.clone(),
            at_ms: entry.at_ms,
        }),
        Event::OpponentJoined { opponent, into } => Some(Learned::Joined {
            opponent: opponent.clone(),
            into: into.clone(),
        }),
        _ => None,
    });
    told.collect()
}

fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let (pairs, rest) = digits.as_bytes().as_chunks::<2>();
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs
        .iter()
        .map(byte)
        .collect::<Option<Vec<u8>>>()
        .filter(|_| rest.is_empty())
}
