//! The bot against a page in a browser: dialogs that come with the last stone, games that begin by themselves, scaled
//! devices. The page writes down its own games; what the bot logs must be the same.

mod browser;
mod desk;
mod manner;
mod server;
mod settings;
mod truth;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use self::{
    desk::{Browser, Desk, TITLE},
    manner::{MANNERS, Manner},
    truth::{Fate, Tally},
};
use crate::support::{
    bot::{ends_within, interrupt},
    xvfb::{Manager, on_a_screen, pause, settled},
};

/// Engines in the order in which sessions take them: one that mostly wins, one that mostly loses.
const ENGINES: [&str; 3] = [
    "alphabeta:nodes=2000,table_mb=8",
    "random:seed=5",
    "classic:depth=1",
];
/// Looks, a tenth of a second apart, that a game may take.
const GAME_LOOKS: u32 = 1_500;

/// What every run meets: a few games whose results are told beside the board and in dialogs over it, at two scales.
#[test]
fn games_are_logged_as_the_page_tells_them() {
    let test = "web::games_are_logged_as_the_page_tells_them";
    if !browser::is_installed() {
        return;
    }
    on_a_screen(test, Manager::Openbox, browser::SCREEN, &[], || {
        let seed = number("SEED", 3);
        println!("seed {seed}");
        let sessions = [("caption", "1"), ("caption auto", "1.25")];
        let sessions = sessions.map(|(name, scale)| (Manner::named(name).unwrap(), scale, 1));
        let complaints = play_all(&sessions, seed);
        assert!(complaints.is_empty(), "{complaints:#?}");
    });
}

/// `WEB_GAMES=100`: so many games, spread over all manners and the scales 1 and 1.25, and a table of what came of them.
/// `WEB_MANNERS="dialog 0,dialog 50"`, `WEB_SCALES=1,2` and `SEED=7` say which; `WEB_FOLDER` keeps logs, films and games.
#[test]
fn every_manner() {
    let test = "web::every_manner";
    let Some(games) = std::env::var("WEB_GAMES")
        .ok()
        .and_then(|games| games.parse::<usize>().ok())
    else {
        return;
    };
    assert!(browser::is_installed(), "run scripts/setup browser");
    on_a_screen(test, Manager::Openbox, browser::SCREEN, &[], || {
        let seed = number("SEED", 1);
        println!("seed {seed}");
        let names = list("WEB_MANNERS", &MANNERS.map_names());
        let scales = list("WEB_SCALES", &["1".to_owned(), "1.25".to_owned()]);
        let kinds = names.len() * scales.len();
        let each = games.div_ceil(kinds).max(1) as u32;
        let sessions: Vec<(Manner, &str, u32)> = names
            .iter()
            .flat_map(|name| scales.iter().map(move |scale| (name, scale)))
            .map(|(name, scale)| {
                let manner = Manner::named(name);
                (
                    manner.unwrap_or_else(|| panic!("no manner {name:?}: {:?}", MANNERS.map_names())),
                    scale.as_str(),
                    each,
                )
            })
            .collect();
        let complaints = play_all(&sessions, seed);
        assert!(complaints.is_empty(), "{} complaints", complaints.len());
    });
}

/// `WEB_SERVE="caption"` serves a page of that manner and opens it in the browser on the screen that `DISPLAY` names (at
/// `WEB_SCALES`), until it is closed: for a look, or for calibrating by hand.
#[test]
fn serve() {
    let Ok(name) = std::env::var("WEB_SERVE") else {
        return;
    };
    let manner =
        Manner::named(&name).unwrap_or_else(|| panic!("no manner {name:?}: {:?}", MANNERS.map_names()));
    let folder = tempfile::tempdir().unwrap();
    let scale = list("WEB_SCALES", &["1".to_owned()]).remove(0);
    let desk = Desk::new(folder.path(), manner.settings(number("SEED", 1)), &scale);
    println!("{}", desk.launch_line().join(" "));
    let _browser = Browser::open(&desk.launch_line());
    let open = settled(TITLE);
    let mut desktop = vision::window::open().unwrap();
    while desktop.window(open.id).unwrap().is_some() {
        pause(500);
    }
    for game in desk.server.games() {
        println!("{game:?}");
    }
}

