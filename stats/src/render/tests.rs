//! What the online report of 700 games looks like.

use expect_test::expect_file;
use referee::games::GameKind;

use super::*;
use crate::report::{FaultCount, Report, tests::online};

fn report() -> Report {
    let mut report = Report::of(GameKind::Gomoku, &online(), GameKind::Gomoku.min_length());
    report.command = "tengen report --format html --db \"<games>.db\"".to_owned();
    report.times.own.moves = 9;
    report.times.own.median_ms = 40;
    report.times.own.max_ms = 12_345;
    report.faults = vec![FaultCount {
        kind: "misclick".to_owned(),
        count: 3,
    }];
    report
}

#[test]
fn as_text() {
    expect_file!["tests/online.txt"].assert_eq(&text::render(&report()));
    let empty = text::render(&Report::of(GameKind::Gomoku, &[], GameKind::Gomoku.min_length()));
    assert_eq!(empty, "     0 games\n     0 counted\n");
    assert!(
        text::render(&report())
            .lines()
            .all(|line| line.chars().count() <= 80)
    );
}

#[test]
fn figures_keep_to_80_columns() {
    let long = 9_876_543;
    let mut report = report();
    for score in [
        &mut report.seats.first,
        &mut report.seats.second,
        &mut report.seats.both,
    ] {
        (score.games, score.wins, score.draws, score.losses) = (99_999, 99_999, 9_999, 99_999);
        score.rate = Some(1.0);
        score.wilson.high = 1.0;
        score.anytime.high = 1.0;
    }
    report.games.excluded[0].numbers = (long..long + 27).collect();
    report.games.excluded[0].reason = "marked: a reason of many words ".repeat(9);
    report.opponents[0].name = "a name of many words ".repeat(9);
    report.first_player.not_ours = 1;
    let text = text::render(&report);
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert!(
        text.contains("games 9876543, 9876544,") && text.contains(" more\n"),
        "{text}"
    );
}

#[test]
fn rows_without_games_are_one() {
    let mut games = online();
    games.truncate(1);
    games.extend(games.clone());
    games[1].length = 214;
    let text = text::render(&Report::of(GameKind::Gomoku, &games, 11));
    assert!(text.contains("10–19") && text.contains("210–219"), "{text}");
    assert_eq!(text.matches('…').count(), 1, "{text}");
    assert!(!text.contains("110–119"), "{text}");
}

#[test]
fn who_played_is_named_and_quick_wins_are_told_first() {
    let text = text::render(&report());
    assert!(
        text.starts_with("note: 14 quick wins of fewer than 11 moves"),
        "{text}"
    );
    for words in ["opponent: Bovo", "board and rule: 15 x 15 freestyle"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn as_json() {
    let value: serde_json::Value = serde_json::from_str(&json::render([&report()])).unwrap();
    let check = |pointer: &str, expected: &str| {
        assert_eq!(
            value.pointer(pointer).map(ToString::to_string).as_deref(),
            Some(expected),
            "{pointer}"
        );
    };
    check("/games/all", "700");
    check("/games/counted", "673");
    check(
        "/games/excluded",
        &format!(
            r#"[{{"games":27,"numbers":[{}],"reason":"10 moves or fewer","remedy":"count them with --min-moves 1"}}]"#,
            ["1"; 27].join(",")
        ),
    );
    check("/seats/first/games", "333");
    check("/seats/first/wins", "280");
    check("/seats/first/draws", "0");
    check("/seats/second/losses", "102");
    check("/seats/second/rate", "0.7");
    check("/lengths/0/from", "10");
    check("/lengths/0/to", "19");
    let wilson = value.pointer("/seats/both/wilson").unwrap().as_array().unwrap();
    assert!(
        (wilson[0].as_f64().unwrap() - 0.7364).abs() < 5e-5
            && (wilson[1].as_f64().unwrap() - 0.7999).abs() < 5e-5
    );
    for key in ["games", "wins", "rate", "wilson"] {
        assert!(value["lengths"][0].get(key).is_some(), "{key}");
    }
}

#[test]
fn as_html() {
    let page = html::render([("Gomoku", &report())]);
    assert!(page.contains("76.97 %") && page.contains("27") && page.contains("<svg"));
    assert!(
        page.contains("--db &quot;&lt;games&gt;.db&quot;"),
        "text is escaped"
    );
    for outside in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(
            !page.contains(outside),
            "{outside} in a page that should stand alone"
        );
    }
    let picture = chart::svg(&report().lengths, "stones");
    assert_eq!(
        picture.matches("<circle").count(),
        1 + report().lengths.len(),
        "a dot a bucket and one in the legend"
    );
    assert!(picture.contains("few"));
    assert!(html::render([("Gomoku", &Report::of(GameKind::Gomoku, &[], 1))]).contains("counted"));
}
