//! The journal and the store together, with and without accidents.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use referee::{games::AnyPosition, gomoku::Rule, point::Point};

use stats::store::OpenMode;

use super::*;
use crate::{database, having::open_for_question};

mod filmed;
#[cfg(unix)]
mod taken_away;

#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "a test takes files away")]
fn take_away(path: &Path) {
    std::fs::remove_file(path).unwrap();
}

#[expect(clippy::disallowed_methods, reason = "a test damages files")]
fn scribble(path: &Path, bytes: &[u8]) {
    std::fs::write(path, bytes).unwrap();
}

fn session(id: &str) -> journal::SessionHead {
    journal::SessionHead {
        session: id.to_owned(),
        program: "tengen".to_owned(),
        client: Some("bovo".to_owned()),
        engine: None,
    }
}

fn game(id: &str) -> Record {
    Record {
        id: id.to_owned(),
        names: ["Tengen".to_owned(), "Bovo".to_owned()],
        own_seat: Some(Seat::First),
        source: Some("bovo".to_owned()),
        started_ms: Some(1),
        ..Record::blank(15, Rule::Freestyle)
    }
}

fn place(x: u8) -> Ply {
    Ply::bare(referee::gomoku::Move::Place(Point::new(x, 7)))
}

const FIVE: Verdict = Verdict {
    winner: Some(Seat::First),
    reason: referee::verdict::Reason::Five,
};

#[test]
fn what_only_the_journal_has_is_found_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, found) = Keeper::open(&home, &session("s1"), 10).unwrap();
    assert_eq!(found, Found::default());
    keeper.begin_game(&game("a"), 11).unwrap();
    keeper.add_ply("a", 0, Seat::First, &place(1), 12).unwrap();
    // Killed each time between the journal and the store.
    let lost = JournalEvent::Ply {
        game: "a".to_owned(),
        index: 1,
        seat: Seat::Second,
        ply: place(2).into_any(),
    };
    keeper.journal.append(lost, 13).unwrap();
    keeper
        .journal
        .append(
            JournalEvent::GameEnded {
                game: "a".to_owned(),
                verdict: FIVE,
            },
            14,
        )
        .unwrap();
    keeper
        .journal
        .append(
            JournalEvent::GameStarted {
                game: game("b").into_any(),
            },
            15,
        )
        .unwrap();
    keeper
        .journal
        .append(
            JournalEvent::Fault {
                game: None,
                kind: "stall".to_owned(),
                detail: "idle".to_owned(),
            },
            16,
        )
        .unwrap();
    drop(keeper);

    let (mut keeper, found) = Keeper::open(&home, &session("s2"), 20).unwrap();
    expect_test::expect![[r#"
        taken from the journals: 1 game, 1 completed, 1 fault
        unfinished: game b on bovo, 0 plies"#]]
    .assert_eq(&found.to_lines().join("\n"));
    let ended = keeper.store().record::<AnyPosition>("a").unwrap();
    assert_eq!((ended.plies.len(), ended.verdict), (2, Some(FIVE)));
    keeper.end_game("b", Verdict::ABORTED, 21).unwrap();
    keeper.close(22).unwrap();

    let (_, found) = Keeper::open(&home, &session("s3"), 30).unwrap();
    assert!(found.merged.is_nothing(), "{found:?}");
    assert_eq!(found.unfinished, []);
}

#[test]
fn a_resumed_game_goes_on_and_the_database_can_be_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    keeper.begin_game(&game("a"), 11).unwrap();
    keeper.add_ply("a", 0, Seat::First, &place(1), 12).unwrap();
    drop(keeper);
    let (mut keeper, found) = Keeper::open(&home, &session("s2"), 20).unwrap();
    keeper.begin_game(&found.unfinished[0], 21).unwrap();
    keeper.add_ply("a", 1, Seat::Second, &place(2), 22).unwrap();
    keeper.end_game("a", FIVE, 23).unwrap();
    let kept = keeper.store().record::<AnyPosition>("a").unwrap();
    keeper.close(24).unwrap();
    assert_eq!(kept.plies.len(), 2);

    let copy = Home {
        database: folder.path().join("copy.db"),
        journals: home.journals.clone(),
    };
    let mut store = database::open(&copy, OpenMode::Write).unwrap();
    let found = catch_up::all(&copy, &mut store).unwrap();
    assert_eq!(found.unfinished, []);
    assert_eq!(store.record::<AnyPosition>("a").unwrap(), kept);
}

