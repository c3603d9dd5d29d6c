//! Opponents as the books know them: a plate that was read is of somebody known, or of somebody not met before. The
//! plate's picture is kept once for each in a folder.

use std::{
    io::{self, Cursor},
    path::{Path, PathBuf},
};

use image::RgbImage;
use recordings::journal::{JournalEntry, JournalEvent};
use stats::store::{
    Store,
    opponents::{Learned, Opponent},
};
use vision::plate::Fingerprint;

use crate::home::Home;
use base::atomic_file;

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
pub(crate) struct KnownOpponents {
    pub(crate) folder: PathBuf,
    pub(crate) known: Vec<Opponent>,
}

impl KnownOpponents {
    pub(crate) fn of(home: &Home, store: &Store) -> KnownOpponents {
        KnownOpponents {
            folder: home.opponents(),
            // What cannot be read is read again at the first meeting.
            known: store.opponents().unwrap_or_default(),
        }
    }

    /// Who it is among those met at this client.
    pub(crate) fn find(&self, plate: &Plate, client: Option<&str>) -> Option<Opponent> {
        let mut here = self.known.iter().filter(|one| one.source.as_deref() == client);
        here.find(|one| plate.is_of(one)).cloned()
    }

    /// Somebody not met before. Equal plates have equal ids.
    pub(crate) fn introduce(&self, plate: &Plate, client: Option<&str>) -> Opponent {
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
    pub(crate) fn kept(&self, met: Opponent) -> Opponent {
        let id = met.joined.as_deref().unwrap_or(&met.id);
        self.known.iter().find(|one| one.id == id).cloned().unwrap_or(met)
    }
}

/// Where an opponent's plate is kept.
pub fn picture_path(folder: &Path, id: &str) -> PathBuf {
    folder.join(format!("{id}.png"))
}

pub(crate) fn keep_picture(path: &Path, picture: &RgbImage) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    let mut bytes = Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, image::ImageFormat::Png)
        .map_err(io::Error::other)?;
    atomic_file::replace(path, bytes.get_ref())
}

/// A journal's entries about opponents in the store's words; the session was at that client.
pub(crate) fn learned(entries: &[JournalEntry], client: Option<&str>) -> Vec<Learned> {
    let told = entries.iter().filter_map(|entry| match &entry.event {
        JournalEvent::OpponentMet {
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
        JournalEvent::OpponentNamed { opponent, name } => Some(Learned::Named {
            opponent: opponent.clone(),
            name: name.clone(),
            at_ms: entry.at_ms,
        }),
        JournalEvent::OpponentJoined { opponent, into } => Some(Learned::Joined {
            opponent: opponent.clone(),
            into: into.clone(),
        }),
        _ => None,
    });
    told.collect()
}

pub(crate) fn to_hex(bytes: &[u8]) -> String {
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
