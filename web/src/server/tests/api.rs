//! The pages for programs: every answer is as its schema says, and what happens is told to whoever listens.
#![expect(clippy::disallowed_methods, reason = "tests touch files")]

use std::io::{BufRead, BufReader};

use arena::{
    folder::MatchFolder,
    run,
    settings::{Engine, MatchSettings},
};
use referee::{
    adjudication::ByScore, clock::TimeControl, gomoku::Start, series::OpeningOrder, soccer, tournament::Form,
};
use serde_json::{Value, json};
use stats::{
    rating::sprt::{Sprt, SprtModel},
    store::row::{StoredFault, StoredSession},
};
use watch::{
    health::Health,
    status::{self, Card},
    watchdog::leash::Leash,
};

use super::*;

fn settings(specs: &[&str], sprt: Option<Sprt>) -> MatchSettings {
    let engine = |spec: &&str| Engine {
        name: (*spec).to_owned(),
        spec: (*spec).to_owned(),
        about: format!("{spec} 0"),
        program_crc32: None,
        depth: Some(1),
        nodes: None,
    };
    MatchSettings {
        engines: specs.iter().map(engine).collect(),
        form: Form::RoundRobin,
        pairs_max: 2,
        start: Start::free(9, Rule::Freestyle).into(),
        control: TimeControl::default(),
        patience_ms: 1_000,
        plies_max: Some(40),
        by_score: ByScore::default(),
        sprt,
        seed: 5,
        order: OpeningOrder::Shuffled,
        openings_from: "2 openings".to_owned(),
        openings: vec!["e5".to_owned(), String::new()],
        device_clock_hz: None,
    }
}

/// Matches of two engines under a test, of three, of one game all won, and of Paper Soccer; one that cannot be read; a session that
/// plays; and a game of Paper Soccer.
fn prepare(home: &Home) {
    let sprt = Sprt {
        elo0: 0.0,
        elo1: 300.0,
        alpha: 0.05,
        beta: 0.05,
        model: SprtModel::Logistic,
    };
    let matches = [
        settings(&["random:seed=1", "classic:depth=1"], Some(sprt)),
        settings(&["random:seed=1", "random:seed=2", "classic:depth=1"], None),
        MatchSettings {
            start: soccer::Rules::default().into(),
            plies_max: None,
            openings: vec!["2 0".to_owned(), String::new()],
            ..settings(&["random:seed=1", "soccer:thesis,steps=500"], None)
        },
    ];
    for (index, settings) in matches.into_iter().enumerate() {
        let path = home.matches().join(format!("2026-01-0{}", index + 1));
        let mut folder = MatchFolder::create(&path, None, settings).unwrap();
        let leash = Leash::new(Arc::default());
        run::play(&mut folder, 1, &AtomicUsize::new(0), &leash).unwrap();
        folder.close().unwrap();
    }
    let damaged = home.matches().join("2026-01-09");
    std::fs::create_dir_all(&damaged).unwrap();
    std::fs::write(damaged.join("games.jsonl"), "{\"tengen_match\":99}\n").unwrap();
    show(home, "playing");
    let mut store = Store::open(&home.database, OpenMode::Write).unwrap();
    let record: Record<soccer::Position> = Record {
        id: "soccer-1".to_owned(),
        own_seat: Some(Seat::Second),
        started_ms: Some(1_800_000_000_000),
        ..Record::started(soccer::Rules::default())
    };
    store.begin_game(None, &record).unwrap();
}

/// A session's card, on which stands what it is about.
fn show(home: &Home, doing: &str) {
    let card = Card {
        session: "s-1".to_owned(),
        program: "tengen 0".to_owned(),
        client: "practice".to_owned(),
        pid: 1,
        started_ms: base::clock::wall_ms(),
        written_ms: base::clock::wall_ms(),
        health: Some(Health {
            doing: doing.to_owned(),
            ..Health::default()
        }),
        end: None,
    };
    std::fs::create_dir_all(&home.journals).unwrap();
    status::write(&home.journals.join("s-1.status.json"), &card).unwrap();
}

fn body(answer: &str) -> Value {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {head}\n{body}"))
}

/// Who checks what an answer of this address says.
fn judge(schema: &Value, path: &str) -> jsonschema::Validator {
    let mut own = schema["answers"][path]["schema"].clone();
    assert!(own.is_object(), "{path} has no schema");
    own["$schema"] = schema["$schema"].clone();
    own["$defs"] = schema["$defs"].clone();
    jsonschema::validator_for(&own).unwrap()
}

fn check(schema: &Value, path: &str, answer: &Value, what: &str) {
    let wrong: Vec<String> = judge(schema, path)
        .iter_errors(answer)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    assert!(wrong.is_empty(), "{what}: {wrong:#?}");
}

