//! Games survive: game files in and out by the command line, replay in a pipe, and a writer that is killed.
#![expect(clippy::unwrap_used, reason = "a test's helpers fail by panicking")]

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    time::Duration,
};

use archive::{database, home::Home, keeper::Keeper};
use recordings::journal::SessionHead;
use referee::{
    gomoku::{Move, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use stats::store::{OpenMode, games::Filter};

use crate::report::{Run, tengen};

/// Names the folder in which [`writer_that_is_killed`] writes when it is started as a child.
const WRITER: &str = "TENGEN_TEST_WRITER";
const PLIES: u8 = 9;
const KILLS: u64 = 30;

const PSQ: &str =
    "Piskvorky 15x15, 0:0, 0\n1,1,1250\n1,2\n2,1\n2,2\n3,1\n3,2\n4,1\n4,2\n5,1,70\nTengen\nBovo\n0\n";
const ID: &str = "0190a0b0-0000-7000-8000-000000000001";

#[test]
fn games_come_out_as_they_went_in() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::create_dir_all(folder.path().join("in/deeper")).unwrap();
    std::fs::write(path("in/a.psq"), PSQ).unwrap();
    let sgf = format!(
        "(;GM[4]SZ[15]PB[Bovo]PW[Tengen]RE[B+R]TENGEN[id:{ID}];B[hh];W[ii])\n(;GM[4]SZ[9]PB[x]PW[y];B[ee])"
    );
    std::fs::write(path("in/deeper/b.SGF"), sgf).unwrap();
    std::fs::write(path("in/notes.txt"), "not a game").unwrap();
    let db = path("games.db");
    let import = ["import", &path("in"), "--me", "tengen", "--db", &db];
    let Run { out, err, code } = tengen(&import);
    assert_eq!(
        (out.as_str(), code),
        ("3 games added, 0 known already; 2 files read, 0 failed\n", 0),
        "{err}"
    );
    assert!(
        err.contains("warning: no seat of ours in 1 game\nhint: the name \"tengen\" must"),
        "{err}"
    );
    assert!(tengen(&import).out.starts_with("0 games added, 3 known already"));

    let listed = tengen(&["export", "--db", &db, "--list"]).out;
    assert_eq!(listed.lines().count(), 3);
    assert!(
        listed.contains(&format!(
            "{ID}  undated    2 moves  Bovo - Tengen: first wins (resign)"
        )),
        "{listed}"
    );
    let number = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    let numbers: Vec<String> = listed.lines().map(number).collect();
    assert_eq!(numbers.iter().collect::<BTreeSet<_>>().len(), 3, "{listed}");
    for number in &numbers {
        let [by_number, listed_id] = [number.as_str(), &id_of(&listed, number)]
            .map(|game| tengen(&["replay", game, "--db", &db, "--all"]));
        assert_eq!((by_number.code, &by_number.out), (0, &listed_id.out), "{number}");
    }
    let last = tengen(&["replay", "last", "--db", &db]);
    assert_eq!((last.code, last.err.as_str()), (0, ""));
    assert_eq!(
        tengen(&["replay", "--db", &db]).out,
        last.out,
        "the latest if none is named"
    );
    assert_eq!(tengen(&["export", "last", "--db", &db]).code, 0);
    assert_eq!(tengen(&["analyse", "last", "--nodes", "50", "--db", &db]).code, 0);
    let exported = tengen(&["export", "--db", &db, "--out", &path("out")]);
    assert_eq!(exported.code, 0, "{}", exported.err);
    let again = path("again.db");
    let Run { out, code, .. } = tengen(&["import", &path("out"), "--db", &again]);
    assert_eq!(
        (out.as_str(), code),
        ("3 games added, 0 known already; 3 files read, 0 failed\n", 0)
    );
    let games = |db: &str| {
        let store = database::open(&Home::of_database(Path::new(db)), OpenMode::Read).unwrap();
        let mut ids: Vec<String> = store
            .games(&Filter::default())
            .unwrap()
            .into_iter()
            .map(|game| game.record.id)
            .collect();
        ids.sort();
        ids.iter()
            .map(|id| store.record(id).unwrap())
            .collect::<Vec<Record>>()
    };
    assert_eq!(games(&again), games(&db), "SGF keeps everything");
    let psq = tengen(&["export", "--db", &db, "--format", "psq", &ID[..4]]).out;
    assert!(
        psq.starts_with("Piskvorky 15x15, 0:0, 0\r\n8,8\r\n9,9\r\nBovo\r\nTengen\r\n"),
        "{psq}"
    );
}

#[test]
fn a_bad_file_does_not_cost_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("good.psq"), PSQ).unwrap();
    std::fs::write(path("bad.sgf"), "(;GM[4]SZ[15]\n;B[hh];W[hh])").unwrap();
    let Run { out, err, code } = tengen(&[
        "import",
        &path("bad.sgf"),
        &path("none.sgf"),
        &path("good.psq"),
        "--me",
        "Bovo",
        "--db",
        &path("g.db"),
    ]);
    assert_eq!(
        (out.as_str(), code),
        ("1 game added, 0 known already; 2 files read, 2 failed\n", 2)
    );
    assert!(
        err.contains("bad.sgf: line 2, byte 21: move 2: illegal move h8: occupied\nhint: "),
        "{err}"
    );
    assert!(
        err.contains("none.sgf: No such file or directory (os error 2)\nhint: "),
        "{err}"
    );
}

