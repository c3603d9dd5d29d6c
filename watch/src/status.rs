//! Status cards: one small file beside each session's journal that tells how the session goes, written again and again,
//! and the judgement of whoever reads it later. The card is what the session said last; that its process lives is told
//! by the lock on the journal, which the system takes back from a process that dies.

use std::{
    fs::OpenOptions,
    io::{self, Read as _},
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context as _;
use recordings::journal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::health::{AskedState, Health, duration};
use base::{atomic_file, legible};

/// How the names of cards end.
const EXTENSION: &str = "status.json";
/// Bytes of a card at most.
const BYTES_MAX: u64 = 1 << 20;
/// What a killed program left of a card is removed after so long.
const ABANDONED: Duration = Duration::from_secs(3_600);
/// Cards kept; older ones are removed.
const KEPT: usize = 50;
/// A living session that wrote no card for so long hangs in something.
const SILENCE_MS: i64 = 300_000;
/// A session that died longer ago than this is no news.
const NEWS_MS: i64 = 7 * 24 * 3_600_000;

/// What a session says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// Its id.
    pub session: String,
    /// Name and version of the program.
    pub program: String,
    /// The client profile's name.
    pub client: String,
    /// Its process.
    pub pid: u32,
    /// When it started, in Unix milliseconds.
    pub started_ms: i64,
    /// When this was written, in Unix milliseconds.
    pub written_ms: i64,
    /// How it goes; `None` before the client was found.
    pub health: Option<Health>,
    /// How it ended; `None` while it goes on.
    pub end: Option<CardEnd>,
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CardEnd {
    /// In words.
    pub why: String,
    /// Whether that was in order.
    pub in_order: bool,
}

/// What a card means at the time when it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardState {
    /// It plays.
    Running,
    /// It lives, and begins no game because somebody told it so.
    Paused,
    /// It lives, but nothing has come of it for too long.
    Stuck,
    /// It lives, but does not even write its card.
    Silent,
    /// It ended in order.
    Ended,
    /// It stopped and said why.
    Stopped,
    /// Its process is gone and never said why.
    Died,
}

impl CardState {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            CardState::Running => "running",
            CardState::Paused => "paused",
            CardState::Stuck => "stuck",
            CardState::Silent => "silent",
            CardState::Ended => "ended",
            CardState::Stopped => "stopped",
            CardState::Died => "died",
        }
    }

    /// Whether nobody has to look after it.
    pub fn is_well(self) -> bool {
        matches!(self, CardState::Running | CardState::Paused | CardState::Ended)
    }

    /// Whether its process lives.
    pub fn is_alive(self) -> bool {
        matches!(
            self,
            CardState::Running | CardState::Paused | CardState::Stuck | CardState::Silent
        )
    }
}

impl Card {
    /// What it means at `now_ms` if the session's process `is_alive`.
    pub fn state(&self, is_alive: bool, now_ms: i64) -> CardState {
        let unheard_ms = now_ms.saturating_sub(self.written_ms);
        match (&self.end, &self.health) {
            (Some(end), _) if end.in_order => CardState::Ended,
            (Some(_), _) => CardState::Stopped,
            (None, _) if !is_alive => CardState::Died,
            (None, _) if unheard_ms >= SILENCE_MS => CardState::Silent,
            // Who was told to pause gets nowhere because it was told so.
            (None, Some(health)) if health.asked == Some(AskedState::Paused) => CardState::Paused,
            (None, Some(health)) if health.idle_ms >= health.patience_ms => CardState::Stuck,
            (None, _) => CardState::Running,
        }
    }

    /// Its state for people: a line or two.
    pub fn to_text(&self, state: CardState, now_ms: i64) -> String {
        let started = time(self.started_ms);
        let ago = duration(now_ms.saturating_sub(self.written_ms).max(0) as u64);
        let last = time(self.written_ms);
        let fate = match (state, &self.end) {
            (_, Some(end)) => format!("at {last}: {}", legible::line(&end.why)),
            (CardState::Died, None) => format!("without a word; last heard of at {last}"),
            _ => format!("last heard of {ago} ago"),
        };
        let head = format!(
            "{:<8} {} since {started}, process {}, {fate}",
            state.name(),
            legible::line(&self.client),
            self.pid
        );
        match &self.health {
            Some(health) => format!("{head}\n         {}", legible::line(&health.line())),
            None => format!("{head}\n         the client was not found yet"),
        }
    }
}

fn time(at_ms: i64) -> String {
    let time = jiff::Timestamp::from_millisecond(at_ms).unwrap_or_default();
    format!("{}Z", time.strftime("%Y-%m-%d %H:%M:%S"))
}

/// Where the card of a journal's session is.
pub fn path_of(journal: &Path) -> PathBuf {
    journal.with_extension(EXTENSION)
}

/// Where the card of a session is that failed before it had a journal.
pub fn path_in(journals: &Path, session: &str, now_ms: i64) -> PathBuf {
    journals.join(format!("{}.{EXTENSION}", journal::stem(session, now_ms)))
}

