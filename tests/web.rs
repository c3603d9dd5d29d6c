//! The bot against a page in a browser: dialogs that come with the last stone, games that begin by themselves, scaled
//! devices. The page writes down its own games; what the bot logs must be the same.

pub(crate) mod browser;
mod calibrated;
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
        let [wins, loses, _] = ENGINES;
        let sessions = [
            ("caption auto", "1.25", loses, 1),
            ("dialog 0", "1", wins, 1),
            ("dialog beside", "1.25", loses, 1),
            ("first 100", "1", wins, 2),
        ];
        let sessions = sessions.map(|(name, scale, engine, games)| Session {
            manner: Manner::named(name).unwrap(),
            scale: scale.to_owned(),
            engine,
            games,
        });
        let complaints = play_all(&sessions, seed);
        assert!(complaints.is_empty(), "{complaints:#?}");
    });
}

/// A dialog of which the profile knows nothing comes in place of the result and stays: it is closed as a person would do it, once
/// the game was decided by its stones, and the client is not started again.
#[test]
fn a_dialog_that_no_profile_knows_is_closed_between_games() {
    let test = "web::a_dialog_that_no_profile_knows_is_closed_between_games";
    if !browser::is_installed() {
        return;
    }
    on_a_screen(test, Manager::Openbox, browser::SCREEN, &[], || {
        let session = Session {
            manner: named("intruder escape"),
            scale: "1".to_owned(),
            engine: ENGINES[0],
            games: 2,
        };
        let folder = tempfile::tempdir().unwrap();
        let (tally, complaints) = session.play(folder.path(), number("SEED", 3));
        assert!(
            complaints.is_empty() && tally.right == 2,
            "{tally:?}: {complaints:#?}"
        );
        let log = std::fs::read_to_string(folder.path().join("bot.log")).unwrap();
        assert!(
            log.contains("struck Escape") && !log.contains("restarting"),
            "{log}"
        );
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
        let all: Vec<String> = MANNERS.iter().map(|manner| manner.name.to_owned()).collect();
        let names = list("WEB_MANNERS", &all);
        let scales = list("WEB_SCALES", &["1".to_owned(), "1.25".to_owned()]);
        let kinds = names.len() * scales.len();
        let each = games.div_ceil(kinds).max(1) as u32;
        let all = names
            .iter()
            .flat_map(|name| scales.iter().map(move |scale| (name, scale)));
        let sessions: Vec<Session> = all
            .zip(ENGINES.iter().cycle())
            .map(|((name, scale), engine)| Session {
                manner: named(name),
                scale: scale.clone(),
                engine,
                games: each,
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
    let manner = named(&name);
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

fn named(name: &str) -> Manner {
    let known = || MANNERS.iter().map(|manner| manner.name).collect::<Vec<_>>();
    Manner::named(name).unwrap_or_else(|| panic!("no manner {name:?}: {:?}", known()))
}

/// Plays all sessions, prints the table, and answers with what was wrong.
fn play_all(sessions: &[Session], seed: u64) -> Vec<String> {
    let temporary = tempfile::tempdir().unwrap();
    let root = std::env::var_os("WEB_FOLDER").map_or(temporary.path().to_owned(), PathBuf::from);
    let mut tallies = BTreeMap::new();
    let mut complaints = Vec::new();
    for (index, session) in sessions.iter().enumerate() {
        let (name, scale) = (session.manner.name, &session.scale);
        let folder = root.join(format!("{}-{scale}", name.replace(' ', "-")));
        let (tally, wrong) = session.play(&folder, seed * 1_000 + index as u64);
        complaints.extend(wrong);
        tallies.insert((name.to_owned(), scale.clone()), tally);
    }
    println!("{}", truth::table(&tallies));
    for complaint in &complaints {
        println!("complaint: {complaint}");
    }
    complaints
}

/// A bot on a page of one manner, at one scale.
struct Session {
    manner: Manner,
    scale: String,
    engine: &'static str,
    games: u32,
}

impl Session {
    /// Plays it; answers with the counts and with what was wrong.
    fn play(&self, folder: &Path, seed: u64) -> (Tally, Vec<String>) {
        std::fs::create_dir_all(folder).unwrap();
        let name = format!("{} at {} (seed {seed})", self.manner.name, self.scale);
        let desk = Desk::new(folder, self.manner.settings(seed), &self.scale);
        desk.write_profile();
        let mut bot = desk.play(self.engine, self.games);
        let mut complaints = Vec::new();
        if !self.await_end(&desk, &mut bot) {
            complaints.push(format!("{name}: the bot did not end"));
        }
        desk.end_browser();
        let games = desk.server.games();
        let mut tally = Tally {
            left: truth::left(&games),
            ..Tally::default()
        };
        for (number, fate) in truth::compare(&games, &desk.records(), &desk.log()) {
            let game = games.iter().find(|game| game.number == number);
            let end = game.and_then(|game| Some((game.seat, game.end.as_ref()?.0)));
            tally.count(&fate, end.is_some_and(|(seat, winner)| seat == winner));
            if let Fate::Aborted(why) | Fate::Wrong(why) = fate {
                complaints.push(format!("{name}, game {number}: {why}"));
            }
        }
        if tally.games < self.games || tally.left > 0 {
            let (played, left) = (tally.games, tally.left);
            complaints.push(format!(
                "{name}: {played} of {} games were played, {left} left in their middle",
                self.games
            ));
        }
        complaints.extend(desk.server.garbled().iter().map(|what| format!("{name}: {what}")));
        let presses = desk.server.presses().len();
        println!("{name}, {}: {tally:?}, {presses} presses", self.engine);
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
