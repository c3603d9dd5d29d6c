//! Whole sessions with the emulated board, where an engine is the person.

use engines::{
    device::emulator::{
        bench::Bench,
        engine::AtOnce,
        faults::{Faults, LineFaultRates},
        s1::S1Gadget,
        world::EmulatedPort,
    },
    registry,
};
use recordings::journal;
use referee::{gomoku::Rule, record::Record};

use super::*;
use crate::recorder::Names;
use archive::{home::Home, keeper::Keeper};
use base::clock::wall_ms;

fn play(rates: LineFaultRates, games: u32) -> (BoardSessionEnding, Vec<Record>) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::in_folder(folder.path());
    let session = journal::SessionHead {
        session: "board".to_owned(),
        program: "tengen".to_owned(),
        client: None,
        engine: None,
    };
    let (keeper, _) = Keeper::open(&home, &session, wall_ms()).unwrap();
    let names = Names {
        own: "Tengen".to_owned(),
        opponent: "Person".to_owned(),
        client: "board".to_owned(),
        engine: "classic".to_owned(),
    };
    let clock = Stopwatch::start();
    let engine = |spec| registry::build(spec).unwrap();
    let gadget = S1Gadget::new(Box::new(AtOnce::new(engine("classic:depth=2"))), 0);
    let world = EmulatedPort::new(Bench::new(Box::new(gadget), Faults::new(7, rates), 115_200));
    let session = BoardSession {
        board: TouchBoard::open(Box::new(world)).unwrap(),
        player: engine("classic:depth=3"),
        recorder: Recorder::new(Some(keeper), names, Vec::new(), clock.clone()).silent(),
        clock,
        interrupts: &|| 0,
    };
    let empty = Position::new(8, Rule::Freestyle).unwrap();
    let bounds = SessionBounds {
        games,
        turn_ms: None,
        patience_ms: 60_000,
        reconnect_ms: 5_000,
    };
    let ending = session.run(empty, bounds).unwrap();
    let store = archive::database::open(&home, stats::store::OpenMode::Read).unwrap();
    let games = store.games(&Default::default()).unwrap();
    let record = |game: &stats::store::row::StoredGame| store.record(&game.record.id).unwrap();
    (ending, games.iter().map(record).collect())
}

#[test]
fn games_on_a_board_are_played_and_kept() {
    let (ending, records) = play(LineFaultRates::NONE, 3);
    assert!(ending.done && ending.games == 3, "{ending:?}");
    assert_eq!(records.len(), 3);
    for record in records {
        let position = record.replay().unwrap();
        assert_eq!(record.own_seat, Some(Seat::Second));
        assert_eq!(
            record.verdict.map(|verdict| verdict.reason),
            position.outcome().map(|outcome| outcome.reason)
        );
        assert!(record.plies.len() >= 9, "{} plies", record.plies.len());
    }
}

/// Half a stone is dropped and asked for again, and so is an answer that was not heard.
#[test]
fn a_line_that_loses_bytes_loses_no_game() {
    let rates = LineFaultRates {
        drop: 30_000,
        ..LineFaultRates::NONE
    };
    let (ending, records) = play(rates, 5);
    assert!(ending.done && ending.games == 5, "{ending:?}");
    assert_eq!(records.len(), 5, "no game was taken for two");
    assert!(
        records
            .iter()
            .all(|record| record.replay().unwrap().outcome().is_some())
    );
}

/// Switched on again, the board begins another game; ours is broken off as soon as that shows.
#[test]
fn a_board_that_is_unplugged_now_and_then_is_played_with_all_the_same() {
    let rates = LineFaultRates {
        unplug: 5_000,
        ..LineFaultRates::NONE
    };
    let (ending, records) = play(rates, 2);
    assert!(ending.done || ending.why.contains("gone"), "{ending:?}");
    assert!(records.iter().all(|record| record.verdict.is_some()));
}
