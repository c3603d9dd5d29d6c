//! `tengen report` on 700 games with the published counts, and what it answers to mistakes.
#![expect(clippy::unwrap_used, reason = "a test's helpers fail by panicking")]

use std::{
    fmt::Write as _,
    path::Path,
    process::{Output, Stdio},
};

use recordings::{psq, sgf};
use referee::{
    gomoku::{Move, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};

/// What a run of the program left.
pub(crate) struct Run {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Run {
    pub(crate) fn of(output: Output) -> Run {
        Run {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap(),
        }
    }
}

/// Runs the program with a home that nobody has.
pub(crate) fn tengen(arguments: &[&str]) -> Run {
    let output = crate::support::program::program()
        .args(arguments)
        .env("TENGEN_HOME", "/nonexistent/tengen-test")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    Run::of(output)
}

/// A legal game of `length` stones. It ends with five in a row if the last stone is the winner's, else by resignation.
/// `variant` makes it differ from others of the same length.
fn game(length: usize, own: Seat, won: bool, variant: usize) -> Record {
    let winner = if won { own } else { !own };
    let last = if length % 2 == 1 {
        Seat::First
    } else {
        Seat::Second
    };
    let mut record = Record {
        own_seat: None,
        ..Record::blank(15, Rule::Freestyle)
    };
    record.names[own.index()] = "Tengen".to_owned();
    record.names[(!own).index()] = format!("Player {}", variant % 7);
    // A pattern without five in a row: in each row colours change every two points, and rows are shifted.
    let mut points: [Vec<Point>; 2] = [Vec::new(), Vec::new()];
    for index in 0..225u8 {
        let point = Point::new(index % 15, index / 15);
        points[usize::from((point.x / 2 + point.y) % 2)].push(point);
    }
    let ends_with_five = winner == last && length >= 9;
    let mut pools = points.map(|pool| pool.into_iter().skip(variant % 5).collect::<Vec<_>>());
    if ends_with_five {
        // Row 14 is kept for the winner's last five stones, and the first stones elsewhere.
        pools = pools.map(|pool| pool.into_iter().filter(|point| point.y < 13).collect());
    }
    let five: Vec<Point> = (0..5).map(|x| Point::new(x + (variant % 9) as u8, 14)).collect();
    let mut placed = [0, 0];
    for number in 0..length {
        let seat = if number % 2 == 0 {
            Seat::First
        } else {
            Seat::Second
        };
        let left = (length - number).div_ceil(2);
        let point = if ends_with_five && seat == winner && left <= 5 {
            five[5 - left]
        } else {
            placed[seat.index()] += 1;
            pools[seat.index()][placed[seat.index()] - 1]
        };
        let spent_ms = Some((variant * 13 + number) as u64 % 4_000);
        record.plies.push(Ply {
            spent_ms,
            ..Ply::bare(Move::Place(point))
        });
    }
    let reason = if ends_with_five {
        Reason::Five
    } else {
        Reason::Resign
    };
    record.verdict = Some(Verdict {
        winner: Some(winner),
        reason,
    });
    let shown = record.replay().expect("the pattern is legal");
    assert_eq!(
        referee::position::Position::outcome(&shown).is_some(),
        ends_with_five
    );
    record
}

/// The published counts: 333 games as first, 280 won; 340 as second, 238 won; 27 of 10 moves or fewer.
fn seven_hundred(folder: &Path) {
    let mut number = 0;
    let mut add = |own: Seat, won: bool, length: usize| {
        let record = game(length, own, won, number);
        // By turns in both formats; PSQ knows no resignation and says "normal end, won by the first or second".
        let (name, text) = match number % 2 {
            0 => (format!("{number:03}.psq"), psq::write(&record).unwrap()),
            _ => (format!("{number:03}.sgf"), sgf::write(&record)),
        };
        std::fs::write(folder.join(name), text).unwrap();
        number += 1;
    };
    for (own, won, count) in [
        (Seat::First, true, 280),
        (Seat::First, false, 53),
        (Seat::Second, true, 238),
        (Seat::Second, false, 102),
    ] {
        for index in 0..count {
            add(own, won, 11 + index * 7 % 80);
        }
    }
    for index in 0..27 {
        add(Seat::First, index % 3 != 0, 1 + index % 10);
    }
    assert_eq!(number, 700);
}

#[test]
fn seven_hundred_games_give_the_published_table() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir(&games).unwrap();
    seven_hundred(&games);
    let db = folder.path().join("games.db").to_str().unwrap().to_owned();
    let import = tengen(&["import", games.to_str().unwrap(), "--me", "Tengen", "--db", &db]);
    assert_eq!(
        (import.out.as_str(), import.err.as_str(), import.code),
        (
            "700 games added, 0 known already; 700 files read, 0 failed\n",
            "",
            0
        )
    );
    let report = tengen(&["report", "--format", "json", "--db", &db]);
    assert_eq!((report.err.as_str(), report.code), ("", 0));
    let value: serde_json::Value = serde_json::from_str(&report.out).unwrap();
    let mut table = String::new();
    for seat in ["first", "second", "both"] {
        let score = &value["seats"][seat];
        let percent = |value: &serde_json::Value| format!("{:.2}", 100.0 * value.as_f64().unwrap());
        let (rate, low, high) = (
            percent(&score["rate"]),
            percent(&score["wilson"][0]),
            percent(&score["wilson"][1]),
        );
        let _ = writeln!(
            table,
            "{seat}: {} games, {} won, {} drawn, {} lost, {rate} % [{low}, {high}]",
            score["games"], score["wins"], score["draws"], score["losses"]
        );
    }
    expect_test::expect![[r#"
        first: 333 games, 280 won, 0 drawn, 53 lost, 84.08 % [79.77, 87.62]
        second: 340 games, 238 won, 0 drawn, 102 lost, 70.00 % [64.93, 74.63]
        both: 673 games, 518 won, 0 drawn, 155 lost, 76.97 % [73.64, 79.99]
    "#]]
    .assert_eq(&table);
    assert_eq!(value["games"]["all"], 700);
    assert_eq!(value["games"]["counted"], 673);
    let excluded = &value["games"]["excluded"];
    assert_eq!(excluded[0]["reason"], "10 moves or fewer");
    assert_eq!(excluded[0]["remedy"], "count them with --min-moves 1");
    assert_eq!(
        (
            excluded[0]["games"].as_u64(),
            excluded[0]["numbers"].as_array().map(Vec::len)
        ),
        (Some(27), Some(27))
    );
    assert_eq!(excluded.as_array().map(Vec::len), Some(1));
    assert_eq!(value["rules"][0]["name"], "15 x 15 freestyle");
    let of_seats = |seat: usize| -> u64 {
        let buckets = value["seat_lengths"][seat].as_array().unwrap().iter();
        buckets.map(|bucket| bucket["games"].as_u64().unwrap()).sum()
    };
    assert_eq!((of_seats(0), of_seats(1)), (333, 340));
    let in_tens: u64 = value["lengths"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ten| ten["games"].as_u64().unwrap())
        .sum();
    assert_eq!(in_tens, 673);

    let all = tengen(&["report", "--format", "json", "--min-moves", "1", "--db", &db]).out;
    let all: serde_json::Value = serde_json::from_str(&all).unwrap();
    assert_eq!(
        (&all["games"]["counted"], &all["games"]["excluded"]),
        (&700.into(), &serde_json::json!([]))
    );
    periods_and_names(&db);
    let text = tengen(&["report", "--db", &db, "--opponent", "Player 3"]).out;
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(
        text.contains(" 100 games") && text.contains("first minus second"),
        "{text}"
    );
    let page = folder.path().join("report.html");
    let html = tengen(&[
        "report",
        "--format",
        "html",
        "--db",
        &db,
        "--out",
        page.to_str().unwrap(),
    ]);
    assert_eq!((html.out.as_str(), html.err.as_str(), html.code), ("", "", 0));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(
        page.contains("76.97 %")
            && page.contains("<svg")
            && page.contains("tengen report --format html --db")
    );
}

/// Games of files have no date: a period leaves all of them out. Names that no game has are mistakes.
fn periods_and_names(db: &str) {
    let period = [
        "report",
        "--db",
        db,
        "--since",
        "2020-01-01",
        "--until",
        "1d",
        "--json",
    ];
    let report: serde_json::Value = serde_json::from_str(&tengen(&period).out).unwrap();
    assert_eq!(report["games"]["all"], 0);
    assert!(
        report["command"]
            .as_str()
            .unwrap()
            .ends_with("--since 2020-01-01 --until 1d"),
        "{report}"
    );
    let check = |words: &[&str], error: &str, hint: &str| {
        for verb in ["report", "export"] {
            let run = tengen(&[&[verb, "--db", db], words].concat());
            assert_eq!(run.code, 2, "{words:?}");
            assert_eq!(run.err, format!("error: {error}\nhint: {hint}\n"), "{words:?}");
        }
    };
    check(
        &["--opponent", "Plaier 3"],
        "no game of the opponent \"Plaier 3\"",
        "did you mean \"Player 3\" or \"Player 0\" or \"Player 1\"?",
    );
    check(
        &["--client", "bovo"],
        "no game of the client or file format \"bovo\"",
        "--client knows \"psq\", \"sgf\"",
    );
    check(
        &["--since", "2026-02-01", "--until", "2026-01-01"],
        "no time between 2026-02-01 and 2026-01-01",
        "--since names the earlier end, --until the later one",
    );
}

/// A match's games are nobody's of ours: the report says where they are, and names who played.
#[test]
fn games_of_a_match_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games.db").to_str().unwrap().to_owned();
    let out = folder.path().join("match").to_str().unwrap().to_owned();
    let played = tengen(&[
        "match",
        "--engine",
        "random:seed=1",
        "--engine",
        "random:seed=2",
        "--games",
        "2",
        "--size",
        "9",
        "--openings",
        "empty",
        "--out",
        &out,
        "--db",
        &db,
    ]);
    assert_eq!(played.code, 0, "{}", played.err);
    let report = tengen(&["report", "--db", &db]);
    assert_eq!(report.code, 0, "{}", report.err);
    assert!(
        report
            .err
            .contains("hint: 2 games between engines: tengen report --client match"),
        "{}",
        report.err
    );
    let report = tengen(&["report", "--db", &db, "--client", "match", "--min-moves", "1"]);
    assert_eq!((report.err.as_str(), report.code), ("", 0));
    assert!(report.out.contains("player (no seat is ours)"), "{}", report.out);
    assert!(
        report.out.lines().any(|line| line.starts_with("random:seed=1 ")),
        "{}",
        report.out
    );
}

/// A name that no game has is not taken for ours in silence.
#[test]
fn a_name_in_no_game_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.sgf");
    std::fs::write(&file, sgf::write(&game(20, Seat::First, true, 1))).unwrap();
    let check = |me: &str, hint: &str| {
        let db = folder.path().join(format!("{me}.db"));
        let words = [
            "import",
            file.to_str().unwrap(),
            "--db",
            db.to_str().unwrap(),
            "--me",
            me,
        ];
        let run = tengen(&words);
        assert_eq!(run.code, 0, "{}", run.err);
        let expected = match hint {
            "" => String::new(),
            hint => format!("warning: no player of these games is called {me:?}\nhint: {hint}\n"),
        };
        assert_eq!(run.err, expected, "{me}");
    };
    check("Tengen", "");
    check("tengem", "did you mean \"Tengen\"?");
    check("Somebody", "their players are \"Player 1\", \"Tengen\"");
}

#[test]
fn mistakes_get_a_line_a_hint_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(
        path("text.db"),
        "not a database, but long enough to be taken for one\n".repeat(20),
    )
    .unwrap();
    std::fs::write(path("a.sgf"), "(;GM[4];B[hh])(;GM[4];B[ii])").unwrap();
    std::fs::write(path("bad.sgf"), "(;GM[1];B[hh])").unwrap();
    std::fs::write(path("file"), "").unwrap();
    let import = tengen(&["import", &path("a.sgf"), "--db", &path("newer.db"), "--me", "x"]);
    assert_eq!(import.code, 0, "{}", import.err);
    assert_eq!(
        tengen(&["import", &path("a.sgf"), "--db", &path("good.db")]).code,
        0
    );
    let newer = rusqlite::Connection::open(path("newer.db")).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop(newer);
    let check = |arguments: &[&str], expected: &str| {
        let Run { out, err, code } = tengen(arguments);
        assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
        let err = err.replace(folder.path().to_str().unwrap(), "DIR");
        let lines: Vec<&str> = err.lines().collect();
        assert!(
            lines.len() == 2 && lines[1].starts_with("hint: ") && lines[1].len() > 10,
            "{arguments:?}: {err}"
        );
        assert!(
            lines[0].starts_with(&format!("error: {expected}")),
            "{arguments:?}: {err}"
        );
    };
    let newer = "database DIR/newer.db has layout 99, this program knows up to 5";
    check(&["report", "--db", &path("newer.db")], newer);
    check(&["import", &path("a.sgf"), "--db", &path("newer.db")], newer);
    check(
        &["report", "--db", &path("none.db")],
        "no database at DIR/none.db",
    );
    check(&["report"], "no database at /nonexistent/tengen-test/games.db");
    check(
        &["report", "--db", &path("text.db")],
        "DIR/text.db is not a database of games",
    );
    check(
        &["export", "--db", &path("text.db")],
        "DIR/text.db is not a database of games",
    );
    check(
        &["report", "--db", &path("good.db"), "--since", "soon"],
        "no such day: \"soon\"",
    );
    check(
        &[
            "report",
            "--db",
            &path("good.db"),
            "--out",
            &path("no/report.html"),
        ],
        "cannot write DIR/no/report.html: ",
    );
    check(
        &["import", &path("a.sgf"), "--db", &path("file/games.db")],
        "cannot make folder DIR/file: ",
    );
    check(
        &["export", "--db", &path("good.db"), "--out", &path("file")],
        "cannot write DIR/file: ",
    );
    check(&["replay", "--db", &path("good.db"), "zzz"], "no game \"zzz\"");
    check(
        &["replay", "--db", &path("good.db"), ""],
        "2 games begin or end with \"\"",
    );
    check(
        &["replay", "--db", &path("good.db"), "--frames", "1"],
        "no film of game 1: no session played it",
    );
    check(
        &["replay", "--db", &path("good.db"), "--frames", "zzz"],
        "no game \"zzz\"",
    );
    check(&["replay", &path("none.sgf")], "no file \"DIR/none.sgf\"");
    check(
        &["replay", &path("bad.sgf")],
        "DIR/bad.sgf: line 1, byte 2: this is game \"1\" and not Gomoku",
    );
    check(
        &["replay", &path("a.sgf"), "--number", "3"],
        "DIR/a.sgf has no game 3",
    );
}
