//! Matches of Paper Soccer, between engines of ours and bots of CodinGame's protocol.

use std::path::Path;

use serde_json::{Value, json};

use super::{games, json as told, lines, start, wait_for};
use crate::report::{Run, tengen};

/// A program in a folder that does this, as `codingame:PATH`.
fn bot(folder: &Path, name: &str, does: &str) -> String {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{does}\n")).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!("codingame:{}", path.display())
}

/// Plays in a folder; what `--json` says.
fn played(out: &Path, words: &[&str]) -> Value {
    let all = [
        &[
            "match",
            "--game",
            "soccer",
            "--json",
            "--out",
            out.to_str().unwrap(),
        ],
        words,
    ]
    .concat();
    let run = tengen(&all);
    assert_eq!(run.code, 0, "{all:?}: {}", run.err);
    told(&run)
}

#[test]
fn a_match_of_paper_soccer_that_is_killed_is_the_same_match() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, killed] = ["whole", "killed"].map(|name| folder.path().join(name));
    let engines = [
        "--engine",
        "soccer:nodes=60",
        "--engine",
        "random:seed=9",
        "--games",
        "120",
    ];
    let straight = played(&whole, &engines);
    let wins = straight["engines"][0]["seats"][0]["wins"].as_u64();
    assert!(wins > Some(50), "{straight}");
    let mut child = start(
        &[
            &["--game", "soccer", "--out", killed.to_str().unwrap()],
            &engines[..],
        ]
        .concat(),
    );
    let mut kills = 0;
    for count in [3, 20] {
        if wait_for(&mut child, &killed, count) {
            // Not even a chance to say goodbye.
            child.kill().unwrap();
            kills += 1;
        }
        child.wait_with_output().unwrap();
        child = start(&["--resume", killed.to_str().unwrap(), "--concurrency", "2"]);
    }
    let resumed = Run::of(child.wait_with_output().unwrap());
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(kills > 0, "the match was over before it could be killed");
    assert_eq!((games(&killed), lines(&killed)), (games(&whole), 121));
    let first = "Paper Soccer 8 x 10, 60 random openings of 2 to 6 turns; no limit on time; seed 1";
    assert!(resumed.out.contains(first), "{}", resumed.out);
    let db = killed.join("games.db");
    let listed = tengen(&[
        "export",
        "--list",
        "--client",
        "match",
        "--db",
        db.to_str().unwrap(),
    ]);
    assert_eq!(listed.out.lines().count(), 120);
    let report = tengen(&[
        "report",
        "--client",
        "match",
        "--json",
        "--db",
        db.to_str().unwrap(),
    ]);
    let report = told(&report);
    assert_eq!(
        (&report["game"], &report["games"]["all"]),
        (&json!("soccer"), &json!(120))
    );
    let tags = std::fs::read_to_string(killed.join("games.pgn")).unwrap();
    assert_eq!(tags.matches("[Game \"Paper Soccer\"]").count(), 120);
}

#[test]
fn a_bot_of_codingames_protocol_plays_on_either_side() {
    let folder = tempfile::tempdir().unwrap();
    let own = env!("CARGO_BIN_EXE_tengen");
    let spec = bot(
        folder.path(),
        "bot",
        &format!("exec {own} engine --game soccer soccer:nodes=200"),
    );
    let result = played(
        &folder.path().join("match"),
        &[
            "--engine",
            &spec,
            "--engine",
            "random:seed=3",
            "--games",
            "4",
            "--name",
            "bot",
            "--name",
            "dice",
        ],
    );
    let wins = [0, 1].map(|seat| result["engines"][0]["seats"][seat]["wins"].clone());
    assert_eq!(wins, [json!(2), json!(2)], "{result}");
    assert_eq!(result["faults"], json!([]));
    assert!(
        result["settings"]["engines"][0]["program_crc32"].is_u64(),
        "{result}"
    );
}

#[test]
fn every_way_in_which_a_bot_loses_has_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    let answers = |turn| format!("read number; while read length && read turn; do echo {turn}; done");
    for (name, does, limits, reason, fault) in [
        (
            "dying",
            "read number; exit 3".to_owned(),
            &["--turn-ms", "5000"][..],
            "crash",
            "exit status: 3",
        ),
        (
            "absurd",
            answers("up"),
            &["--turn-ms", "5000"],
            "crash",
            "nonsense",
        ),
        (
            "unruly",
            answers("0123456701234567"),
            &["--turn-ms", "5000"],
            "illegal",
            "against the rules",
        ),
        (
            "mute",
            "exec sleep 60".to_owned(),
            &["--turn-ms", "50", "--margin-ms", "20"],
            "time",
            "no answer",
        ),
        (
            "asleep",
            "exec sleep 60".to_owned(),
            &["--patience-ms", "50"],
            "stall",
            "no answer",
        ),
    ] {
        let spec = bot(folder.path(), name, &does) + ",timeout_start=1";
        let out = folder.path().join(format!("{name}.match"));
        let engines = ["--engine", &spec, "--engine", "soccer:nodes=20", "--games", "2"];
        let result = played(&out, &[&engines[..], limits].concat());
        let [bad, good] = [0, 1].map(|engine| &result["engines"][engine]);
        assert_eq!(bad["losses"], json!({ reason: 2 }), "{name}: {result}");
        assert_eq!(good["wins"], json!({ reason: 2 }), "{name}");
        let first = result["faults"][0].as_str().unwrap();
        assert!(first.contains(fault), "{name}: {first}");
    }
}

#[test]
fn fields_and_books_are_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    std::fs::write(&book, "# two\n4 4\n2 0 53 4\n").unwrap();
    let engines = [
        "--engine",
        "random:seed=1",
        "--engine",
        "random:seed=2",
        "--games",
        "4",
    ];
    let own = ["--openings", book.to_str().unwrap(), "--order", "sequential"];
    let result = played(&folder.path().join("book"), &[&engines[..], &own].concat());
    assert_eq!(result["settings"]["openings"], json!(["4 4", "2 0 53 4"]));
    let kept = games(&folder.path().join("book"));
    let given: Vec<&Value> = kept.iter().map(|game| &game["given"]).collect();
    assert_eq!(given, [2, 2, 5, 5]);
    let small = ["--pitch", "4x6", "--blocked", "draws", "--opening-turns", "3"];
    let result = played(&folder.path().join("small"), &[&engines[..], &small].concat());
    let settings = &result["settings"];
    assert_eq!(
        (&settings["pitch"], &settings["blocked"]),
        (&json!([4, 6]), &json!("draws"))
    );
    assert_eq!(
        settings["openings"][0].as_str().unwrap().split(' ').count(),
        3,
        "{settings}"
    );
}
