//! Cards written, judged and chosen.
#![expect(clippy::disallowed_methods, reason = "tests touch files")]

use recordings::journal::{Journal, SessionHead};

use super::*;

const NOW_MS: i64 = 1_700_000_000_000;

fn card(client: &str) -> Card {
    Card {
        session: "s".to_owned(),
        program: "tengen 0".to_owned(),
        client: client.to_owned(),
        pid: 42,
        started_ms: NOW_MS - 60_000,
        written_ms: NOW_MS - 1_000,
        health: Some(Health {
            doing: "ply 1, about to click".to_owned(),
            patience_ms: 1_000,
            ..Health::default()
        }),
        end: None,
    }
}

fn ended(in_order: bool) -> Option<CardEnd> {
    Some(CardEnd {
        why: "enough".to_owned(),
        in_order,
    })
}

#[test]
fn a_card_is_judged_by_what_it_says_and_by_who_lives() {
    let check = |change: &dyn Fn(&mut Card), is_alive: bool, state: CardState| {
        let mut card = card("x");
        change(&mut card);
        assert_eq!(card.state(is_alive, NOW_MS), state, "{card:?}");
    };
    check(&|_| {}, true, CardState::Running);
    check(&|card| card.health = None, true, CardState::Running);
    check(&|_| {}, false, CardState::Died);
    check(&|card| card.end = ended(true), false, CardState::Ended);
    check(&|card| card.end = ended(true), true, CardState::Ended);
    check(&|card| card.end = ended(false), false, CardState::Stopped);
    check(
        &|card| card.health.as_mut().unwrap().idle_ms = 1_000,
        true,
        CardState::Stuck,
    );
    check(
        &|card| card.written_ms = NOW_MS - SILENCE_MS,
        true,
        CardState::Silent,
    );
    // A clock that was set back is no silence.
    check(
        &|card| card.written_ms = NOW_MS + SILENCE_MS,
        true,
        CardState::Running,
    );
}

#[test]
fn the_living_and_the_newest_of_each_client_matter() {
    let old = |client: &str| Card {
        written_ms: NOW_MS - NEWS_MS,
        ..card(client)
    };
    let found = vec![
        (card("a"), CardState::Running),
        (card("b"), CardState::Died),
        (card("a"), CardState::Died),
        (card("b"), CardState::Stuck),
        (old("c"), CardState::Died),
    ];
    let kept: Vec<(String, CardState)> = that_matter(found, NOW_MS)
        .into_iter()
        .map(|(card, state)| (card.client, state))
        .collect();
    let named = |name: &str, state: CardState| (name.to_owned(), state);
    assert_eq!(
        kept,
        [
            named("a", CardState::Running),
            named("b", CardState::Died),
            named("b", CardState::Stuck)
        ]
    );
    // The last thing that happened is told however long ago it was.
    assert_eq!(that_matter(vec![(old("c"), CardState::Died)], NOW_MS).len(), 1);
}

#[test]
fn who_lives_is_told_by_the_journals_lock() {
    let folder = tempfile::tempdir().unwrap();
    let session = SessionHead {
        session: "0-1".to_owned(),
        program: String::new(),
        client: None,
        engine: None,
    };
    let journal = Journal::create(folder.path(), &session, NOW_MS).unwrap();
    let path = path_of(journal.path());
    write(&path, &card("x")).unwrap();
    let states = || -> Vec<CardState> {
        let found = read(folder.path(), NOW_MS).unwrap().sessions;
        found.into_iter().map(|(_, state)| state).collect()
    };
    assert_eq!(states(), [CardState::Running]);
    drop(journal);
    assert_eq!(states(), [CardState::Died]);
    let beside = path_in(folder.path(), "0-1", NOW_MS);
    assert_eq!(beside, path, "with and without a journal, names are alike");
    let card = Card {
        end: ended(true),
        ..card("x")
    };
    write(&path, &card).unwrap();
    assert_eq!(states(), [CardState::Ended]);
    assert_eq!(read(folder.path(), NOW_MS).unwrap().sessions[0].0, card);
    assert_eq!(
        folder.path().read_dir().unwrap().count(),
        2,
        "no draft stays behind"
    );
}

#[test]
fn a_card_that_tells_nothing_is_skipped_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let whole = Card {
        end: ended(true),
        ..card("x")
    };
    write(&path_in(folder.path(), "whole", NOW_MS), &whole).unwrap();
    let text = serde_json::to_string_pretty(&whole).unwrap();
    let beside = |name: &str| folder.path().join(format!("{name}.{EXTENSION}"));
    std::fs::write(beside("a-empty"), "").unwrap();
    std::fs::write(beside("b-half"), &text[..text.len() / 2]).unwrap();
    std::fs::write(beside("c-zeros"), vec![0; 4_096]).unwrap();
    std::fs::write(beside("d-noise"), [0xff, 0xfe, b'{']).unwrap();
    std::fs::create_dir(beside("e-folder")).unwrap();
    let found = read(folder.path(), NOW_MS).unwrap();
    assert_eq!(found.sessions, [(whole, CardState::Ended)]);
    let why: Vec<String> = found
        .skipped
        .iter()
        .map(|words| words.split_once(".json: it is ").unwrap().1)
        .map(|why| why.chars().take(8).collect())
        .collect();
    assert_eq!(why, ["empty", "no statu", "no statu", "no statu", "no file"]);
}

/// The last card may not have come to the disk, and the journal's last line all the same.
#[test]
fn a_session_that_ended_in_order_never_died() {
    let folder = tempfile::tempdir().unwrap();
    let session = SessionHead {
        session: "0-1".to_owned(),
        program: String::new(),
        client: None,
        engine: None,
    };
    let mut journal = Journal::create(folder.path(), &session, NOW_MS).unwrap();
    write(&path_of(journal.path()), &card("x")).unwrap();
    let text = "session over: all games are played".to_owned();
    journal
        .append(journal::JournalEvent::Note { text }, NOW_MS)
        .unwrap();
    journal
        .append(journal::JournalEvent::SessionEnded, NOW_MS)
        .unwrap();
    drop(journal);
    let found = read(folder.path(), NOW_MS).unwrap().sessions;
    assert_eq!(found[0].1, CardState::Ended);
    assert_eq!(found[0].0.end.as_ref().unwrap().why, "all games are played");
}

#[test]
fn cards_are_kept_few() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..KEPT + 3 {
        let path = folder.path().join(format!("{number:04}.{EXTENSION}"));
        write(&path, &card("x")).unwrap();
    }
    std::fs::write(folder.path().join("0000.jsonl"), "").unwrap();
    prune(folder.path());
    let left = list(folder.path()).unwrap();
    assert_eq!(left.len(), KEPT);
    assert!(left[0].ends_with("0003.status.json"));
    assert!(folder.path().join("0000.jsonl").is_file());
}

#[test]
fn cards_for_people() {
    let text = card("bovo").to_text(CardState::Died, NOW_MS);
    assert!(
        text.starts_with(
            "died     bovo since 2023-11-14 22:12:20Z, process 42, without a word; last heard of at \
             2023-11-14 22:13:19Z\n         health: "
        ),
        "{text}"
    );
    let card = Card {
        end: ended(false),
        ..card("bovo")
    };
    let text = card.to_text(CardState::Stopped, NOW_MS);
    assert!(text.contains("at 2023-11-14 22:13:19Z: enough"), "{text}");
}
