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
            .all(|line| line.chars().count() <= 100)
    );
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
        r#"[{"games":27,"reason":"10 moves or fewer"}]"#,
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
