//! Every mistake that a user can make gets one clear line with the offending value, a hint, and exit code 2.
#![expect(clippy::unwrap_used, reason = "a test's helpers fail by panicking")]

mod engines;
mod files;
mod matches;
mod pictures;
mod profiles;
mod records;
mod sessions;

use std::process::Stdio;

use crate::report::{Run, tengen};

/// What is wrong, the command line (`DIR` stands for the test's folder, quotes keep a word together), and how the complaint begins.
type Case = (&'static str, &'static str, &'static str);

const ON_A_DISPLAY: &[Case] = &[
    (
        "a window that is not there",
        "watch --window 'No Such Window'",
        "window not found: title \"No Such Window\"",
    ),
    (
        "a window to calibrate that is not there",
        "calibrate --window 'No Such Window' --name x --out DIR",
        "window not found: title \"No Such Window\"",
    ),
    (
        "a picture of a window that is not there",
        "client picture DIR/part.png --window 'No Such Window'",
        "window not found: title \"No Such Window\"",
    ),
    (
        "a client that does not run and may not be started",
        "play --client bovo --no-launch --db DIR/games.db",
        "window not found",
    ),
    (
        "a database from a newer version",
        "play --client bovo --db DIR/newer.db",
        "database DIR/newer.db has layout 99, this program knows up to 5",
    ),
    (
        "a folder that cannot be written",
        "play --client bovo --db DIR/file/games.db",
        "cannot make folder DIR/file: ",
    ),
    (
        "a stop key that is none",
        "play --client bovo --stop-key Any --db DIR/games.db",
        "--stop-key Any: ",
    ),
];

/// The words of a command line, as a shell takes them apart: a word may stand in single quotes.
fn words_of(line: &str) -> impl Iterator<Item = &str> {
    let pieces = line.split('\'').enumerate();
    pieces.flat_map(|(index, piece)| match index % 2 {
        0 => piece.split_whitespace().collect::<Vec<_>>(),
        _ => vec![piece],
    })
}

/// Runs every case and tells all that are wrong at once.
fn check(cases: &[Case], run: impl Fn(&[&str]) -> Run) {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    files::prepare(folder.path());
    let mut wrong = Vec::new();
    for (what, line, expected) in cases {
        let words: Vec<String> = words_of(line).map(|word| word.replace("DIR", dir)).collect();
        let Run { out, err, code } = run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let err = err.replace(dir, "DIR");
        let lines: Vec<&str> = err.lines().collect();
        let told = lines.len() == 2
            && lines[0].starts_with("error: ")
            && lines[0].contains(expected)
            && lines[1].starts_with("hint: ")
            && lines[1].len() > 10;
        if code != 2 || !out.is_empty() || !told {
            wrong.push(format!("{what}: exit {code}, stdout {out:?}, stderr:\n{err}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn without_a_display() {
    let themes = [
        engines::CASES,
        profiles::CASES,
        pictures::CASES,
        records::CASES,
        sessions::CASES,
        matches::CASES,
    ];
    check(&themes.concat(), |words| {
        let output = crate::support::program::program()
            .args(words)
            .env("TENGEN_HOME", "/nonexistent/tengen-test")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        Run::of(output)
    });
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn with_a_display() {
    use crate::support::xvfb::{Manager, on_a_display};
    on_a_display("mistakes::with_a_display", Manager::None, || {
        check(ON_A_DISPLAY, tengen);
    });
}

/// A reader that goes away, as `head` does, is no trouble.
#[test]
fn a_closed_pipe_ends_a_command_in_peace() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.png");
    let look = vision::theme::by_name("kaya").unwrap();
    let scene = vision::paint::Scene::strewn(15, 15, 40, 3);
    let painted = vision::paint::paint(&scene, look, 30.0, 1);
    painted.image.save(&board).unwrap();
    let mut child = crate::support::program::program()
        .args(["read".as_ref(), board.as_os_str()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let Run { err, code, .. } = Run::of(child.wait_with_output().unwrap());
    assert_eq!((err.as_str(), code), ("", 0));
}
