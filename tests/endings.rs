//! How a session ends when it is not asked politely, or asks others: by the stop corner, by a signal while it hangs, by a
//! kill. Whoever started it learns from its exit code whether to start it again, and nothing that it started outlives it.
#![allow(clippy::unwrap_used, reason = "a helper that fails fails its test")]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Child, Command, Stdio},
};

use actuator::pointer::{Pointer as _, enigo::EnigoPointer};

use crate::support::{
    bot::{self, ends_within},
    xvfb::{Manager, Process, SERVER, eventually, on_a_display, pause},
};

fn tengen(home: &Path) -> Command {
    let mut command = bot::tengen(home);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn signal(name: &str, number: u32) {
    let status = Command::new("kill").args([name, &number.to_string()]).status();
    assert!(status.unwrap().success());
}

/// Its exit code, once it has ended.
#[track_caller]
fn code_of(child: &mut Child) -> Option<i32> {
    assert!(ends_within(child, 600, 100), "it did not end within a minute");
    child.wait().unwrap().code()
}

/// A program that writes its number, and that of each child that it leaves behind: in its own group, in a session of its
/// own, and twice forked.
fn leaver(folder: &Path, then: &str) -> String {
    let path = folder.join("leaver");
    let script = format!(
        r#"#!/bin/sh
cd "$(dirname "$0")"
sleep 1001 &
echo $! >>left
setsid sh -c 'echo $$ >>left; exec sleep 1002' &
(setsid sh -c 'sleep 1003 & echo $! >>left; echo $$ >>left; trap "" TERM HUP INT; wait' &)
{then}
"#
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// The numbers of those that were left, once all four are known.
fn left(folder: &Path) -> Vec<u32> {
    eventually("four children", || {
        let text = fs::read_to_string(folder.join("left")).ok()?;
        let numbers: Vec<u32> = text.lines().filter_map(|line| line.parse().ok()).collect();
        (numbers.len() >= 4).then_some(numbers)
    })
}

fn lives(number: u32) -> bool {
    fs::read_to_string(format!("/proc/{number}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

#[track_caller]
fn all_are_gone(numbers: &[u32]) {
    let living = || {
        numbers
            .iter()
            .filter(|number| lives(**number))
            .collect::<Vec<_>>()
    };
    for _ in 0..1_000 {
        if living().is_empty() {
            return;
        }
        pause(10);
    }
    panic!("{:?} of {numbers:?} still live", living());
}

const PLAYS: &str = r#"while read -r line; do
  case "$line" in
    START*) echo OK ;;
    END*) exit 0 ;;
    TURN*|BEGIN*|DONE*) sleep 1000 ;;
  esac
done"#;

fn engine(folder: &Path, then: &str) -> String {
    format!("pbrain:{}", leaver(folder, then))
}

#[test]
fn nothing_that_an_engine_starts_outlives_it() {
    let folder = tempfile::tempdir().unwrap();
    let engine = engine(folder.path(), "while read -r line; do echo OK; done");
    let mut doctor = tengen(&folder.path().join("home"));
    doctor.args(["doctor", "--engine", &engine]);
    doctor.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    doctor.status().unwrap();
    all_are_gone(&left(folder.path()));
}

#[test]
fn nothing_that_an_engine_starts_outlives_us() {
    for name in ["-KILL", "-TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let engine = engine(folder.path(), PLAYS);
        let mut bout = tengen(&folder.path().join("home"));
        bout.args([
            "match",
            "--games",
            "2",
            "--engine",
            &engine,
            "--engine",
            "random:seed=1",
        ]);
        let mut bout = Process(bout.spawn().unwrap());
        // An engine is tried before the match begins: what that left is gone already.
        let numbers = eventually("four living children", || {
            let mut numbers = left(folder.path());
            numbers.retain(|number| lives(*number));
            (numbers.len() >= 4).then_some(numbers)
        });
        signal(name, bout.0.id());
        if name == "-TERM" {
            // The first one finishes the game in hand, the second drops it.
            pause(500);
            signal(name, bout.0.id());
        }
        code_of(&mut bout.0);
        all_are_gone(&numbers);
    }
}

/// An engine that is not there, or dies, is told as if nobody stood between.
#[test]
fn an_engine_that_cannot_be_run_or_dies_is_told_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str, mode: u32| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        path.display().to_string()
    };
    let check = |program: &str, expected: &str| {
        let mut play = tengen(folder.path());
        let output = play
            .args(["play", "--engine", &format!("pbrain:{program}")])
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert!(words.contains(expected), "{program}: {words}");
    };
    check(&write("plain", "#!/bin/sh\n", 0o644), "Permission denied");
    check(&write("orphan", "#!/no/such/shell\n", 0o755), "No such file");
    check(
        &write("leaves", "#!/bin/sh\nexit 7\n", 0o755),
        "ended with exit status: 7",
    );
    check(
        &write("killed", "#!/bin/sh\nkill -KILL $$\n", 0o755),
        "ended with signal: 9 (SIGKILL)",
    );
    check(
        &write("broken", "#!/bin/sh\nkill -SEGV $$\n", 0o755),
        "ended with signal: 11 (SIGSEGV)",
    );
}

/// A command that hangs is waited for a while when a session ends; who is killed cannot wait.
#[test]
fn a_command_for_notices_that_hangs_ends_with_us() {
    let folder = tempfile::tempdir().unwrap();
    let command = leaver(folder.path(), "sleep 1000");
    let mut play = tengen(&folder.path().join("home"));
    play.args(["play", "--engine", "random:seed=1", "--notify", &command]);
    play.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let mut play = Process(play.spawn().unwrap());
    let numbers = left(folder.path());
    play.0.kill().unwrap();
    play.0.wait().unwrap();
    all_are_gone(&numbers);
}

/// What a command leaves when it is done is its own affair.
#[test]
fn what_a_command_for_notices_leaves_on_purpose_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let command = leaver(folder.path(), "exit 0");
    let mut play = tengen(&folder.path().join("home"));
    play.args(["play", "--engine", "random:seed=1", "--notify", &command]);
    play.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    play.status().unwrap();
    let numbers = left(folder.path());
    let living = numbers.iter().filter(|number| lives(**number)).count();
    for number in &numbers {
        let _ = Command::new("kill").args(["-KILL", &number.to_string()]).status();
    }
    assert_eq!(living, numbers.len());
}