#[test]
fn one_bad_game_of_a_thousand_costs_that_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let good = |number: usize| format!("(;GM[4]SZ[15]PB[a{number}]PW[b];B[hh];W[ii])\n");
    let mut text: Vec<String> = (1..=1_000).map(good).collect();
    text[616] = "(;GM[4]SZ[15];B[hh];W[hh])\n".to_owned();
    std::fs::write(path("many.sgf"), text.concat()).unwrap();
    let db = path("g.db");
    let Run { out, err, code } = tengen(&["import", &path("many.sgf"), "--me", "b", "--db", &db]);
    assert_eq!(
        (out.as_str(), code),
        (
            "999 games added, 0 known already; 1 file read, 0 failed, 1 bad game passed over\n",
            2
        )
    );
    assert!(
        err.contains("many.sgf: game 617, line 617, byte ")
            && err.contains(": move 2: illegal move h8: occupied\nhint: "),
        "{err}"
    );
    let shown = tengen(&["replay", &path("many.sgf"), "--number", "618"]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    assert!(shown.out.contains("a618"), "{}", shown.out);
    assert!(
        tengen(&["replay", &path("many.sgf"), "--number", "617"])
            .err
            .contains("game 617, line 617")
    );
}

#[cfg(unix)]
#[test]
fn what_is_no_file_among_files_is_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::create_dir_all(folder.path().join("in/folder.sgf")).unwrap();
    std::fs::create_dir_all(folder.path().join("in/2020.jsonl")).unwrap();
    for pipe in ["in/pipe.sgf", "in/pipe.jsonl"] {
        assert!(Command::new("mkfifo").arg(path(pipe)).status().unwrap().success());
    }
    std::fs::write(path("in/good.psq"), PSQ).unwrap();
    std::fs::write(path("in/folder.sgf/deeper.psq"), PSQ.replace("Bovo", "Other")).unwrap();
    let Run { out, err, code } = tengen(&["import", &path("in"), "--me", "Tengen", "--db", &path("g.db")]);
    assert_eq!(
        (out.as_str(), code),
        ("2 games added, 0 known already; 2 files read, 0 failed\n", 0),
        "{err}"
    );
    for named in ["in/pipe.sgf, which is no file", "in/pipe.jsonl, which is no file"] {
        assert!(err.contains(named), "{err}");
    }
    let endless = tengen(&["import", "/dev/zero", "--db", &path("g.db")]);
    assert!(
        endless.err.contains("/dev/zero is larger than 64 MiB"),
        "{}",
        endless.err
    );
}