#[test]
fn every_answer_is_as_its_schema_says() {
    let served = Served::start_with(prepare);
    let schema = body(&served.get("/api/v1/schema"));
    let about = body(&served.get("/api/v1"));
    assert_eq!(
        about["answers"].as_object().unwrap().keys().collect::<Vec<_>>(),
        schema["answers"].as_object().unwrap().keys().collect::<Vec<_>>()
    );
    let answers = [
        ("/api/v1", "/api/v1"),
        ("/api/v1/schema", "/api/v1/schema"),
        ("/api/v1/games", "/api/v1/games"),
        ("/api/v1/games", "/api/v1/games?game=soccer"),
        ("/api/v1/games/N", "/api/v1/games/3"),
        ("/api/v1/games/N", "/api/v1/games/41"),
        ("/api/v1/report", "/api/v1/report"),
        (
            "/api/v1/report",
            "/api/v1/report?seat=first&q=nobody+of+this+name",
        ),
        ("/api/v1/insights", "/api/v1/insights?by=opening&width=7&over=30"),
        ("/api/v1/insights", "/api/v1/insights?by=client&game=soccer"),
        ("/api/v1/trend", "/api/v1/trend?window=5"),
        ("/api/v1/status", "/api/v1/status"),
        ("/api/v1/faults", "/api/v1/faults"),
        ("/api/v1/matches", "/api/v1/matches"),
    ];
    for (path, address) in answers {
        let answer = served.get(address);
        assert_eq!(status(&answer), 200, "{address}");
        check(&schema, path, &body(&answer), address);
    }
    let soccer = body(&served.get("/api/v1/games?game=soccer"));
    let soccer = soccer["games"][0]["number"].as_i64().unwrap();
    let game = body(&served.get(&format!("/api/v1/games/{soccer}")));
    check(&schema, "/api/v1/games/N", &game, "a game of Paper Soccer");
    // The schema knows what is there, and does not let pass just anything.
    let mut games = body(&served.get("/api/v1/games"));
    games["games"][0]["own_seat"] = json!("third");
    assert!(!judge(&schema, "/api/v1/games").is_valid(&games));
    assert!(!judge(&schema, "/api/v1/matches").is_valid(&json!({"matches": [{"llr": []}]})));
    let matches = body(&served.get("/api/v1/matches"));
    assert_eq!(matches["matches"].as_array().unwrap().len(), 4);
}

/// Reads the stream's next event of that name: its data.
fn next(stream: &mut impl BufRead, name: &str) -> Value {
    let mut lines = stream.lines().map(Result::unwrap);
    loop {
        let line = lines.next().expect("the stream goes on");
        if line == format!("event: {name}") {
            let data = lines.next().unwrap();
            return serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
        }
    }
}

#[test]
fn what_happens_is_told_to_whoever_listens() {
    let served = Served::start_with(prepare);
    let schema = body(&served.get("/api/v1/schema"));
    let mut stream = TcpStream::connect(("127.0.0.1", served.port)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let (port, token) = (served.port, &served.token);
    let head = format!(
        "GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut stream = BufReader::new(stream);
    let mut told = |name: &str| {
        let data = next(&mut stream, name);
        check(&schema, "/api/v1/events", &data, name);
        data
    };
    let first = told("status");
    assert_eq!(first["sessions"][0]["card"]["health"]["doing"], "playing");
    show(&served.home, "waiting");
    assert_eq!(
        told("status")["sessions"][0]["card"]["health"]["doing"],
        "waiting"
    );
    let mut store = Store::open(&served.home.database, OpenMode::Write).unwrap();
    let record = Record {
        id: "new-1".to_owned(),
        own_seat: Some(Seat::First),
        started_ms: Some(1_800_000_000_001),
        ..Record::blank(15, Rule::Freestyle)
    };
    store.begin_game(None, &record).unwrap();
    let begun = told("game");
    assert_eq!((&begun["id"], &begun["verdict"]), (&json!("new-1"), &Value::Null));
    let session = StoredSession {
        id: "s-1".to_owned(),
        program: "tengen 0".to_owned(),
        client: None,
        engine: None,
        started_ms: 1_800_000_000_000,
        ended_ms: None,
    };
    store.put_session(&session).unwrap();
    let fault = StoredFault {
        session: "s-1".to_owned(),
        seq: 7,
        at_ms: 1_800_000_000_002,
        game: None,
        kind: "covered".to_owned(),
        detail: HOSTILE.to_owned(),
    };
    store.add_fault(&fault).unwrap();
    let fault = told("fault");
    assert_eq!(
        (&fault["kind"], &fault["detail"]),
        (&json!("covered"), &json!(HOSTILE))
    );
}
