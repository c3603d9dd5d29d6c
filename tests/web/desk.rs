//! A profile of the page, made here: the pictures of its dialogs are cut from its own face. And a bot that plays by it.

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use image::{RgbImage, imageops};
use referee::record::Record;
use stats::store::{OpenMode, Store, games::Filter};
use vision::{
    source::{self, Backend},
    window::Window,
};

use super::{
    browser,
    server::{Server, Stage},
    settings::Settings,
};
use crate::support::{
    bot::ends_within,
    xvfb::{eventually, pause, settled},
};

const PROFILE: &str = include_str!("profile.toml");
/// What the page is called.
pub(crate) const TITLE: &str = "Five in a row";
/// Pixels around a text that belong to its picture.
const MARGIN: f64 = 3.0;

/// A browser that is ended, with all that it started, when this value is dropped.
pub(crate) struct Browser(Child);

impl Browser {
    /// Opens it on the screen that the environment names.
    pub(crate) fn open(command: &[String]) -> Browser {
        let mut program = Command::new("setpriv");
        program.args(["--pdeathsig", "TERM", "--"]).args(command);
        std::os::unix::process::CommandExt::process_group(&mut program, 0);
        program
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        Browser(program.spawn().expect("setpriv is installed"))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        end_group(self.0.id(), "TERM");
        if !ends_within(&mut self.0, 100, 50) {
            end_group(self.0.id(), "KILL");
        }
    }
}

fn end_group(leader: u32, signal: &str) {
    let _ = Command::new("kill")
        .args([&format!("-{signal}"), "--", &format!("-{leader}")])
        .stderr(Stdio::null())
        .status();
}

/// Everything that one session on the page needs: a server, a folder with the profile, the browser's own folder, a home.
pub(crate) struct Desk {
    pub(crate) server: Server,
    pub(crate) folder: PathBuf,
    settings: Settings,
    scale: String,
}

impl Desk {
    /// A page with these settings, whose profile is still to be written; `folder` is to be empty.
    pub(crate) fn new(folder: &Path, settings: Settings, scale: &str) -> Desk {
        Desk {
            server: Server::start(),
            folder: folder.to_owned(),
            settings,
            scale: scale.to_owned(),
        }
    }

    /// How the browser is started with this page.
    pub(crate) fn launch_line(&self) -> Vec<String> {
        let url = self.server.url(self.settings.pairs());
        browser::command(&url, &self.scale, &self.folder.join("browser"))
    }

    /// The profile's folder.
    pub(crate) fn profile(&self) -> PathBuf {
        self.folder.join("page")
    }

    /// Shows the page's dialogs, cuts their pictures, and writes a profile with them.
    pub(crate) fn write_profile(&self) {
        std::fs::create_dir_all(self.profile()).unwrap();
        let mut shown = self.settings.clone();
        shown.set("stages", "won,lost,draw");
        let url = self.server.url(shown.pairs());
        let stages: Vec<(Stage, Window)> = {
            let _browser = Browser::open(&browser::command(&url, &self.scale, &self.folder.join("stages")));
            let cut = |_| {
                self.server.on_stage(|stage| {
                    let window = settled(TITLE);
                    self.cut(stage, &window);
                    (stage.clone(), window)
                })
            };
            (0..3).map(cut).collect()
        };
        std::fs::write(self.profile().join("profile.toml"), self.profile_text(&stages)).unwrap();
        // The same title must not be found twice.
        eventually("the end of the browser", || {
            let mut desktop = vision::window::open().unwrap();
            let sought = vision::window::SoughtWindow {
                title: Some(TITLE.to_owned()),
                ..Default::default()
            };
            desktop.find(&sought).unwrap().is_empty().then_some(())
        });
    }

    fn cut(&self, stage: &Stage, window: &Window) {
        let frame = source::open(Backend::Fastest)
            .unwrap()
            .grab(window.content)
            .unwrap();
        for (what, place) in &stage.places {
            let Some((x, y, width, height)) = outward(*place, &frame.image) else {
                continue;
            };
            let picture = imageops::crop_imm(&*frame.image, x, y, width, height).to_image();
            let name = if what == "again" {
                "again.png".to_owned()
            } else {
                format!("{}.png", stage.name)
            };
            picture.save(self.profile().join(name)).unwrap();
        }
    }

