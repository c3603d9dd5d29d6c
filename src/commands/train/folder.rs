//! The folder of a training: `games.jsonl` has its settings and every game, `log.jsonl` how it went, `ratings.jsonl` is the
//! ladder and the measurements alone, `state.safetensors` where it stands, `net.safetensors` the network to play
//! with, `net.onnx` the same for others, `nets/` earlier ones.

use std::path::{Path, PathBuf};

use anyhow::Context;
use engines::{
    network::PolicyValueNetwork,
    train::{
        checkpoint::Checkpoint, game_record::GameRecord, ladder::Yardstick, learner::Learner,
        settings::TrainSettings,
    },
};
use recordings::ledger::{Ledger, LedgerContent, LedgerError};

use super::{
    choice::Choice,
    log::{Entry, Log},
    ratings,
};
use base::{atomic_file, user_error::UserError};

const GAMES: &str = "games.jsonl";
const LOG: &str = "log.jsonl";
const RATINGS: &str = "ratings.jsonl";
const STATE: &str = "state.safetensors";
const NETWORK: &str = "net.safetensors";
const ONNX: &str = "net.onnx";
const PAGE: &str = "index.html";

/// A training's folder, which nobody else writes.
pub(super) struct TrainingFolder {
    path: PathBuf,
    settings: TrainSettings,
    games: Ledger,
    log: Ledger,
    kept_games: Vec<GameRecord>,
    kept_log: Vec<Entry>,
}

impl TrainingFolder {
    /// Makes it, for a training that begins.
    pub(super) fn create(path: &Path, choice: &Choice) -> anyhow::Result<(TrainingFolder, Checkpoint)> {
        let settings = choice.settings()?;
        std::fs::create_dir_all(path).with_context(|| format!("cannot make {}", path.display()))?;
        let games = begin(&path.join(GAMES), &settings).map_err(|error| match error {
            LedgerError::Exists(_) => {
                let message = format!("there is a training in {} already", path.display());
                let hint = "go on with it by --resume, or give another folder with --out";
                anyhow::Error::from(UserError::new(message, hint))
            }
            error => error.into(),
        })?;
        let log = begin(&path.join(LOG), &settings)?;
        let folder = TrainingFolder {
            path: path.to_owned(),
            games,
            log,
            kept_games: Vec::new(),
            kept_log: Vec::new(),
            settings,
        };
        let checkpoint = folder.beginning()?;
        folder.save(&checkpoint)?;
        Ok((folder, checkpoint))
    }

    /// Opens it again, where the training ended.
    pub(super) fn reopen(path: &Path, choice: &Choice) -> anyhow::Result<(TrainingFolder, Checkpoint)> {
        if !is_begun(&path.join(GAMES)) {
            let message = format!("there is no training in {}", path.display());
            return Err(UserError::new(message, "begin one without --resume").into());
        }
        let (games, content) = Ledger::reopen(&path.join(GAMES))?;
        let content: LedgerContent<TrainSettings, GameRecord> = content;
        let settings = content.head;
        choice.check(&settings)?;
        // Whoever was killed between the two files had no game yet.
        let (log, kept_log) = match is_begun(&path.join(LOG)) {
            true => {
                let (log, content) = Ledger::reopen::<TrainSettings, Entry>(&path.join(LOG))?;
                (log, content.entries)
            }
            false => (begin(&path.join(LOG), &settings)?, Vec::new()),
        };
        let folder = TrainingFolder {
            path: path.to_owned(),
            games,
            log,
            kept_games: content.entries,
            kept_log,
            settings,
        };
        let state = path.join(STATE);
        let checkpoint = match state.is_file() {
            true => folder.state(&state)?,
            false => folder.beginning()?,
        };
        Ok((folder, checkpoint))
    }

    fn beginning(&self) -> anyhow::Result<Checkpoint> {
        Ok(Checkpoint {
            learner: Learner::new(&self.settings)?,
            ladder: Yardstick::default(),
        })
    }

    #[expect(clippy::disallowed_methods, reason = "the shell: the state is a file")]
    fn state(&self, path: &Path) -> anyhow::Result<Checkpoint> {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Checkpoint::from_bytes(&bytes, &self.settings).map_err(|error| {
            let message = format!("{} is not where this training stood: {error}", path.display());
            let hint = "without that file, which can be moved away, the training begins again with the games in the folder";
            UserError::new(message, hint).into()
        })
    }