/// A take-back as the last thing that a killed session did, with and without the store having heard of it.
#[test]
fn a_take_back_survives_a_kill_and_a_rebuilt_database() {
    for in_store in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(folder.path());
        let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
        keeper.begin_game(&game("a"), 11).unwrap();
        for index in 0..4 {
            let seat = Seat::BOTH[index % 2];
            keeper.add_ply("a", index, seat, &place(index as u8), 12).unwrap();
        }
        if in_store {
            keeper.take_back("a", 2, 13).unwrap();
            assert_eq!(keeper.store().record::<AnyPosition>("a").unwrap().plies.len(), 2);
        } else {
            let game = "a".to_owned();
            keeper
                .journal
                .append(JournalEvent::TakenBack { game, plies: 2 }, 13)
                .unwrap();
        }
        drop(keeper);
        let (mut keeper, found) = Keeper::open(&home, &session("s2"), 20).unwrap();
        assert_eq!(found.merged.is_nothing(), in_store);
        assert_eq!(found.unfinished[0].plies, [0, 1].map(|x| place(x).into_any()));
        keeper.begin_game(&found.unfinished[0], 21).unwrap();
        keeper.add_ply("a", 2, Seat::First, &place(9), 22).unwrap();
        let kept = keeper.store().record::<AnyPosition>("a").unwrap();
        keeper.close(23).unwrap();
        assert_eq!(kept.plies, [0, 1, 9].map(|x| place(x).into_any()));
        let copy = Home {
            database: folder.path().join("copy.db"),
            journals: home.journals.clone(),
        };
        let mut store = database::open(&copy, OpenMode::Write).unwrap();
        catch_up::all(&copy, &mut store).unwrap();
        assert_eq!(store.record::<AnyPosition>("a").unwrap().plies, kept.plies);
    }
}

#[test]
fn a_living_session_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut other, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    other.begin_game(&game("a"), 11).unwrap();
    let (_mine, found) = Keeper::open(&home, &session("s2"), 12).unwrap();
    assert_eq!((found.live, found.unfinished.len()), (1, 0));
    other.add_ply("a", 0, Seat::First, &place(1), 13).unwrap();
    assert_eq!(other.store().record::<AnyPosition>("a").unwrap().plies.len(), 1);
}

#[test]
fn a_torn_line_is_cut_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    keeper.begin_game(&game("a"), 11).unwrap();
    let path = keeper.journal.path().to_owned();
    drop(keeper);
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    io::Write::write_all(&mut file, b"{\"seq\":2,\"at_ms\":12,\"ev").unwrap();
    let (_, found) = Keeper::open(&home, &session("s2"), 20).unwrap();
    assert_eq!(
        (found.torn_bytes, found.damaged_lines, found.unfinished.len()),
        (23, 0, 1)
    );
    assert_eq!(
        journal::read::read(&path).unwrap().tail,
        journal::read::Tail::Clean
    );
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test looks at a file")]
fn a_journal_that_somebody_gave_is_read_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let theirs = Home::in_folder(&folder.path().join("theirs"));
    let (mut keeper, _) = Keeper::open(&theirs, &session("s1"), 10).unwrap();
    keeper.begin_game(&game("a"), 11).unwrap();
    let path = keeper.journal.path().to_owned();
    drop(keeper);
    let mut file = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
    io::Write::write_all(&mut file, b"{\"seq\":2,\"at_ms\":12,\"ev").unwrap();
    let before = std::fs::read(&path).unwrap();
    let ours = Home::in_folder(&folder.path().join("ours"));
    let mut store = database::open(&ours, OpenMode::Write).unwrap();
    let mut found = Found::default();
    catch_up::take_in_given(&path, &ours, &mut store, &mut found).unwrap();
    assert_eq!((found.torn_bytes, found.merged.games_added), (23, 1));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_copy_is_saved_once_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    keeper.begin_game(&game("a"), 11).unwrap();
    drop(keeper);
    let games = |now_ms, name: &str| {
        drop(Keeper::open(&home, &session(name), now_ms).unwrap());
        let copy = Home::of_database(&folder.path().join("games.db.backup"));
        database::open(&copy, OpenMode::Read)
            .unwrap()
            .games(&Default::default())
            .unwrap()
            .len()
    };
    let saved = std::fs::metadata(folder.path().join("games.db.backup"))
        .unwrap()
        .modified()
        .unwrap();
    let saved_ms = saved
        .duration_since(std::time::SystemTime::UNIX_EPOCH)
        .unwrap()
        .as_millis() as i64;
    assert_eq!(games(saved_ms + 1_000, "s2"), 0);
    assert_eq!(games(saved_ms + having::BACKUP_AGE_MS + 60_000, "s3"), 1);
}

