//! Databases damaged in every way, rebuilt, and killed at each step of that.
#![expect(clippy::disallowed_methods, reason = "tests damage files")]

use std::collections::BTreeSet;

use dice::Dice;
use recordings::journal::SessionHead;
use referee::{
    gomoku::{Move, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use stats::store::games::Filter;

use super::*;
use crate::{
    catch_up,
    having::open_for_question,
    keeper::Keeper,
    naming::{Said, tell},
};

fn session(id: &str) -> SessionHead {
    SessionHead {
        session: id.to_owned(),
        program: "tengen".to_owned(),
        client: Some("bovo".to_owned()),
        engine: None,
    }
}

fn won(id: &str) -> Record {
    let stone = |index: u8| Ply::bare(Move::Place(Point::new(index / 2, index % 2)));
    Record {
        id: id.to_owned(),
        own_seat: Some(Seat::First),
        plies: (0..9).map(stone).collect(),
        verdict: Some(Verdict {
            winner: Some(Seat::First),
            reason: Reason::Five,
        }),
        ..Record::blank(15, Rule::Freestyle)
    }
}

/// Plays a game to its end.
fn play(keeper: &mut Keeper, id: &str, now_ms: i64) {
    let whole = won(id);
    let empty = Record {
        plies: Vec::new(),
        verdict: None,
        ..whole.clone()
    };
    keeper.begin_game(&empty, now_ms).unwrap();
    for (index, ply) in whole.plies.iter().enumerate() {
        keeper
            .add_ply(id, index, Seat::BOTH[index % 2], ply, now_ms)
            .unwrap();
    }
    keeper.end_game(id, whole.verdict.unwrap(), now_ms).unwrap();
}

/// Two games played and one from a file in the copy; then two played and two from files that the copy lacks.
fn home(folder: &Path) -> Home {
    let home = Home::in_folder(folder);
    let (mut keeper, _) = Keeper::open(&home, &session("s1"), 1_000).unwrap();
    play(&mut keeper, "played-1", 1_001);
    play(&mut keeper, "played-2", 1_002);
    keeper.close(1_003).unwrap();
    let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
    store.import(&[won("file-1")]).unwrap();
    drop(store);
    let (mut keeper, _) = Keeper::open(&home, &session("s2"), 2_000).unwrap();
    play(&mut keeper, "played-3", 2_001);
    play(&mut keeper, "played-4", 2_002);
    keeper.close(2_003).unwrap();
    let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
    store.import(&[won("file-2"), won("file-3")]).unwrap();
    store.exclude("file-2", Some("practice")).unwrap();
    drop(store);
    home
}

const PLAYED: [&str; 4] = ["played-1", "played-2", "played-3", "played-4"];

fn ids(store: &Store) -> BTreeSet<String> {
    let games = store.games(&Filter::default()).unwrap();
    games.into_iter().map(|game| game.record.id).collect()
}

/// All that must be there whatever happened: what was played, and what the copy has.
fn assert_whole(store: &Store, how: &str) {
    for id in PLAYED.into_iter().chain(["file-1"]) {
        let record: Option<Record> = store.find(id).unwrap();
        let record = record.unwrap_or_else(|| panic!("{how}: {id} is lost"));
        assert_eq!(
            (record.plies, record.verdict),
            (won(id).plies, won(id).verdict),
            "{how}: {id}"
        );
    }
    store.check().unwrap();
}

type Damage = (&'static str, fn(&Home));

fn overwrite(home: &Home, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = std::fs::read(&home.database).unwrap();
    change(&mut bytes);
    std::fs::write(&home.database, bytes).unwrap();
}

const DAMAGES: &[Damage] = &[
    ("empty", |home| overwrite(home, Vec::clear)),
    ("one byte", |home| overwrite(home, |bytes| bytes.truncate(1))),
    ("cut in the head", |home| {
        overwrite(home, |bytes| bytes.truncate(60))
    }),
    ("cut in a page", |home| {
        overwrite(home, |bytes| bytes.truncate(6_000))
    }),
    ("cut after a page", |home| {
        overwrite(home, |bytes| bytes.truncate(8_192))
    }),
    ("zeros", |home| overwrite(home, |bytes| bytes.fill(0))),
    ("no database", |home| overwrite(home, |bytes| bytes.fill(b'x'))),
    ("another head", |home| {
        overwrite(home, |bytes| bytes[..16].fill(7))
    }),
    ("another program's", |home| {
        overwrite(home, |bytes| bytes[68..72].fill(7))
    }),
    ("a layout from nowhere", |home| {
        overwrite(home, |bytes| bytes[60..64].fill(0x7f))
    }),
    ("a page of rubbish", |home| {
        overwrite(home, |bytes| bytes[4_096..8_192].fill(0xa5))
    }),
    ("all pages but the first", |home| {
        overwrite(home, |bytes| bytes[4_096..].fill(0xa5))
    }),
    ("gone", |home| std::fs::remove_file(&home.database).unwrap()),
    ("a folder", |home| {
        std::fs::remove_file(&home.database).unwrap();
        std::fs::create_dir(&home.database).unwrap();
    }),
    ("a folder with something in it", |home| {
        std::fs::remove_file(&home.database).unwrap();
        std::fs::create_dir_all(home.database.join("deeper")).unwrap();
    }),
    ("a folder beside it", |home| {
        std::fs::create_dir(with(&home.database, "-wal")).unwrap()
    }),
    ("another file's log beside it", |home| {
        std::fs::write(with(&home.database, "-wal"), [0x37; 40_000]).unwrap();
        std::fs::write(with(&home.database, "-shm"), [0x37; 32_768]).unwrap();
        overwrite(home, |bytes| bytes[5_000..6_000].fill(3));
    }),
    ("a damaged copy as well", |home| {
        // The copy's games are still in the database itself.
        std::fs::write(with(&home.database, ".backup"), [9; 9_000]).unwrap();
        let length = std::fs::metadata(&home.database).unwrap().len() as usize;
        overwrite(home, |bytes| bytes[length - 200..].fill(0xa5));
        overwrite(home, |bytes| bytes[60..64].fill(0x7f));
    }),
];

#[test]
fn whatever_is_damaged_the_bot_starts_and_no_finished_game_is_lost() {
    for (how, damage) in DAMAGES {
        let folder = tempfile::tempdir().unwrap();
        let home = home(folder.path());
        damage(&home);
        let (mut keeper, found) = Keeper::open(&home, &session("s3"), 3_000).unwrap();
        println!("{how}: {}", found.to_lines().join(" | "));
        assert!(
            !found.mended.is_empty() || *how == "another file's log beside it",
            "{how}: it is told"
        );
        assert_whole(keeper.store(), how);
        play(&mut keeper, "played-5", 3_001);
        assert_eq!(keeper.take_news(), [], "{how}");
        keeper.close(3_002).unwrap();
        let (keeper, found) = Keeper::open(&home, &session("s4"), 4_000).unwrap();
        assert_eq!(found.to_lines(), Vec::<String>::new(), "{how}: told once");
        assert_whole(keeper.store(), how);
        assert!(ids(keeper.store()).contains("played-5"));
    }
}

#[test]
fn a_question_mends_and_takes_in_as_a_session_does() {
    for (how, damage) in DAMAGES {
        let folder = tempfile::tempdir().unwrap();
        let home = home(folder.path());
        damage(&home);
        let (store, told) = open_for_question(&home, 3_000).unwrap();
        println!("{how}: {}", told.join(" | "));
        assert_whole(&store, how);
    }
}

#[test]
fn what_was_set_aside_is_kept_whole_and_read_for_what_stands_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let home = home(folder.path());
    overwrite(&home, |bytes| bytes[60..64].fill(0x7f));
    std::fs::write(with(&home.database, "-wal"), b"w").unwrap();
    let before = std::fs::read(&home.database).unwrap();
    let (keeper, found) = Keeper::open(&home, &session("s3"), 3_000).unwrap();
    let aside = with(&home.database, ".damaged-19700101T000003Z");
    assert_eq!(std::fs::read(&aside).unwrap(), before);
    assert!(with(&aside, "-wal").exists() || !with(&home.database, "-wal").exists());
    let expected = ["file-1", "file-2", "file-3"].into_iter().chain(PLAYED);
    assert_eq!(ids(keeper.store()), expected.map(str::to_owned).collect());
    let games = keeper.store().games(&Filter::default()).unwrap();
    let marked = games.iter().find(|game| game.excluded.is_some()).unwrap();
    assert_eq!(marked.record.id, "file-2");
    let told = found.to_lines().join("\n");
    for words in [
        "set aside as games.db.damaged-1970",
        "from the copy games.db.backup",
        "2 games that no journal has",
        "taken from the journals",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

#[test]
fn names_given_by_hand_are_in_the_journals() {
    let folder = tempfile::tempdir().unwrap();
    let home = home(folder.path());
    let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
    let met = stats::store::opponents::Learned::Named {
        opponent: "plate-1".to_owned(),
        name: "before".to_owned(),
        at_ms: 1,
    };
    store.learn(&met).unwrap();
    drop(store);
    let said = Said::Name {
        opponent: "plate-1".to_owned(),
        name: "Mori".to_owned(),
    };
    tell(&home, "tengen", &said, 2_500).unwrap();
    overwrite(&home, |bytes| bytes.fill(0));
    let (keeper, _) = Keeper::open(&home, &session("s3"), 3_000).unwrap();
    assert_eq!(keeper.store().opponent("plate-1").unwrap().called(), "Mori");
}

#[test]
fn a_file_that_was_never_ours_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::of_database(&folder.path().join("thesis.txt"));
    for bytes in [&b"Chapter one"[..], b""] {
        std::fs::write(&home.database, bytes).unwrap();
        let opened = Keeper::open(&home, &session("s1"), 1_000);
        assert_eq!(opened.is_err(), !bytes.is_empty());
        let asked = open_for_question(&Home::of_database(&folder.path().join("other.txt")), 1_000);
        assert!(asked.is_err(), "nothing is made for a question");
    }
    assert!(!folder.path().join("other.txt").exists());
    std::fs::write(&home.database, b"Chapter one").unwrap();
    std::fs::remove_dir_all(&home.journals).unwrap();
    std::fs::remove_file(with(&home.database, ".backup")).unwrap();
    assert!(open_for_question(&home, 1_000).is_err());
    assert_eq!(std::fs::read(&home.database).unwrap(), b"Chapter one");
}

/// A kill after any number of steps, the next start killed as well, at any step of its own.
#[test]
fn a_kill_at_any_step_of_mending_loses_nothing() {
    for (how, damage) in [DAMAGES[0], DAMAGES[10], DAMAGES[12], DAMAGES[16]] {
        for first in 0..8 {
            for second in [usize::MAX, 0, 1, 2, 3] {
                let folder = tempfile::tempdir().unwrap();
                let home = home(folder.path());
                damage(&home);
                for kill_at in [first, second] {
                    let mut steps = 0;
                    let _ = open_by_steps(&home, 3_000, &mut |_| {
                        steps += 1;
                        match steps > kill_at {
                            true => Err(io::Error::other("killed")),
                            false => Ok(()),
                        }
                    });
                }
                let (keeper, found) = Keeper::open(&home, &session("s3"), 4_000).unwrap();
                let lines = found.to_lines();
                assert!(!keeper.stands_in, "{how} {first} {second}: {lines:?}");
                assert_whole(
                    keeper.store(),
                    &format!("{how}, killed at {first} and {second}: {lines:?}"),
                );
            }
        }
    }
}

#[test]
fn random_bytes_anywhere_lose_no_game_that_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let home = home(folder.path());
    let whole = std::fs::read(&home.database).unwrap();
    let (seed, count) = (1, 60);
    println!("{count} damages from seed {seed}");
    for number in 0..count {
        let mut dice = Dice::new(seed * 1_000 + number);
        let mut bytes = whole.clone();
        let places = 1 + dice.below(20);
        for _ in 0..places {
            // The first page and the head of each are the tenderest parts.
            let page = 4_096 * dice.below(bytes.len() / 4_096);
            let within = if dice.chance(0.5) { 120 } else { 4_096 };
            let at = page + dice.below(within);
            bytes[at] = dice.below(256) as u8;
        }
        if dice.chance(0.2) {
            let length = dice.below(bytes.len());
            bytes.truncate(length);
        }
        for part in ["-wal", "-shm", ""] {
            let _ = std::fs::remove_file(with(&home.database, part));
        }
        std::fs::write(&home.database, &bytes).unwrap();
        let mut opened = open(&home, 3_000).unwrap();
        catch_up::all(&home, &mut opened.store).unwrap();
        if !opened.told.is_empty() {
            assert_whole(
                &opened.store,
                &format!("seed {}: {:?}", seed * 1_000 + number, opened.told),
            );
        }
        for entry in std::fs::read_dir(folder.path()).unwrap().flatten() {
            if entry.file_name().to_string_lossy().contains(ASIDE) {
                std::fs::remove_file(entry.path()).unwrap();
            }
        }
    }
}
