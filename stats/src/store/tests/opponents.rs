//! Opponents in the store: met, named, joined.

use referee::record::Record;

use super::{
    super::{
        Store, StoreError,
        games::Filter,
        opponents::{Learned, Opponent},
    },
    game,
};

#[test]
fn opponents_are_met_named_and_joined() {
    let mut store = Store::in_memory().unwrap();
    store.import(&[game("a", 0), game("b", 0), game("c", 0)]).unwrap();
    let met = |game: &str, id: &str| Learned::Met {
        game: game.to_owned(),
        opponent: Opponent {
            id: id.to_owned(),
            source: Some("bovo".to_owned()),
            plate: Some(vec![1, 2]),
            text: None,
            name: None,
            joined: None,
        },
    };
    let named = |id: &str, name: &str, at_ms: i64| Learned::Named {
        opponent: id.to_owned(),
        name: name.to_owned(),
        at_ms,
    };
    let joined = |one: &str, into: &str| Learned::Joined {
        opponent: one.to_owned(),
        into: into.to_owned(),
    };
    let learned = [
        met("a", "plate-1"),
        met("b", "plate-2"),
        named("plate-1", "Mori", 20),
        named("plate-1", "too late", 10),
    ];
    // Doing it twice changes nothing.
    for one in learned.iter().chain(&learned) {
        store.learn(one).unwrap();
    }
    let names = |store: &Store| -> Vec<String> {
        ["a", "b", "c"]
            .map(|id| {
                let record: Record = store.record(id).unwrap();
                record.names[(!record.own_seat.unwrap()).index()].clone()
            })
            .into()
    };
    assert_eq!(names(&store), ["Mori", "plate-2", "O'Neil; --"]);
    let mori = Filter {
        opponent: Some("Mori".to_owned()),
        ..Filter::default()
    };
    assert_eq!(store.games(&mori).unwrap().len(), 1);
    assert_eq!(store.opponent("mori").unwrap().id, "plate-1");
    assert!(matches!(
        store.opponent("plate-9"),
        Err(StoreError::UnknownOpponent(_))
    ));
    store.learn(&joined("plate-1", "plate-2")).unwrap();
    store.learn(&joined("plate-2", "plate-1")).unwrap();
    assert_eq!(
        names(&store),
        ["Mori", "Mori", "O'Neil; --"],
        "the name goes along"
    );
    assert_eq!(store.outlines(&mori).unwrap().len(), 2);
    assert_eq!(store.opponent("plate-1").unwrap().id, "plate-2");
    let accounts = store.accounts().unwrap();
    let counts: Vec<(&str, u32)> = accounts
        .iter()
        .map(|one| (one.opponent.called(), one.games))
        .collect();
    assert_eq!(counts, [("Mori", 2)]);
    store.learn(&met("c", "plate-3")).unwrap();
    store.learn(&named("plate-3", "Mori", 30)).unwrap();
    assert!(matches!(
        store.opponent("Mori"),
        Err(StoreError::SeveralOpponents { .. })
    ));
}
