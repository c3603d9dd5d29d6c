//! The soak: whole games on two real windows at once, Bovo and the practice service, into one database, while a tormentor
//! moves, covers, minimises and closes the client's window and kills client, bot and engine. Afterwards every game is
//! looked up in what the clients themselves know. Each lane has a screen and a process of its own.

mod lane;
mod tormentor;
mod truth;

use std::{
    path::{Path, PathBuf},
    thread,
};

use referee::verdict::Reason;
use serde_json::Value;

use self::lane::Lane;
use crate::support::xvfb::{Manager, on_a_screen};

const TEST: &str = "soak::no_game_is_lost_or_wrong_under_a_tormentor";
const SCREEN: &str = "1920x1080x24";

/// `SOAK=60,40` plays so many games on Bovo and on the practice service, in `SOAK_FOLDER` if that is set. Without it, a few
/// games see each fault once.
#[test]
fn no_game_is_lost_or_wrong_under_a_tormentor() {
    if let Some(name) = std::env::var_os("SOAK_LANE") {
        let name = name.into_string().unwrap();
        return on_a_screen(TEST, Manager::Openbox, SCREEN, &[], || {
            Lane::new(&name, &folder(), wanted(&name), seed()).run();
        });
    }
    if std::env::var_os("SLOW_TESTS").is_none_or(|value| value != "1") {
        eprintln!("{TEST} needs displays of its own: skipped without SLOW_TESTS=1");
        return;
    }
    let kept = tempfile::tempdir().unwrap();
    let folder = std::env::var_os("SOAK_FOLDER").map_or(kept.path().to_owned(), PathBuf::from);
    std::fs::create_dir_all(&folder).unwrap();
    println!("seed {}, games in {}", seed(), folder.display());
    thread::scope(|scope| {
        let folder = folder.to_str().unwrap();
        let lanes = ["bovo", "practice"].map(|name| {
            let variables = [("SOAK_LANE", name), ("SOAK_FOLDER", folder)];
            scope.spawn(move || on_a_screen(TEST, Manager::Openbox, SCREEN, &variables, || {}))
        });
        // Both are waited for, so that one lane's failure does not cut the other short.
        let ends = lanes.map(thread::ScopedJoinHandle::join);
        assert!(
            ends.iter().all(Result::is_ok),
            "a lane failed: its words are above"
        );
    });
    let complaints = [account(&folder), truth::bovo(&folder), truth::practice(&folder)].concat();
    if !complaints.is_empty() {
        // The folder is gone with the test.
        for told in ["bovo-bot.log", "bovo-left.jsonl", "practice-bot.log"] {
            let text = std::fs::read_to_string(folder.join(told)).unwrap_or_default();
            println!("{told}:\n{text}");
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}

/// Games wanted in a lane.
fn wanted(lane: &str) -> usize {
    let games = std::env::var("SOAK").unwrap_or_else(|_| "3,2".to_owned());
    let (bovo, practice) = games.split_once(',').expect("SOAK is two numbers such as 60,40");
    let games = if lane == "bovo" { bovo } else { practice };
    games.parse().expect("SOAK is two numbers such as 60,40")
}

fn seed() -> u64 {
    std::env::var("SEED")
        .ok()
        .and_then(|seed| seed.parse().ok())
        .unwrap_or(5)
}

fn folder() -> PathBuf {
    PathBuf::from(std::env::var_os("SOAK_FOLDER").expect("a lane is told where its games go"))
}

/// Where all games are.
fn home(folder: &Path) -> PathBuf {
    folder.join("home")
}

/// The report's ledger adds up to all games, each of which ended with a reason.
fn account(folder: &Path) -> Vec<String> {
    let output = crate::support::program::program()
        .args(["report", "--format", "json", "--min-moves", "0"])
        .env("TENGEN_HOME", home(folder))
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |value: &Value| value.as_u64().unwrap_or_default();
    let all = number(&report["games"]["all"]);
    let excluded = report["games"]["excluded"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let left_out: u64 = excluded.iter().map(|row| number(&row["games"])).sum();
    println!(
        "report: {all} games, {} counted",
        number(&report["games"]["counted"])
    );
    for row in &excluded {
        println!("  left out: {} {}", number(&row["games"]), row["reason"]);
    }
    let mut complaints = Vec::new();
    if number(&report["games"]["counted"]) + left_out != all {
        complaints.push(format!(
            "the report's ledger does not add up: {}",
            report["games"]
        ));
    }
    let records = truth::records(folder, None);
    if records.len() as u64 != all {
        complaints.push(format!(
            "{} games in the database, {all} in the report",
            records.len()
        ));
    }
    for source in ["bovo", "practice"] {
        let of = |wanted: fn(&referee::record::Record) -> bool| {
            let games = records
                .iter()
                .filter(|record| record.source.as_deref() == Some(source));
            games.filter(|record| wanted(record)).count()
        };
        let ended = |record: &referee::record::Record| record.verdict.is_some();
        let result = |record: &referee::record::Record| truth::has_result(record);
        let won = |record: &referee::record::Record| {
            truth::has_result(record) && record.verdict.and_then(|verdict| verdict.winner) == record.own_seat
        };
        let crash = |record: &referee::record::Record| {
            record
                .verdict
                .is_some_and(|verdict| verdict.reason == Reason::Crash)
        };
        println!(
            "{source}: {} games, {} with a result ({} won, {} given up as the engine failed), {} without",
            of(|_| true),
            of(result),
            of(won),
            of(crash),
            of(ended) - of(result)
        );
        if of(ended) != of(|_| true) {
            complaints.push(format!(
                "{source}: {} games never ended",
                of(|_| true) - of(ended)
            ));
        }
    }
    complaints
}