    fn profile_text(&self, stages: &[(Stage, Window)]) -> String {
        let settings = &self.settings;
        let kind = if settings.get("grid", "lines") == "cells" {
            "cells"
        } else {
            "points"
        };
        let command: Vec<String> = self
            .launch_line()
            .iter()
            .map(|word| format!("{word:?}"))
            .collect();
        let mut text = PROFILE
            .replace("{{command}}", &format!("[{}]", command.join(", ")))
            .replace("{{kind}}", kind)
            .replace("{{size}}", settings.get("size", "15"))
            .replace("{{rule}}", settings.get("rule", "freestyle"));
        let by_button = settings.get("next", "button") == "button";
        if settings.get("result", "dialog") == "caption" {
            if by_button {
                text.push_str("\n[new_game]\nsteps = [{ click_template = \"again.png\" }]\n");
            }
            return text;
        }
        let moves = ["last", "chance"].contains(&settings.get("place", "centre"));
        for (stage, window) in stages {
            let name = &stage.name;
            // Where the dialog never moves, its place is known; a little more of it than the picture.
            let (x, y, width, height) = self.area(stage, window);
            let area = if moves {
                String::new()
            } else {
                format!(", area = [{x}, {y}, {width}, {height}]")
            };
            let steps = if by_button {
                "steps = [{ click_template = \"again.png\" }]\n"
            } else {
                ""
            };
            text.push_str(&format!(
                "\n[[screen]]\nname = \"{name}\"\nwhen = [{{ template = \"{name}.png\"{area} }}]\nmeans = \"{name}\"\n{steps}"
            ));
        }
        text
    }

    fn area(&self, stage: &Stage, window: &Window) -> (u32, u32, u32, u32) {
        let [left, top, width, height] = stage.places["words"];
        let beyond = 8.0;
        let place = [
            left - beyond,
            top - beyond,
            width + 2.0 * beyond,
            height + 2.0 * beyond,
        ];
        let whole = RgbImage::new(window.content.width, window.content.height);
        outward(place, &whole).expect("the words are in the window")
    }

    /// A bot at work on the profile, its log in `bot.log`.
    pub(crate) fn play(&self, engine: &str, games: u32) -> Child {
        let log = std::fs::File::create(self.folder.join("bot.log")).unwrap();
        crate::support::program::program()
            .arg("play")
            .arg("--client")
            .arg(self.profile())
            .args(["--engine", engine, "--games", &games.to_string()])
            .args(["--stop-key", "none"])
            .env("TENGEN_HOME", self.home())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .unwrap()
    }

    /// Where the bot keeps its games.
    pub(crate) fn home(&self) -> PathBuf {
        self.folder.join("home")
    }

    /// What the bot logged, oldest first, with all plies.
    pub(crate) fn records(&self) -> Vec<Record> {
        let Ok(store) = Store::open(&self.home().join("games.db"), OpenMode::Read) else {
            return Vec::new();
        };
        let games = store.games(&Filter::default()).unwrap();
        games
            .iter()
            .map(|game| store.record(&game.record.id).unwrap())
            .collect()
    }

    /// What the bot told.
    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.join("bot.log")).unwrap_or_default()
    }

    /// Ends the browser that the bot started; the bot leaves it open.
    pub(crate) fn end_browser(&self) {
        let own = format!("--user-data-dir={}", self.folder.join("browser").display());
        for _ in 0..50 {
            let mut found = false;
            for entry in Path::new("/proc").read_dir().unwrap().flatten() {
                let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
                let is_own = line.split(|&byte| byte == 0).any(|word| word == own.as_bytes());
                if is_own && let Ok(id) = entry.file_name().to_string_lossy().parse::<u32>() {
                    found = true;
                    let _ = Command::new("kill")
                        .arg(id.to_string())
                        .stderr(Stdio::null())
                        .status();
                }
            }
            if !found {
                return;
            }
            pause(100);
        }
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.end_browser();
    }
}

/// Whole pixels around a rectangle, inside the picture.
fn outward([left, top, width, height]: [f64; 4], picture: &RgbImage) -> Option<(u32, u32, u32, u32)> {
    let from = |value: f64| (value - MARGIN).floor().max(0.0) as u32;
    let to = |value: f64, most: u32| ((value + MARGIN).ceil().max(0.0) as u32).min(most);
    let (x, y) = (from(left), from(top));
    let right = to(left + width, picture.width());
    let bottom = to(top + height, picture.height());
    (right > x + 8 && bottom > y + 8).then(|| (x, y, right - x, bottom - y))
}
