//! Games from files: what importing them again changes, and marks.

use super::*;

#[test]
fn importing_again_tells_our_seat_at_most() {
    let mut store = Store::in_memory().unwrap();
    let foreign = Record {
        own_seat: None,
        ..game("a", 3)
    };
    store.import(std::slice::from_ref(&foreign)).unwrap();
    let ours = Record {
        own_seat: Some(Seat::Second),
        names: Default::default(),
        ..foreign.clone()
    };
    assert_eq!(store.import(&[ours]).unwrap(), [Inserted::Known]);
    let expected = Record {
        own_seat: Some(Seat::Second),
        ..foreign
    };
    assert_eq!(store.record("a").unwrap(), expected);
    store.import(&[game("a", 3)]).unwrap();
    assert_eq!(store.record("a").unwrap(), expected, "a seat that is known stays");
}

#[test]
fn marked_games_stay() {
    let mut store = Store::in_memory().unwrap();
    store.import(&[game("a", 3)]).unwrap();
    store.exclude("a", Some("practice")).unwrap();
    assert_eq!(
        store.games(&Filter::default()).unwrap()[0].excluded.as_deref(),
        Some("practice")
    );
    assert!(store.exclude("b", None).is_err());
    assert_eq!(Path::new(":memory:"), store.path());
}
