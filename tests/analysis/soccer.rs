//! Positions and games of Paper Soccer, solved and analysed.

use std::{io::Write as _, process::Stdio};

use serde_json::{Value, json};

use crate::report::{Run, tengen};

/// The ball was in the mouth and lies beside it: the first player has a goal by way of the post.
const GOAL: &str = "0 0 0 0 0 3";
/// A game between people. With its last turn but one the second player leaves the first one a goal.
const GAME: &str = "first\t2 0 53 4 7 4 16141 4 720 0 5257 445 2212 35 4 57 41 65 67 2 506 0 71 4 7271 4 7271 4 721 6 1411\n";

fn solved(arguments: &[&str]) -> (Value, i32) {
    let Run { out, err, code } = tengen(&[&["solve", "--json"], arguments].concat());
    let told = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    (told, code)
}

#[test]
fn a_goal_is_found_and_verified() {
    let (told, code) = solved(&["--game", "soccer", "--moves", GOAL]);
    let win = &told["win"];
    assert_eq!((win["verdict"].as_str(), code), (Some("win"), 0), "{told}");
    assert_eq!(
        (&win["turns"], &win["line"], &win["verified"]),
        (&json!(1), &json!(["07"]), &json!(true))
    );
    assert_eq!((&told["to_move"], &told["turn"]), (&json!("first"), &json!(6)));
    let text = tengen(&["solve", "--game", "soccer", "--moves", GOAL]);
    assert!(
        text.out
            .contains("first wins in 1 turn at most:\n  07\n  verified by the rules"),
        "{}",
        text.out
    );
}