#[test]
fn a_report_takes_in_what_the_database_lacks_and_mends_it() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let session = |id: &str| SessionHead {
        session: id.to_owned(),
        program: "test".to_owned(),
        client: Some("bovo".to_owned()),
        engine: None,
    };
    let (mut keeper, _) = Keeper::open(&home, &session("one"), 1).unwrap();
    for number in 0..3 {
        let mut record = Record {
            id: format!("game-{number}"),
            own_seat: Some(Seat::First),
            source: Some("bovo".to_owned()),
            ..Record::blank(15, Rule::Freestyle)
        };
        keeper.begin_game(&record, 2).unwrap();
        play_on(&mut keeper, &mut record);
    }
    keeper.close(5).unwrap();
    let db = home.database.to_str().unwrap();
    let report = || tengen(&["report", "--db", db, "--min-moves", "1", "--format", "json"]);
    let whole = report();
    assert_eq!((whole.code, whole.err.as_str()), (0, ""));
    // A database that never heard of them, one that is damaged, none at all.
    for damage in ["", "rubbish", "none"] {
        for end in ["", "-wal", "-shm", ".backup"] {
            let _ = std::fs::remove_file(format!("{db}{end}"));
        }
        match damage {
            "" => drop(database::open(&home, OpenMode::Write).unwrap()),
            "none" => {}
            _ => std::fs::write(db, damage).unwrap(),
        }
        let again = report();
        assert_eq!(
            (again.code, &again.out),
            (0, &whole.out),
            "{damage}: {}",
            again.err
        );
        assert!(
            again.err.contains("taken from the journals: 3 games"),
            "{damage}: {}",
            again.err
        );
        assert_eq!(
            damage == "rubbish",
            again.err.contains("set aside as"),
            "{}",
            again.err
        );
        assert_eq!(report().err, "", "told once");
    }
}

#[test]
fn hints_fit_their_cause() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::create_dir(path("folder.db")).unwrap();
    std::fs::write(path("good.psq"), PSQ).unwrap();
    let full = tengen(&["report", "--db", &path("folder.db")]);
    assert!(
        full.err.contains("is no file\nhint: name a database"),
        "{}",
        full.err
    );
    let nowhere = tengen(&["import", &path("none.sgf"), "--db", &path("g.db")]);
    assert!(
        nowhere.err.contains("hint: name a file or folder that exists"),
        "{}",
        nowhere.err
    );
    let file = path("good.psq/in/it.db");
    let wrong = tengen(&["import", &path("good.psq"), "--db", &file]);
    assert_eq!(wrong.code, 2);
    let written = tengen(&["report", "--db", &path("g.db"), "--out", "/dev/full"]);
    assert!(written.err.contains("make room"), "{}", written.err);
}

#[test]
fn a_game_of_a_file_is_a_page_without_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("a.psq"), PSQ).unwrap();
    let written = tengen(&[
        "replay",
        &path("a.psq"),
        "--html",
        &path("a.html"),
        "--db",
        &path("none.db"),
    ]);
    assert_eq!(written.code, 0, "{}", written.err);
    let page = std::fs::read_to_string(path("a.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("Bovo"), "{page}");
    assert!(!Path::new(&path("none.db")).exists());
}

#[test]
fn a_replay_in_a_pipe_prints() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.psq");
    std::fs::write(&file, PSQ).unwrap();
    let file = file.to_str().unwrap();
    let Run { out, code, .. } = tengen(&["replay", file]);
    assert_eq!(code, 0);
    assert!(
        out.starts_with("  1 first  a15           1.25 s\n  2 second a14\n"),
        "{out}"
    );
    assert!(
        out.contains("15  X X X X[X]. .") && out.contains("first wins (five)"),
        "{out}"
    );
    let third = tengen(&["replay", file, "--at", "3"]).out;
    assert!(
        third.contains("15  x[x]. .") && third.contains("ply 3 of 9"),
        "{third}"
    );
    assert_eq!(
        tengen(&["replay", file, "--all"])
            .out
            .matches("Tengen - Bovo")
            .count(),
        10
    );
    let beyond = tengen(&["replay", file, "--at", "10"]);
    assert_eq!(
        (beyond.code, beyond.err.as_str()),
        (2, "error: ply 10 is beyond the end\nhint: the game has 9 plies\n")
    );
}

