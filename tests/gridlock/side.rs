//! One end of the line: a screen, a Gridlock and the Tengen that drives it, started again whenever it ends.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use referee::{record::Record, seat::Seat};
use stats::store::{OpenMode, Store, games::Filter};

use super::{eventually, pause};
use crate::support::{
    bot::{ends_within, interrupt},
    xvfb::{Process, Xvfb},
};

/// How a peer leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    /// Its Gridlock is killed; its bot has to notice and to start it again.
    ClientKilled,
    /// The connection is cut, and both programs stay: each turns its peer into a person at its own board.
    Cut,
    /// Its Gridlock is told to quit.
    ClientQuit,
    /// Bot and Gridlock are killed, and come back with another engine.
    BotKilled,
}

impl Leaving {
    pub(super) const ALL: [Leaving; 4] = [
        Leaving::ClientKilled,
        Leaving::Cut,
        Leaving::ClientQuit,
        Leaving::BotKilled,
    ];
}

/// Engines in the order in which a side takes them.
const ENGINES: [&str; 3] = ["classic:depth=4", "classic:depth=2", "classic:depth=3"];

pub(super) struct Side {
    folder: PathBuf,
    name: String,
    screen: Xvfb,
    _manager: Process,
    engine: usize,
    bot: Option<Child>,
}

impl Side {
    /// A side at work, with a home `name` in `folder`.
    pub(super) fn new(folder: &Path, name: &str) -> Side {
        let screen = Xvfb::start("1280x1000x24");
        let manager = screen.spawn(&["openbox", "--sm-disable"]);
        // A window that appears while the window manager starts may never be taken in charge.
        eventually("the window manager", || {
            let mut ask = Command::new("xprop");
            let output = ask
                .args(["-root", "_NET_SUPPORTING_WM_CHECK"])
                .env("DISPLAY", &screen.name)
                .output()
                .ok()?;
            String::from_utf8_lossy(&output.stdout)
                .contains("window id")
                .then_some(())
        });
        let mut side = Side {
            folder: folder.join(name),
            name: name.to_owned(),
            screen,
            _manager: manager,
            engine: usize::from(name == "b"),
            bot: None,
        };
        std::fs::create_dir_all(&side.folder).unwrap();
        side.keep();
        side
    }

    /// Starts the bot again if it is not running.
    pub(super) fn keep(&mut self) {
        if let Some(bot) = &mut self.bot {
            let Some(status) = bot.try_wait().unwrap() else {
                return;
            };
            println!("side {}: the bot ended with {status}", self.name);
        }
        let log = std::fs::OpenOptions::new()
            .append(true)
            .create(true)
            .open(self.folder.join("bot.log"));
        let mut bot = crate::support::program::program();
        bot.args(["play", "--client", "gridlock", "--games", "999", "--no-film"])
            .args(["--stop-key", "none", "--engine", ENGINES[self.engine]])
            .env("DISPLAY", &self.screen.name)
            .env("TENGEN_HOME", &self.folder)
            .stdin(Stdio::null())
            .stderr(log.unwrap());
        self.bot = Some(bot.spawn().unwrap());
    }

    /// Leaves the game in hand.
    pub(super) fn leave(&mut self, leaving: Leaving) {
        match leaving {
            Leaving::ClientKilled => self.signal_client("KILL"),
            Leaving::ClientQuit => self.signal_client("TERM"),
            Leaving::Cut => {
                let status = Command::new("ss")
                    .args(["--kill", "--tcp", "dport", "=", ":27500"])
                    .stdout(Stdio::null())
                    .status();
                assert!(
                    status.is_ok_and(|status| status.success()),
                    "ss cuts no connection"
                );
            }
            Leaving::BotKilled => {
                self.signal_client("KILL");
                let mut bot = self.bot.take().expect("the bot is kept running");
                bot.kill().unwrap();
                bot.wait().unwrap();
                self.engine = (self.engine + 1) % ENGINES.len();
                // What the killed bot had started goes with it.
                pause(500);
                self.signal_client("KILL");
            }
        }
    }

    /// Sends a signal to the Gridlock on this side's screen, by its number.
    fn signal_client(&self, signal: &str) {
        let display = format!("DISPLAY={}", self.screen.name);
        for entry in Path::new("/proc").read_dir().unwrap().flatten() {
            let read = |file: &str| std::fs::read(entry.path().join(file)).unwrap_or_default();
            let is_client = read("comm") == b"Gridlock\n";
            if is_client
                && read("environ")
                    .split(|&byte| byte == 0)
                    .any(|one| one == display.as_bytes())
            {
                let number = entry.file_name();
                let status = Command::new("kill")
                    .arg(format!("-{signal}"))
                    .arg(number)
                    .status();
                assert!(status.is_ok());
            }
        }
    }

    /// Asks the bot to stop after the game in hand.
    pub(super) fn interrupt(&mut self) {
        if let Some(bot) = &self.bot {
            interrupt(bot);
        }
    }

    /// Waits for the bot's end.
    pub(super) fn wait(&mut self) {
        let Some(mut bot) = self.bot.take() else { return };
        assert!(
            ends_within(&mut bot, 1_200, 100),
            "side {}: the bot does not end",
            self.name
        );
    }

    /// All games, oldest first, with their plies.
    pub(super) fn records(&self) -> Vec<Record> {
        let Ok(store) = Store::open(&self.folder.join("games.db"), OpenMode::Read) else {
            return Vec::new();
        };
        let games = store.games(&Filter::default()).unwrap_or_default();
        games
            .iter()
            .filter_map(|game| store.record(&game.record.id).ok())
            .collect()
    }

    /// Plies of the game in hand, if there is one.
    pub(super) fn plies_in_hand(&self) -> Option<usize> {
        let last = self.records().pop()?;
        last.verdict.is_none().then_some(last.plies.len())
    }

    /// Whether it moves first in the last game.
    pub(super) fn is_first(&self) -> bool {
        let last = self.records().pop();
        last.is_some_and(|game| game.own_seat == Some(Seat::First))
    }
}

impl Drop for Side {
    fn drop(&mut self) {
        if let Some(mut bot) = self.bot.take() {
            let _ = bot.kill();
            let _ = bot.wait();
        }
        self.signal_client("KILL");
    }
}
