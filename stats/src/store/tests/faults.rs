//! Which faults a report counts.

use super::*;

/// A session that was asked for by one name, and whose games are counted under another.
#[test]
fn faults_are_found_by_both_names_of_their_client() {
    let mut store = Store::in_memory().unwrap();
    let asked = StoredSession {
        client: Some("a part of its title".to_owned()),
        ..session("s")
    };
    store.put_session(&asked).unwrap();
    store.begin_game(Some("s"), &game("a", 2)).unwrap();
    let fault = StoredFault {
        session: "s".to_owned(),
        seq: 1,
        game: None,
        at_ms: 1_500,
        kind: "unsettled".to_owned(),
        detail: String::new(),
    };
    store.add_fault(&fault).unwrap();
    let check = |client: &str, expected: usize| {
        let filter = Filter {
            source: Some(client.to_owned()),
            ..Filter::default()
        };
        assert_eq!(store.fault_counts(&filter).unwrap().len(), expected, "{client}");
    };
    check("bovo", 1);
    check("a part of its title", 1);
    check("another", 0);
}

#[test]
fn faults_are_those_of_the_games_that_are_asked_for() {
    let mut store = Store::in_memory().unwrap();
    for id in ["s", "idle"] {
        store.put_session(&session(id)).unwrap();
    }
    for (id, opponent) in [("a", "Ann"), ("b", "Ben")] {
        let mut record = game(id, 2);
        record.own_seat = Some(Seat::First);
        record.names[1] = opponent.to_owned();
        store.begin_game(Some("s"), &record).unwrap();
    }
    for (seq, session, game) in [
        (1, "s", Some("a")),
        (2, "s", Some("b")),
        (3, "s", Some("b")),
        (4, "s", None),
        (5, "idle", None),
    ] {
        let fault = StoredFault {
            session: session.to_owned(),
            seq,
            game: game.map(str::to_owned),
            at_ms: 1_500,
            kind: "unsettled".to_owned(),
            detail: String::new(),
        };
        store.add_fault(&fault).unwrap();
    }
    let check = |game: Option<GameKind>, opponent: Option<&str>, expected: u64| {
        let filter = Filter {
            game,
            opponent: opponent.map(str::to_owned),
            ..Filter::default()
        };
        let counted: u64 = store
            .fault_counts(&filter)
            .unwrap()
            .iter()
            .map(|(_, times)| times)
            .sum();
        assert_eq!(counted, expected, "{game:?} {opponent:?}");
    };
    check(None, None, 5);
    check(Some(GameKind::Gomoku), None, 5);
    check(Some(GameKind::Soccer), None, 1);
    check(None, Some("Ann"), 2);
    check(None, Some("Ben"), 3);
    check(Some(GameKind::Soccer), Some("Ben"), 0);
}
