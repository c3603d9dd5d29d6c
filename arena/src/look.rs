//! Matches looked at from outside, whether somebody plays them or not. Nothing is written and nothing is held.

use std::path::Path;

use crate::{
    figures::{Figures, MatchSummary},
    folder,
    schedule::MatchSchedule,
};

/// Places of a test's curve at most.
const PLACES: usize = 400;

/// A match as it stands.
#[derive(Debug)]
pub struct SeenMatch {
    /// Unix milliseconds; 0 if the ledger cannot be read.
    pub started_ms: i64,
    /// All there is to say, or why nothing can be said.
    pub summary: Result<MatchSummary, String>,
    /// The test's logarithm of the likelihood ratio as games came in.
    pub curve: Vec<f64>,
}

/// The newest matches in the folders of this one, so many at most, the newest first; none if there is no such folder.
pub fn all(matches: &Path, most: usize) -> Vec<SeenMatch> {
    let Ok(entries) = matches.read_dir() else {
        return Vec::new();
    };
    let folders = entries.flatten().map(|entry| entry.path());
    let mut folders: Vec<_> = folders.filter(|folder| folder::is_match(folder)).collect();
    // Names begin with the time in a form that sorts.
    folders.sort_unstable_by(|one, other| other.cmp(one));
    folders.iter().take(most).map(|folder| one(folder)).collect()
}

fn one(path: &Path) -> SeenMatch {
    let (head, entries) = match folder::look(path) {
        Ok(content) => content,
        Err(error) => {
            let summary = Err(format!("{error:#}"));
            return SeenMatch {
                started_ms: 0,
                summary,
                curve: Vec::new(),
            };
        }
    };
    let mut schedule = MatchSchedule::of(&head.settings);
    let mut figures = Figures::of(&head.settings);
    let mut curve = vec![0.0];
    for entry in &entries {
        if let Some(verdict) = entry.record.verdict
            && schedule.finish(&entry.fixture, verdict)
        {
            figures.add(entry);
            curve.push(schedule.llr());
        }
    }
    let every = curve.len().div_ceil(PLACES).max(1);
    SeenMatch {
        started_ms: head.started_ms,
        summary: Ok(MatchSummary::of(&head.id, &head.settings, &schedule, &figures)),
        curve: curve.into_iter().step_by(every).collect(),
    }
}
