//! `tengen doctor` on displays that are well, that lack something, and without any.

use std::process::Output;

use serde_json::Value;

use crate::support::xvfb::{Manager, on_a_display};

#[test]
fn without_a_display_the_rest_is_checked_all_the_same() {
    let home = tempfile::tempdir().unwrap();
    let mut doctor = crate::support::program::program();
    doctor.args(["doctor", "--engine", "random:seed=1", "--db"]);
    doctor.arg(home.path().join("games.db"));
    doctor.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = doctor.output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stdout).unwrap();
    let checks: Vec<&str> = text.lines().filter(|line| !line.starts_with(' ')).collect();
    assert!(checks[0].starts_with("failed   display: no display"), "{text}");
    assert!(
        text.lines().nth(1).unwrap().trim_start().starts_with("hint: "),
        "{text}"
    );
    let serial = checks.iter().find(|line| line.contains(" serial port: "));
    assert!(serial.is_some_and(|line| !line.starts_with("failed")), "{text}");
    for check in ["disk", "database", "engine"] {
        let well = format!("ok       {check}: ");
        assert!(
            checks.iter().any(|line| line.starts_with(&well)),
            "{check}: {text}"
        );
    }
}

#[test]
fn a_desktop_is_well() {
    on_a_display("doctor::a_desktop_is_well", Manager::Openbox, || {
        let (code, findings) = doctor();
        assert_eq!(code, Some(0), "{findings:?}");
        for check in [
            "display",
            "screen",
            "stop key",
            "window manager",
            "capture shm",
            "capture xcap",
            "mouse",
            "keyboard",
        ] {
            assert_eq!(state(&findings, check), "ok", "{check}: {findings:?}");
        }
    });
}

#[test]
fn a_display_without_a_window_manager_lacks_it() {
    on_a_display(
        "doctor::a_display_without_a_window_manager_lacks_it",
        Manager::None,
        || {
            let (code, findings) = doctor();
            assert_eq!(state(&findings, "window manager"), "warning", "{findings:?}");
            assert_eq!(state(&findings, "capture shm"), "ok", "{findings:?}");
            assert_eq!(state(&findings, "mouse"), "ok", "{findings:?}");
            assert_eq!(code, Some(0), "{findings:?}");
        },
    );
}

fn doctor() -> (Option<i32>, Vec<Value>) {
    let home = tempfile::tempdir().unwrap();
    let mut doctor = crate::support::program::program();
    doctor.args(["doctor", "--json", "--engine", "classic:depth=1", "--db"]);
    let Output { status, stdout, .. } = doctor.arg(home.path().join("games.db")).output().unwrap();
    let report: Value = serde_json::from_slice(&stdout).unwrap();
    (status.code(), report["findings"].as_array().unwrap().clone())
}

fn state<'a>(findings: &'a [Value], check: &str) -> &'a str {
    let found = findings.iter().find(|finding| finding["check"] == check);
    found.unwrap_or_else(|| panic!("{check} was not checked: {findings:?}"))["state"]
        .as_str()
        .unwrap()
}
