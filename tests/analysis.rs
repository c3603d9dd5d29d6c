//! Forced wins and analyses by the command line: what is found is proven, repeatable, and told to people, scripts and
//! browsers alike.

use std::{io::Write as _, process::Stdio};

use serde_json::Value;

mod soccer;

use crate::report::{Run, tengen};

/// On 9 lines: Black wins with e8, a four and a three at once.
const FOUR_THREE: &str = "b8 a8 c8 a1 d8 c1 e6 i1 e5 g1";
/// On 9 lines: Black wins with f6, two threes at once; forbidden in renju.
const TWO_THREES: &str = "d6 a9 e6 i9 f5 a1 f4 i1";
/// White does not see the three, and then not the four.
const LOST: &str =
    "Piskvorky 7x7, 0:0, 0\n2,2,1250\n1,7\n3,2\n2,7\n4,2\n7,7\n5,2\n6,2\n1,2\nTengen\nBovo\n0\n";

fn solve(arguments: &[&str]) -> (Value, i32) {
    let Run { out, err, code } = tengen(&[&["solve", "--size", "9", "--json"], arguments].concat());
    (
        serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}")),
        code,
    )
}

#[test]
fn a_win_is_solved_and_verified() {
    let (told, code) = solve(&["--moves", FOUR_THREE, "--threats", "--vcf"]);
    let win = &told["win"];
    assert_eq!(
        (win["verdict"].as_str(), win["plies"].as_u64(), code),
        (Some("win"), Some(5), 0),
        "{told}"
    );
    assert_eq!(
        (&win["line"][0], &win["verified"]),
        (&Value::from("e8"), &Value::from(true)),
        "{told}"
    );
    assert_eq!(told["threat"]["verdict"], "no_win_by_fours", "{told}");
    // Two plies earlier it is the same threat, asked for from the other side.
    let (told, code) = solve(&["--moves", FOUR_THREE, "--ply", "9", "--threats", "--vcf"]);
    assert_eq!(
        (told["win"]["verdict"].as_str(), code),
        (Some("no_win_by_fours"), 1),
        "{told}"
    );
    assert_eq!(
        (&told["threat"]["line"][0], &told["threat"]["verified"]),
        (&"e8".into(), &true.into()),
        "{told}"
    );
}

#[test]
fn two_threes_win_where_they_are_allowed() {
    let (told, _) = solve(&["--moves", TWO_THREES]);
    assert_eq!(
        (&told["win"]["means"], &told["win"]["verified"]),
        (&"threats".into(), &true.into()),
        "{told}"
    );
    let (told, _) = solve(&["--moves", TWO_THREES, "--rule", "renju", "--nodes", "20000"]);
    assert_ne!(told["win"]["line"][0], "f6", "{told}");
}

#[test]
fn the_board_shows_the_line() {
    let Run { out, .. } = tengen(&["solve", "--size", "9", "--moves", FOUR_THREE, "--vcf", "--board"]);
    assert!(
        out.contains("black wins by fours in 5 plies:\n  e8 f8 e7 "),
        "{out}"
    );
    assert!(
        out.contains(" 8   o  x  x  x  1  2  .  .  .\n 7   .  .  .  .  3 "),
        "{out}"
    );
}