/// Refuses writes to one storage for as long as the flag is up.
struct FullDisk {
    storage: Storage,
    is_full: Arc<AtomicBool>,
}

impl WriteGate for FullDisk {
    fn admit(&mut self, storage: Storage) -> io::Result<()> {
        match storage == self.storage && self.is_full.load(Ordering::SeqCst) {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => Ok(()),
        }
    }
}

/// The keeper, whose writes to that storage are refused as long as the flag is up.
fn refuse(keeper: Keeper, storage: Storage) -> (Keeper, Arc<AtomicBool>) {
    let is_full = Arc::new(AtomicBool::new(true));
    let gate = FullDisk {
        storage,
        is_full: Arc::clone(&is_full),
    };
    (keeper.with_gate(Box::new(gate)), is_full)
}

/// A game played while a book refuses to be written from its second ply on; `mend` in the end.
fn play_against(book: Storage, mend: bool) -> (Home, tempfile::TempDir, Vec<News>) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    keeper.begin_game(&game("a"), 11).unwrap();
    keeper.add_ply("a", 0, Seat::First, &place(0), 12).unwrap();
    let (mut keeper, is_full) = refuse(keeper, book);
    for index in 1..5 {
        let seat = if index % 2 == 0 { Seat::First } else { Seat::Second };
        keeper
            .add_ply("a", index, seat, &place(index as u8), 12 + index as i64)
            .unwrap();
    }
    keeper.fault(Some("a"), "blind", "covered", 20).unwrap();
    keeper.end_game("a", FIVE, 21).unwrap();
    assert_eq!(keeper.is_written(60_000), book == Storage::Store);
    if mend {
        is_full.store(false, Ordering::SeqCst);
        assert!(keeper.is_written(60_000));
        assert_whole(keeper.store());
    }
    let news = keeper.take_news();
    // Killed.
    drop(keeper);
    (home, folder, news)
}

fn assert_whole(store: &Store) {
    let record = store.record::<AnyPosition>("a").unwrap();
    assert_eq!((record.plies.len(), record.verdict), (5, Some(FIVE)));
}

#[test]
fn what_the_disk_refuses_is_written_when_it_can_be() {
    for book in [Storage::Journal, Storage::Store] {
        let (home, _folder, news) = play_against(book, true);
        assert!(
            matches!(news[..], [News::Refused(_), News::Mended(_)]),
            "{news:?}"
        );
        let journal = journal::list(&home.journals).unwrap().remove(0);
        let seqs: Vec<u64> = journal::read::read(&journal)
            .unwrap()
            .entries
            .iter()
            .map(|entry| entry.seq)
            .collect();
        assert_eq!(seqs, (0..9).collect::<Vec<u64>>(), "in order, and each once");
        let mut store = database::open(&home, OpenMode::Write).unwrap();
        assert!(catch_up::all(&home, &mut store).unwrap().merged.is_nothing());
        assert_whole(&store);
    }
}

