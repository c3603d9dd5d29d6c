//! Status cards: one small file beside each session's journal that tells how the session goes, written again and again,
//! and the judgement of whoever reads it later. The card is what the session said last; that its process lives is told
//! by the lock on the journal, which the system takes back from a process that dies.

use std::{
    fs::OpenOptions,
    io,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use recordings::journal;
use serde::{Deserialize, Serialize};

use crate::bot::health::{Health, duration};

/// How the names of cards end.
const EXTENSION: &str = "status.json";
/// Cards kept; older ones are removed.
const KEPT: usize = 50;
/// A living session that wrote no card for so long hangs in something.
const SILENCE_MS: i64 = 300_000;
/// A session that died longer ago than this is no news.
const NEWS_MS: i64 = 7 * 24 * 3_600_000;

/// What a session says of itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    pub end: Option<End>,
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// In words.
    pub why: String,
    /// Whether that was in order.
    pub in_order: bool,
}

/// What a card means at the time when it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It plays.
    Running,
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

impl State {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            State::Running => "running",
            State::Stuck => "stuck",
            State::Silent => "silent",
            State::Ended => "ended",
            State::Stopped => "stopped",
            State::Died => "died",
        }
    }

    /// Whether nobody has to look after it.
    pub fn is_well(self) -> bool {
        matches!(self, State::Running | State::Ended)
    }

    /// Whether its process lives.
    pub fn is_alive(self) -> bool {
        matches!(self, State::Running | State::Stuck | State::Silent)
    }
}

impl Card {
    /// What it means at `now_ms` if the session's process `is_alive`.
    pub fn state(&self, is_alive: bool, now_ms: i64) -> State {
        let unheard_ms = now_ms.saturating_sub(self.written_ms);
        match (&self.end, &self.health) {
            (Some(end), _) if end.in_order => State::Ended,
            (Some(_), _) => State::Stopped,
            (None, _) if !is_alive => State::Died,
            (None, _) if unheard_ms >= SILENCE_MS => State::Silent,
            (None, Some(health)) if health.idle_ms >= health.patience_ms => State::Stuck,
            (None, _) => State::Running,
        }
    }

    /// Its state for people: a line or two.
    pub fn to_text(&self, state: State, now_ms: i64) -> String {
        let started = time(self.started_ms);
        let ago = duration(now_ms.saturating_sub(self.written_ms).max(0) as u64);
        let last = time(self.written_ms);
        let fate = match (state, &self.end) {
            (_, Some(end)) => format!("at {last}: {}", end.why),
            (State::Died, None) => format!("without a word; last heard of at {last}"),
            _ => format!("last heard of {ago} ago"),
        };
        let head = format!(
            "{:<8} {} since {started}, process {}, {fate}",
            state.name(),
            self.client,
            self.pid
        );
        match &self.health {
            Some(health) => format!("{head}\n         {}", health.line()),
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
    let time = jiff::Timestamp::from_millisecond(now_ms).unwrap_or_default();
    let time = time.strftime("%Y-%m-%dT%H-%M-%S%.3f");
    journals.join(format!("{time}Z_{session}.{EXTENSION}"))
}

/// Puts a card in place of the one before, so that no reader ever sees half of one.
///
/// # Errors
/// The disk refused it.
#[expect(
    clippy::disallowed_methods,
    reason = "this file is part of the shell: cards are files"
)]
pub fn write(path: &Path, card: &Card) -> io::Result<()> {
    let draft = path.with_extension("draft");
    let text = serde_json::to_string_pretty(card).map_err(io::Error::other)?;
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(&draft, text + "\n")?;
    std::fs::rename(&draft, path)
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
}

/// Every session that matters at `now_ms`: those that live, and the newest of each client, the newest first.
///
/// # Errors
/// The folder or a card cannot be read.
pub fn read(journals: &Path, now_ms: i64) -> anyhow::Result<Vec<(Card, State)>> {
    let mut found = Vec::new();
    for path in list(journals).with_context(|| format!("cannot list {}", journals.display()))? {
        let Some(card) = read_card(&path)? else { continue };
        let journal = path.with_file_name(journal_name(&path));
        let is_alive = journal::is_live(&journal).unwrap_or(false);
        let state = card.state(is_alive, now_ms);
        found.push((card, state));
    }
    found.reverse();
    Ok(that_matter(found, now_ms))
}

