//! Laws and examples of the store.

mod copies;
mod damage;
mod faults;
mod import;
mod kinds;
mod known;
mod opponents;
mod which;

use std::path::Path;

use proptest::prelude::*;
use referee::{
    games::{AnyPosition, GameKind},
    gomoku::{self, Move, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::{
    OpenMode, Store, StoreError,
    games::{Filter, MATCH},
    merge::{Log, Merged},
    row::{StoredFault, StoredSession},
    write::Inserted,
};

const FIVE: Verdict = Verdict {
    winner: Some(Seat::First),
    reason: Reason::Five,
};

fn place(x: u8, y: u8) -> Ply {
    Ply::bare(Move::Place(Point::new(x, y)))
}

fn game(id: &str, plies: usize) -> Record {
    Record {
        id: id.to_owned(),
        names: ["Tengen".to_owned(), "O'Neil; --".to_owned()],
        own_seat: Some(Seat::First),
        source: Some("bovo".to_owned()),
        engine: Some("classic:depth=4".to_owned()),
        started_ms: Some(1_000),
        plies: (0..plies)
            .map(|step| place(step as u8 % 15, step as u8 / 15 * 2))
            .collect(),
        ..Record::blank(15, Rule::Renju)
    }
}

fn session(id: &str) -> StoredSession {
    StoredSession {
        id: id.to_owned(),
        program: "tengen 0.1.0".to_owned(),
        client: Some("bovo".to_owned()),
        engine: None,
        started_ms: 900,
        ended_ms: None,
    }
}

fn log(games: &[Record]) -> Log {
    Log {
        name: "s.jsonl".to_owned(),
        bytes: 77,
        session: Some(session("s")),
        games: games.iter().cloned().map(Record::into_any).collect(),
        endings: Vec::new(),
        withdrawn: Vec::new(),
        films: Vec::new(),
        learned: Vec::new(),
        faults: Vec::new(),
    }
}

#[test]
fn a_game_is_kept_as_it_is_played() {
    let mut store = Store::in_memory().unwrap();
    store.put_session(&session("s")).unwrap();
    let mut expected = game("0190ab", 0);
    assert_eq!(store.begin_game(Some("s"), &expected).unwrap(), Inserted::Added);
    assert_eq!(store.begin_game(Some("s"), &expected).unwrap(), Inserted::Known);
    for index in 0..7u8 {
        let ply = Ply {
            spent_ms: Some(20),
            score: Some(-7),
            depth: Some(4),
            nodes: Some(u64::MAX),
            ..place(index, 3)
        };
        let seat = if index % 2 == 0 { Seat::First } else { Seat::Second };
        store.add_ply("0190ab", usize::from(index), seat, &ply).unwrap();
        expected.plies.push(Ply {
            nodes: Some(i64::MAX as u64),
            ..ply
        });
    }
    assert_eq!(store.open_games().unwrap().len(), 1);
    store.end_game("0190ab", FIVE, 5_000).unwrap();
    expected.verdict = Some(FIVE);
    expected.ended_ms = Some(5_000);
    assert_eq!(store.record("0190").unwrap(), expected);
    assert_eq!(store.games(&Filter::default()).unwrap()[0].length, 7);
    assert_eq!(store.open_games().unwrap(), []);
}

#[test]
fn a_ply_taken_back_is_replaced_with_all_after_it() {
    let mut store = Store::in_memory().unwrap();
    store.begin_game(None, &game("a", 5)).unwrap();
    store.add_ply("a", 2, Seat::First, &place(9, 9)).unwrap();
    let plies = store.record::<gomoku::Position>("a").unwrap().plies;
    assert_eq!(plies.len(), 3);
    assert_eq!(plies[2], place(9, 9));
    assert_eq!(store.games(&Filter::default()).unwrap()[0].length, 3);
    let refused = store.add_ply("a", 4, Seat::First, &place(1, 9)).unwrap_err();
    assert!(
        matches!(
            refused,
            StoreError::PlyOutOfOrder {
                index: 4,
                known: 3,
                ..
            }
        ),
        "{refused}"
    );
}

#[test]
fn plies_taken_back_are_gone() {
    let mut store = Store::in_memory().unwrap();
    store.begin_game(None, &game("a", 5)).unwrap();
    for (plies, stay) in [(3, 3), (3, 3), (9, 3), (0, 0)] {
        store.take_back("a", plies).unwrap();
        assert_eq!(
            store.record::<gomoku::Position>("a").unwrap().plies,
            game("a", stay).plies
        );
        assert_eq!(store.games(&Filter::default()).unwrap()[0].length as usize, stay);
    }
    store.add_ply("a", 0, Seat::First, &place(9, 9)).unwrap();
    let unknown = store.take_back("b", 0).unwrap_err();
    assert!(matches!(unknown, StoreError::UnknownGame(_)), "{unknown}");
}

#[test]
fn a_telling_that_took_plies_back_is_believed_by_who_knows_them_still() {
    let withdrawn = |before: usize| Log {
        withdrawn: vec![("a".to_owned(), game("a", before).into_any().plies)],
        ..log(&[game("a", 2)])
    };
    let mut longer = game("a", 2);
    longer.plies.extend([place(14, 14), place(13, 13)]);
    let settled = Record {
        verdict: Some(FIVE),
        ended_ms: Some(1),
        ..game("a", 4)
    };
    // What the store has, the plies before the take-back to two of them, and the plies that stay.
    for (known, before, expected) in [
        (game("a", 4), 4, 2),
        (game("a", 3), 4, 2),
        (game("a", 2), 4, 2),
        (game("a", 4), 3, 4),
        (longer, 4, 4),
        (settled, 4, 4),
    ] {
        let mut store = Store::in_memory().unwrap();
        store.merge(&log(&[known])).unwrap();
        store.merge(&withdrawn(before)).unwrap();
        assert_eq!(
            store.record::<gomoku::Position>("a").unwrap().plies.len(),
            expected
        );
        assert!(store.merge(&withdrawn(before)).unwrap().is_nothing());
        store.check().unwrap();
    }
}

#[test]
fn choices_are_plies_but_not_stones() {
    use referee::color::Color;
    let mut store = Store::in_memory().unwrap();
    let mut record = game("a", 3);
    record.plies.extend(
        [
            Move::PutTwo,
            Move::Choose(Color::Black),
            Move::Choose(Color::White),
        ]
        .map(Ply::bare),
    );
    store.import(&[record.clone()]).unwrap();
    assert_eq!(store.record("a").unwrap(), record);
    assert_eq!(store.games(&Filter::default()).unwrap()[0].length, 3);
}

#[test]
fn a_verdict_is_final_unless_aborted() {
    let mut store = Store::in_memory().unwrap();
    store.begin_game(None, &game("a", 1)).unwrap();
    store.end_game("a", Verdict::ABORTED, 1).unwrap();
    store.end_game("a", FIVE, 2).unwrap();
    store
        .end_game(
            "a",
            Verdict {
                winner: None,
                reason: Reason::BoardFull,
            },
            3,
        )
        .unwrap();
    let record: Record = store.record("a").unwrap();
    assert_eq!((record.verdict, record.ended_ms), (Some(FIVE), Some(2)));
    assert!(matches!(
        store.end_game("b", FIVE, 1),
        Err(StoreError::UnknownGame(_))
    ));
}

#[test]
fn games_by_filter() {
    let mut store = Store::in_memory().unwrap();
    let other = Record {
        own_seat: Some(Seat::Second),
        started_ms: None,
        source: None,
        ..game("b", 0)
    };
    store.import(&[game("a", 0), other]).unwrap();
    let check = |filter: Filter, expected: &[&str]| {
        let games = store.games(&filter).unwrap();
        let ids: Vec<&str> = games.iter().map(|game| game.record.id.as_str()).collect();
        assert_eq!(ids, expected, "{filter:?}");
    };
    check(Filter::default(), &["b", "a"]);
    check(
        Filter {
            source: Some("bovo".to_owned()),
            ..Filter::default()
        },
        &["a"],
    );
    check(
        Filter {
            opponent: Some("O'Neil; --".to_owned()),
            ..Filter::default()
        },
        &["a"],
    );
    check(
        Filter {
            opponent: Some("Tengen".to_owned()),
            ..Filter::default()
        },
        &["b"],
    );
    check(
        Filter {
            since_ms: Some(1_000),
            ..Filter::default()
        },
        &["a"],
    );
    check(
        Filter {
            since_ms: Some(1_001),
            ..Filter::default()
        },
        &[],
    );
    check(
        Filter {
            engine: Some("random".to_owned()),
            ..Filter::default()
        },
        &[],
    );
}

#[test]
fn games_between_engines_are_told_when_they_are_asked_for() {
    let mut store = Store::in_memory().unwrap();
    let between = Record {
        source: Some(MATCH.to_owned()),
        own_seat: None,
        ..game("m", 2)
    };
    let no_source = Record {
        source: None,
        ..game("n", 2)
    };
    for record in [&game("a", 2), &between, &no_source] {
        store.begin_game(None, record).unwrap();
    }
    let ids = |filter: &Filter| -> Vec<String> {
        let games = store.games(filter).unwrap();
        assert_eq!(store.outlines(filter).unwrap().len(), games.len());
        games.into_iter().map(|game| game.record.id).collect()
    };
    assert_eq!(ids(&Filter::default()), ["a", "n"]);
    let source = Some(MATCH.to_owned());
    assert_eq!(
        ids(&Filter {
            source,
            ..Filter::default()
        }),
        ["m"]
    );
}

#[test]
fn what_the_journal_knows_more_is_taken_in_once() {
    let mut store = Store::in_memory().unwrap();
    store.put_session(&session("s")).unwrap();
    store.begin_game(Some("s"), &game("a", 4)).unwrap();
    store.begin_game(Some("s"), &game("open", 2)).unwrap();
    let told = Record {
        verdict: Some(FIVE),
        ended_ms: Some(9),
        ..game("a", 6)
    };
    let fault = StoredFault {
        session: "s".to_owned(),
        seq: 3,
        at_ms: 4,
        game: None,
        kind: "misclick".to_owned(),
        detail: "at 3,3".to_owned(),
    };
    let log = Log {
        endings: vec![("open".to_owned(), Verdict::ABORTED, 8)],
        faults: vec![fault],
        ..log(&[told.clone(), game("c", 3)])
    };
    let first = store.merge(&log).unwrap();
    assert_eq!(
        first,
        Merged {
            games_added: 1,
            games_completed: 2,
            faults_added: 1
        }
    );
    assert_eq!(store.record("a").unwrap(), told);
    assert_eq!(
        store.record::<AnyPosition>("open").unwrap().verdict,
        Some(Verdict::ABORTED)
    );
    assert_eq!(store.journal_bytes("s.jsonl").unwrap(), Some(77));
    let again = Log {
        endings: Vec::new(),
        ..log
    };
    assert!(store.merge(&again).unwrap().is_nothing());
    store.check().unwrap();
}

#[test]
fn an_older_telling_takes_nothing_away() {
    let mut store = Store::in_memory().unwrap();
    let check = |store: &mut Store, told: Record, expected: &Record| {
        store.merge(&log(&[told])).unwrap();
        assert_eq!(&store.record("a").unwrap(), expected);
    };
    let four = game("a", 4);
    check(&mut store, four.clone(), &four);
    check(&mut store, game("a", 2), &four);
    let mut taken_back = game("a", 2);
    taken_back.plies.push(place(14, 14));
    check(&mut store, taken_back.clone(), &taken_back);
    let settled = Record {
        verdict: Some(FIVE),
        ended_ms: Some(1),
        ..taken_back
    };
    check(&mut store, settled.clone(), &settled);
    check(&mut store, game("a", 9), &settled);
}

#[test]
fn a_game_that_goes_on_belongs_to_the_later_session() {
    let mut store = Store::in_memory().unwrap();
    store.put_session(&session("s")).unwrap();
    store.put_session(&session("t")).unwrap();
    store.begin_game(Some("s"), &game("a", 4)).unwrap();
    store.begin_game(Some("t"), &game("a", 4)).unwrap();
    assert_eq!(store.open_games().unwrap()[0].session.as_deref(), Some("t"));
    assert!(
        store.begin_game(Some("nobody"), &game("b", 0)).is_err(),
        "foreign keys are on"
    );
}

#[test]
fn files_that_are_no_store() {
    let folder = tempfile::tempdir().unwrap();
    let check = |name: &str, mode: OpenMode, expected: &str| {
        let error = Store::open(&folder.path().join(name), mode).unwrap_err();
        let message = error.to_string().replace(folder.path().to_str().unwrap(), "DIR");
        assert!(message.starts_with(expected), "{message}");
    };
    #[expect(clippy::disallowed_methods, reason = "a test writes what is not a database")]
    std::fs::write(folder.path().join("text"), "(;GM[4]SZ[15];B[hh])\n".repeat(300)).unwrap();
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    rusqlite::Connection::open(folder.path().join("foreign"))
        .unwrap()
        .execute("CREATE TABLE t (x)", [])
        .unwrap();
    drop(Store::open(&folder.path().join("newer"), OpenMode::Write).unwrap());
    let raw = rusqlite::Connection::open(folder.path().join("newer")).unwrap();
    raw.pragma_update(None, "user_version", 99).unwrap();
    drop(raw);
    for mode in [OpenMode::Write, OpenMode::Read] {
        check("text", mode, "DIR/text is not a database of games");
        check("foreign", mode, "DIR/foreign is not a database of games");
        check(
            "newer",
            mode,
            "database DIR/newer has layout 99, this program knows up to 5",
        );
        check("folder", mode, "database DIR/folder is no file");
    }
    check("missing", OpenMode::Read, "no database at DIR/missing");
    check(
        "no/such/folder",
        OpenMode::Write,
        "cannot open database DIR/no/such/folder: ",
    );
}

#[test]
fn readers_read_while_one_writes_and_a_copy_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut writer = Store::open(&path, OpenMode::Write).unwrap();
    writer.import(&[game("a", 3)]).unwrap();
    let reader = Store::open(&path, OpenMode::Read).unwrap();
    writer.import(&[game("b", 3)]).unwrap();
    assert_eq!(reader.games(&Filter::default()).unwrap().len(), 2);
    let copy = folder.path().join("copy.db");
    for _ in 0..2 {
        writer.backup(&copy).unwrap();
    }
    let copied = Store::open(&copy, OpenMode::Read).unwrap();
    assert_eq!(copied.record("b").unwrap(), game("b", 3));
    copied.check().unwrap();
    let mode: String = writer
        .connection
        .pragma_query_value(None, "journal_mode", |row| row.get(0))
        .unwrap();
    let synchronous: i64 = writer
        .connection
        .pragma_query_value(None, "synchronous", |row| row.get(0))
        .unwrap();
    assert_eq!((mode.as_str(), synchronous), ("wal", 2));
    let mut reader = reader;
    assert!(reader.import(&[game("c", 0)]).is_err(), "a reader cannot write");
}

#[test]
fn damage_is_found_at_the_start() {
    use std::io::{Seek, SeekFrom, Write};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let games: Vec<Record> = (0..400).map(|number| game(&format!("{number:04}"), 40)).collect();
    Store::open(&path, OpenMode::Write)
        .unwrap()
        .import(&games)
        .unwrap();
    let mut file = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(4096 * 40)).unwrap();
    file.write_all(&[0xAA; 4096 * 10]).unwrap();
    let error = Store::open(&path, OpenMode::Write).unwrap_err();
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
}