/// Each answer says what it is, and wins come with their proof.
#[test]
fn positions_come_a_line_and_are_won_lost_or_open() {
    let mut child = crate::support::program::program()
        .args(["solve", "-", "--game", "soccer", "--json", "--nodes", "3000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    write!(input, "# three positions\n4\n\n{GOAL}\n0 0 0 0\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    let told: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let answers: Vec<(u64, &str, bool)> = told
        .iter()
        .map(|told| {
            let win = &told["win"];
            let verified = win["verified"].as_bool().unwrap_or(false);
            (
                told["line"].as_u64().unwrap(),
                win["verdict"].as_str().unwrap(),
                verified,
            )
        })
        .collect();
    assert_eq!(
        answers,
        [(2, "not_decided", false), (4, "win", true), (5, "win", true)]
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_is_won_or_lost_turns_ahead_is_proven() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.tsv");
    std::fs::write(&file, GAME).unwrap();
    let file = file.to_str().unwrap();
    let (told, code) = solved(&[file, "--turn", "30"]);
    assert_eq!(
        (&told["win"]["verdict"], &told["win"]["turns"], code),
        (&json!("win"), &json!(1), 0),
        "{told}"
    );
    // In the middle of the winning turn it is still won.
    let (told, _) = solved(&[file, "--ply", "62"]);
    assert_eq!(
        (&told["to_move"], &told["win"]["verdict"]),
        (&json!("first"), &json!("win")),
        "{told}"
    );
    let small = ["--game", "soccer", "--pitch", "4x6", "--moves"];
    let lost = "7 2 2 25 4 25 5 61 0 32757 4 4711316506 632746171";
    let (told, code) = solved(&[&small[..], &[lost]].concat());
    let win = &told["win"];
    assert_eq!(
        (&win["verdict"], &win["verified"], code),
        (&json!("loss"), &json!(true), 1),
        "{told}"
    );
    assert!(
        win["replies"].as_u64() > Some(100),
        "every turn of the loser is tried: {told}"
    );
    // Several turns ahead, with an answer to everything.
    let (told, code) = solved(&[&small[..], &["2 0 6 1 361647"]].concat());
    let win = &told["win"];
    assert_eq!(
        (&win["verdict"], &win["verified"], code),
        (&json!("win"), &json!(true), 0),
        "{told}"
    );
    assert!(win["turns"].as_u64() > Some(3), "{told}");
}

#[test]
fn a_game_is_assessed_turn_by_turn() {
    let folder = tempfile::tempdir().unwrap();
    let [game, page] = ["game.tsv", "page.html"].map(|name| folder.path().join(name).display().to_string());
    std::fs::write(&game, GAME).unwrap();
    let words = ["analyse", &game, "--nodes", "3000", "--json"];
    let Run { out, err, code } = tengen(&words);
    assert_eq!(code, 0, "{err}");
    assert_eq!(tengen(&words).out, out, "the same question has the same answer");
    let told: Value = serde_json::from_str(&out).unwrap();
    let moves = told["moves"].as_array().unwrap();
    assert_eq!(
        (moves.len(), &told["kind"], &told["pitch"]),
        (31, &json!("soccer"), &json!([8, 10]))
    );
    assert_eq!(
        (&moves[6]["turn"], &moves[6]["move"]),
        (&json!(7), &json!("16141"))
    );
    let blunder = &moves[29];
    assert_eq!(
        (&blunder["mark"], &blunder["result_after"]),
        (&json!("blunder"), &json!(0.0)),
        "{blunder}"
    );
    assert_eq!(blunder["allowed"]["turns"], 1, "{blunder}");
    assert_eq!(
        (&moves[30]["mark"], &moves[30]["result_after"]),
        (&json!("good"), &json!(1.0))
    );
    assert_eq!(told["summary"]["second"]["moves"], 15);
    let run = tengen(&[
        "analyse", &game, "--nodes", "500", "--from", "29", "--html", &page,
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("wins in 1 turn: "), "{}", run.out);
    let page = std::fs::read_to_string(&page).unwrap();
    for part in [
        r#"data-end="31""#,
        r#"<g class="step f31">"#,
        r#"<g class="step f7 t7 latest">"#,
        r#"id="turn-30""#,
        "ArrowRight",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(
        !page.contains("http://") && !page.contains("https://") && !page.contains("src="),
        "it asks nobody"
    );
}

/// A win that was there and not taken is told, with the turn that takes it.
#[test]
fn a_missed_win_is_told() {
    let Run { out, err, .. } = tengen(&[
        "analyse",
        "--game",
        "soccer",
        "--moves",
        "0 0 0 0 0 3 3",
        "--from",
        "7",
        "--nodes",
        "500",
        "--json",
    ]);
    let told: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    let last = &told["moves"][0];
    assert_eq!(
        (&last["mark"], &last["missed"]["turns"]),
        (&json!("blunder"), &json!(1)),
        "{out}"
    );
    assert_eq!(last["missed"]["line"], json!(["07"]));
    let best = tengen(&["analyse", "--game", "soccer", "--moves", GOAL, "--nodes", "500"]);
    assert!(
        best.out.contains("turn 6, first to move") && best.out.contains("first wins in 1 turn: 07"),
        "{}",
        best.out
    );
}

/// Any engine that tells scores; of others it is said which ones do.
#[test]
fn engines_that_tell_scores_analyse_and_others_are_refused() {
    let words = |engine: &'static str| {
        let arguments = [
            "analyse",
            "--game",
            "soccer",
            "--moves",
            "0 0 0 0 0 3 3",
            "--from",
            "6",
        ];
        tengen(&[&arguments[..], &["--engine", engine, "--json"]].concat())
    };
    let run = words("soccer:thesis,steps=20000");
    let told: Value = serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{}{}", run.out, run.err));
    let moves = told["moves"].as_array().unwrap();
    assert_eq!((moves.len(), run.code), (2, 0), "{told}");
    assert!(
        moves.iter().all(|assessed| assessed["score_after"].is_i64()),
        "{told}"
    );
    assert!(
        told["engine"].as_str().unwrap().starts_with("soccer:thesis"),
        "{told}"
    );
    assert_eq!(moves[1]["missed"]["line"], json!(["07"]), "{told}");
    for (engine, part) in [
        ("random:seed=1", "tells no scores"),
        ("codingame:/bin/true", "tells no scores"),
        ("alphabeta", "soccer"),
    ] {
        let run = words(engine);
        assert_eq!(run.code, 2, "{engine}: {}", run.err);
        assert!(
            run.err.contains(part) && run.err.contains("hint:"),
            "{engine}: {}",
            run.err
        );
    }
}
