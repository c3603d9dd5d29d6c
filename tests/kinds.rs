//! Games of Paper Soccer through the program: in, counted, shown and out again, beside games of Gomoku.

use std::path::Path;

use serde_json::Value;

use crate::report::{Run, tengen};

/// Three games that end by the rules, one of them against what the line says; one that was given up; two bad lines.
const TABLE: &str = "# games made by hand\n\
    first\t0 0 0 0 0 0\n\
    second\t4 4 4 4 4 4\n\
    first\t4 4 4 4 31 47 22 5\n\
    first\t4 4 4 4 4 4\n\
    second\t2 0 53 4\n\
    first\t4 0\n\
    first\t9\n";

fn ran(arguments: &[&str], code: i32) -> String {
    let Run {
        out,
        err,
        code: found,
    } = tengen(arguments);
    assert_eq!(found, code, "{arguments:?}: {out}{err}");
    out
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The table in a database of its own.
fn imported(folder: &Path) -> (String, Value) {
    let db = folder.join("games.db").to_str().unwrap().to_owned();
    let table = folder.join("games.tsv");
    std::fs::write(&table, TABLE).unwrap();
    let told = ran(&["import", table.to_str().unwrap(), "--db", &db, "--json"], 2);
    (db, json(&told))
}

#[test]
fn an_import_tells_what_was_refused_and_what_the_rules_contradict() {
    let folder = tempfile::tempdir().unwrap();
    let (db, told) = imported(folder.path());
    let lines = |list: &str| -> Vec<u64> {
        let list = told[list].as_array().unwrap();
        list.iter().map(|one| one["line"].as_u64().unwrap()).collect()
    };
    assert_eq!(told["games_added"], 5, "{told}");
    assert_eq!(lines("games_refused"), [7, 8]);
    assert_eq!(lines("results_contradicted"), [5]);
    assert_eq!(
        told["games"]["soccer"],
        json(r#"{"games": 5, "by_rules": 4, "otherwise": 1, "without_result": 0}"#)
    );
    let again = folder.path().join("games.tsv");
    let again = ran(&["import", again.to_str().unwrap(), "--db", &db], 2);
    assert!(
        again.starts_with("0 games added, 5 known already; 1 file read, 0 failed, 2 bad games"),
        "{again}"
    );
    assert!(
        again.contains("Paper Soccer: 5 games; 4 ended by the rules, 1 otherwise"),
        "{again}"
    );
}

#[test]
fn a_report_for_each_kind() {
    let folder = tempfile::tempdir().unwrap();
    let (db, _) = imported(folder.path());
    let report = json(&ran(&["report", "--db", &db, "--json"], 0));
    assert_eq!(report["game"], "soccer");
    assert_eq!(report["unit"], "turns");
    assert_eq!(report["games"]["all"], 5);
    let first = &report["first_player"];
    assert_eq!(first["score"]["games"], 5, "{first}");
    assert_eq!(first["score"]["wins"], 2, "{first}");
    assert_eq!(first["not_ours"], 5, "{first}");
    let choices = report["choices"].as_array().unwrap();
    assert_eq!(choices[0]["games"], 5);
    assert_eq!(choices[0]["mean"], 8.0);
    assert_eq!(choices[1]["mean"], 7.0, "56 turns in two, from each of 8 places");
    assert_eq!(choices.len(), 8);
    let gomoku = folder.path().join("game.psq");
    std::fs::write(&gomoku, "Piskvorky 15x15, 0:0, 0\n8,8,1\n9,9,1\nMori\nBovo\n0\n").unwrap();
    ran(&["import", gomoku.to_str().unwrap(), "--db", &db], 0);
    let both = json(&ran(&["report", "--db", &db, "--json"], 0));
    let kinds: Vec<&Value> = both.as_array().unwrap().iter().map(|one| &one["game"]).collect();
    assert_eq!(kinds, ["gomoku", "soccer"]);
    let text = ran(&["report", "--db", &db], 0);
    assert!(
        text.starts_with("Gomoku\n") && text.contains("\nPaper Soccer\n"),
        "{text}"
    );
    assert!(
        text.contains("first player, whoever it was: won 2 of 5 games"),
        "{text}"
    );
    let soccer = ran(&["report", "--db", &db, "--game", "soccer"], 0);
    assert!(
        !soccer.contains("Gomoku") && soccer.contains("turns to choose from"),
        "{soccer}"
    );
    let page = ran(&["report", "--db", &db, "--format", "html"], 0);
    assert!(
        page.contains("Turns to choose from") && page.contains("turns in the game"),
        "{page}"
    );
    let refused = tengen(&["report", "--db", &db, "--game", "chess"]);
    assert!(
        refused.code == 2 && refused.err.contains("games are gomoku and soccer"),
        "{}",
        refused.err
    );
}

#[test]
fn out_again_in_both_forms_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (db, _) = imported(folder.path());
    let table = ran(&["export", "--db", &db, "--format", "tsv"], 0);
    let expected = TABLE.lines().skip(1).take(5).map(|line| match line {
        "first\t4 4 4 4 4 4" => "second\t4 4 4 4 4 4\n".to_owned(),
        line => format!("{line}\n"),
    });
    assert_eq!(table, expected.collect::<String>());
    let tags = folder.path().join("games.pgn");
    std::fs::write(&tags, ran(&["export", "--db", &db], 0)).unwrap();
    let other = folder.path().join("other.db").to_str().unwrap().to_owned();
    ran(&["import", tags.to_str().unwrap(), "--db", &other], 0);
    assert_eq!(ran(&["export", "--db", &other, "--format", "tsv"], 0), table);
    let refused = tengen(&["export", "--db", &db, "--format", "sgf", "1"]);
    assert!(
        refused.err.contains("sgf cannot hold a game of soccer"),
        "{}",
        refused.err
    );
    let shown = ran(&["replay", "--db", &db, "--at", "4", "5"], 0);
    assert!(
        shown.contains("ply 4 of 5, turn 3 of 4") && shown.contains('O'),
        "{shown}"
    );
    let refused = tengen(&["analyse", "--db", &db, "5", "--game", "gomoku"]);
    assert!(
        refused.code == 2 && refused.err.contains("it is a game of soccer"),
        "{}",
        refused.err
    );
}
