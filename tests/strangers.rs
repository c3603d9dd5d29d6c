//! Clients without a profile, in their real windows: nothing is given but a part of the title.

use std::process::{Command, Stdio};

use actuator::pointer::{Pointer as _, enigo::EnigoPointer};
use practice::window::TITLE;
use vision::window;

use crate::support::{
    program::{CLIENT, program},
    xvfb::{Manager, Process, on_a_display, on_a_screen, pause, settled},
};

/// Plays a game in the window of that title; answers what was told.
fn played(title: &str, engine: &str) -> String {
    let home = tempfile::tempdir().unwrap();
    let mut bot = program();
    bot.args(["play", "--window", title, "--engine", engine])
        .args(["--clicks-a-minute", "600", "--no-film"])
        .env("TENGEN_HOME", home.path());
    let output = bot.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    println!("{told}");
    assert!(output.status.success(), "{told}");
    told
}

#[test]
fn a_game_on_the_practice_window() {
    let test = "strangers::a_game_on_the_practice_window";
    on_a_display(test, Manager::Openbox, || {
        let mut client = program();
        client.args(CLIENT);
        client.args(["--theme", "felt"]);
        let _client = Process(client.stdout(Stdio::null()).spawn().unwrap());
        settled(TITLE);
        assert!(played(TITLE, "classic:depth=2").contains("we are second"));
    });
}

#[test]
fn a_game_on_bovo() {
    let test = "strangers::a_game_on_bovo";
    game_on_bovo(test, "1920x1080x24", &[], |told| {
        assert!(told.contains("making it larger"), "its window begins too small");
    });
}

/// A game on a Bovo with settings of its own, on a screen of that size and with more variables in its environment.
/// `check` looks at what the bot told.
pub(crate) fn game_on_bovo(test: &str, size: &str, more: &[(&str, &str)], check: impl FnOnce(&str)) {
    let config = tempfile::tempdir().unwrap();
    std::fs::write(config.path().join("bovorc"), "[bovo]\ntheme=gomoku\n").unwrap();
    let folder = config.path().to_string_lossy().into_owned();
    let variables = [&[("XDG_CONFIG_HOME", folder.as_str())], more].concat();
    on_a_screen(test, Manager::Openbox, size, &variables, || {
        let mut client = Command::new("dbus-run-session");
        client
            .args(["--", "bovo"])
            .env("PATH", "/usr/games:/usr/bin:/bin");
        let _client = Process(
            client
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap(),
        );
        // What a person does: begin a game. Until then Bovo plays by itself.
        let bovo = settled("Bovo");
        let mut desktop = window::open().unwrap();
        desktop.activate(bovo.id).unwrap();
        pause(1_000);
        EnigoPointer::open().unwrap().key("ctrl+n").unwrap();
        pause(1_000);
        check(&played("Bovo", "classic:depth=3"));
        desktop.close(bovo.id).unwrap();
        pause(500);
    });
}