#[test]
fn positions_come_a_line() {
    let mut child = crate::support::program::program()
        .args(["solve", "-", "--size", "9", "--vcf", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    write!(input, "# two positions\n{FOUR_THREE}\n\ne5 e6\n").unwrap();
    drop(input);
    let out = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let told: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let verdicts: Vec<(u64, &str)> = told
        .iter()
        .map(|told| {
            (
                told["line"].as_u64().unwrap(),
                told["win"]["verdict"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(verdicts, [(2, "win"), (4, "no_win_by_fours")]);
}

#[test]
fn a_game_is_assessed_move_by_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("lost.psq"), LOST).unwrap();
    let game = path("lost.psq");
    let analyse = ["analyse", game.as_str(), "--depth", "4", "--json"];
    let Run { out, err, code } = tengen(&analyse);
    assert_eq!(code, 0, "{err}");
    assert_eq!(tengen(&analyse).out, out, "the same question has the same answer");
    let told: Value = serde_json::from_str(&out).unwrap();
    let moves = told["moves"].as_array().unwrap();
    let ply = |number: u64| moves.iter().find(|told| told["ply"] == number).unwrap();
    // The stone in the corner leaves the open three alone.
    assert_eq!(
        (&ply(6)["result_after"], &ply(6)["side"]),
        (&0.0.into(), &"white".into()),
        "{out}"
    );
    assert_eq!(ply(6)["allowed"]["means"], "fours", "{out}");
    assert_eq!(ply(6)["overlooked"], true, "{out}");
    assert_eq!(
        (&ply(9)["result_after"], &ply(9)["mark"]),
        (&1.0.into(), &"good".into()),
        "{out}"
    );
    let second = &told["summary"]["second"];
    assert!(
        second["blunders"].as_u64() > Some(0) && second["overlooked_threats"] == 1,
        "{out}"
    );
    let page = path("page.html");
    let Run { out, err, code } = tengen(&["analyse", game.as_str(), "--depth", "4", "--html", &page]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("overlooked a threat: "), "{out}");
    let page = std::fs::read_to_string(&page).unwrap();
    assert!(
        page.contains("<polyline") && page.contains("id=\"ply-6\"") && !page.contains("http"),
        "{page}"
    );
    let Run { out, .. } = tengen(&[
        "analyse",
        game.as_str(),
        "--depth",
        "2",
        "--from",
        "5",
        "--to",
        "6",
    ]);
    assert!(
        out.contains("    5 black") && out.contains("    6 white") && !out.contains("    7 black"),
        "{out}"
    );
}

#[test]
fn a_position_has_several_lines() {
    let Run { out, err, code } = tengen(&[
        "analyse", "--size", "9", "--moves", TWO_THREES, "--depth", "3", "--lines", "3", "--json",
    ]);
    assert_eq!(code, 0, "{err}");
    let told: Value = serde_json::from_str(&out).unwrap();
    let lines = told["lines"].as_array().unwrap();
    let scores: Vec<i64> = lines.iter().map(|line| line["score"].as_i64().unwrap()).collect();
    assert!(
        lines.len() == 3 && scores.is_sorted_by(|one, other| one >= other),
        "{out}"
    );
    assert_ne!(lines[0]["move"], lines[1]["move"], "{out}");
    assert_eq!(told["win"]["means"], "threats", "{out}");
}

#[test]
fn a_tree_search_tells_what_it_thought_of_each_move() {
    // Black threatens to win: who sees that looks at the three replies that may help.
    for (engine, count) in [("alphazero:solver=0", 59), ("alphazero", 3), ("mcts:seed=1", 59)] {
        let position = [
            "analyse",
            "--engine",
            engine,
            "--size",
            "8",
            "--moves",
            "d4 e4 d5 e5 d6",
        ];
        let arguments = [&position[..], &["--nodes", "60", "--json"]].concat();
        let Run { out, err, code } = tengen(&arguments);
        assert_eq!(code, 0, "{err}");
        let told: Value = serde_json::from_str(&out).unwrap();
        let moves = told["moves"].as_array().unwrap();
        let sum = |name: &str| moves.iter().map(|of| of[name].as_f64().unwrap()).sum::<f64>();
        assert_eq!(moves.len(), count, "{engine}: {out}");
        // Each is rounded to a ten thousandth.
        assert!(
            (sum("prior") - 1.0).abs() < 0.01 && (sum("share") - 1.0).abs() < 0.01,
            "{engine}: {out}"
        );
        assert_eq!(moves[0]["move"], told["lines"][0]["move"], "{engine}: {out}");
        let by_result = told["lines"][0]["result"].as_f64().unwrap() - moves[0]["result"].as_f64().unwrap();
        assert!(by_result.abs() < 0.01, "{engine}: {out}");
        let drawn = tengen(&[&position[..], &["--nodes", "60"]].concat());
        assert!(
            drawn.out.contains("looked at, %") && drawn.out.contains(" of looks ("),
            "{}",
            drawn.out
        );
    }
}

#[test]
fn the_solver_s_claims_are_true() {
    let Run { out, err, code } = tengen(&[
        "bench",
        "vcf",
        "--wins",
        "16",
        "--throws",
        "300",
        "--positions",
        "60",
        "--json",
    ]);
    let told: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    assert_eq!(
        (&told["false_wins"], &told["missed_up_to_3_fours"], code),
        (&0.into(), &0.into(), 0),
        "{out}"
    );
    assert_eq!(
        (&told["wins"], &told["wins_unproven"]),
        (&16.into(), &0.into()),
        "{out}"
    );
}
