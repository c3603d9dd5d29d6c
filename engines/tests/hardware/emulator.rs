//! Whole games against emulated devices on a line that loses, doubles and changes bytes, with resets and unplugging: every
//! game ends, with the verdict that it should have, and no illegal move is ever played.
//!
//! `DEVICE_GAMES=1000` plays a thousand on each wire in memory (and one in twenty of them over pseudo-terminals).

mod floods;
mod ports;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    thread,
};

use engines::{
    device::{
        Device, check,
        cost::{Costs, Troubles},
        emulator::{
            Gadget,
            bench::Bench,
            engine::{AtOnce, EmulatedEngine, InThread},
            faults::{Faults, LineFaultRates},
            pty::Pty,
            s0::{self, Halves, S0Gadget},
            s1::S1Gadget,
            v2::{self, V2Gadget},
            world::EmulatedPort,
        },
        options::DeviceOptions,
        port::Port,
        probe,
        profile::{DeviceProfile, Wire},
        serial::Serial,
    },
    random::Random,
    registry,
};
use referee::{
    clock::TimeControl,
    game::Game,
    gomoku::{Move, Position, Rule},
    play::{PlayOptions, PlayedGame, play_game},
    player::{Limits, Player},
    point::Point,
    position::Position as _,
    seat::Seat,
    verdict::Reason,
};

fn games() -> u64 {
    std::env::var("DEVICE_GAMES").map_or(60, |games| games.parse().expect("DEVICE_GAMES is a number"))
}

fn engine() -> Box<dyn Player<Position>> {
    registry::build("classic:depth=1").unwrap()
}

fn bench(wire: Wire, engine: Box<dyn EmulatedEngine>, halves: Halves, faults: Faults, baud: u32) -> Bench {
    let manner = s0::Manner {
        halves,
        ..s0::Manner::default()
    };
    match wire {
        Wire::S0 => Bench::new(Box::new(S0Gadget::new(engine, manner)), faults, baud),
        Wire::S1 => Bench::new(Box::new(S1Gadget::new(engine, 0)), faults, baud),
        Wire::V2 => Bench::new(
            Box::new(V2Gadget::new(engine, v2::Manner::default())),
            faults,
            baud,
        ),
    }
}

fn in_memory(wire: Wire, halves: Halves, seed: u64, rates: LineFaultRates) -> Box<dyn Port> {
    let engine = Box::new(AtOnce::new(engine()));
    Box::new(EmulatedPort::new(bench(
        wire,
        engine,
        halves,
        Faults::new(seed, rates),
        115_200,
    )))
}

/// One game of the device against dice, or one in five against an engine, which takes longer; the device's seat by the seed.
fn game(device: &mut dyn Player<Position>, seed: u64, size: u8) -> PlayedGame<Position> {
    let start = Position::new(size, Rule::Freestyle).unwrap();
    let mut dice: Box<dyn Player<Position>> = match seed % 5 {
        4 => registry::build("classic:depth=2").unwrap(),
        _ => Box::new(Random::new(seed)),
    };
    let players: [&mut dyn Player<Position>; 2] = match seat(seed) {
        Seat::First => [device, &mut *dice],
        Seat::Second => [&mut *dice, device],
    };
    let game = Game::new(start, TimeControl::default());
    play_game(game, players, &PlayOptions::default(), &mut || 0)
}

fn seat(seed: u64) -> Seat {
    Seat::BOTH[(seed % 2) as usize]
}

/// The moves again, by the rules alone.
fn check_legal(seed: u64, played: &PlayedGame<Position>) {
    let mut position = Position::new(played.game.position().size(), Rule::Freestyle).unwrap();
    for ply in played.game.plies() {
        position
            .play(ply.play)
            .unwrap_or_else(|error| panic!("game {seed}: {error}"));
    }
    assert_eq!(
        position.outcome(),
        played.game.position().outcome(),
        "game {seed}"
    );
}

fn moves(played: &PlayedGame<Position>) -> Vec<Move> {
    played.game.plies().iter().map(|ply| ply.play).collect()
}

fn add(sum: &mut Troubles, costs: &Costs) {
    let more = costs.troubles();
    sum.reconnections += more.reconnections;
    sum.resynchronisations += more.resynchronisations;
    sum.repetitions += more.repetitions;
    sum.damaged += more.damaged;
}