/// Puts a card in place of the one before, so that no reader ever sees half of one.
///
/// # Errors
/// The disk refused it.
pub fn write(path: &Path, card: &Card) -> io::Result<()> {
    let text = serde_json::to_string_pretty(card).map_err(io::Error::other)?;
    atomic_file::replace(path, (text + "\n").as_bytes())
}

/// Removes all but the newest cards of a folder of journals. A card that will not go stays.
#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: cards are files"
)]
pub fn prune(journals: &Path) {
    let cards = list(journals).unwrap_or_default();
    for old in cards.iter().take(cards.len().saturating_sub(KEPT)) {
        let _ = std::fs::remove_file(old);
    }
    for half in halves(journals) {
        let _ = std::fs::remove_file(half);
    }
}

/// Cards that were begun and never came into their place.
fn halves(journals: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(journals) else {
        return Vec::new();
    };
    let is_half = |path: &Path| {
        let name = path.to_string_lossy();
        name.ends_with(&format!(".{}", atomic_file::PARTIAL)) && name.contains(".status.")
    };
    let is_old = |path: &Path| {
        let age = std::fs::metadata(path).ok()?.modified().ok()?.elapsed().ok()?;
        Some(age > ABANDONED)
    };
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .filter(|path| is_half(path) && is_old(path) == Some(true))
        .collect()
}

/// What the cards of a folder tell.
#[derive(Debug, Default)]
pub struct CardsFound {
    /// Every session that matters: those that live, and the newest of each client, the newest first.
    pub sessions: Vec<(Card, CardState)>,
    /// Cards that tell nothing, and why, in words.
    pub skipped: Vec<String>,
}

/// Reads the cards of a folder of journals at `now_ms`.
///
/// # Errors
/// The folder cannot be read.
pub fn read(journals: &Path, now_ms: i64) -> anyhow::Result<CardsFound> {
    let mut found = CardsFound::default();
    for path in list(journals).with_context(|| format!("cannot list {}", journals.display()))? {
        let journal = path.with_file_name(journal_name(&path));
        // Who lives is asked before the card is read: whoever ends in between has said so by then.
        let is_alive = journal::is_live(&journal).unwrap_or(false);
        match read_card(&path) {
            Ok(None) => {}
            Ok(Some(mut card)) => {
                if card.end.is_none() && !is_alive {
                    card.end = end_in(&journal);
                }
                let state = card.state(is_alive, now_ms);
                found.sessions.push((card, state));
            }
            Err(why) => found.skipped.push(format!("{}: {why}", path.display())),
        }
    }
    found.sessions.reverse();
    found.sessions = that_matter(found.sessions, now_ms);
    Ok(found)
}

/// The end that a session wrote into its journal, if it got that far. Its last card may be older: a disk that was full
/// for a moment takes what is written at another one.
fn end_in(journal: &Path) -> Option<CardEnd> {
    let entries = journal::read::read(journal).ok()?.entries;
    let [before @ .., last] = &entries[..] else {
        return None;
    };
    if last.event != journal::JournalEvent::SessionEnded {
        return None;
    }
    let why = before.last().and_then(|entry| match &entry.event {
        journal::JournalEvent::Note { text } => Some(text.trim_start_matches("session over: ").to_owned()),
        _ => None,
    });
    Some(CardEnd {
        why: why.unwrap_or_default(),
        in_order: true,
    })
}

fn that_matter(newest_first: Vec<(Card, CardState)>, now_ms: i64) -> Vec<(Card, CardState)> {
    let mut clients: Vec<String> = Vec::new();
    let mut kept = Vec::new();
    for (card, state) in newest_first {
        let is_newest = !clients.contains(&card.client);
        let is_news = kept.is_empty() || now_ms.saturating_sub(card.written_ms) < NEWS_MS;
        clients.push(card.client.clone());
        if state.is_alive() || (is_newest && is_news) {
            kept.push((card, state));
        }
    }
    kept
}

/// Why a card cannot be read.
#[derive(Debug, thiserror::Error)]
enum CardError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is no file")]
    NoFile,
    #[error("it is empty")]
    Empty,
    #[error("it is no status card of this version: {0}")]
    Version(serde_json::Error),
}

/// `None` if it went away meanwhile.
fn read_card(path: &Path) -> Result<Option<Card>, CardError> {
    let about = match std::fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        about => about?,
    };
    // A pipe of that name would be waited for.
    if !about.is_file() {
        return Err(CardError::NoFile);
    }
    let file = match OpenOptions::new().read(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let mut text = Vec::new();
    file.take(BYTES_MAX).read_to_end(&mut text)?;
    if text.is_empty() {
        return Err(CardError::Empty);
    }
    serde_json::from_slice(&text)
        .map(Some)
        .map_err(CardError::Version)
}

fn journal_name(card: &Path) -> String {
    let name = card
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    name.replace(EXTENSION, journal::EXTENSION)
}

/// The oldest first: names start with the time in a form that sorts.
fn list(journals: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(journals) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut cards = Vec::new();
    for entry in entries {
        let path = entry?.path();
        if path.to_string_lossy().ends_with(EXTENSION) {
            cards.push(path);
        }
    }
    cards.sort();
    Ok(cards)
}

#[cfg(test)]
mod tests;
