//! A few nights, calm and bad, and sessions broken on purpose.

mod soccer;

use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

use referee::{
    gomoku::{Move, Position, Rule},
    point::Point,
    record::{Ply, Record},
    seat::Seat,
    verdict::{Reason, Verdict},
};
use stats::store::{OpenMode, games::Filter};

use crate::{
    books,
    mutation::Mutation,
    night::{self, Plan},
    unattended::Unattended,
    venue::ProfiledVenue,
};
use archive::{
    catch_up, database,
    home::Home,
    naming::{self, Said},
    opponents,
};
use base::user_error::UserError;
use practice::ledger::{PracticeEntry, PracticeStone, StonesPlayed};

fn plan(seed: u64) -> Plan {
    Plan {
        seed,
        games: 4,
        strength: 1.0,
        engine_faults: 300,
        failpoint: 0,
        mutation: None,
        aloud: std::env::var_os("ALOUD").is_some(),
        film: None,
    }
}

fn live<P: Unattended>(plan: &Plan) -> night::Night {
    let folder = tempfile::tempdir().unwrap();
    let venue = ProfiledVenue::<P>::of(plan.seed).unwrap();
    night::live(plan, &venue, folder.path()).unwrap()
}

fn a_calm_night_is_whole<P: Unattended>() {
    let night = live::<P>(&Plan {
        strength: 0.0,
        engine_faults: 0,
        ..plan(1)
    });
    assert_eq!(night.complaints, Vec::<String>::new(), "{night:?}");
    assert_eq!(
        (night.balance.kept, night.balance.aborted, night.starts),
        (4, 0, 1),
        "{night:?}"
    );
}

#[test]
fn a_calm_night() {
    a_calm_night_is_whole::<Position>();
}

fn bad_nights_are_lived_through<P: Unattended>() {
    for seed in 0..4 {
        let night = live::<P>(&plan(seed));
        println!("{night:?}");
        assert_eq!(night.complaints, Vec::<String>::new(), "{night:?}");
    }
}

#[test]
fn bad_nights() {
    bad_nights_are_lived_through::<Position>();
}

/// After each game the service asks something that stays until it is closed; no profile knows of it.
#[test]
#[expect(clippy::disallowed_methods, reason = "tests touch files")]
fn a_night_of_questions_that_stay() {
    let asked = plan(39);
    let folder = tempfile::tempdir().unwrap();
    let venue = ProfiledVenue::<Position>::of(asked.seed).unwrap();
    let night = night::live(&asked, &venue, folder.path()).unwrap();
    assert_eq!(night.complaints, Vec::<String>::new(), "{night:?}");
    let journals = std::fs::read_dir(Home::in_folder(folder.path()).journals).unwrap();
    let told = journals.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let struck: usize = told.map(|text| text.matches("\"dismissed\"").count()).sum();
    assert!(struck >= 2, "{struck} in {night:?}");
}

#[test]
fn every_way_of_breaking_the_session_is_caught() {
    broken_nights_are_noticed::<Position>();
}

/// Each way on whatever core is free: they are many, and one test of them would keep the others waiting.
fn broken_nights_are_noticed<P: Unattended>() {
    use clap::ValueEnum as _;
    let ways = Mutation::value_variants();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(&way) = ways.get(next.fetch_add(1, Relaxed)) {
                    assert!(is_noticed::<P>(way), "{way:?}");
                }
            });
        }
    });
}

fn is_noticed<P: Unattended>(way: Mutation) -> bool {
    (0..3).any(|seed| {
        let broken = Plan {
            strength: 0.0,
            engine_faults: 0,
            games: if way == Mutation::NeverAsk { 1 } else { 2 },
            mutation: Some(way),
            ..plan(seed)
        };
        !live::<P>(&broken).complaints.is_empty()
    })
}

/// The home of a night's bot, and what is written down there.
fn records(folder: &Path) -> Vec<Record> {
    let store = database::open(&Home::in_folder(folder), OpenMode::Read).unwrap();
    let games = store.games(&Filter::default()).unwrap();
    games
        .into_iter()
        .map(|game| game.record.into_kind().unwrap())
        .collect()
}

fn opponent(record: &Record) -> &str {
    &record.names[(!record.own_seat.unwrap()).index()]
}