/// On our own wire every fault is noticed and put right: the games are those of a line without faults, move by move.
#[test]
fn games_over_v2_are_as_if_the_line_were_good() {
    let mut sum = Troubles::default();
    for seed in 0..games() {
        let size = [15, 22, 9][(seed % 3) as usize];
        let told = |rates: LineFaultRates| {
            let port = in_memory(Wire::V2, Halves::Dropped, seed, rates);
            let mut device = Device::on(DeviceProfile::on(Wire::V2), port)
                .unwrap_or_else(|error| panic!("game {seed}: {error}"));
            let played = game(&mut device, seed, size);
            (played, device.costs())
        };
        let (good, costs) = told(LineFaultRates::NONE);
        assert_eq!(costs.troubles(), Troubles::default(), "game {seed}");
        let (bad, costs) = told(LineFaultRates::BAD);
        check_legal(seed, &bad);
        assert_eq!(bad.fault, None, "game {seed}");
        assert_eq!(moves(&bad), moves(&good), "game {seed}");
        assert_eq!(bad.game.verdict(), good.game.verdict(), "game {seed}");
        add(&mut sum, &costs);
    }
    println!("{} games over v2 in memory: {sum:?}", games());
    assert!(
        games() < 50
            || sum.reconnections > 0 && sum.resynchronisations > 0 && sum.repetitions > 0 && sum.damaged > 0,
        "the faults did not show: {sum:?}"
    );
}

/// On the published wire a changed byte may pass for another stone. Then the device plays another game, and that ends the game
/// with words as soon as it shows; the rules are never broken.
#[test]
fn games_over_s0_end_by_the_board_or_by_the_devices_fault() {
    let (mut sum, mut by_board, mut same) = (Troubles::default(), 0, 0);
    let mut faults = std::collections::BTreeMap::new();
    for seed in 0..games() {
        let halves = if seed % 4 < 2 {
            Halves::Dropped
        } else {
            Halves::Kept
        };
        let told = |rates: LineFaultRates| {
            let port = in_memory(Wire::S0, halves, seed, rates);
            let mut device = Device::on(DeviceProfile::named("wujian100").unwrap(), port)
                .unwrap_or_else(|error| panic!("game {seed}: {error}"));
            let played = game(&mut device, seed, 15);
            (played, device.costs())
        };
        let (good, costs) = told(LineFaultRates::NONE);
        assert_eq!(
            (costs.troubles(), &good.fault),
            (Troubles::default(), &None),
            "game {seed}"
        );
        let (bad, costs) = told(LineFaultRates::BAD);
        check_legal(seed, &bad);
        add(&mut sum, &costs);
        let verdict = bad
            .game
            .verdict()
            .unwrap_or_else(|| panic!("game {seed} has no verdict"));
        match verdict.reason {
            Reason::Five | Reason::BoardFull => {
                assert_eq!(bad.fault, None, "game {seed}");
                by_board += 1;
                same += u64::from(moves(&bad) == moves(&good));
            }
            Reason::Crash | Reason::Stall => {
                assert_eq!(
                    verdict.winner,
                    Some(!seat(seed)),
                    "game {seed}: it is the device's fault"
                );
                let fault = bad
                    .fault
                    .unwrap_or_else(|| panic!("game {seed} ended without a word"));
                let kind: String = fault.chars().filter(|c| !c.is_ascii_digit()).collect();
                *faults.entry(kind).or_insert(0) += 1;
            }
            other => panic!("game {seed} ended by {other:?}: {:?}", bad.fault),
        }
    }
    println!(
        "{} games over s0 in memory: {by_board} by the board, {same} as on a good line; {sum:?}; {faults:#?}",
        games()
    );
}

/// An emulated device on a pseudo-terminal, in a thread of its own.
struct OnPty {
    folder: tempfile::TempDir,
    is_over: Arc<AtomicBool>,
    thread: Option<thread::JoinHandle<std::io::Result<()>>>,
}

const BAUD: u32 = 115_200;

impl OnPty {
    fn start(wire: Wire, halves: Halves, faults: Faults) -> OnPty {
        let engine = Box::new(InThread::new(engine()));
        OnPty::of(bench(wire, engine, halves, faults, 0))
    }

    fn with(wire: Wire, engine: &str) -> OnPty {
        let engine = Box::new(InThread::new(registry::build(engine).unwrap()));
        let faults = Faults::new(0, LineFaultRates::NONE);
        OnPty::of(bench(wire, engine, Halves::Dropped, faults, 0))
    }

    fn of(bench: Bench) -> OnPty {
        let folder = tempfile::tempdir().unwrap();
        let is_over = Arc::new(AtomicBool::new(false));
        let mut pty = Pty::new(bench, BAUD, Some(folder.path().join("port"))).unwrap();
        let over = Arc::clone(&is_over);
        let thread = thread::spawn(move || pty.run(|| over.load(Relaxed)));
        OnPty {
            folder,
            is_over,
            thread: Some(thread),
        }
    }

