//! What a start found in the journals and the store, for the log line that says so.

use std::fmt;

use referee::games::AnyRecord;
use stats::store::merge::Merged;

/// What was there, and what was done about it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Journals that the store had not wholly seen.
    pub journals: usize,
    /// Journals that another process is writing.
    pub live: usize,
    /// What the store lacked of them.
    pub merged: Merged,
    /// Half-written bytes that were cut off.
    pub torn_bytes: u64,
    /// Whole lines that could not be read.
    pub damaged_lines: usize,
    /// Entries that make no sense where they stand, in words.
    pub muddles: Vec<String>,
    /// What has a journal's name and was passed over, and why.
    pub skipped: Vec<String>,
    /// What was wrong with the database and what became of it, in words.
    pub mended: Vec<String>,
    /// Games without a verdict that no living session plays, oldest first.
    pub unfinished: Vec<AnyRecord>,
}

impl Found {
    /// One line for each thing worth saying; none if all was in order.
    pub fn to_lines(&self) -> Vec<String> {
        let mut lines = self.mended.clone();
        lines.extend(self.to_lines_of_taking_in());
        for record in &self.unfinished {
            let plies = count(record.plies.len(), "ply").replace("plys", "plies");
            lines.push(format!(
                "unfinished: game {} on {}, {plies}",
                record.id,
                record.source.as_deref().unwrap_or("?")
            ));
        }
        if self.live > 0 {
            lines.push(format!(
                "{} being written by another process",
                count(self.live, "journal")
            ));
        }
        lines
    }

    /// What was taken in, cut off and passed over, in lines.
    pub(crate) fn to_lines_of_taking_in(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut say = |count: usize, text: String| {
            if count > 0 {
                lines.push(text);
            }
        };
        let Found { merged, .. } = self;
        say(
            merged.games_added + merged.games_completed + merged.faults_added,
            format!(
                "taken from the journals: {}, {} completed, {}",
                count(merged.games_added, "game"),
                merged.games_completed,
                count(merged.faults_added, "fault"),
            ),
        );
        say(
            usize::from(self.torn_bytes > 0),
            format!(
                "passed over a half-written journal line of {} bytes",
                self.torn_bytes
            ),
        );
        say(
            self.damaged_lines,
            format!(
                "passed over {}",
                count(self.damaged_lines, "damaged journal line")
            ),
        );
        for muddle in &self.muddles {
            say(1, format!("passed over {muddle}"));
        }
        for skipped in &self.skipped {
            say(1, format!("passed over {skipped}"));
        }
        lines
    }
}

/// The lines of [`Found::to_lines`].
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_lines().join("\n"))
    }
}

fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