trait Names {
    fn map_names(&self) -> Vec<String>;
}

impl Names for [Manner] {
    fn map_names(&self) -> Vec<String> {
        self.iter().map(|manner| manner.name.to_owned()).collect()
    }
}

fn number(variable: &str, usual: u64) -> u64 {
    let said = std::env::var(variable).ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn list(variable: &str, usual: &[String]) -> Vec<String> {
    match std::env::var(variable) {
        Ok(text) => text.split(',').map(|word| word.trim().to_owned()).collect(),
        Err(_) => usual.to_vec(),
    }
}

/// Plays all sessions, prints the table, and answers with what was wrong.
fn play_all(sessions: &[(Manner, &str, u32)], seed: u64) -> Vec<String> {
    let temporary = tempfile::tempdir().unwrap();
    let root = std::env::var_os("WEB_FOLDER").map_or(temporary.path().to_owned(), PathBuf::from);
    let mut tallies = BTreeMap::new();
    let mut complaints = Vec::new();
    for (index, (manner, scale, games)) in sessions.iter().enumerate() {
        let folder = root.join(format!("{}-{scale}", manner.name.replace(' ', "-")));
        let session = Session {
            manner,
            scale,
            seed: seed * 1_000 + index as u64,
            engine: ENGINES[index % ENGINES.len()],
            games: *games,
        };
        let (tally, wrong) = session.play(&folder);
        complaints.extend(wrong);
        tallies.insert((manner.name.to_owned(), (*scale).to_owned()), tally);
    }
    println!("{}", truth::table(&tallies));
    for complaint in &complaints {
        println!("complaint: {complaint}");
    }
    complaints
}

struct Session<'a> {
    manner: &'a Manner,
    scale: &'a str,
    seed: u64,
    engine: &'a str,
    games: u32,
}

impl Session<'_> {
    /// Plays it; answers with the counts and with what was wrong.
    fn play(&self, folder: &Path) -> (Tally, Vec<String>) {
        std::fs::create_dir_all(folder).unwrap();
        let name = format!("{} at {} (seed {})", self.manner.name, self.scale, self.seed);
        let desk = Desk::new(folder, self.manner.settings(self.seed), self.scale);
        desk.write_profile();
        let mut bot = desk.play(self.engine, self.games);
        let mut complaints = Vec::new();
        if !self.await_end(&desk, &mut bot) {
            complaints.push(format!("{name}: the bot did not end"));
        }
        desk.end_browser();
        let mut tally = Tally::default();
        let games = desk.server.games();
        for (number, fate) in truth::compare(&games, &desk.records()) {
            let game = games.iter().find(|game| game.number == number);
            let is_won =
                game.is_some_and(|game| game.end.as_ref().is_some_and(|(winner, _)| *winner == game.seat));
            tally.count(&fate, is_won);
            if let Fate::Aborted(why) | Fate::Wrong(why) = fate {
                complaints.push(format!("{name}, game {number}: {why}"));
            }
        }
        if tally.games < self.games {
            let played = tally.games;
            complaints.push(format!("{name}: {played} of {} games were played", self.games));
        }
        complaints.extend(desk.server.garbled().iter().map(|what| format!("{name}: {what}")));
        println!(
            "{name}, {}: {tally:?}, {} presses",
            self.engine,
            desk.server.presses().len()
        );
        if !complaints.is_empty() {
            println!("{}", desk.log());
        }
        (tally, complaints)
    }

    /// The bot plays as many games with results as it was asked for; once the page has finished a few more than that,
    /// it has had its chance.
    fn await_end(&self, desk: &Desk, bot: &mut std::process::Child) -> bool {
        for _ in 0..self.games * GAME_LOOKS + 600 {
            let finished = desk
                .server
                .games()
                .iter()
                .filter(|game| game.end.is_some())
                .count();
            if bot.try_wait().unwrap().is_some() {
                return true;
            }
            if finished > self.games as usize + 4 {
                break;
            }
            pause(100);
        }
        for _ in 0..2 {
            interrupt(bot);
            pause(300);
        }
        ends_within(bot, 100, 100)
    }
}