    pub(super) fn settings(&self) -> &TrainSettings {
        &self.settings
    }

    /// The games that were there when it was opened.
    pub(super) fn take_games(&mut self) -> Vec<GameRecord> {
        std::mem::take(&mut self.kept_games)
    }

    /// How it went when it was opened, as far as so many games.
    pub(super) fn take_log(&mut self, games: u64) -> Log {
        Log::of(std::mem::take(&mut self.kept_log), games)
    }

    /// Adds a game.
    pub(super) fn keep(&mut self, record: &GameRecord) -> anyhow::Result<()> {
        Ok(self.games.append(record)?)
    }

    /// Adds a line to the log.
    pub(super) fn log(&mut self, entry: &Entry) -> anyhow::Result<()> {
        Ok(self.log.append(entry)?)
    }

    /// Writes where it stands.
    pub(super) fn save(&self, checkpoint: &Checkpoint) -> anyhow::Result<()> {
        self.write(STATE, &checkpoint.to_bytes(&self.settings))
    }

    /// Keeps a network that has learned from so many games beside those before it.
    pub(super) fn keep_network(&self, network: &PolicyValueNetwork, games: u64) -> anyhow::Result<()> {
        self.write(&earlier(games), &network.to_bytes(&self.made(games)))
    }

    /// The network that had learned from so many games, as [`keep_network`](Self::keep_network) left it.
    #[expect(clippy::disallowed_methods, reason = "the shell: a network is a file")]
    pub(super) fn earlier_network(&self, games: u64) -> anyhow::Result<PolicyValueNetwork> {
        let path = self.path.join(earlier(games));
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        PolicyValueNetwork::from_bytes(&bytes).with_context(|| format!("{} is no network", path.display()))
    }

    /// The network to play with.
    pub(super) fn network(&self) -> PathBuf {
        self.path.join(NETWORK)
    }

    /// Writes the page, the ladder and the network as they are.
    pub(super) fn tell(
        &self,
        page: &str,
        log: &Log,
        network: &PolicyValueNetwork,
        games: u64,
    ) -> anyhow::Result<()> {
        self.write(PAGE, page.as_bytes())?;
        let mut lines = Vec::new();
        for rung in &log.rungs {
            lines.push(serde_json::to_string(rung)?);
        }
        for measured in &log.measured {
            for standing in &measured.standings {
                lines.push(serde_json::to_string(standing)?);
            }
        }
        for rated in ratings::of(log) {
            lines.push(serde_json::to_string(&rated)?);
        }
        lines.push(String::new());
        self.write(RATINGS, lines.join("\n").as_bytes())?;
        self.write(ONNX, &network.to_onnx())?;
        self.write(NETWORK, &network.to_bytes(&self.made(games)))
    }

    fn made(&self, games: u64) -> String {
        let settings = serde_json::to_string(&self.settings).unwrap_or_default();
        format!(
            "tengen train {}, {games} games, {settings}",
            env!("CARGO_PKG_VERSION")
        )
    }

    fn write(&self, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let path = self.path.join(name);
        atomic_file::replace(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }
}

fn earlier(games: u64) -> String {
    format!("nets/{games:06}.safetensors")
}

/// Makes a ledger, also where one was to be made and not even its head was written.
#[expect(
    clippy::disallowed_methods,
    reason = "the shell: what a kill left of a file is removed"
)]
fn begin(path: &Path, settings: &TrainSettings) -> Result<Ledger, LedgerError> {
    if path.is_file() && !is_begun(path) {
        let removed = std::fs::remove_file(path);
        removed.map_err(|source| LedgerError::Io {
            doing: "remove",
            path: path.to_owned(),
            source,
        })?;
    }
    Ledger::create(path, settings)
}

/// Whether a ledger has its head.
#[expect(clippy::disallowed_methods, reason = "the shell: a ledger is a file")]
fn is_begun(path: &Path) -> bool {
    std::fs::read(path).is_ok_and(|bytes| bytes.contains(&b'\n'))
}
