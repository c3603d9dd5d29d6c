//! What befalls a client, its bot and its engine from outside.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command},
};

use dice::Dice;
use vision::{
    area::Area,
    window::{self, Desktop, SoughtWindow, Window},
};

use super::truth;
use crate::support::{
    x_window::{Style, XWindow},
    xvfb::pause,
};

/// One thing that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Moved,
    Covered,
    Minimised,
    EngineKilled,
    BotKilled,
    Closed,
    ClientKilled,
}

/// All of them, the mildest first.
pub(super) const FAULTS: [Fault; 7] = [
    Fault::Moved,
    Fault::Covered,
    Fault::Minimised,
    Fault::EngineKilled,
    Fault::BotKilled,
    Fault::Closed,
    Fault::ClientKilled,
];

impl Fault {
    pub(super) fn name(self) -> &'static str {
        match self {
            Fault::Moved => "window moved",
            Fault::Covered => "window covered",
            Fault::Minimised => "window minimised",
            Fault::EngineKilled => "engine killed",
            Fault::BotKilled => "bot killed",
            Fault::Closed => "window closed",
            Fault::ClientKilled => "client killed",
        }
    }
}

/// A cover stays for so long, unless the bot raises its client above it.
const COVER_S: u64 = 12;

/// Has hands on one display.
pub(super) struct Tormentor {
    lane: String,
    folder: PathBuf,
    desktop: Box<dyn Desktop>,
    cover: Option<(XWindow, u64)>,
}

impl Tormentor {
    pub(super) fn new(lane: &str, folder: &Path) -> Tormentor {
        Tormentor {
            lane: lane.to_owned(),
            folder: folder.to_owned(),
            desktop: window::open().unwrap(),
            cover: None,
        }
    }

    /// Answers whether it could be done: a client that is gone cannot be moved.
    pub(super) fn inflict(&mut self, fault: Fault, bot: &mut Child, dice: &mut Dice, now_s: u64) -> bool {
        let Some(client) = self.client().filter(|client| client.viewable) else {
            return false;
        };
        let done = match fault {
            Fault::Moved => {
                let content = client.content;
                let (x, y) = (8 + dice.below(400), 30 + dice.below(200));
                let y = y.min(1_072 - content.height as i32).max(20);
                self.desktop
                    .place(client.id, Area::new(x, y, content.width, content.height))
                    .is_ok()
            }
            Fault::Covered => {
                let at = client.content;
                let place = (at.x as i16 + 150, at.y as i16 + 150, 400, 300);
                self.cover = Some((
                    XWindow::open("in the way", Style::Program, place, 0x40_80_40),
                    now_s,
                ));
                true
            }
            Fault::Minimised => {
                let helper = XWindow::open("helper", Style::PopUp, (0, 0, 1, 1), 0);
                helper.minimise_other(client.id.0 as u32);
                helper.destroy();
                true
            }
            Fault::EngineKilled => engine_of(bot.id()).is_some_and(kill),
            Fault::BotKilled => {
                let _ = bot.kill();
                let _ = bot.wait();
                true
            }
            Fault::Closed => {
                let closed = self.desktop.close(client.id).is_ok();
                self.wait_until_gone();
                closed
            }
            Fault::ClientKilled => client.pid.is_some_and(kill),
        };
        if done && self.lane == "bovo" && matches!(fault, Fault::Closed | Fault::ClientKilled) {
            truth::keep_bovorc(&self.folder, fault == Fault::Closed);
        }
        println!(
            "{now_s} s: {} {}",
            self.lane,
            if done { fault.name() } else { "spared" }
        );
        done
    }

    /// Takes the cover away in time.
    pub(super) fn relent(&mut self, now_s: u64) {
        if let Some((cover, _)) = self.cover.take_if(|(_, since_s)| now_s >= *since_s + COVER_S) {
            cover.destroy();
        }
    }

    /// Ends the client in order, and keeps what it saves.
    pub(super) fn end(&mut self) {
        if let Some(client) = self.client() {
            let _ = self.desktop.close(client.id);
        }
        self.wait_until_gone();
        if self.lane == "bovo" {
            truth::keep_bovorc(&self.folder, true);
        }
    }

    fn client(&mut self) -> Option<Window> {
        let class = if self.lane == "bovo" {
            "bovo"
        } else {
            "tengen-practice"
        };
        let sought = SoughtWindow {
            class: Some(class.to_owned()),
            ..SoughtWindow::default()
        };
        self.desktop.find(&sought).ok()?.into_iter().next()
    }

    fn wait_until_gone(&mut self) {
        for _ in 0..100 {
            if self.client().is_none() {
                // The window goes first, the settings are written right after.
                return pause(600);
            }
            pause(50);
        }
    }
}

/// The engine is the bot's only descendant that says so by its command; a warden may stand between.
fn engine_of(bot: u32) -> Option<u32> {
    let mut open = vec![bot];
    while let Some(process) = open.pop() {
        let command = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
        if process != bot
            && command
                .split(|&byte| byte == 0)
                .any(|argument| argument == b"engine")
        {
            return Some(process);
        }
        open.extend(children_of(process));
    }
    None
}

fn children_of(process: u32) -> Vec<u32> {
    let Ok(threads) = std::fs::read_dir(format!("/proc/{process}/task")) else {
        return Vec::new();
    };
    let of_each = threads
        .flatten()
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok());
    let ids: Vec<String> = of_each.collect();
    ids.iter()
        .flat_map(|line| line.split_whitespace())
        .filter_map(|id| id.parse().ok())
        .collect()
}

fn kill(process: u32) -> bool {
    let status = Command::new("kill")
        .args(["-KILL", &process.to_string()])
        .status();
    status.is_ok_and(|status| status.success())
}