#[test]
fn opponents_go_by_the_names_that_they_are_given() {
    let plan = Plan {
        strength: 0.0,
        engine_faults: 0,
        games: 12,
        ..plan(1)
    };
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let night = night::live(
        &plan,
        &ProfiledVenue::<Position>::of(plan.seed).unwrap(),
        folder.path(),
    )
    .unwrap();
    assert_eq!(night.balance.met, night.balance.kept);
    let before: Vec<String> = records(folder.path())
        .iter()
        .map(|game| opponent(game).to_owned())
        .collect();
    let tell = |said: Said, now_ms: i64| naming::tell(&home, "test", &said, now_ms);
    for (id, name) in &night.opponents {
        let named = Said::Name {
            opponent: id.clone(),
            name: name.clone(),
        };
        assert_eq!(tell(named, 7).unwrap().called(), name);
        assert!(opponents::picture_path(&home.opponents(), id).is_file());
    }
    let given = |home: &Path| -> Vec<String> {
        records(home)
            .iter()
            .map(|game| opponent(game).to_owned())
            .collect()
    };
    let called = |id: &'_ String| night.opponents.get(id).unwrap_or(id).clone();
    let names: Vec<String> = before.iter().map(called).collect();
    assert!(night.opponents.len() > 1, "{night:?}");
    assert_eq!(given(folder.path()), names);
    // The journals know all of it.
    let copy = Home {
        database: folder.path().join("again/games.db"),
        journals: home.journals.clone(),
    };
    let mut store = database::open(&copy, OpenMode::Write).unwrap();
    catch_up::all(&copy, &mut store).unwrap();
    assert_eq!(given(&folder.path().join("again")), names);
    // A name is as good as an id; nobody is nobody.
    let mut known = night.opponents.values();
    let (first, last) = (known.next().unwrap(), known.next().unwrap());
    let joined = Said::Join {
        opponent: first.clone(),
        into: last.clone(),
    };
    assert_eq!(tell(joined, 8).unwrap().called(), last);
    assert!(!given(folder.path()).iter().any(|name| name == first));
    for wrong in [("plate-000000", "plate-000001"), (last.as_str(), last.as_str())] {
        let said = Said::Join {
            opponent: wrong.0.to_owned(),
            into: wrong.1.to_owned(),
        };
        let error = tell(said, 9).unwrap_err();
        assert!(error.is::<UserError>(), "{error:#}");
    }
}

#[test]
fn games_with_a_blocked_opponent_are_left() {
    let plan = Plan {
        strength: 0.0,
        engine_faults: 0,
        ..plan(1)
    };
    let folder = tempfile::tempdir().unwrap();
    let mut venue = ProfiledVenue::<Position>::of(plan.seed).unwrap();
    let free = night::live(&plan, &venue, folder.path()).unwrap();
    let (blocked, name) = free.opponents.first_key_value().unwrap();
    venue.client.profile.policy.block = vec![blocked.clone()];
    let folder = tempfile::tempdir().unwrap();
    let night = night::live(&plan, &venue, folder.path()).unwrap();
    println!("{name} is blocked: {night:?}");
    assert_eq!(night.complaints, Vec::<String>::new());
    assert_eq!((night.balance.kept, night.balance.met), (4, 4));
    assert!(night.balance.aborted > 0, "{name} was not met");
    for record in records(folder.path()) {
        let is_aborted = record.verdict.unwrap().reason == Reason::Aborted;
        assert_eq!(opponent(&record) == blocked, is_aborted, "{record:?}");
    }
}

#[test]
fn a_lobby_of_strangers_is_left_in_the_end() {
    let plan = Plan {
        strength: 0.0,
        engine_faults: 0,
        ..plan(1)
    };
    let mut venue = ProfiledVenue::<Position>::of(plan.seed).unwrap();
    venue.client.profile.policy.allow = vec!["Nobody".to_owned()];
    let night = live_in(&plan, &venue);
    let told = "the bot stopped: 20 games in a row with opponents who are not wanted";
    assert_eq!(night.complaints, [told], "{night:?}");
    assert_eq!((night.balance.kept, night.balance.aborted), (0, 20));
}

fn live_in(plan: &Plan, venue: &ProfiledVenue) -> night::Night {
    let folder = tempfile::tempdir().unwrap();
    night::live(plan, venue, folder.path()).unwrap()
}

#[test]
fn opponents_mistaken_for_each_other_are_noticed() {
    let game = |id: &str, stones: &[(u8, u8)]| {
        let ply = |&(x, y): &(u8, u8)| Ply::bare(Move::Place(Point::new(x, y)));
        Record {
            names: ["Tengen".to_owned(), id.to_owned()],
            own_seat: Some(Seat::First),
            plies: stones.iter().map(ply).collect(),
            verdict: Some(Verdict {
                winner: Some(Seat::First),
                reason: Reason::Five,
            }),
            ..Record::blank(15, Rule::Freestyle)
        }
    };
    let entry = |name: &str, stones: &[(u8, u8)]| {
        let stone = |(index, &(x, y)): (usize, &(u8, u8))| PracticeStone {
            seat: Seat::BOTH[index % 2],
            x,
            y,
        };
        PracticeEntry {
            number: 1,
            began_ms: 0,
            ended_ms: 1,
            played: StonesPlayed {
                size: 15,
                rule: Rule::Freestyle,
                stones: stones.iter().enumerate().map(stone).collect(),
                taken_back: Vec::new(),
            },
            person: Seat::First,
            opponent: name.to_owned(),
            verdict: Verdict {
                winner: Some(Seat::First),
                reason: Reason::Five,
            },
            note: String::new(),
        }
    };
    let (one, two) = ([(0, 0), (1, 1)], [(0, 0), (2, 2)]);
    let check = |ids: [&str; 2], names: [&str; 2], expected: usize| {
        let records = [game(ids[0], &one), game(ids[1], &two)];
        let ledger = [entry(names[0], &one), entry(names[1], &two)];
        let (_, complaints) = books::opponents(&records, &ledger);
        assert_eq!(complaints.len(), expected, "{ids:?} {names:?}: {complaints:?}");
    };
    check(["plate-a", "plate-b"], ["Mori", "Ines"], 0);
    check(["plate-a", "plate-a"], ["Mori", "Mori"], 0);
    check(["plate-a", "plate-a"], ["Mori", "Ines"], 1);
    check(["plate-a", "plate-b"], ["Mori", "Mori"], 1);
    check(["Tengen practice", "plate-b"], ["Mori", "Mori"], 0);
}
