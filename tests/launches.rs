//! Clients that are started in odd ways, and what their games are counted as: relative commands, a window of another class
//! than the profile says, the same client with and without a profile.

use std::{
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Stdio},
};

use practice::window::TITLE;

use crate::support::{
    program::CLIENT,
    x_window::{Style, XWindow},
    xvfb::{Manager, Process, on_a_display, settled},
};

/// What a bot told, and whether it ended well. It keeps its games in `home`.
fn play(home: &Path, arguments: &[&str]) -> (bool, String) {
    let mut bot = Command::new("timeout");
    crate::support::program::without_settings(&mut bot);
    let output = bot
        .args([
            "180",
            env!("CARGO_BIN_EXE_tengen"),
            "play",
            "--engine",
            "classic:depth=2",
        ])
        .args(["--clicks-a-minute", "600", "--no-film", "--stop-key", "none"])
        .args(arguments)
        .env("TENGEN_HOME", home)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    println!("{told}");
    (output.status.success(), told)
}

fn profile(folder: &Path, window: &str, launch: &str) {
    std::fs::create_dir_all(folder).unwrap();
    let text =
        format!("title = \"Some practice\"\n[window]\n{window}\n{launch}\n[board]\nrule = \"freestyle\"\n");
    std::fs::write(folder.join("profile.toml"), text).unwrap();
}

/// A profile with a relative command and a class that its client does not have, then no profile at all: both play, and the
/// report knows one client.
#[test]
fn one_client_however_it_is_started_and_played() {
    let test = "launches::one_client_however_it_is_started_and_played";
    on_a_display(test, Manager::Openbox, || {
        let root = tempfile::tempdir().unwrap();
        let (home, folder) = (root.path().join("home"), root.path().join("mine"));
        profile(
            &folder,
            "class = \"practice\"\ntitle = \"Tengen practice\"",
            "[launch]\ncommand = [\"bin/start\"]\nwait_s = 60",
        );
        std::fs::create_dir(folder.join("bin")).unwrap();
        let script = format!(
            "#!/bin/sh\npwd > where\nexec {} {}\n",
            env!("CARGO_BIN_EXE_tengen"),
            CLIENT.join(" ")
        );
        std::fs::write(folder.join("bin/start"), script).unwrap();
        let may_run = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.join("bin/start"), may_run).unwrap();

        let (done, told) = play(&home, &["--client", folder.to_str().unwrap()]);
        assert!(done, "{told}");
        assert!(
            told.contains("the window that came has class \"tengen-practice\""),
            "{told}"
        );
        let ran = std::fs::read_to_string(folder.join("where")).unwrap();
        assert_eq!(Path::new(ran.trim()), folder.canonicalize().unwrap());

        let mut client = crate::support::program::program();
        let _client = Process(client.args(CLIENT).stdout(Stdio::null()).spawn().unwrap());
        settled(TITLE);
        let (done, told) = play(&home, &["--window", "gen pract"]);
        assert!(done, "{told}");

        let mut report = crate::support::program::program();
        report
            .args(["report", "--format", "json", "--min-moves", "1"])
            .env("TENGEN_HOME", &home);
        let report: serde_json::Value = serde_json::from_slice(&report.output().unwrap().stdout).unwrap();
        let names = |groups: &serde_json::Value| -> Vec<String> {
            let groups = groups.as_array().unwrap().iter();
            groups
                .map(|group| group["name"].as_str().unwrap().to_owned())
                .collect()
        };
        assert_eq!(names(&report["sources"]), ["practice"], "{report}");
        assert_eq!(report["games"]["all"], 2, "{report}");
    });
}

/// Nothing is started here: the message names the window that is there.
#[test]
fn the_windows_that_are_there_are_named() {
    let test = "launches::the_windows_that_are_there_are_named";
    on_a_display(test, Manager::Openbox, || {
        let folder = tempfile::tempdir().unwrap();
        let _window = XWindow::open("Some game", Style::Program, (50, 50, 400, 400), 0x0080_8080);
        settled("Some game");
        let check = |window: &str, expected: &str| {
            profile(folder.path(), window, "");
            let (done, told) = play(folder.path(), &["--client", folder.path().to_str().unwrap()]);
            assert!(!done && told.contains(expected), "{told}");
        };
        check(
            "class = \"SomeGame\"\ntitle = \"Some game\"",
            "window not found: class \"SomeGame\" and title \"Some game\"; \
             a window with this title has class \"TengenTest\"",
        );
        check(
            "class = \"TengenTest\"\ntitle = \"Another\"",
            "a window of this class has the title \"Some game\"",
        );
        check(
            "title = \"Another\"",
            "the windows there are \"Some game\" (class \"TengenTest\")",
        );
        let names = |words: &[&str], expected: &str| {
            let mut bot = crate::support::program::program();
            let output = bot.args(words).stdin(Stdio::null()).output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.code() == Some(2) && told.contains(expected),
                "{words:?}: {told}"
            );
        };
        profile(folder.path(), "class = \"SomeGame\"\ntitle = \"Some game\"", "");
        let other_class = "window not found: class \"SomeGame\" and title \"Some game\"; \
             a window with this title has class \"TengenTest\"";
        let at = folder.path().to_str().unwrap();
        names(&["watch", "--client", at], other_class);
        names(&["client", "check", at], other_class);
        let all =
            "window not found: title \"Another\"; the windows there are \"Some game\" (class \"TengenTest\")";
        names(&["watch", "--window", "Another"], all);
        let out = folder.path().join("out");
        let calibrate = [
            "calibrate",
            "--window",
            "Another",
            "--name",
            "x",
            "--out",
            out.to_str().unwrap(),
        ];
        names(&calibrate, all);
        names(&[&calibrate[..], &["--watch"]].concat(), all);
    });
}