    fn port(&self) -> String {
        self.folder.path().join("port").to_str().unwrap().to_owned()
    }

    fn options(&self, profile: &str) -> DeviceOptions {
        DeviceOptions {
            port: Some(self.port()),
            pause_ms: Some(12),
            answer_ms: Some(300),
            turn_ms: Some(3_000),
            ..DeviceOptions::new(profile)
        }
    }
}

impl Drop for OnPty {
    fn drop(&mut self) {
        self.is_over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(thread::panicking() || matches!(ended, Ok(Ok(()))), "{ended:?}");
        }
    }
}

/// The same games over terminals and the system's serial driver, where time is real and bytes come in lumps.
#[test]
fn games_over_terminals_end_as_they_should() {
    let games = games().div_ceil(20);
    thread::scope(|scope| {
        for worker in 0..4 {
            scope.spawn(move || (worker..games).step_by(4).for_each(games_over_a_terminal));
        }
    });
    println!("{games} games over terminals on each wire");
}

fn games_over_a_terminal(seed: u64) {
    let good = |wire| {
        let profile = if wire == Wire::S0 { "wujian100" } else { "v2" };
        let port = in_memory(wire, Halves::Dropped, seed, LineFaultRates::NONE);
        let mut device = Device::on(DeviceProfile::named(profile).unwrap(), port).unwrap();
        moves(&game(&mut device, seed, 15))
    };
    let pty = OnPty::start(Wire::V2, Halves::Dropped, Faults::new(seed, LineFaultRates::BAD));
    let mut device = Device::open(&pty.options("v2")).unwrap();
    let played = game(&mut device, seed, 15);
    assert_eq!(played.fault, None, "game {seed}");
    assert_eq!(moves(&played), good(Wire::V2), "game {seed}");

    let pty = OnPty::start(Wire::S0, Halves::Dropped, Faults::new(seed, LineFaultRates::BAD));
    let mut device = Device::open(&pty.options("wujian100")).unwrap();
    let played = game(&mut device, seed, 15);
    check_legal(seed, &played);
    let verdict = played.game.verdict().unwrap();
    let by_board = matches!(verdict.reason, Reason::Five | Reason::BoardFull);
    let by_fault =
        matches!(verdict.reason, Reason::Crash | Reason::Stall) && verdict.winner == Some(!seat(seed));
    assert!(
        by_board && played.fault.is_none() || by_fault && played.fault.is_some(),
        "game {seed}: {verdict:?}"
    );
}

fn checked(wire: Wire, halves: Halves, engine: &str, published: check::Bench) -> Vec<check::Check> {
    let engine = Box::new(AtOnce::new(registry::build(engine).unwrap()));
    let bench = bench(wire, engine, halves, Faults::new(0, LineFaultRates::NONE), BAUD);
    check::check(
        DeviceProfile::on(wire),
        Box::new(EmulatedPort::new(bench)),
        published,
    )
    .unwrap()
}

#[track_caller]
fn state_of(checks: &[check::Check], name: &str) -> (check::CheckState, String) {
    let found = checks.iter().find(|check| check.name == name);
    let found = found.unwrap_or_else(|| panic!("no check `{name}` in {checks:#?}"));
    (found.state, found.detail.clone())
}

#[test]
fn the_emulator_passes_the_checks_of_a_device() {
    for wire in [Wire::S0, Wire::V2] {
        let checks = checked(wire, Halves::Dropped, "classic:depth=4", check::Bench::Published);
        for check in &checks {
            assert_eq!(check.state, check::CheckState::Passed, "{wire}: {check:?}");
        }
        let (_, bench) = state_of(&checks, "bench S0.6");
        assert_eq!(bench, "(6,6) (7,6) (6,8) (6,7), as published");
    }
}

#[test]
fn what_a_check_notes_and_what_it_fails() {
    let kept = checked(Wire::S0, Halves::Kept, "classic:depth=4", check::Bench::Published);
    assert_eq!(state_of(&kept, "half a message").0, check::CheckState::Noted);
    assert_eq!(state_of(&kept, "bench S0.6").0, check::CheckState::Passed);
    let other = checked(Wire::V2, Halves::Dropped, "classic:depth=1", check::Bench::Legal);
    assert_eq!(state_of(&other, "bench S0.6").0, check::CheckState::Noted);
    let other = checked(
        Wire::S0,
        Halves::Dropped,
        "classic:depth=1",
        check::Bench::Published,
    );
    assert_eq!(state_of(&other, "bench S0.6").0, check::CheckState::Failed);
}