fn that_matter(newest_first: Vec<(Card, State)>, now_ms: i64) -> Vec<(Card, State)> {
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

/// `None` if it went away meanwhile.
fn read_card(path: &Path) -> anyhow::Result<Option<Card>> {
    let file = match OpenOptions::new().read(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let card = serde_json::from_reader(io::BufReader::new(file));
    Ok(Some(card.with_context(|| {
        format!("{} is no status card of this version", path.display())
    })?))
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
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
mod tests {
    use recordings::journal::{Journal, Session};

    use super::*;

    const NOW_MS: i64 = 1_700_000_000_000;

    fn card(client: &str) -> Card {
        Card {
            session: "s".to_owned(),
            program: "tengen 0".to_owned(),
            client: client.to_owned(),
            pid: 42,
            started_ms: NOW_MS - 60_000,
            written_ms: NOW_MS - 1_000,
            health: Some(Health {
                doing: "ply 1, about to click".to_owned(),
                patience_ms: 1_000,
                ..Health::default()
            }),
            end: None,
        }
    }

    fn ended(in_order: bool) -> Option<End> {
        Some(End {
            why: "enough".to_owned(),
            in_order,
        })
    }

    #[test]
    fn a_card_is_judged_by_what_it_says_and_by_who_lives() {
        let check = |change: &dyn Fn(&mut Card), is_alive: bool, state: State| {
            let mut card = card("x");
            change(&mut card);
            assert_eq!(card.state(is_alive, NOW_MS), state, "{card:?}");
        };
        check(&|_| {}, true, State::Running);
        check(&|card| card.health = None, true, State::Running);
        check(&|_| {}, false, State::Died);
        check(&|card| card.end = ended(true), false, State::Ended);
        check(&|card| card.end = ended(true), true, State::Ended);
        check(&|card| card.end = ended(false), false, State::Stopped);
        check(
            &|card| card.health.as_mut().unwrap().idle_ms = 1_000,
            true,
            State::Stuck,
        );
        check(&|card| card.written_ms = NOW_MS - SILENCE_MS, true, State::Silent);
        // A clock that was set back is no silence.
        check(
            &|card| card.written_ms = NOW_MS + SILENCE_MS,
            true,
            State::Running,
        );
    }

    #[test]
    fn the_living_and_the_newest_of_each_client_matter() {
        let old = |client: &str| Card {
            written_ms: NOW_MS - NEWS_MS,
            ..card(client)
        };
        let found = vec![
            (card("a"), State::Running),
            (card("b"), State::Died),
            (card("a"), State::Died),
            (card("b"), State::Stuck),
            (old("c"), State::Died),
        ];
        let kept: Vec<(String, State)> = that_matter(found, NOW_MS)
            .into_iter()
            .map(|(card, state)| (card.client, state))
            .collect();
        let named = |name: &str, state: State| (name.to_owned(), state);
        assert_eq!(
            kept,
            [
                named("a", State::Running),
                named("b", State::Died),
                named("b", State::Stuck)
            ]
        );
        // The last thing that happened is told however long ago it was.
        assert_eq!(that_matter(vec![(old("c"), State::Died)], NOW_MS).len(), 1);
    }

    #[test]
    fn who_lives_is_told_by_the_journals_lock() {
        let folder = tempfile::tempdir().unwrap();
        let session = Session {
            session: "0-1".to_owned(),
            program: String::new(),
            client: None,
            engine: None,
        };
        let journal = Journal::create(folder.path(), &session, NOW_MS).unwrap();
        let path = path_of(journal.path());
        write(&path, &card("x")).unwrap();
        let states = || -> Vec<State> {
            let found = read(folder.path(), NOW_MS).unwrap();
            found.into_iter().map(|(_, state)| state).collect()
        };
        assert_eq!(states(), [State::Running]);
        drop(journal);
        assert_eq!(states(), [State::Died]);
        let beside = path_in(folder.path(), "0-1", NOW_MS);
        assert_eq!(beside, path, "with and without a journal, names are alike");
        let card = Card {
            end: ended(true),
            ..card("x")
        };
        write(&path, &card).unwrap();
        assert_eq!(states(), [State::Ended]);
        assert_eq!(read(folder.path(), NOW_MS).unwrap()[0].0, card);
        assert_eq!(
            folder.path().read_dir().unwrap().count(),
            2,
            "no draft stays behind"
        );
        std::fs::write(&path, "{").unwrap();
        let error = read(folder.path(), NOW_MS).unwrap_err();
        assert!(format!("{error:#}").contains("is no status card"), "{error:#}");
    }

    #[test]
    fn cards_are_kept_few() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..KEPT + 3 {
            let path = folder.path().join(format!("{number:04}.{EXTENSION}"));
            write(&path, &card("x")).unwrap();
        }
        std::fs::write(folder.path().join("0000.jsonl"), "").unwrap();
        prune(folder.path());
        let left = list(folder.path()).unwrap();
        assert_eq!(left.len(), KEPT);
        assert!(left[0].ends_with("0003.status.json"));
        assert!(folder.path().join("0000.jsonl").is_file());
    }

    #[test]
    fn cards_for_people() {
        let text = card("bovo").to_text(State::Died, NOW_MS);
        assert!(
            text.starts_with(
                "died     bovo since 2023-11-14 22:12:20Z, process 42, without a word; last heard of at \
                 2023-11-14 22:13:19Z\n         health: "
            ),
            "{text}"
        );
        let card = Card {
            end: ended(false),
            ..card("bovo")
        };
        let text = card.to_text(State::Stopped, NOW_MS);
        assert!(text.contains("at 2023-11-14 22:13:19Z: enough"), "{text}");
    }
}
