//! Games of several kinds in one database, and databases from before there were several.

use referee::{
    color::Color,
    games::{AnyRecord, GameKind},
    record::Evidence,
    soccer,
};

use super::{
    super::{migrate, salvage::Salvaged},
    *,
};

/// Two turns to an end that somebody gave up, with the ball bouncing in the second.
fn soccer_game(id: &str) -> Record<soccer::Position> {
    let digits = [2u8, 0, 5, 3, 4, 4];
    let ply = |&digit: &u8| Ply {
        spent_ms: Some(7),
        ..Ply::bare(soccer::Direction::new(digit).unwrap())
    };
    Record {
        id: id.to_owned(),
        names: ["Mori".to_owned(), "Bovo".to_owned()],
        own_seat: Some(Seat::Second),
        source: Some("practice".to_owned()),
        started_ms: Some(2_000),
        plies: digits.iter().map(ply).collect(),
        ..Record::started(soccer::Rules {
            pitch: soccer::Pitch::new(6, 8).unwrap(),
            blocked: soccer::Blocked::Draws,
        })
    }
}

#[test]
fn both_kinds_come_back_and_are_counted_apart() {
    let mut store = Store::in_memory().unwrap();
    let expected = soccer_game("s");
    store.import(std::slice::from_ref(&expected)).unwrap();
    store.import(&[game("g", 5)]).unwrap();
    assert_eq!(store.record("s").unwrap(), expected);
    assert_eq!(store.record("s").unwrap(), expected.clone().into_any());
    let refused = store.record::<gomoku::Position>("s").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "game s cannot be used here: it is a game of soccer"
    );
    let lengths = |game: Option<GameKind>| -> Vec<u32> {
        let filter = Filter {
            game,
            ..Filter::default()
        };
        assert_eq!(
            store.outlines(&filter).unwrap().len(),
            store.games(&filter).unwrap().len()
        );
        store
            .games(&filter)
            .unwrap()
            .iter()
            .map(|game| game.length)
            .collect()
    };
    let turns = expected.length() as u32;
    assert!(
        turns < expected.plies.len() as u32,
        "the ball bounces in this game"
    );
    assert_eq!(lengths(Some(GameKind::Soccer)), [turns]);
    assert_eq!(lengths(Some(GameKind::Gomoku)), [5]);
    assert_eq!(lengths(None), [5, turns]);
    assert_eq!(store.kinds(&Filter::default()).unwrap(), GameKind::ALL);
    store.check().unwrap();
}

#[test]
fn turns_are_counted_as_they_are_played() {
    let mut store = Store::in_memory().unwrap();
    let whole = soccer_game("s");
    let begun = Record {
        plies: Vec::new(),
        ..whole.clone()
    };
    store.begin_game(None, &begun).unwrap();
    let length = |store: &Store| store.games(&Filter::default()).unwrap()[0].length as usize;
    for (index, seat) in whole.seats().into_iter().enumerate() {
        store.add_ply("s", index, seat, &whole.plies[index]).unwrap();
        let part = Record {
            plies: whole.plies[..=index].to_vec(),
            ..whole.clone()
        };
        assert_eq!(length(&store), part.length(), "after ply {index}");
    }
    assert_eq!(store.record("s").unwrap(), whole);
    store.take_back("s", 3).unwrap();
    assert_eq!(length(&store), 3);
    let told = log_of(vec![whole.clone().into_any(), game("g", 3).into_any()]);
    store.merge(&told).unwrap();
    assert_eq!(store.record("s").unwrap(), whole, "the journal knows more");
    assert!(store.merge(&told).unwrap().is_nothing());
    store.check().unwrap();
}

fn log_of(games: Vec<AnyRecord>) -> Log {
    Log { games, ..log(&[]) }
}