#[test]
fn games_that_a_wire_cannot_speak_of_are_refused_before_they_begin() {
    let refused = |wire: Wire, position: Position| {
        let port = in_memory(wire, Halves::Dropped, 0, LineFaultRates::NONE);
        let mut device = Device::on(DeviceProfile::on(wire), port).unwrap();
        device.new_game(&position).map_err(|error| error.to_string())
    };
    let board = |size, rule, stones: &[(u8, u8)]| {
        let mut position = Position::new(size, rule).unwrap();
        for &(x, y) in stones {
            position.play(Move::Place(Point::new(x, y))).unwrap();
        }
        position
    };
    let free = Rule::Freestyle;
    let cannot = |why: &str| Err(format!("engine cannot play this game: {why}"));
    assert_eq!(refused(Wire::S0, board(15, free, &[])), Ok(()));
    assert_eq!(refused(Wire::S0, board(15, free, &[(3, 3)])), Ok(()));
    assert_eq!(
        refused(Wire::S0, board(22, free, &[])),
        cannot("wire s0 knows a board of 15 lines only, not one of 22")
    );
    assert_eq!(
        refused(Wire::S0, board(15, Rule::Renju, &[])),
        cannot("wire s0 knows the rule freestyle only, not renju")
    );
    assert_eq!(
        refused(Wire::S0, board(15, free, &[(3, 3), (3, 4)])),
        cannot("it cannot be told stones of its own: its move 1 is 7,7, where the game has 3,3")
    );
    // Its own moves it plays again.
    assert_eq!(refused(Wire::S0, board(15, free, &[(7, 7), (3, 4)])), Ok(()));
    let swap2 = || Position::with_swap2(15, free).unwrap();
    assert_eq!(
        refused(Wire::S0, swap2()),
        cannot("wire s0 cannot be told of swap2")
    );
    assert_eq!(
        refused(Wire::V2, swap2()),
        cannot("wire v2 cannot ask for a choice of swap2")
    );
    assert_eq!(
        refused(Wire::V2, board(22, Rule::Renju, &[(3, 3), (3, 4)])),
        Ok(())
    );
}

/// A device that takes stones back and one that is told another game come to the same.
#[test]
fn a_game_may_go_back_and_change() {
    let port = in_memory(Wire::V2, Halves::Dropped, 0, LineFaultRates::NONE);
    let mut device = Device::on(DeviceProfile::on(Wire::V2), port).unwrap();
    let mut own = registry::build("classic:depth=1").unwrap();
    let mut position = Position::new(15, Rule::Standard).unwrap();
    device.new_game(&position).unwrap();
    for back in [0, 0, 1, 2, 0, 5, 0] {
        for _ in 0..back {
            position.undo();
        }
        let limits = Limits::default();
        let thought = device.think(&position, &limits).unwrap();
        assert_eq!(thought.play, own.think(&position, &limits).unwrap().play);
        position.play(thought.play).unwrap();
    }
    assert!(
        device.costs().troubles().is_none(),
        "{:?}",
        device.costs().troubles()
    );
}

#[test]
fn what_moves_cost_is_kept_and_told() {
    let port = in_memory(Wire::V2, Halves::Dropped, 0, LineFaultRates::NONE);
    let mut device = Device::on(DeviceProfile::on(Wire::V2), port).unwrap();
    let costs = device.costs();
    let played = game(&mut device, 0, 15);
    let moves = costs.moves();
    let own = played.game.plies().iter().step_by(2);
    assert_eq!(moves.len(), own.clone().count());
    for (cost, ply) in moves.iter().zip(own) {
        assert_eq!(Move::Place(cost.point), ply.play);
        assert_eq!(cost.nodes, ply.nodes);
        // What the emulated line takes for 15 bytes there and 30 back.
        let overhead_us = cost.overhead_us().expect("the emulator tells its time");
        assert!((3_000..6_000).contains(&overhead_us), "{cost:?}");
        assert_eq!(cost.tries, 1);
    }
}

/// In real time, with an engine in a thread of its own.
#[test]
fn checks_pass_over_a_terminal() {
    for (wire, profile) in [(Wire::S0, "wujian100"), (Wire::V2, "v2"), (Wire::S1, "s1")] {
        let pty = OnPty::start(wire, Halves::Dropped, Faults::new(0, LineFaultRates::NONE));
        // A person taps before anybody listens, too, at a terminal that has no speed yet.
        thread::sleep(std::time::Duration::from_millis(500));
        let profile = DeviceProfile::with(&pty.options(profile)).unwrap();
        let port = Serial::of(&profile).unwrap();
        let checks = check::check(profile, Box::new(port), check::Bench::Legal).unwrap();
        let is_well = |check: &check::Check| check.state != check::CheckState::Failed;
        assert!(checks.iter().all(is_well), "{wire}: {checks:#?}");
    }
}

