//! Laws and examples of the journal.

use std::path::Path;

use expect_test::expect;
use proptest::prelude::*;
use referee::{
    games::{AnyMove, AnyRecord},
    gomoku::{Move, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};

use super::{
    Journal, JournalEntry, JournalError, JournalEvent, SessionHead, is_live, list,
    read::{Tail, parse, read},
    summary::{SessionSummary, Withdrawn, summarise},
};

fn session() -> SessionHead {
    SessionHead {
        session: "0190a0b0-0000-7000-8000-000000000001".to_owned(),
        program: "tengen 0.1.0".to_owned(),
        client: Some("bovo".to_owned()),
        engine: Some("classic:depth=4".to_owned()),
    }
}

fn game(id: &str) -> AnyRecord {
    let game = Record {
        id: id.to_owned(),
        names: ["Tengen".to_owned(), "Bovo \"x\"\n".to_owned()],
        own_seat: Some(Seat::First),
        source: Some("bovo".to_owned()),
        started_ms: Some(5),
        ..Record::blank(15, Rule::Freestyle)
    };
    game.into_any()
}

fn ply(game: &str, index: usize, x: u8) -> JournalEvent {
    let seat = if index.is_multiple_of(2) {
        Seat::First
    } else {
        Seat::Second
    };
    let ply = Ply {
        score: Some(-3),
        spent_ms: Some(12),
        ..Ply::bare(Move::Place(Point::new(x, 7)).into())
    };
    JournalEvent::Ply {
        game: game.to_owned(),
        index,
        seat,
        ply,
    }
}

fn ended(game: &str) -> JournalEvent {
    JournalEvent::GameEnded {
        game: game.to_owned(),
        verdict: Verdict {
            winner: Some(Seat::First),
            reason: Reason::Five,
        },
    }
}

fn text(path: &Path) -> String {
    #[expect(clippy::disallowed_methods, reason = "a test looks at the file")]
    std::fs::read_to_string(path).unwrap()
}

fn overwrite(path: &Path, bytes: &[u8]) {
    #[expect(clippy::disallowed_methods, reason = "a test damages the file")]
    std::fs::write(path, bytes).unwrap();
}

/// A journal with one finished and one unfinished game.
fn written(folder: &Path) -> std::path::PathBuf {
    let mut journal = Journal::create(folder, &session(), 1_700_000_000_123).unwrap();
    let events = [
        JournalEvent::GameStarted { game: game("a") },
        ply("a", 0, 7),
        ply("a", 1, 8),
        ended("a"),
        JournalEvent::Fault {
            game: None,
            kind: "misclick".to_owned(),
            detail: "at 7,7".to_owned(),
        },
        JournalEvent::GameStarted { game: game("b") },
        ply("b", 0, 3),
    ];
    for (step, event) in (1..).zip(events) {
        journal.append(event, 1_700_000_000_123 + step).unwrap();
    }
    journal.path().to_owned()
}

#[test]
fn lines_as_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path());
    expect![[r#"
        {"seq":0,"at_ms":1700000000123,"event":"session_started","session":"0190a0b0-0000-7000-8000-000000000001","program":"tengen 0.1.0","client":"bovo","engine":"classic:depth=4"}
        {"seq":1,"at_ms":1700000000124,"event":"game_started","game":{"id":"a","size":15,"rule":"freestyle","names":["Tengen","Bovo \"x\"\n"],"own_seat":"first","source":"bovo","engine":null,"started_ms":5,"ended_ms":null,"plies":[],"verdict":null}}
        {"seq":2,"at_ms":1700000000125,"event":"ply","game":"a","index":0,"seat":"first","play":{"place":{"x":7,"y":7}},"spent_ms":12,"score":-3}
        {"seq":3,"at_ms":1700000000126,"event":"ply","game":"a","index":1,"seat":"second","play":{"place":{"x":8,"y":7}},"spent_ms":12,"score":-3}
        {"seq":4,"at_ms":1700000000127,"event":"game_ended","game":"a","verdict":{"winner":"first","reason":"five"}}
        {"seq":5,"at_ms":1700000000128,"event":"fault","kind":"misclick","detail":"at 7,7"}
        {"seq":6,"at_ms":1700000000129,"event":"game_started","game":{"id":"b","size":15,"rule":"freestyle","names":["Tengen","Bovo \"x\"\n"],"own_seat":"first","source":"bovo","engine":null,"started_ms":5,"ended_ms":null,"plies":[],"verdict":null}}
        {"seq":7,"at_ms":1700000000130,"event":"ply","game":"b","index":0,"seat":"first","play":{"place":{"x":3,"y":7}},"spent_ms":12,"score":-3}
    "#]]
    .assert_eq(&text(&path));
    let name = path.file_name().unwrap().to_str().unwrap();
    assert_eq!(
        name,
        "2023-11-14T22-13-20.123Z_0190a0b0-0000-7000-8000-000000000001.jsonl"
    );
    assert_eq!(list(folder.path()).unwrap(), [path]);
}

#[test]
fn told_as_games() {
    let folder = tempfile::tempdir().unwrap();
    let summary = summarise(&read(&written(folder.path())).unwrap().entries);
    assert_eq!(summary.games.len(), 2);
    assert_eq!(summary.games[0].plies.len(), 2);
    assert_eq!(summary.games[0].ended_ms, Some(1_700_000_000_127));
    assert_eq!(
        summary.games[0].verdict,
        Some(Verdict {
            winner: Some(Seat::First),
            reason: Reason::Five
        })
    );
    assert_eq!(summary.games[1].plies.len(), 1);
    assert_eq!(summary.games[1].verdict, None);
    assert_eq!(summary.faults[0].kind, "misclick");
    assert_eq!((summary.ended_ms, summary.muddles.len()), (None, 0));
}

#[test]
fn a_ply_written_again_takes_back_what_followed() {
    let entries: Vec<JournalEntry> = [
        JournalEvent::GameStarted { game: game("a") },
        ply("a", 0, 1),
        ply("a", 1, 2),
        ply("a", 2, 3),
        ply("a", 1, 9),
    ]
    .into_iter()
    .zip(0..)
    .map(|(event, seq)| JournalEntry { seq, at_ms: 0, event })
    .collect();
    let plies = &summarise(&entries).games[0].plies;
    let columns: Vec<AnyMove> = plies.iter().map(|ply| ply.play).collect();
    assert_eq!(
        columns,
        [1, 9].map(|x| AnyMove::Gomoku(Move::Place(Point::new(x, 7))))
    );
}

fn told(events: impl IntoIterator<Item = JournalEvent>) -> SessionSummary {
    let entries = events.into_iter().zip(0..);
    let entries: Vec<JournalEntry> = entries
        .map(|(event, seq)| JournalEntry { seq, at_ms: 0, event })
        .collect();
    summarise(&entries)
}

fn taken_back(game: &str, plies: usize) -> JournalEvent {
    let game = game.to_owned();
    JournalEvent::TakenBack { game, plies }
}

#[test]
fn a_game_taken_back_is_told_as_it_stands_and_as_it_stood() {
    let plies = [ply("a", 0, 1), ply("a", 1, 2), ply("a", 2, 3)];
    let game = || {
        [JournalEvent::GameStarted { game: game("a") }]
            .into_iter()
            .chain(plies.clone())
    };
    let whole = told(game()).games[0].plies.clone();
    let summary = told(game().chain([taken_back("a", 2), taken_back("a", 1)]));
    assert_eq!(
        (&summary.games[0].plies[..], summary.muddles.len()),
        (&whole[..1], 0)
    );
    let before = [Withdrawn {
        game: "a".to_owned(),
        plies: whole.clone(),
    }];
    assert_eq!(summary.withdrawn, before, "the second is a part of the first");
    let summary = told(game().chain([taken_back("a", 1), ply("a", 1, 9), taken_back("a", 0)]));
    assert_eq!((summary.games[0].plies.len(), summary.withdrawn.len()), (0, 2));
    let summary = told(game().chain([taken_back("a", 4), taken_back("z", 0)]));
    assert_eq!((&summary.games[0].plies, summary.muddles.len()), (&whole, 2));
}

#[test]
fn a_take_back_as_written() {
    let event = taken_back("a", 2);
    let line = serde_json::to_string(&JournalEntry {
        seq: 4,
        at_ms: 5,
        event,
    })
    .unwrap();
    assert_eq!(
        line,
        r#"{"seq":4,"at_ms":5,"event":"taken_back","game":"a","plies":2}"#
    );
}

#[test]
fn entries_out_of_place_are_told_not_believed() {
    let entries: Vec<JournalEntry> = [
        JournalEvent::GameStarted { game: game("a") },
        ply("a", 4, 1),
        ply("c", 0, 2),
        ended("earlier"),
    ]
    .into_iter()
    .zip(0..)
    .map(|(event, seq)| JournalEntry { seq, at_ms: 0, event })
    .collect();
    let summary = summarise(&entries);
    assert_eq!(summary.muddles.len(), 2, "{:?}", summary.muddles);
    assert_eq!(summary.endings[0].game, "earlier");
    assert!(summary.games[0].plies.is_empty());
}

#[test]
fn cut_at_every_byte_no_whole_line_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path());
    let whole = text(&path).into_bytes();
    let all = parse(&whole).entries;
    for length in 0..whole.len() {
        overwrite(&path, &whole[..length]);
        let feeds = whole[..length].iter().filter(|&&byte| byte == b'\n').count();
        let (mut journal, tail) = Journal::reopen(&path).unwrap();
        let kept = feeds + usize::from(tail == Tail::Unended);
        assert!(
            tail != Tail::Unended || whole[length] == b'\n',
            "half an entry was believed at {length}"
        );
        journal
            .append(
                JournalEvent::Note {
                    text: "again".to_owned(),
                },
                9,
            )
            .unwrap();
        drop(journal);
        let reading = read(&path).unwrap();
        assert_eq!(reading.tail, Tail::Clean);
        assert_eq!(reading.damaged, []);
        assert_eq!(reading.entries[..kept], all[..kept], "cut at {length}");
        assert_eq!(reading.entries.len(), kept + 1);
        assert_eq!(reading.entries[kept].seq, kept as u64);
    }
}