#[test]
fn a_database_that_stays_locked_learns_all_at_the_next_start() {
    let (home, _folder, news) = play_against(Storage::Store, false);
    assert!(matches!(news[..], [News::Refused(_)]), "told once: {news:?}");
    let (keeper, found) = Keeper::open(&home, &session("s2"), 30).unwrap();
    assert_eq!(found.merged.games_completed, 1);
    assert_whole(keeper.store());
}

#[test]
fn another_programs_lock_holds_no_game_up() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    keeper.store.wait_at_most(Duration::ZERO).unwrap();
    let other = rusqlite::Connection::open(&home.database).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    keeper.begin_game(&game("a"), 11).unwrap();
    keeper.add_ply("a", 0, Seat::First, &place(0), 12).unwrap();
    assert!(matches!(keeper.take_news()[..], [News::Refused(_)]));
    other.execute_batch("COMMIT").unwrap();
    keeper.end_game("a", Verdict::ABORTED, 13).unwrap();
    assert!(matches!(keeper.take_news()[..], [News::Mended(_)]));
    assert_eq!(keeper.store().record::<AnyPosition>("a").unwrap().plies.len(), 1);
}

#[test]
fn every_line_of_a_journal_doubled_or_out_of_order_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    for id in ["a", "b"] {
        keeper.begin_game(&game(id), 11).unwrap();
        for index in 0..6 {
            keeper
                .add_ply(id, index, Seat::BOTH[index % 2], &place(index as u8), 12)
                .unwrap();
        }
        keeper.take_back(id, 4, 13).unwrap();
        keeper.add_ply(id, 4, Seat::First, &place(9), 14).unwrap();
        keeper.fault(Some(id), "stall", "idle", 15).unwrap();
        keeper.end_game(id, FIVE, 16).unwrap();
    }
    keeper.begin_game(&game("c"), 17).unwrap();
    let path = keeper.journal().to_owned();
    drop(keeper);
    let kept = |database: &str| {
        let home = Home {
            database: folder.path().join(database),
            journals: home.journals.clone(),
        };
        let mut store = database::open(&home, OpenMode::Write).unwrap();
        let found = catch_up::all(&home, &mut store).unwrap();
        let records = ["a", "b", "c"].map(|id| store.record::<AnyPosition>(id).unwrap());
        (
            records,
            found.merged,
            found.muddles,
            store.fault_counts(&Default::default()).unwrap(),
        )
    };
    let plain = kept("plain.db");
    assert_eq!(
        (plain.0[0].plies.len(), plain.1.games_added, plain.3[0].1),
        (5, 3, 2)
    );
    #[expect(clippy::disallowed_methods, reason = "a test looks at the file")]
    let whole = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let spell = |lines: Vec<&str>| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let backwards = lines.iter().rev().copied().collect();
    for (number, text) in [
        spell(lines.iter().flat_map(|line| [*line, *line]).collect()),
        whole.repeat(3),
        spell(backwards),
        spell(
            lines
                .iter()
                .step_by(2)
                .chain(lines.iter().skip(1).step_by(2))
                .copied()
                .collect(),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        scribble(&path, text.as_bytes());
        assert_eq!(kept(&format!("copy-{number}.db")), plain, "{text}");
        let again = kept("plain.db");
        assert!(again.1.is_nothing(), "{:?}", again.1);
        assert_eq!((again.0, again.3), (plain.0.clone(), plain.3.clone()));
    }
}

