//! Databases that are damaged, gone or taken in twice.
#![expect(clippy::disallowed_methods, reason = "tests damage files")]

use super::{
    super::{OpenMode, Store, StoreError, merge::Log, salvage::Salvaged},
    FIVE, game, log,
};
use referee::{games::AnyPosition, record::Record};

fn won(id: &str, plies: usize) -> Record {
    Record {
        verdict: Some(FIVE),
        ended_ms: Some(9),
        ..game(id, plies)
    }
}

#[test]
fn a_game_that_is_told_twice_is_one_game() {
    for tellings in [
        vec![game("a", 0), won("a", 5)],
        vec![won("a", 5), game("a", 0)],
        vec![game("a", 3), won("a", 5), won("a", 5)],
    ] {
        let log: Log = log(&tellings);
        let mut store = Store::in_memory().unwrap();
        let merged = store.merge(&log).unwrap();
        assert_eq!(
            (merged.games_added, merged.games_completed),
            (1, 0),
            "{tellings:?}"
        );
        let record: Record = store.record("a").unwrap();
        assert_eq!(
            (record.plies.len(), record.verdict),
            (5, Some(FIVE)),
            "{tellings:?}"
        );
        assert!(store.merge(&log).unwrap().is_nothing());
        store.check().unwrap();
    }
}

#[test]
fn what_no_game_can_look_like_is_a_damage() {
    let check = |sql: &str| {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let mut store = Store::open(&path, OpenMode::Write).unwrap();
        store.import(&[won("a", 5)]).unwrap();
        store.connection.execute_batch(sql).unwrap();
        drop(store);
        let error = Store::open(&path, OpenMode::Write).unwrap_err();
        assert!(error.is_damage() && !error.is_passing(), "{sql}: {error}");
    };
    check("PRAGMA foreign_keys = OFF; DELETE FROM plies WHERE number = 3");
    check("UPDATE plies SET x = 200 WHERE number = 3");
    check("UPDATE games SET size = 0");
    check("PRAGMA user_version = 1000000");
    check("PRAGMA application_id = 7");
    check("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'plies'");
}

#[test]
fn a_file_of_any_other_kind_is_told_from_a_passing_trouble() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    std::fs::create_dir(&path).unwrap();
    for mode in [OpenMode::Read, OpenMode::Write] {
        let error = Store::open(&path, mode).unwrap_err();
        assert!(matches!(error, StoreError::NotAFile(_)) && error.is_damage());
    }
    let text = folder.path().join("text.db");
    std::fs::write(&text, "x".repeat(5_000)).unwrap();
    let error = Store::open(&text, OpenMode::Write).unwrap_err();
    assert!(error.is_damage() && !error.is_passing(), "{error}");
    let nowhere = folder.path().join("none/games.db");
    let error = Store::open(&nowhere, OpenMode::Write).unwrap_err();
    assert!(!error.is_damage(), "{error}");
}

#[test]
fn what_came_from_files_is_saved_from_a_damaged_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut store = Store::open(&path, OpenMode::Write).unwrap();
    let games: Vec<Record> = (0..200)
        .map(|number| won(&format!("file-{number}"), 40))
        .collect();
    store.import(&games).unwrap();
    store.merge(&log(&[won("played", 30)])).unwrap();
    store.exclude("file-3", Some("practice")).unwrap();
    drop(store);
    let salvage = |bytes: &[u8]| {
        let damaged = folder.path().join("damaged");
        std::fs::write(&damaged, bytes).unwrap();
        let mut fresh = Store::in_memory().unwrap();
        let salvaged = fresh.salvage(&damaged, &|id| id == "played").unwrap();
        for expected in &games {
            if let Some(record) = fresh.find(&expected.id).unwrap() {
                assert_eq!(&record, expected, "what is saved is as it was");
            }
        }
        assert_eq!(
            fresh.find::<AnyPosition>("played").unwrap(),
            None,
            "that is in its journal"
        );
        salvaged
    };
    let whole = std::fs::read(&path).unwrap();
    let all = Salvaged {
        games: 200,
        marks: 1,
        lost: 0,
        is_list_whole: true,
    };
    assert_eq!(salvage(&whole), all);
    assert_eq!(salvage(b""), Salvaged::default());
    assert_eq!(salvage(&[7; 9_000]), Salvaged::default());
    let mut best = 0;
    for page in 1..whole.len() / 4_096 {
        let mut damaged = whole.clone();
        damaged[page * 4_096..(page + 1) * 4_096].fill(0xa5);
        best = best.max(salvage(&damaged).games);
    }
    assert!(best > 150, "one bad page costs few games: {best}");
    assert!(salvage(&whole[..whole.len() / 2]).games < 200);
    let mut fresh = Store::in_memory().unwrap();
    assert_eq!(fresh.salvage(&path, &|_| false).unwrap().games, 201);
    assert_eq!(
        fresh.record::<referee::gomoku::Position>("played").unwrap(),
        won("played", 30)
    );
    assert_eq!(fresh.session_of("played").unwrap().as_deref(), Some("s"));
}

/// A journal with a damaged line, and the same without the damage.
#[test]
fn a_game_whose_plies_were_missing_gets_them() {
    let (cut, whole) = (
        Record {
            plies: won("a", 9).plies[..3].to_vec(),
            ..won("a", 9)
        },
        won("a", 9),
    );
    for (tellings, plies) in [
        ([&cut, &whole], 9),
        ([&whole, &cut], 9),
        (
            [
                &won("a", 3),
                &Record {
                    verdict: None,
                    ..won("a", 9)
                },
            ],
            3,
        ),
    ] {
        let mut store = Store::in_memory().unwrap();
        for telling in tellings {
            store.merge(&log(std::slice::from_ref(telling))).unwrap();
        }
        assert_eq!(
            store
                .record::<referee::gomoku::Position>("a")
                .unwrap()
                .plies
                .len(),
            plies
        );
        store.check().unwrap();
    }
}

#[test]
fn a_file_that_is_taken_away_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let store = Store::open(&path, OpenMode::Write).unwrap();
    assert!(store.is_in_place() && Store::in_memory().unwrap().is_in_place());
    let elsewhere = folder.path().join("elsewhere");
    std::fs::rename(&path, &elsewhere).unwrap();
    assert!(!store.is_in_place(), "moved");
    std::fs::copy(&elsewhere, &path).unwrap();
    assert!(!store.is_in_place(), "another file");
    std::fs::rename(&elsewhere, &path).unwrap();
    assert!(store.is_in_place());
}
