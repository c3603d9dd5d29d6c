//! `tengen train` from the command line: whatever ends it, the network in the end is the same.

use std::{fs, path::Path, process::Stdio, thread, time::Duration};

use crate::report::{Run, tengen};

/// A training that a test has time for.
const SETTINGS: [&str; 24] = [
    "--size",
    "5",
    "--layers",
    "conv2,pool",
    "--sims",
    "16",
    "--quick-sims",
    "6",
    "--full-share",
    "0.5",
    "--batch",
    "40",
    "--buffer",
    "400",
    "--ladder-every",
    "4",
    "--ladder-games",
    "1",
    "--measure-every",
    "8",
    "--seed",
    "3",
    "--threads",
    "2",
];

fn train(folder: &Path, games: &str, more: &[&str]) -> Run {
    let out = folder.to_str().unwrap();
    tengen(&[&["train", "--out", out, "--games", games], more].concat())
}

/// What a training leaves behind that depends on no clock.
fn left(folder: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let names = [
        "games.jsonl",
        "ratings.jsonl",
        "state.safetensors",
        "net.safetensors",
        "net.onnx",
        "nets/000008.safetensors",
    ];
    names
        .map(|name| (name, fs::read(folder.join(name)).unwrap()))
        .to_vec()
}

/// Whether the training has its settings in its folder, with which it can be resumed.
fn is_begun(folder: &Path) -> bool {
    fs::read(folder.join("games.jsonl")).is_ok_and(|bytes| bytes.contains(&b'\n'))
}

#[test]
fn a_training_that_is_killed_again_and_again_comes_to_the_same() {
    let [whole, killed] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let Run { code, out, err } = train(whole.path(), "9", &SETTINGS);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("9 games; the network is "), "{out}");
    for number in 0..8 {
        let mut tengen = crate::support::program::program();
        tengen
            .arg("train")
            .arg("--out")
            .arg(killed.path())
            .args(["--games", "9"]);
        match is_begun(killed.path()) {
            true => tengen.arg("--resume"),
            false => tengen.args(SETTINGS),
        };
        let mut child = tengen
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Each time a little later, so that the kills fall into beginnings, games, steps and files.
        thread::sleep(Duration::from_millis(40 + 35 * number));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let more: &[&str] = if is_begun(killed.path()) {
        &["--resume"]
    } else {
        &SETTINGS
    };
    let Run { code, err, .. } = train(killed.path(), "9", more);
    assert_eq!(code, 0, "{err}");
    for ((name, whole), (_, killed)) in left(whole.path()).into_iter().zip(left(killed.path())) {
        assert!(whole == killed, "{name} differs");
    }
    let page = fs::read_to_string(killed.path().join("index.html")).unwrap();
    assert!(
        page.contains("Games an hour") && page.contains("<polyline"),
        "{page}"
    );
    // Its network plays.
    let engine = format!(
        "alphazero:net={},sims=20",
        killed.path().join("net.safetensors").display()
    );
    let out = killed.path().join("match");
    let Run { code, err, .. } = tengen(&[
        "match",
        "--engine",
        &engine,
        "--engine",
        "mcts:sims=20",
        "--size",
        "5",
        "--games",
        "2",
        "--out",
        out.to_str().unwrap(),
    ]);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn mistakes_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let check = |more: &[&str], expected: &str| {
        let Run { code, err, .. } = train(folder.path(), "1", more);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(expected) && err.contains("hint: "), "{err}");
    };
    check(&["--resume"], "there is no training in ");
    check(&["--layers", "pool"], "no layers `pool`");
    check(
        &["--batch", "9", "--buffer", "8"],
        "a batch of 9 is larger than the buffer of 8",
    );
    assert_eq!(train(folder.path(), "1", &SETTINGS).code, 0);
    check(&SETTINGS, "there is a training in ");
    check(
        &["--resume", "--sims", "17"],
        "the training in this folder has other settings",
    );
    assert_eq!(
        train(folder.path(), "1", &[&SETTINGS[..], &["--resume"]].concat()).code,
        0
    );
    fs::write(folder.path().join("state.safetensors"), "nothing").unwrap();
    check(&["--resume"], "is not where this training stood");
    // Without it the games are learned from again.
    fs::remove_file(folder.path().join("state.safetensors")).unwrap();
    assert_eq!(train(folder.path(), "2", &["--resume"]).code, 0);
}

/// As a rate beyond the option's range does it.
#[test]
fn a_training_that_runs_away_is_told_and_nothing_of_it_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let Run { code, err, .. } = train(folder.path(), "2", &SETTINGS);
    assert_eq!(code, 0, "{err}");
    for name in ["games.jsonl", "log.jsonl"] {
        let path = folder.path().join(name);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("\"rate\":0.002,"), "{text}");
        fs::write(path, text.replace("\"rate\":0.002,", "\"rate\":1e30,")).unwrap();
    }
    fs::remove_file(folder.path().join("state.safetensors")).unwrap();
    for _ in 0..2 {
        let Run { code, err, .. } = train(folder.path(), "30", &["--resume"]);
        assert_eq!(code, 2, "{err}");
        assert!(
            err.contains("the training ran away after ") && err.contains("a smaller --rate"),
            "{err}"
        );
    }
    let log = fs::read_to_string(folder.path().join("log.jsonl")).unwrap();
    assert!(!log.contains("\"loss\":null"), "{log}");
    let Run { code, err, .. } = train(folder.path(), "3", &["--resume", "--rate", "30"]);
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("give a number from 0.000000001 to 1"), "{err}");
}
