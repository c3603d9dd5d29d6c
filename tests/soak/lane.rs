//! One client, one bot, one tormentor: games until there are enough. The bot is started again whenever it ends, as a
//! service manager would do it.

use std::{
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Stdio},
    time::Instant,
};

use dice::Dice;

use super::{
    home,
    tormentor::{FAULTS, Fault, Tormentor},
    truth,
};
use crate::support::{
    bot::{ends_within, interrupt},
    xvfb::pause,
};

/// Lines of a bot's log that are shown where it stands still.
const LAST_WORDS: usize = 60;
/// Without a ply for so long the lane is stuck: longer than the bot waits for anything, ten minutes for a covered board.
const STUCK_S: u64 = 660;
/// From a killed bot to its next start.
const RESTART_MS: u64 = 1_000;

/// A lane at work.
pub(super) struct Lane {
    name: String,
    folder: PathBuf,
    wanted: usize,
    dice: Dice,
    bot: Option<Child>,
    /// How the bot ended by itself before all was played.
    ends: Vec<String>,
    /// Faults, each with the seconds until the next ply or game.
    inflicted: Vec<(Fault, Option<u64>)>,
    start: Instant,
}

/// Games with a result, and plies of all games.
#[derive(Clone, Copy, PartialEq)]
struct Progress {
    results: usize,
    plies: usize,
}

impl Lane {
    pub(super) fn new(name: &str, folder: &Path, wanted: usize, seed: u64) -> Lane {
        let lane = Lane {
            name: name.to_owned(),
            folder: folder.to_owned(),
            wanted,
            dice: Dice::new(seed ^ name.len() as u64),
            bot: None,
            ends: Vec::new(),
            inflicted: Vec::new(),
            start: Instant::now(),
        };
        lane.prepare();
        lane
    }

    /// Plays all games, says what happened, and ends client and bot.
    pub(super) fn run(mut self) {
        let mut tormentor = Tormentor::new(&self.name, &self.folder);
        let mut next_s = 8;
        let mut progress = self.progress();
        let mut moved_s = 0;
        let mut began: Option<u64> = None;
        loop {
            pause(500);
            let now_s = self.start.elapsed().as_secs();
            let seen = self.progress();
            if seen != progress {
                (progress, moved_s) = (seen, now_s);
                if let (Some(since_s), Some((_, back @ None))) = (began.take(), self.inflicted.last_mut()) {
                    *back = Some(now_s - since_s);
                }
            }
            let all_seen = FAULTS
                .iter()
                .all(|fault| self.inflicted.iter().any(|(known, _)| known == fault));
            let is_back = self.inflicted.last().is_some_and(|(_, back)| back.is_some());
            if progress.results >= self.wanted && all_seen && is_back {
                break;
            }
            assert!(
                now_s < moved_s + STUCK_S,
                "{}: no ply for {STUCK_S} s; its bot's last words:\n{}",
                self.name,
                self.last_words()
            );
            self.keep_bot(progress.results);
            tormentor.relent(now_s);
            let enough = progress.results >= self.wanted && all_seen;
            if now_s >= next_s && progress.plies > 0 && !enough {
                let fault = self.next_fault();
                if let Some(bot) = &mut self.bot
                    && tormentor.inflict(fault, bot, &mut self.dice, now_s)
                {
                    began = Some(now_s);
                    if fault == Fault::BotKilled {
                        self.bot = None;
                        pause(RESTART_MS);
                    }
                    self.inflicted.push((fault, None));
                    next_s = now_s + 7 + self.dice.below(if all_seen { 14 } else { 4 });
                }
            }
        }
        self.end();
        tormentor.end();
        self.tell(progress.results);
    }

    /// Each kind once, in their order; then by lot.
    fn next_fault(&mut self) -> Fault {
        let fresh = FAULTS
            .iter()
            .find(|fault| self.inflicted.iter().all(|(known, _)| known != *fault));
        *fresh.unwrap_or(self.dice.pick(&FAULTS))
    }

    /// The end of what the bot told, for whoever has to find out why it stands still.
    fn last_words(&self) -> String {
        let told = std::fs::read_to_string(self.file("bot.log")).unwrap_or_default();
        let lines: Vec<&str> = told.lines().collect();
        lines[lines.len().saturating_sub(LAST_WORDS)..].join("\n")
    }

