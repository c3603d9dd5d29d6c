//! The entries of one journal told as games and faults. Does not ask the rules: it repeats what was written.

use std::collections::HashMap;

use referee::{
    games::{AnyMove, AnyRecord},
    record::Ply,
    verdict::Verdict,
};

use super::{FilmStretch, JournalEntry, JournalEvent, SessionHead};

/// What one session was about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SessionSummary {
    /// Who played where, and since when (Unix milliseconds). `None` if the first line is lost.
    pub session: Option<(SessionHead, i64)>,
    /// Unix milliseconds; `None` while it runs, and for ever if it was killed.
    pub ended_ms: Option<i64>,
    /// Every game that this session started or took over, in order; the last may be unfinished.
    pub games: Vec<AnyRecord>,
    /// Games of earlier sessions that were declared over in this one.
    pub endings: Vec<LateEnding>,
    /// Plies that were taken back: who knows a game only with them knows less than this telling.
    pub withdrawn: Vec<Withdrawn>,
    /// Which files show which games, in order.
    pub films: Vec<FilmStretch>,
    /// Entries about opponents, in order.
    pub opponents: Vec<JournalEntry>,
    /// What went wrong.
    pub faults: Vec<JournalFault>,
    /// Entries that make no sense where they stand, in words.
    pub muddles: Vec<String>,
}

/// The end of a game that began elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateEnding {
    /// The game's id.
    pub game: String,
    /// How it ended.
    pub verdict: Verdict,
    /// Unix milliseconds.
    pub at_ms: i64,
}

/// A game as it stood before plies of it were taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Withdrawn {
    /// The game's id.
    pub game: String,
    /// All its plies up to then.
    pub plies: Vec<Ply<AnyMove>>,
}

/// Something that went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalFault {
    /// Number of the journal line.
    pub seq: u64,
    /// Unix milliseconds.
    pub at_ms: i64,
    /// The game's id, if one was being played.
    pub game: Option<String>,
    /// A short name to count by.
    pub kind: String,
    /// What exactly.
    pub detail: String,
}

/// Different entries of one number that are told apart from their doubles.
const ALIKE_MAX: usize = 8;

/// Tells the entries of one journal in the order of their numbers. An entry that stands there twice is heard once.
pub fn summarise(entries: &[JournalEntry]) -> SessionSummary {
    let mut summary = SessionSummary::default();
    for entry in in_order(entries) {
        summary.hear(entry);
    }
    summary
}

/// Two journals in one file count twice from zero: their entries stay as they stand.
fn in_order(entries: &[JournalEntry]) -> Vec<&JournalEntry> {
    let mut heard: HashMap<u64, Vec<&JournalEntry>> = HashMap::new();
    let mut once = Vec::with_capacity(entries.len());
    for entry in entries {
        let alike = heard.entry(entry.seq).or_default();
        if once.last() != Some(&entry) && !alike.contains(&entry) {
            once.push(entry);
            // Looking through more of them would take for ever in a file that is nothing but these.
            if alike.len() < ALIKE_MAX {
                alike.push(entry);
            }
        }
    }
    if once.len() == heard.len() {
        once.sort_by_key(|entry| entry.seq);
    }
    once
}

impl SessionSummary {
    fn hear(&mut self, entry: &JournalEntry) {
        match &entry.event {
            JournalEvent::SessionStarted(session) => self.session = Some((session.clone(), entry.at_ms)),
            JournalEvent::SessionEnded => self.ended_ms = Some(entry.at_ms),
            JournalEvent::GameStarted { game } => self.games.push(game.clone()),
            JournalEvent::Ply { game, index, ply, .. } => match self.game(game) {
                Some(record) if *index <= record.plies.len() => {
                    record.plies.truncate(*index);
                    record.plies.push(ply.clone());
                }
                Some(record) => {
                    let known = record.plies.len();
                    self.muddles.push(format!(
                        "line {}: ply {index} of game {game} after only {known}",
                        entry.seq
                    ));
                }
                None => self
                    .muddles
                    .push(format!("line {}: a ply of unknown game {game}", entry.seq)),
            },
            JournalEvent::TakenBack { game, plies } => self.take_back(entry.seq, game, *plies),
            JournalEvent::GameEnded { game, verdict } => match self.game(game) {
                Some(record) => {
                    record.verdict = Some(*verdict);
                    record.ended_ms = Some(entry.at_ms);
                }
                None => {
                    self.endings.push(LateEnding {
                        game: game.clone(),
                        verdict: *verdict,
                        at_ms: entry.at_ms,
                    });
                }
            },
            JournalEvent::Fault { game, kind, detail } => self.faults.push(JournalFault {
                seq: entry.seq,
                at_ms: entry.at_ms,
                game: game.clone(),
                kind: kind.clone(),
                detail: detail.clone(),
            }),
            JournalEvent::Filmed(stretch) => self.films.push(stretch.clone()),
            JournalEvent::OpponentMet { .. }
            | JournalEvent::OpponentNamed { .. }
            | JournalEvent::OpponentJoined { .. } => {
                self.opponents.push(entry.clone());
            }
            JournalEvent::Note { .. } | JournalEvent::Unknown => {}
        }
    }

    fn take_back(&mut self, seq: u64, game: &str, plies: usize) {
        let Some(record) = self.game(game) else {
            self.muddles
                .push(format!("line {seq}: plies of unknown game {game} taken back"));
            return;
        };
        let known = record.plies.len();
        if plies > known {
            self.muddles.push(format!(
                "line {seq}: game {game} taken back to {plies} plies after only {known}"
            ));
            return;
        }
        let before = record.plies.clone();
        record.plies.truncate(plies);
        // Taken back twice without a ply in between: the longer telling holds the shorter one.
        let held = |one: &Withdrawn| one.game == game && one.plies.starts_with(&before);
        if !self.withdrawn.iter().any(held) {
            self.withdrawn.push(Withdrawn {
                game: game.to_owned(),
                plies: before,
            });
        }
    }

    /// The newest telling of a game: a session may take the same game over twice.
    fn game(&mut self, id: &str) -> Option<&mut AnyRecord> {
        self.games.iter_mut().rev().find(|record| record.id == id)
    }
}
