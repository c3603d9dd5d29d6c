//! A profile of the page that `tengen calibrate` wrote, and nobody has touched: games played through it are logged as the page
//! tells them.

use std::{path::Path, process::Stdio};

use super::{
    GAME_LOOKS, browser,
    desk::{Browser, Desk, TITLE},
    list,
    manner::Manner,
    named, number,
    settings::Settings,
    truth::{self, Fate},
};
use crate::support::{
    bot::{ends_within, interrupt},
    xvfb::{Manager, eventually, on_a_screen, pause, settled},
};

/// One game is watched, and one lost on purpose; then `CALIBRATED_GAMES` are played (2). `WEB_MANNERS` and `WEB_SCALES` say of what.
#[test]
fn games_through_a_profile_that_nobody_edited() {
    let test = "web::calibrated::games_through_a_profile_that_nobody_edited";
    if !browser::is_installed() {
        return;
    }
    on_a_screen(test, Manager::Openbox, browser::SCREEN, &[], || {
        let seed = number("SEED", 5);
        println!("seed {seed}");
        let games = number("CALIBRATED_GAMES", 2) as u32;
        let mut complaints = Vec::new();
        for manner in list("WEB_MANNERS", &["dialog 400".to_owned()]) {
            for scale in list("WEB_SCALES", &["1.25".to_owned()]) {
                complaints.extend(check(named(&manner), &scale, seed, games));
            }
        }
        assert!(complaints.is_empty(), "{complaints:#?}");
    });
}

/// What was wrong with the profile or the games.
fn check(manner: Manner, scale: &str, seed: u64, games: u32) -> Vec<String> {
    let temporary = tempfile::tempdir().unwrap();
    let mut settings = manner.settings(seed);
    // Losing on purpose needs somebody who wants to win.
    settings.set("level", "greedy");
    let desk = Desk::new(temporary.path(), settings.clone(), scale);
    let again = button(&desk, &settings, scale, temporary.path());
    calibrate(&desk, again);
    let before = desk.server.games().len();
    let mut bot = desk.play("alphabeta:nodes=2000,table_mb=8", games);
    let ended = (0..games * GAME_LOOKS + 600).any(|_| {
        pause(100);
        bot.try_wait().unwrap().is_some()
    });
    if !ended {
        interrupt(&bot);
        interrupt(&bot);
        ends_within(&mut bot, 100, 100);
    }
    desk.end_browser();
    let played = desk.server.games().split_off(before);
    let mut complaints = Vec::new();
    let mut equal = 0;
    for (game, fate) in truth::compare(&played, &desk.records(), &desk.log()) {
        match fate {
            Fate::Aborted(why) | Fate::Wrong(why) => {
                complaints.push(format!("{} at {scale}, game {game}: {why}", manner.name));
            }
            _ => equal += 1,
        }
    }
    println!(
        "{} at {scale}: {equal} games as the page told them, of {games}",
        manner.name
    );
    if equal < games || !complaints.is_empty() {
        println!("{}", desk.log());
        complaints.push(format!("{} at {scale}: {equal} of {games} games", manner.name));
    }
    complaints
}

/// Where the button for the next game comes up, in pixels of the window's content.
fn button(desk: &Desk, settings: &Settings, scale: &str, folder: &Path) -> Option<(u32, u32)> {
    if settings.get("next", "button") != "button" {
        return None;
    }
    let mut shown = settings.clone();
    shown.set("stages", "won");
    let url = desk.server.url(shown.pairs());
    let browser = Browser::open(&browser::command(&url, scale, &folder.join("stages")));
    let place = desk.server.on_stage(|stage| stage.places["again"]);
    drop(browser);
    eventually("the end of the browser", || {
        let sought = vision::window::SoughtWindow {
            title: Some(TITLE.to_owned()),
            ..Default::default()
        };
        let found = vision::window::open().unwrap().find(&sought).unwrap();
        found.is_empty().then_some(())
    });
    let [left, top, width, height] = place;
    Some(((left + width / 2.0) as u32, (top + height / 2.0) as u32))
}

/// Lets `tengen calibrate` watch two games, write a profile and try it.
fn calibrate(desk: &Desk, again: Option<(u32, u32)>) {
    let _browser = Browser::open(&desk.launch_line());
    settled(TITLE);
    let mut calibrate = crate::support::program::program();
    calibrate
        .args(["calibrate", "--window", TITLE, "--play", "--games", "2"])
        .args([
            "--engine",
            "alphabeta:nodes=2000,table_mb=8",
            "--stop-key",
            "none",
        ])
        .args(["--name", "page", "--result", "stones"])
        .arg("--out")
        .arg(&desk.folder)
        .env("TENGEN_HOME", desk.home())
        .stdin(Stdio::null());
    if let Some((x, y)) = again {
        calibrate.args(["--again", &format!("{x},{y}")]);
    }
    let output = calibrate.output().unwrap();
    println!(
        "{}{}",
        String::from_utf8_lossy(&output.stderr),
        String::from_utf8_lossy(&output.stdout)
    );
    assert!(
        output.status.success(),
        "calibrate ended with {:?}",
        output.status.code()
    );
}
