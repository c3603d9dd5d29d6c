//! Starts that failed: remembered beside the database, so that a service that is started again and again waits longer
//! each time. Whoever starts it need not be able to count.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::home::Home;

/// The longest wait.
const WAIT_MAX_S: u64 = 600;
/// A start that is followed by another one only so much later went well for a while.
const WELL_MS: i64 = 1_800_000;

/// The memory of one client's starts.
#[derive(Clone, Debug)]
pub struct RestartBackoff {
    path: PathBuf,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Memory {
    /// Starts in a row of which nothing good is known.
    failed: u32,
    /// When the last of them began, in Unix milliseconds.
    began_ms: i64,
}

impl RestartBackoff {
    /// Of `client` (a profile's name or path) with the games in `home`.
    pub fn of(home: &Home, client: &str) -> RestartBackoff {
        let name = Path::new(client).file_name().unwrap_or_default();
        let extension = format!("{}.starts", name.to_string_lossy());
        RestartBackoff {
            path: home.database.with_extension(extension),
        }
    }

    /// How many starts failed in a row before one at `now_ms`.
    pub fn failed(&self, now_ms: i64) -> u32 {
        let memory = self.read();
        match now_ms.saturating_sub(memory.began_ms) < WELL_MS {
            true => memory.failed,
            false => 0,
        }
    }

    /// A start begins at `now_ms` after so many that failed. It counts as failed, too, until it is known to have gone
    /// well: a program that crashes says nothing.
    #[expect(
        clippy::disallowed_methods,
        reason = "this file is part of the shell: it remembers in a file"
    )]
    pub fn begin(&self, failed: u32, now_ms: i64) {
        let memory = Memory {
            failed: failed.saturating_add(1),
            began_ms: now_ms,
        };
        // Where nothing can be written, the start itself will say so.
        if let (Some(folder), Ok(text)) = (self.path.parent(), serde_json::to_string(&memory)) {
            let _ = std::fs::create_dir_all(folder);
            let _ = std::fs::write(&self.path, text);
        }
    }

    /// The start went well.
    #[expect(
        clippy::disallowed_methods,
        reason = "this file is part of the shell: it remembers in a file"
    )]
    pub fn went_well(&self) {
        let _ = std::fs::remove_file(&self.path);
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "this file is part of the shell: it remembers in a file"
    )]
    fn read(&self) -> Memory {
        let text = std::fs::read_to_string(&self.path).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }
}

/// Seconds to wait after so many failed starts: none, `first_s`, twice as long each time, at most ten minutes.
pub fn wait_s(first_s: u64, failed: u32) -> u64 {
    match failed {
        0 => 0,
        _ => first_s.saturating_mul(1 << (failed - 1).min(20)).min(WAIT_MAX_S),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_end() {
        let waits: Vec<u64> = (0..10).map(|failed| wait_s(5, failed)).collect();
        assert_eq!(waits, [0, 5, 10, 20, 40, 80, 160, 320, 600, 600]);
        assert_eq!(wait_s(600, u32::MAX), 600);
    }

    #[test]
    fn starts_are_counted_until_one_goes_well() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(&folder.path().join("home"));
        let backoff = RestartBackoff::of(&home, "clients/bovo");
        assert_eq!(backoff.failed(0), 0);
        for failed in 0..3 {
            assert_eq!(backoff.failed(1_000), failed);
            backoff.begin(failed, 1_000);
        }
        assert_eq!(RestartBackoff::of(&home, "bovo").failed(1_000), 3);
        assert_eq!(
            RestartBackoff::of(&home, "practice").failed(1_000),
            0,
            "each client has its own"
        );
        assert_eq!(backoff.failed(1_000 + WELL_MS), 0, "it lasted");
        backoff.went_well();
        assert_eq!(backoff.failed(1_000), 0);
    }
}