    fn keep_bot(&mut self, results: usize) {
        if let Some(bot) = &mut self.bot {
            match bot.try_wait().unwrap() {
                None => return,
                Some(status) if !status.success() => {
                    println!(
                        "{} s: the bot ended with {status}",
                        self.start.elapsed().as_secs()
                    );
                    self.ends.push(status.to_string());
                }
                Some(_) => {}
            }
            pause(RESTART_MS);
        }
        let games = self.wanted.saturating_sub(results).max(1);
        let log = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(self.file("bot.log"));
        let mut bot = crate::support::program::program();
        bot.args([
            "play",
            "--client",
            &self.name,
            "--games",
            &games.to_string(),
            "--engine",
        ])
        .arg(format!("pbrain:{}", self.file("engine.sh").display()))
        .env("TENGEN_HOME", home(&self.folder))
        .env("TENGEN_CLIENTS", self.folder.join("clients"))
        .env("XDG_CONFIG_HOME", self.folder.join("config"))
        .stdin(Stdio::null())
        .stderr(log.unwrap());
        self.bot = Some(bot.spawn().unwrap());
    }

    /// Profiles and an engine of the lane's own.
    fn prepare(&self) {
        let config = self.folder.join("config");
        std::fs::create_dir_all(&config).unwrap();
        let program = env!("CARGO_BIN_EXE_tengen");
        let engine = self.file("engine.sh");
        std::fs::write(
            &engine,
            format!("#!/bin/sh\nexec {program} engine classic:depth=2\n"),
        )
        .unwrap();
        std::fs::set_permissions(&engine, std::fs::Permissions::from_mode(0o755)).unwrap();
        if self.name == "bovo" {
            return std::fs::write(config.join("bovorc"), "[bovo]\ntheme=scribble\n").unwrap();
        }
        let (from, to) = (
            Path::new("clients/practice"),
            self.folder.join("clients/practice"),
        );
        std::fs::create_dir_all(&to).unwrap();
        for entry in from.read_dir().unwrap().flatten() {
            std::fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
        }
        let profile = std::fs::read_to_string(to.join("profile.toml")).unwrap();
        let usual = r#"command = ["tengen", "practice", "--service"]"#;
        assert!(profile.contains(usual));
        let ours = format!(
            "command = [{program:?}, \"practice\", \"--service\", \"--ledger\", {:?}, \"--trace\", {:?}]",
            self.folder.join("ledger"),
            self.folder.join("trace")
        );
        std::fs::write(to.join("profile.toml"), profile.replace(usual, &ours)).unwrap();
    }

    fn file(&self, what: &str) -> PathBuf {
        self.folder.join(format!("{}-{what}", self.name))
    }

    fn progress(&self) -> Progress {
        let records = truth::records(&self.folder, Some(&self.name));
        Progress {
            results: records.iter().filter(|record| truth::has_result(record)).count(),
            plies: records.iter().map(|record| record.plies.len()).sum(),
        }
    }

    /// An interrupt lets the game in hand be finished.
    fn end(&mut self) {
        let Some(mut bot) = self.bot.take() else { return };
        interrupt(&bot);
        ends_within(&mut bot, 1_800, 100);
    }

    fn tell(&self, results: usize) {
        let seconds = self.start.elapsed().as_secs();
        println!("{}: {results} games with a result in {seconds} s", self.name);
        println!(
            "  {:16} {:>5} {:>9} {:>16}",
            "fault", "times", "back in s", "not before next"
        );
        for fault in FAULTS {
            let of: Vec<Option<u64>> = self
                .inflicted
                .iter()
                .filter(|(known, _)| *known == fault)
                .map(|(_, back)| *back)
                .collect();
            let mut back: Vec<u64> = of.iter().flatten().copied().collect();
            back.sort_unstable();
            let middle = back.get(back.len() / 2).copied().unwrap_or_default();
            let most = back.last().copied().unwrap_or_default();
            println!(
                "  {:16} {:>5} {:>9} {:>16}",
                fault.name(),
                of.len(),
                format!("{middle}..{most}"),
                of.len() - back.len()
            );
        }
        println!(
            "  the bot ended by itself {} times: {:?}",
            self.ends.len(),
            self.ends
        );
    }
}