#[cfg(unix)]
#[test]
fn what_only_looks_like_a_journal_is_passed_over_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    keeper.begin_game(&game("a"), 11).unwrap();
    keeper.end_game("a", FIVE, 12).unwrap();
    keeper.close(13).unwrap();
    std::fs::create_dir(home.journals.join("2020.jsonl")).unwrap();
    let pipe = home.journals.join("2021.jsonl");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    std::os::unix::fs::symlink(&pipe, home.journals.join("2022.jsonl")).unwrap();
    std::os::unix::fs::symlink("/nowhere", home.journals.join("2023.jsonl")).unwrap();
    scribble(
        &home.journals.join("2024.jsonl"),
        b"\0\xff rubbish\n{\"seq\":0}\n",
    );
    let (keeper, found) = Keeper::open(&home, &session("s2"), 20).unwrap();
    let told = found.to_lines().join("\n");
    for name in ["2020", "2021", "2022", "2023"] {
        assert!(
            told.contains(&format!("{name}.jsonl, which is no file")),
            "{told}"
        );
    }
    assert!(told.contains("passed over 2 damaged journal lines"), "{told}");
    keeper.close(21).unwrap();
    let (store, _) = open_for_question(&home, 30).unwrap();
    assert_eq!(store.record::<AnyPosition>("a").unwrap().verdict, Some(FIVE));
}

#[test]
fn a_question_learns_what_the_database_lacks() {
    let (home, _folder, _) = play_against(Storage::Store, false);
    let (store, told) = open_for_question(&home, 30).unwrap();
    assert_whole(&store);
    assert_eq!(told, ["taken from the journals: 0 games, 1 completed, 1 fault"]);
    let (_, told) = open_for_question(&home, 31).unwrap();
    assert_eq!(told, Vec::<String>::new());
}

#[test]
fn a_question_learns_of_the_finished_games_of_a_session_that_cannot_write() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    let (mut keeper, is_full) = refuse(keeper, Storage::Store);
    keeper.begin_game(&game("a"), 11).unwrap();
    keeper.end_game("a", FIVE, 12).unwrap();
    keeper.begin_game(&game("b"), 13).unwrap();
    let (store, _) = open_for_question(&home, 30).unwrap();
    assert_eq!(store.record::<AnyPosition>("a").unwrap().verdict, Some(FIVE));
    assert!(
        store.find::<AnyPosition>("b").unwrap().is_none(),
        "that is its writer's"
    );
    is_full.store(false, Ordering::SeqCst);
    assert!(keeper.is_written(60_000));
    assert!(keeper.store().find::<AnyPosition>("b").unwrap().is_some());
}

#[test]
fn what_the_database_lacks_at_the_end_of_a_session_is_told() {
    for mend in [true, false] {
        let folder = tempfile::tempdir().unwrap();
        let home = Home::in_folder(folder.path());
        let (keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
        let (mut keeper, is_full) = refuse(keeper, Storage::Store);
        keeper.begin_game(&game("a"), 11).unwrap();
        keeper.end_game("a", FIVE, 12).unwrap();
        keeper.take_news();
        is_full.store(!mend, Ordering::SeqCst);
        let told = keeper.close(13).unwrap().join("\n");
        match mend {
            true => assert!(told.contains("the database has everything again"), "{told}"),
            false => assert!(
                told.contains("the database lacks what the journals have: cannot"),
                "and why: {told}"
            ),
        }
        let store = database::open(&home, OpenMode::Read).unwrap();
        assert_eq!(store.find::<AnyPosition>("a").unwrap().is_some(), mend);
    }
}

#[test]
fn a_database_that_is_damaged_in_mid_session_is_made_anew() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 10).unwrap();
    keeper.begin_game(&game("a"), 11).unwrap();
    keeper.end_game("a", FIVE, 12).unwrap();
    let other = rusqlite::Connection::open(&home.database).unwrap();
    other
        .execute_batch("PRAGMA foreign_keys = OFF; DROP TABLE plies")
        .unwrap();
    drop(other);
    keeper.begin_game(&game("b"), 13).unwrap();
    keeper.add_ply("b", 0, Seat::First, &place(0), 14).unwrap();
    assert!(matches!(keeper.take_news()[..], [News::Refused(_)]));
    keeper.end_game("b", FIVE, 100_000).unwrap();
    println!("{:?}", keeper.take_news());
    let store = database::open(&home, OpenMode::Read).unwrap();
    for id in ["a", "b"] {
        assert_eq!(
            store.record::<AnyPosition>(id).unwrap().verdict,
            Some(FIVE),
            "{id}"
        );
    }
}