#[test]
fn damaged_and_unknown_lines_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path());
    let mut lines: Vec<String> = text(&path).lines().map(str::to_owned).collect();
    lines[2] = "\0\0\0".to_owned();
    lines[5] = r#"{"seq":5,"at_ms":1,"event":"teleported","to":[1,2]}"#.to_owned();
    overwrite(&path, (lines.join("\n") + "\n").as_bytes());
    let reading = read(&path).unwrap();
    assert_eq!(reading.damaged.len(), 1);
    assert_eq!(reading.damaged[0].line, 3);
    assert_eq!(reading.entries.len(), 7);
    assert_eq!(reading.entries[4].event, JournalEvent::Unknown);
}

#[test]
fn one_writer_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::create(folder.path(), &session(), 0).unwrap();
    let path = journal.path().to_owned();
    assert!(is_live(&path).unwrap());
    assert!(matches!(Journal::reopen(&path), Err(JournalError::Locked(_))));
    assert!(read(&path).is_ok(), "readers need no lock");
    drop(journal);
    assert!(!is_live(&path).unwrap());
    assert!(Journal::reopen(&path).is_ok());
}

#[test]
fn a_folder_that_cannot_be_made() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    overwrite(&file, b"");
    let error = Journal::create(&file.join("journals"), &session(), 0).unwrap_err();
    assert!(error.to_string().contains("file/journals"), "{error}");
}

proptest! {
    #[test]
    fn any_bytes_can_be_read(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let reading = parse(&bytes);
        prop_assert!(reading.whole_bytes <= bytes.len() as u64);
    }

    #[test]
    fn entries_come_back(seq in any::<u64>(), at_ms in any::<i64>(), text in ".*", nodes in any::<Option<u64>>(), score in any::<Option<i32>>()) {
        let ply = Ply { nodes, score, ..Ply::bare(AnyMove::Gomoku(Move::PutTwo)) };
        for event in [
            JournalEvent::Note { text: text.clone() },
            JournalEvent::Ply { game: text.clone(), index: 3, seat: Seat::Second, ply },
            JournalEvent::TakenBack { game: text.clone(), plies: 5 },
            JournalEvent::Fault { game: Some(text.clone()), kind: text.clone(), detail: text.clone() },
        ] {
            let entry = JournalEntry { seq, at_ms, event };
            let line = serde_json::to_string(&entry).unwrap();
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(parse(line.as_bytes()).entries, vec![entry]);
        }
    }
}
