//! A session watched from outside: its health line on a signal, its status while it runs and after it was killed, its
//! notices, and its waits after failed starts.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use serde_json::Value;

use crate::support::{
    bot::tengen,
    xvfb::{Manager, Process, eventually, on_a_display},
};

/// Exit code, and the newest session's state and card.
fn status(home: &Path) -> Option<(i32, String, Value)> {
    let output = tengen(home).args(["status", "--json"]).output().unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).ok()?;
    let session = &told["sessions"][0];
    Some((
        output.status.code()?,
        session["state"].as_str()?.to_owned(),
        session["card"].clone(),
    ))
}

#[test]
fn a_session_is_asked_while_it_runs_and_after_it_was_killed() {
    on_a_display(
        "status::a_session_is_asked_while_it_runs_and_after_it_was_killed",
        Manager::Openbox,
        || {
            let folder = tempfile::tempdir().unwrap();
            let (home, log) = (folder.path().join("home"), folder.path().join("log"));
            let mut play = tengen(&home);
            play.args(["play", "--client", "practice", "--engine", "random:seed=1"]);
            play.args(["--games", "100", "--no-film", "--health-min", "0", "--log"]);
            play.arg(&log).stderr(Stdio::null());
            let mut play = Process(play.spawn().unwrap());
            let card = eventually("a health line of a session that looks", || {
                let (code, state, card) = status(&home)?;
                assert_eq!((code, state.as_str()), (0, "running"), "{card}");
                card["health"]["doing"].as_str()?;
                Some(card)
            });
            assert_eq!(card["pid"], play.0.id());
            let text = || std::fs::read_to_string(&log).unwrap();
            assert!(!text().contains(" health: "), "nobody asked");
            let pid = play.0.id().to_string();
            assert!(
                Command::new("kill")
                    .args(["-USR1", &pid])
                    .status()
                    .unwrap()
                    .success()
            );
            eventually("an answer", || text().contains(" health: ").then_some(()));
            play.0.kill().unwrap();
            play.0.wait().unwrap();
            let (code, state, _) = status(&home).unwrap();
            assert_eq!((code, state.as_str()), (1, "died"));
        },
    );
}

#[test]
fn a_start_that_fails_is_told_and_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let line = format!(
        "echo \"$TENGEN_EVENT $TENGEN_CLIENT $TENGEN_TEXT\" >>'{}'",
        heard.display()
    );
    let start = || {
        let mut play = tengen(folder.path());
        play.args([
            "play",
            "--engine",
            "random:seed=1",
            "--back-off",
            "1",
            "--notify",
            &line,
        ]);
        play.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let output = play.output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(!start().contains("waiting"));
    let (code, state, card) = status(folder.path()).unwrap();
    assert_eq!((code, state.as_str()), (1, "stopped"));
    assert!(
        card["end"]["why"].as_str().unwrap().starts_with("no display: "),
        "{card}"
    );
    let words = start();
    assert!(
        words.starts_with("starts that failed in a row: 1; waiting 1 s\n"),
        "{words}"
    );
    let heard = std::fs::read_to_string(heard).unwrap();
    let lines: Vec<&str> = heard.lines().collect();
    assert_eq!(lines.len(), 2, "{heard}");
    assert!(lines[0].starts_with("stop bovo no display: "), "{heard}");
}