/// An engine that says nothing is waited for as long as it was told: the program is in one call.
#[test]
fn a_program_that_hangs_ends_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let program = leaver(folder.path(), "sleep 1000");
    let engine = format!("pbrain:{program},timeout_start=3600000");
    let play = &["play"][..];
    // An engine is tried before the match begins.
    let bout = &["match", "--engine", "random:seed=1"][..];
    for (words, signals) in [
        (play, &["-TERM"][..]),
        (play, &["-INT", "-TERM"]),
        (bout, &["-TERM"]),
        (bout, &["-INT", "-TERM"]),
    ] {
        let _ = fs::remove_file(folder.path().join("left"));
        let mut play = tengen(&folder.path().join("home"));
        let mut play = Process(play.args(words).args(["--engine", &engine]).spawn().unwrap());
        eventually("listening for signals", || {
            let status = fs::read_to_string(format!("/proc/{}/status", play.0.id())).ok()?;
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
            let caught = u64::from_str_radix(caught.trim(), 16).ok()?;
            (caught & (1 << 14) != 0).then_some(())
        });
        for name in signals {
            signal(name, play.0.id());
            pause(50);
        }
        let numbers = left(folder.path());
        assert_eq!(code_of(&mut play.0), Some(130), "{words:?} {signals:?}");
        all_are_gone(&numbers);
    }
}

#[test]
fn the_stop_corner_ends_with_the_code_of_a_person() {
    on_a_display(
        "endings::the_stop_corner_ends_with_the_code_of_a_person",
        Manager::Openbox,
        || {
            let folder = tempfile::tempdir().unwrap();
            let home = folder.path().join("home");
            let mut play = tengen(&home);
            play.args(["play", "--client", "practice", "--engine", "random:seed=1"]);
            play.args(["--games", "100", "--no-film", "--stop-key", "none"]);
            let mut play = Process(play.spawn().unwrap());
            eventually("a session that looks", || {
                let told = tengen(&home)
                    .arg("status")
                    .stdout(Stdio::piped())
                    .output()
                    .unwrap();
                String::from_utf8(told.stdout)
                    .unwrap()
                    .contains("looks a second")
                    .then_some(())
            });
            // The bot puts its pointer elsewhere at times.
            let mut pointer = EnigoPointer::open().unwrap();
            eventually("an end", || {
                let _ = pointer.move_to(0, 0);
                pause(20);
                play.0.try_wait().unwrap()
            });
            assert_eq!(code_of(&mut play.0), Some(130));
            let told = tengen(&home)
                .arg("status")
                .stdout(Stdio::piped())
                .output()
                .unwrap();
            let text = String::from_utf8(told.stdout).unwrap();
            assert!(
                text.starts_with("ended ") && text.contains("stop corner"),
                "{text}"
            );
        },
    );
}

/// The process that serves the display of this test.
fn display_server() -> u32 {
    std::env::var(SERVER).unwrap().parse().unwrap()
}

/// A display server that was stopped answers nothing: the bot hangs in a call.
#[test]
fn a_session_that_hangs_ends_when_it_is_told_to() {
    on_a_display(
        "endings::a_session_that_hangs_ends_when_it_is_told_to",
        Manager::Openbox,
        || {
            let folder = tempfile::tempdir().unwrap();
            let home = folder.path().join("home");
            let mut play = tengen(&home);
            play.args(["play", "--client", "practice", "--engine", "random:seed=1"]);
            play.args(["--games", "100", "--no-film"]);
            let mut play = Process(play.spawn().unwrap());
            eventually("a session that looks", || {
                let told = tengen(&home)
                    .arg("status")
                    .stdout(Stdio::piped())
                    .output()
                    .unwrap();
                String::from_utf8(told.stdout)
                    .unwrap()
                    .contains("looks a second")
                    .then_some(())
            });
            let server = display_server();
            signal("-STOP", server);
            pause(1_000);
            signal("-TERM", play.0.id());
            let ended = ends_within(&mut play.0, 300, 100);
            signal("-CONT", server);
            assert!(ended, "it did not end within half a minute");
            assert_eq!(play.0.wait().unwrap().code(), Some(130));
        },
    );
}
