//! Which game a person means.

use super::*;

#[test]
fn the_game_that_is_meant() {
    let mut store = Store::in_memory().unwrap();
    let none = store.record::<AnyPosition>("last").unwrap_err().to_string();
    assert_eq!(none, "the database has no games");
    let at = |id: &str, started_ms: i64| Record {
        started_ms: Some(started_ms),
        ..game(id, 0)
    };
    let between_engines = Record {
        source: Some(MATCH.to_owned()),
        ..at("0190cc-3d", 9)
    };
    store.import(&[between_engines]).unwrap();
    assert_eq!(
        store.record::<AnyPosition>("last").unwrap().id,
        "0190cc-3d",
        "where there is no other"
    );
    let games = [at("0190aa-1e", 3), at("0190aa-1f", 1), at("0190bb", 2)];
    store.import(&games).unwrap();
    let check = |word: &str, expected: &str| {
        let answer = match store.record::<AnyPosition>(word) {
            Ok(record) => record.id,
            Err(error) => error.to_string(),
        };
        assert_eq!(answer, expected, "{word:?}");
    };
    check("last", "0190aa-1e");
    check(" Last ", "0190aa-1e");
    check("1", "0190cc-3d");
    check("#2", "0190aa-1e");
    check("4", "0190bb");
    check("5", "no game \"5\"");
    check("#0", "no game \"#0\"");
    check("0190b", "0190bb");
    check("0190", "4 games begin or end with \"0190\"");
    check("0190BB", "0190bb");
    check("1f", "0190aa-1f");
    check("0190aa-1e", "0190aa-1e");
    check("0190a", "2 games begin or end with \"0190a\"");
    check("", "4 games begin or end with \"\"");
    check("%", "no game \"%\"");
    check("2222222222", "no game \"2222222222\"");
    let numbers: Vec<i64> = store
        .games(&Filter::default())
        .unwrap()
        .iter()
        .map(|game| game.number)
        .collect();
    assert_eq!(numbers, [3, 4, 2], "oldest first");
    assert_eq!(store.number_of("0190bb").unwrap(), Some(4));
    assert_eq!(store.number_of("none").unwrap(), None);
}
