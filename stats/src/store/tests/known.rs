//! Which names there are, and which games began before a moment.

use super::super::known::NameKind;
use super::*;

#[test]
fn names_are_known_by_what_they_are_of() {
    let mut store = Store::in_memory().unwrap();
    let stranger = Record {
        own_seat: None,
        source: Some(MATCH.to_owned()),
        engine: None,
        ..game("b", 0)
    };
    let asked = StoredSession {
        client: Some("a part of its title".to_owned()),
        ..session("s")
    };
    store.put_session(&asked).unwrap();
    store.import(&[game("a", 0), stranger]).unwrap();
    let check = |kind: NameKind, expected: &[&str]| {
        let names = store.known_names(kind).unwrap();
        for name in expected {
            assert!(names.iter().any(|known| known == name), "{kind:?}: {names:?}");
        }
        assert!(names.is_sorted(), "{names:?}");
    };
    check(NameKind::Client, &["a part of its title", "bovo", MATCH]);
    check(NameKind::Opponent, &["O'Neil; --"]);
    assert!(
        !store
            .known_names(NameKind::Opponent)
            .unwrap()
            .contains(&"Tengen".to_owned())
    );
    assert_eq!(store.match_games().unwrap(), 1);
}

#[test]
fn a_period_ends_before_its_last_moment() {
    let mut store = Store::in_memory().unwrap();
    store.import(&[game("a", 0)]).unwrap();
    let check = |until_ms: i64, expected: usize| {
        let filter = Filter {
            until_ms: Some(until_ms),
            ..Filter::default()
        };
        assert_eq!(store.outlines(&filter).unwrap().len(), expected, "{until_ms}");
    };
    check(1_001, 1);
    check(1_000, 0);
}