#[test]
fn who_is_there_is_found_out() {
    for wire in Wire::ALL {
        let pty = OnPty::start(wire, Halves::Dropped, Faults::new(0, LineFaultRates::NONE));
        let mut port = Serial::named(&pty.port(), BAUD);
        port.open().unwrap();
        let found = probe::probe(&mut port).expect("a device is there");
        assert_eq!(found.wire, wire);
        let name = found.identity.map(|identity| identity.name.as_str().to_owned());
        assert_eq!(name.as_deref(), (wire == Wire::V2).then_some("tengen emulator"));
    }
}

/// Whoever is told to stop gives the best move so far, and goes on as usual.
#[test]
fn a_search_that_nobody_waits_for_is_ended() {
    let pty = OnPty::with(Wire::V2, "alphabeta:table_mb=1,nodes=2000000000");
    let mut device = Device::open(&DeviceOptions {
        turn_ms: Some(600_000),
        ..pty.options("v2")
    })
    .unwrap();
    let mut position = Position::new(15, Rule::Freestyle).unwrap();
    device.new_game(&position).unwrap();
    position.play(Move::Place(Point::new(7, 7))).unwrap();
    let limits = Limits::default();
    let stop = limits.stop.clone();
    let thought = thread::scope(|scope| {
        scope.spawn(move || {
            thread::sleep(std::time::Duration::from_millis(300));
            stop.raise();
        });
        device.think(&position, &limits)
    });
    position.play(thought.unwrap().play).unwrap();
    position.play(position.legal_moves()[0]).unwrap();
    let hurry = Limits {
        turn_ms: Some(100),
        ..Limits::default()
    };
    let thought = device.think(&position, &hurry).unwrap();
    position.play(thought.play).unwrap();
    assert_eq!(device.costs().troubles(), Troubles::default());
}

/// Says anything at all, whenever it is spoken to.
struct Babbler {
    dice: u64,
    out: Vec<u8>,
}

impl Gadget for Babbler {
    fn hear(&mut self, byte: u8, _now_us: u64) {
        self.dice = (self.dice ^ u64::from(byte))
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29);
        let likely = b"0123456789\n\n\0\0\x02\x82";
        let bytes = self.dice.to_le_bytes();
        let common = bytes[4..]
            .iter()
            .map(|&byte| likely[usize::from(byte) % likely.len()]);
        self.out
            .extend(bytes[..usize::from(bytes[7] % 4)].iter().copied().chain(common));
    }

    fn tick(&mut self, _now_us: u64) {}

    fn due_us(&self) -> Option<u64> {
        None
    }

    fn say(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    fn reset(&mut self, _now_us: u64) {}
}

#[test]
fn a_babbler_is_no_device() {
    for seed in 0..200 {
        for wire in [Wire::S0, Wire::V2] {
            let gadget = Babbler {
                dice: seed,
                out: Vec::new(),
            };
            let bench = Bench::new(Box::new(gadget), Faults::new(seed, LineFaultRates::NONE), BAUD);
            // By luck it may pass for the published device; never for a player.
            if let Ok(mut device) = Device::on(DeviceProfile::on(wire), Box::new(EmulatedPort::new(bench))) {
                assert_eq!(wire, Wire::S0, "seed {seed}");
                let played = game(&mut device, seed, 15);
                check_legal(seed, &played);
                assert_eq!(
                    played.game.verdict().unwrap().winner,
                    Some(!seat(seed)),
                    "seed {seed}"
                );
            }
        }
    }
}

/// However often it happens: resets cost time, and no game.
#[test]
fn a_device_that_is_reset_again_and_again_goes_on() {
    let rates = LineFaultRates {
        reset: 4_000,
        ..LineFaultRates::NONE
    };
    for seed in 0..games() {
        let told = |rates: LineFaultRates| {
            let port = in_memory(Wire::V2, Halves::Dropped, seed, rates);
            let mut device = Device::on(DeviceProfile::on(Wire::V2), port).unwrap();
            game(&mut device, seed, 15)
        };
        let (good, bad) = (told(LineFaultRates::NONE), told(rates));
        assert_eq!(bad.fault, None, "game {seed}");
        assert_eq!(moves(&bad), moves(&good), "game {seed}");
    }
}