#[test]
fn a_step_is_applied_once_and_all_or_nothing() {
    let connection = rusqlite::Connection::open_in_memory().unwrap();
    let good = ["CREATE TABLE a (x)", "CREATE TABLE b (x)"];
    let bad = [good[0], good[1], "CREATE TABLE c (x); CREATE TABLE a (x)"];
    super::migrate::migrate(&connection, &good[..1]).unwrap();
    assert!(super::migrate::migrate(&connection, &bad).is_err());
    super::migrate::migrate(&connection, &good).unwrap();
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .unwrap();
    let version: i64 = connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap();
    assert_eq!(
        (tables, version),
        (2, 2),
        "the failed third step left nothing behind"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn records_come_back_and_twice_changes_nothing(
        name in ".*", size in 5u8..=22, own in proptest::option::of(any::<bool>()), started in any::<Option<i64>>(),
        cells in proptest::collection::vec((0u8..22, 0u8..22, any::<Option<u32>>(), any::<Option<i32>>()), 0..60),
        winner in proptest::option::of(any::<bool>()),
    ) {
        let seat = |first: bool| if first { Seat::First } else { Seat::Second };
        let ply = |(x, y, spent, score): (u8, u8, Option<u32>, Option<i32>)| Ply {
            spent_ms: spent.map(u64::from), score, depth: spent, ..place(x, y)
        };
        let record = Record {
            names: [name.clone(), name],
            start: gomoku::Start::free(size, Rule::Freestyle),
            own_seat: own.map(seat),
            started_ms: started,
            plies: cells.into_iter().map(ply).collect(),
            verdict: winner.map(|first| Verdict { winner: Some(seat(first)), reason: Reason::Resign }),
            ..game("a", 0)
        };
        let mut store = Store::in_memory().unwrap();
        prop_assert_eq!(store.import(std::slice::from_ref(&record)).unwrap(), vec![Inserted::Added]);
        prop_assert_eq!(store.import(std::slice::from_ref(&record)).unwrap(), vec![Inserted::Known]);
        prop_assert_eq!(&store.record("a").unwrap(), &record);
        prop_assert!(store.merge(&log(std::slice::from_ref(&record))).unwrap().is_nothing());
    }
}
