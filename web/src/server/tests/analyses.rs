//! A game is looked at by an engine because a form asked for it; its selection is had as files.

use super::{
    acts::{form_token, own_heads, send},
    *,
};

/// A short game, the newest of all: Black has four in a row and does not see it.
fn short_game(home: &Home) {
    let mut record = Record {
        id: "short".to_owned(),
        own_seat: Some(Seat::First),
        started_ms: Some(1_900_000_000_000),
        engine: Some("=cmd|' /C calc'!A0".to_owned()),
        ..Record::blank(15, Rule::Freestyle)
    };
    let fours = (0..4_u8).flat_map(|at| [(7 + at, 7), (3 + at, 3)]);
    for (x, y) in fours.chain([(0, 14), (7, 3)]) {
        let play = referee::gomoku::Move::Place(referee::point::Point::new(x, y));
        let mut ply = referee::record::Ply::bare(play);
        ply.spent_ms = Some(1_000);
        record.plies.push(ply);
    }
    record.verdict = Some(Verdict {
        winner: Some(Seat::Second),
        reason: Reason::Five,
    });
    let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
    store.begin_game(None, &record).unwrap();
}

/// Asks for a page until it says this.
#[expect(clippy::disallowed_methods, reason = "a test waits")]
pub(super) fn await_page(served: &Served, path: &str, words: &str) -> String {
    for _ in 0..600 {
        let page = served.get(path);
        if page.contains(words) {
            return page;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("{path} never says {words:?}");
}

#[test]
#[expect(
    clippy::disallowed_methods,
    reason = "a test waits, and looks at the database"
)]
fn a_game_is_analysed_because_a_form_asks_for_it() {
    let served = Served::start_with(short_game);
    let number = served.number_of("short");
    let path = format!("/games/{number}");
    let page = await_page(&served, &path, "Analyse this game");
    let before = std::fs::read(&served.home.database).unwrap();
    let token = form_token(&page).to_owned();
    let ask = |path: &str, what: &str, token: &str| {
        send(
            &served,
            path,
            &format!("token={token}&do={what}"),
            &own_heads(&served),
        )
    };
    let form = format!("{path}/analysis");
    assert_eq!(status(&ask(&form, "start", "wrong")), 403);
    assert_eq!(status(&ask(&form, "sing", &token)), 400);
    assert_eq!(status(&ask("/games/999999/analysis", "start", &token)), 404);
    assert_eq!(status(&ask("/games/1x/analysis", "start", &token)), 404);
    let begun = ask(&form, "start", &token);
    assert!(
        status(&begun) == 303 && begun.contains(&format!("location: {path}#analysis")),
        "{begun}"
    );
    let events = served.get(&format!("{path}/analysis/events"));
    assert!(events.contains("event: done"), "{events}");
    let page = await_page(&served, &path, "Mistakes and missed wins");
    for shown in [
        "data-lines",
        "class=\"step f8 t8 line\"",
        "missed: ",
        "href=\"#at-9\"",
        "<circle class=\"missed\"",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    assert!(page.len() < 200_000 && !page.contains("style=\""));
    let alone = served.get(&format!("{path}.html"));
    assert!(alone.contains("Mistakes and missed wins") && !alone.contains("name=\"token\""));
    assert!(
        before == std::fs::read(&served.home.database).unwrap(),
        "the database was written"
    );
    let other = served.get("/games/2");
    assert!(other.contains("Analyse this game"), "others were not looked at");
}

#[test]
fn another_game_waits_and_what_is_broken_off_is_gone() {
    let served = Served::start();
    let [one, other] = ["9000-000000000004", "9000-000000000005"].map(|id| served.number_of(id));
    let token = form_token(&served.get(&format!("/games/{one}"))).to_owned();
    let ask = |number: i64, what: &str| {
        let form = format!("token={token}&do={what}");
        status(&send(
            &served,
            &format!("/games/{number}/analysis"),
            &form,
            &own_heads(&served),
        ))
    };
    assert_eq!(ask(one, "start"), 303);
    assert_eq!(ask(one, "start"), 303, "it is under way");
    let page = served.get(&format!("/games/{one}"));
    assert!(page.contains("Break off") && page.contains("<progress"), "{page}");
    assert_eq!(ask(other, "start"), 409);
    assert!(
        served
            .get(&format!("/games/{other}"))
            .contains("Another game is being looked at")
    );
    assert_eq!(ask(other, "cancel"), 303);
    assert_eq!(ask(one, "cancel"), 303);
    await_page(&served, &format!("/games/{one}"), "Analyse this game");
    assert_eq!(ask(other, "start"), 303);
    assert_eq!(ask(other, "cancel"), 303);
}

#[test]
fn the_selection_is_had_as_files() {
    let served = Served::start_with(short_game);
    let number = served.number_of("short");
    let table = served.get("/games.csv?q=short");
    assert!(
        table.contains("filename=\"games.csv\"") && table.contains("text/csv"),
        "{table}"
    );
    let body = table.split_once("\r\n\r\n").unwrap().1;
    let lines: Vec<&str> = body.lines().collect();
    assert_eq!(lines.len(), 2, "{body}");
    assert!(lines[1].starts_with(&format!("{number},short,gomoku,")), "{body}");
    assert!(lines[1].contains(r#","'=cmd|' /C calc'!A0","#), "{body}");
    let records = served.get("/games.records?q=short");
    assert!(
        records.contains("filename=\"games.sgf\"") && records.matches("GM[4]").count() == 1,
        "{records}"
    );
    let all = served.get("/games.records");
    assert!(all.matches("GM[4]").count() > 40, "every game of the page");
    assert_eq!(status(&served.with("GET /games.csv", "")), 401);
}

#[test]
fn faults_stand_at_their_places_on_the_time_line() {
    let served = Served::start_with(short_game);
    let mut store = Store::open(&served.home.database, OpenMode::Write).unwrap();
    store
        .add_fault(&stats::store::row::StoredFault {
            session: "s".to_owned(),
            seq: 1,
            at_ms: 1_900_000_003_500,
            game: Some("short".to_owned()),
            kind: "blind".to_owned(),
            detail: "a pop-up".to_owned(),
        })
        .unwrap();
    let page = served.get(&format!("/games/{}", served.number_of("short")));
    assert!(page.contains("<a href=\"#at-3\">after ply 3</a>"), "{page}");
    assert!(page.contains("after ply 3, fault: blind"), "{page}");
}