/// Games of all sorts as layout 3 kept them, and what they are.
fn old_games(connection: &rusqlite::Connection) -> Vec<Record> {
    let mut swap2 = Record {
        verdict: Some(FIVE),
        ended_ms: Some(9),
        ..game("swap", 3)
    };
    swap2.start.opening = gomoku::Opening::Swap2;
    swap2
        .plies
        .extend([Ply::bare(Move::PutTwo), place(9, 9), place(10, 9)]);
    swap2.plies.push(Ply {
        evidence: Evidence::Clicked,
        score: Some(-4),
        depth: Some(3),
        nodes: Some(99),
        ..Ply::bare(Move::Choose(Color::White))
    });
    let mut foreign = game("file", 4);
    (foreign.own_seat, foreign.source) = (None, None);
    let games = vec![game("plain", 31), swap2, foreign, game("empty", 0)];
    for (key, record) in (5..).zip(&games) {
        let mut object = serde_json::to_value(&record.start).unwrap();
        let object = object.as_object_mut().unwrap();
        let more = object
            .remove("opening")
            .map(|opening| serde_json::json!({"opening": opening}).to_string());
        let stones = record.length();
        let values = rusqlite::params![
            key,
            record.id,
            record.own_seat.map(|_| "s"),
            record.start.size,
            record.start.rule.name(),
            record.names[0],
            record.names[1],
            record.own_seat.map(Seat::name),
            record.source,
            record.engine,
            record.started_ms,
            record.ended_ms,
            stones,
            record.verdict.map(|verdict| verdict.reason.name()),
            record.verdict.and_then(|verdict| verdict.winner).map(Seat::name),
            more,
        ];
        let sql = "INSERT INTO games (key, id, session, size, rule, first_name, second_name, own_seat, source, engine,
                   started_ms, ended_ms, length, reason, winner, more) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        connection.execute(sql, values).unwrap();
        for (number, (ply, seat)) in record.plies.iter().zip(record.seats()).enumerate() {
            let (at, choice) = match ply.play {
                Move::Place(point) => (Some(point), None),
                Move::PutTwo => (None, Some("put_two")),
                Move::Choose(Color::Black) => (None, Some("black")),
                Move::Choose(Color::White) => (None, Some("white")),
            };
            let evidence = (!ply.evidence.is_seen()).then(|| ply.evidence.name());
            let values = rusqlite::params![
                key,
                number,
                seat.name(),
                at.map(|at| at.x),
                at.map(|at| at.y),
                choice,
                ply.spent_ms,
                ply.score,
                ply.depth,
                ply.nodes,
                evidence
            ];
            let sql = "INSERT INTO plies (game, number, seat, x, y, choice, spent_ms, score, depth, nodes, evidence)
                       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
            connection.execute(sql, values).unwrap();
        }
    }
    games
}

/// A database of layout 3.
fn old_database(path: &Path) -> Vec<Record> {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.pragma_update(None, "foreign_keys", "ON").unwrap();
    migrate::migrate(&connection, &migrate::MIGRATIONS[..3]).unwrap();
    let session = "INSERT INTO sessions (id, program, started_ms) VALUES ('s', 'tengen 0.1.0', 900)";
    connection.execute_batch(session).unwrap();
    let games = old_games(&connection);
    let marks = "UPDATE games SET excluded = 'practice' WHERE id = 'file';
                 INSERT INTO opponents (id, source, name) VALUES ('o', 'bovo', 'Mori');
                 UPDATE games SET opponent = 'o' WHERE id = 'swap';
                 INSERT INTO faults VALUES ('s', 3, 4, 'plain', 'misclick', 'at 3,3');
                 INSERT INTO journals VALUES ('s.jsonl', 77)";
    connection.execute_batch(marks).unwrap();
    games
}

#[test]
fn an_older_database_is_brought_on_without_loss() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let mut games = old_database(&path);
    let store = Store::open(&path, OpenMode::Write).unwrap();
    games[1].names[1] = "Mori".to_owned();
    for (number, expected) in (5..).zip(&games) {
        assert_eq!(&store.record::<gomoku::Position>(&expected.id).unwrap(), expected);
        assert_eq!(
            store.number_of(&expected.id).unwrap(),
            Some(number),
            "numbers stay"
        );
    }
    let stored = store.games(&Filter::default()).unwrap();
    for game in &stored {
        let expected = games
            .iter()
            .find(|expected| expected.id == game.record.id)
            .unwrap();
        assert_eq!(game.length as usize, expected.length(), "{}", expected.id);
        assert_eq!(game.session.as_deref(), expected.own_seat.map(|_| "s"));
        assert_eq!(
            game.excluded.as_deref(),
            (expected.id == "file").then_some("practice")
        );
    }
    assert_eq!(stored.len(), games.len());
    assert_eq!(store.journal_bytes("s.jsonl").unwrap(), Some(77));
    assert_eq!(
        store.fault_counts(&Filter::default()).unwrap(),
        [("misclick".to_owned(), 1)]
    );
    let violations: i64 = store
        .connection
        .query_row("SELECT count(*) FROM pragma_foreign_key_check", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(violations, 0);
    let points_to = "SELECT \"table\" FROM pragma_foreign_key_list('plies')";
    let parent: String = store
        .connection
        .query_row(points_to, [], |row| row.get(0))
        .unwrap();
    assert_eq!(parent, "games");
    let mut store = store;
    store.import(&[soccer_game("new")]).unwrap();
    store.add_ply("empty", 0, Seat::First, &place(7, 7)).unwrap();
    store.check().unwrap();
    let copy = folder.path().join("games.db.before-v5");
    assert_eq!(
        rusqlite::Connection::open(copy)
            .and_then(|copy| copy.pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0)))
            .unwrap(),
        3
    );
}

#[test]
fn what_is_damaged_may_be_of_an_older_layout() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    let games = old_database(&path);
    let mut fresh = Store::in_memory().unwrap();
    let salvaged = fresh.salvage(&path, &|id| id != "file").unwrap();
    let expected = Salvaged {
        games: 1,
        marks: 1,
        lost: 0,
        is_list_whole: true,
    };
    assert_eq!(salvaged, expected);
    assert_eq!(fresh.record::<gomoku::Position>("file").unwrap(), games[2]);
}