/// The child of [`no_finished_game_is_lost_to_kill_9`]: plays games for ever and says which are finished.
#[test]
fn writer_that_is_killed() {
    let Some(folder) = std::env::var_os(WRITER) else {
        let test = std::env::current_exe().unwrap();
        assert!(test.exists(), "the parent starts this test again as its child");
        return;
    };
    let home = Home::in_folder(Path::new(&folder));
    let session = SessionHead {
        session: uuid::Uuid::now_v7().to_string(),
        program: "test".to_owned(),
        client: None,
        engine: None,
    };
    let (mut keeper, found) = Keeper::open(&home, &session, 1).unwrap();
    for line in found.to_lines() {
        println!("found {line}");
    }
    for (number, record) in found.unfinished.into_iter().enumerate() {
        let mut record: Record = record.into_kind().unwrap();
        // By turns resumed and given up.
        if number % 2 == 1 {
            keeper.end_game(&record.id, Verdict::ABORTED, 2).unwrap();
            continue;
        }
        keeper.begin_game(&record, 2).unwrap();
        play_on(&mut keeper, &mut record);
    }
    loop {
        let mut record = Record {
            id: uuid::Uuid::now_v7().to_string(),
            ..Record::blank(15, Rule::Freestyle)
        };
        keeper.begin_game(&record, 2).unwrap();
        play_on(&mut keeper, &mut record);
    }
}

/// Plays a game to its end.
pub(crate) fn play_on(keeper: &mut Keeper, record: &mut Record) {
    for index in record.plies.len() as u8..PLIES {
        let seat = if index % 2 == 0 { Seat::First } else { Seat::Second };
        let ply = Ply {
            spent_ms: Some(5),
            ..Ply::bare(Move::Place(Point::new(index / 2, index % 2)))
        };
        keeper
            .add_ply(&record.id, usize::from(index), seat, &ply, 3)
            .unwrap();
    }
    keeper
        .end_game(
            &record.id,
            Verdict {
                winner: Some(Seat::First),
                reason: Reason::Five,
            },
            4,
        )
        .unwrap();
    println!("ended {}", record.id);
}

#[test]
fn no_finished_game_is_lost_to_kill_9() {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let mut ended = BTreeSet::new();
    let mut found = 0;
    for round in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "records::writer_that_is_killed",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(WRITER, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap())
            .lines()
            .map_while(Result::ok);
        // The first finished game shows that it runs; then a while that differs from round to round.
        let mut heard: Vec<String> = Vec::new();
        for line in lines.by_ref() {
            heard.push(line);
            if heard.last().is_some_and(|line| line.contains("ended ")) {
                break;
            }
        }
        std::thread::sleep(Duration::from_micros(round * 7_919 % 30_000));
        child.kill().unwrap();
        child.wait().unwrap();
        // Every fifth time the disk has damaged the database as well.
        if round % 5 == 4 {
            let length = std::fs::metadata(&home.database).unwrap().len();
            let file = std::fs::OpenOptions::new()
                .write(true)
                .open(&home.database)
                .unwrap();
            file.set_len(length * (round % 3) / 3).unwrap();
        }
        heard.extend(lines);
        // The test harness may have begun the line.
        ended.extend(
            heard
                .iter()
                .filter_map(|line| line.split_once("ended "))
                .map(|(_, id)| id.to_owned()),
        );
        found += heard
            .iter()
            .filter(|line| line.contains("found unfinished: game "))
            .count();
    }
    let session = SessionHead {
        session: "last".to_owned(),
        program: "test".to_owned(),
        client: None,
        engine: None,
    };
    let (keeper, _) = Keeper::open(&home, &session, 1).unwrap();
    keeper.store().check().unwrap();
    assert!(
        ended.len() as u64 >= KILLS,
        "only {} games were finished",
        ended.len()
    );
    for id in &ended {
        let record: Record = keeper.store().record(id).unwrap();
        assert_eq!(record.plies.len(), usize::from(PLIES), "{id}");
        assert_eq!(
            record.verdict.map(|verdict| verdict.reason),
            Some(Reason::Five),
            "{id}"
        );
        record.replay().unwrap();
    }
    assert!(found > 0, "no kill in {KILLS} fell into a game");
}

/// The id of the game with this number, from a list of games.
fn id_of(listed: &str, number: &str) -> String {
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let line = listed.lines().map(words).find(|words| words[0] == number);
    line.unwrap()[1].clone()
}
