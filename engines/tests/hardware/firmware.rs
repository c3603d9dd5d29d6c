//! The firmware on every emulated board, against the host's engine: the same moves for the same number of nodes, and everything
//! that the wires promise.

pub(crate) mod machine;
pub(crate) mod script;

use std::{
    io::{Read, Write},
    path::Path,
    thread::sleep,
    time::Duration,
};

use dice::Dice;
use engines::{
    classic::Classic,
    device::{
        check::{Bench, CheckState, check},
        options::DeviceOptions,
        profile::DeviceProfile,
        serial::Serial,
    },
};
use referee::{
    gomoku::{self, Position},
    player::{Limits, Player},
    point::Point,
    position::Position as _,
};
use wires::{
    s0,
    v2::{Color, DeviceRefusal, DeviceReply, DeviceRequest, DeviceResponse, Go, Rule, WIRE},
};

use self::{
    machine::{BOARDS, Machine, are_wanted},
    script::Script,
};

/// Positions on each board that are compared with the host's engine; `FIRMWARE_POSITIONS` asks for another number.
const POSITIONS: u32 = 40;
/// The board whose memory allows for few plies only, and how many.
const SHALLOW: &str = "stm32f100";
const SHALLOW_DEPTH: u8 = 5;

fn new(size: u8, rule: Rule) -> DeviceRequest {
    DeviceRequest::New { size, rule }
}

fn go(color: Color, time_ms: u32, depth: u8) -> DeviceRequest {
    DeviceRequest::Go(Go {
        color,
        time_ms,
        depth,
    })
}

fn color_of(color: referee::color::Color) -> Color {
    match color {
        referee::color::Color::Black => Color::Black,
        referee::color::Color::White => Color::White,
    }
}

#[track_caller]
fn plies(answer: DeviceResponse) -> u16 {
    match answer {
        DeviceResponse::Done(done) => done.plies,
        other => panic!("{other:?} instead of done"),
    }
}

#[track_caller]
fn played(answer: DeviceResponse) -> DeviceReply {
    match answer {
        DeviceResponse::Move(played) => played,
        other => panic!("{other:?} instead of a move"),
    }
}

#[track_caller]
fn refusal(answer: DeviceResponse) -> DeviceRefusal {
    match answer {
        DeviceResponse::Refused(refused) => refused.why().unwrap(),
        other => panic!("{other:?} instead of a refusal"),
    }
}

/// A game with a few stones in which much is left to think about.
fn open(machine: &mut Machine, size: u8) {
    plies(machine.ask(new(size, Rule::Freestyle)));
    let centre = size / 2;
    for (color, dx, dy) in [
        (Color::Black, 0, 0),
        (Color::White, 1, 1),
        (Color::Black, 1, 0),
        (Color::White, 1, 2),
    ] {
        let (x, y) = (centre + dx, centre + dy);
        plies(machine.ask(DeviceRequest::Put { color, x, y }));
    }
}

/// docs/sources.md `S0.6`, over the published wire.
#[test]
fn the_published_bench_comes_out_on_every_board() {
    if !are_wanted("the_published_bench_comes_out_on_every_board") {
        return;
    }
    for name in BOARDS {
        let mut machine = Machine::start(name);
        machine.send(&s0::Command::Reset.to_bytes());
        let stones = [(7, 7), (7, 8), (8, 6), (8, 7)];
        for ((x, y), answer) in stones.into_iter().zip(["6\n6\n", "6\n7\n", "8\n6\n", "7\n6\n"]) {
            machine.send(&s0::Command::Stone { x, y }.to_bytes());
            assert_eq!(
                machine.text(Duration::from_secs(60)).as_deref(),
                Some(answer),
                "{name}"
            );
        }
    }
}

/// A half message is forgotten once the line has been silent. How long a pause lasts for the emulator depends on the machine
/// under it, so a longer one is tried when a short one was none.
#[test]
fn half_a_command_is_forgotten() {
    if !are_wanted("half_a_command_is_forgotten") {
        return;
    }
    for name in BOARDS {
        let mut machine = Machine::start(name);
        machine.send(&s0::Command::Reset.to_bytes());
        let stone = s0::Command::Stone { x: 7, y: 7 }.to_bytes();
        // Four times: after the fifth such half the bytes would happen to be in step again.
        let heard = (0..4).find_map(|tries| {
            machine.send(&stone[..5]);
            sleep(Duration::from_millis(500 << tries));
            machine.send(&stone);
            machine.text(Duration::from_secs(3))
        });
        assert_eq!(heard.as_deref(), Some("6\n6\n"), "{name}");
    }
}

/// A game under way, its stones close enough together for the search to have something to think about.
fn some_game(dice: &mut Dice, size: u8, rule: gomoku::Rule) -> (Position, Vec<Point>) {
    let mut position = Position::new(size, rule).unwrap();
    let mut stones = Vec::new();
    let (stones_max, spread) = (2 + dice.below(22), 7.min(u64::from(size)));
    for _ in 0..stones_max {
        let corner = (u64::from(size) - spread) / 2;
        let point = Point::new(
            (corner + dice.below(spread)) as u8,
            (corner + dice.below(spread)) as u8,
        );
        if position.play(gomoku::Move::Place(point)).is_err() {
            continue;
        }
        if position.outcome().is_some() {
            position.undo();
            continue;
        }
        stones.push(point);
    }
    (position, stones)
}

#[test]
fn moves_and_nodes_are_the_hosts() {
    if !are_wanted("moves_and_nodes_are_the_hosts") {
        return;
    }
    let positions = std::env::var("FIRMWARE_POSITIONS").map_or(POSITIONS, |count| count.parse().unwrap());
    for name in BOARDS {
        let mut machine = Machine::start(name);
        let DeviceResponse::Identity(identity) = machine.ask(DeviceRequest::Hello { wire: WIRE }) else {
            panic!("{name} has no identity");
        };
        let (mut nodes, mut micros, mut cycles) = (0, 0, 0);
        for seed in 1..=positions {
            let mut dice = Dice::new(u64::from(seed));
            let depth = 2 + seed % 3;
            let sizes = u64::from(identity.size_max - 8);
            let size = if seed % 2 == 0 {
                15
            } else {
                9 + dice.below(sizes) as u8
            };
            let (rule, wire_rule) = match seed % 4 {
                0 => (gomoku::Rule::Standard, Rule::Standard),
                _ => (gomoku::Rule::Freestyle, Rule::Freestyle),
            };
            let (position, stones) = some_game(&mut dice, size, rule);
            plies(machine.ask(new(size, wire_rule)));
            let mut color = Color::Black;
            for Point { x, y } in stones {
                plies(machine.ask(DeviceRequest::Put { color, x, y }));
                color = if color == Color::Black {
                    Color::White
                } else {
                    Color::Black
                };
            }
            let device = played(machine.ask(go(color_of(position.to_place()), 0, depth as u8)));
            let host = Classic::new(depth).think(&position, &Limits::default()).unwrap();
            let found = (
                Point::new(device.x, device.y),
                Some(i32::from(device.score)),
                Some(device.nodes),
            );
            let gomoku::Move::Place(point) = host.play else {
                panic!("no stone");
            };
            assert_eq!(
                found,
                (point, host.score, host.nodes),
                "{name}, seed {seed}, depth {depth}, size {size}"
            );
            nodes += device.nodes;
            micros += u64::from(device.micros);
            cycles += device.cycles;
        }
        let per_second = nodes as f64 / (micros as f64 / 1e6);
        println!(
            "{name}: {positions} positions, {nodes} nodes, {per_second:.0} nodes a second and {:.0} cycles a node by its own clock",
            cycles as f64 / nodes as f64
        );
    }
}

#[test]
fn every_size_is_played_that_is_promised() {
    if !are_wanted("every_size_is_played_that_is_promised") {
        return;
    }
    for name in BOARDS {
        let mut machine = Machine::start(name);
        let DeviceResponse::Identity(identity) = machine.ask(DeviceRequest::Hello { wire: WIRE }) else {
            panic!("{name} has no identity");
        };
        assert_eq!(identity.name.as_str(), format!("tengen {name}"));
        assert_eq!(identity.size_max, if name == SHALLOW { 15 } else { 22 });
        assert!(!identity.plays(Rule::Renju));
        for size in identity.size_min..=identity.size_max {
            for rule in [Rule::Freestyle, Rule::Standard] {
                plies(machine.ask(new(size, rule)));
                let first = played(machine.ask(go(Color::Black, 0, 2)));
                assert_eq!((first.x, first.y), (size / 2, size / 2), "{name}");
                let corner = size - 1;
                for (sequence, (x, y)) in [(0, 0), (corner, 0), (0, corner), (corner, corner)]
                    .into_iter()
                    .enumerate()
                {
                    let put = DeviceRequest::Put {
                        color: Color::White,
                        x,
                        y,
                    };
                    assert_eq!(plies(machine.ask(put)), sequence as u16 + 2);
                }
                played(machine.ask(go(Color::Black, 0, 2)));
            }
        }
        assert_eq!(
            refusal(machine.ask(new(identity.size_max + 1, Rule::Freestyle))),
            DeviceRefusal::Size
        );
        assert_eq!(refusal(machine.ask(new(15, Rule::Renju))), DeviceRefusal::Rule);
    }
}

#[test]
fn a_search_is_stopped_and_taken_back() {
    if !are_wanted("a_search_is_stopped_and_taken_back") {
        return;
    }
    for name in BOARDS {
        let mut machine = Machine::start(name);
        open(&mut machine, 15);
        let before = machine.ask(DeviceRequest::State);
        // An hour: it is the Abort that ends it, unless the board has come to its last depth before.
        let thinking = machine.say(go(Color::Black, 3_600_000, 0));
        if name != SHALLOW {
            let word = machine.hear();
            assert!(
                matches!(word, (number, DeviceResponse::Thinking(_)) if number == thinking),
                "{name}"
            );
        }
        let abort = machine.say(DeviceRequest::Abort);
        let (number, stopped) = loop {
            match machine.hear() {
                (_, DeviceResponse::Thinking(_)) => {}
                other => break other,
            }
        };
        let stopped = played(stopped);
        assert!(
            number == thinking && stopped.depth > 0 && stopped.nodes > 0,
            "{name}: {stopped:?}"
        );
        let (number, done) = machine.hear();
        assert_eq!((number, plies(done)), (abort, 5), "{name}");
        plies(machine.ask(DeviceRequest::TakeBack));
        assert_eq!(machine.ask(DeviceRequest::State), before, "{name}");
        // Time ends a search as well, by the board's own clock.
        let timed = played(machine.ask(go(Color::Black, 100, 0)));
        let is_late = timed.micros >= 100_000 || name == SHALLOW && timed.depth == SHALLOW_DEPTH;
        assert!(is_late && timed.depth > 0, "{name}: {timed:?}");
        assert!(timed.cycles > 0, "{name} promises to count cycles");
    }
}

#[test]
fn a_reset_is_told_and_the_game_goes_on() {
    if !are_wanted("a_reset_is_told_and_the_game_goes_on") {
        return;
    }
    for name in BOARDS {
        let mut machine = Machine::start(name);
        open(&mut machine, 15);
        let before = machine.ask(DeviceRequest::State);
        machine.reset();
        assert_eq!(machine.started().name.as_str(), format!("tengen {name}"));
        assert_eq!(
            refusal(machine.ask(go(Color::Black, 0, 2))),
            DeviceRefusal::NoGame
        );
        open(&mut machine, 15);
        assert_eq!(machine.ask(DeviceRequest::State), before);
        // In the middle of a search as well, and by a fault of its own.
        machine.say(go(Color::Black, 3_600_000, 0));
        if name != SHALLOW {
            assert!(matches!(machine.hear(), (_, DeviceResponse::Thinking(_))));
        }
        machine.derail();
        let identity = machine.started();
        assert_eq!(identity.name.as_str(), format!("tengen {name}"));
        open(&mut machine, 15);
        played(machine.ask(go(Color::Black, 0, 3)));
        // A host of the published wire hears nothing of a reset: its next line would be garbled.
        machine.send(&s0::Command::Reset.to_bytes());
        machine.send(&s0::Command::PlayFirst.to_bytes());
        assert_eq!(machine.text(Duration::from_secs(60)).as_deref(), Some("7\n7\n"));
        machine.reset();
        assert!(machine.receive(Duration::from_secs(1)).is_empty(), "{name}");
    }
}

/// The deepest search, with everything that interrupts it, leaves the smallest board some of its memory.
#[test]
fn the_stack_is_large_enough() {
    const MEMORY: u32 = 0x2000_0000;
    if !are_wanted("the_stack_is_large_enough") {
        return;
    }
    let mut machine = Machine::start(SHALLOW);
    // On the smallest boards it comes to the depth that it is asked for.
    for size in [5, 6, 15] {
        open(&mut machine, size);
        let (time_ms, depth) = if size == 15 { (5_000, 8) } else { (0, 8) };
        let question = machine.say(go(Color::Black, time_ms, depth));
        for _ in 0..3 {
            machine.send(DeviceRequest::State.coded(200).as_bytes());
            machine.send(go(Color::Black, time_ms, depth).coded(question).as_bytes());
        }
        let played = loop {
            match machine.hear() {
                (_, DeviceResponse::Thinking(_) | DeviceResponse::Refused(_)) => {}
                (number, DeviceResponse::Move(played)) if number == question => break played,
                other => panic!("{other:?}"),
            }
        };
        assert!(size == 15 || played.depth == SHALLOW_DEPTH, "{played:?}");
        while !machine.receive(Duration::from_millis(300)).is_empty() {}
    }
    let left = machine.untouched(MEMORY);
    println!("{SHALLOW}: {left} bytes of stack were never used");
    assert!(left >= 128, "{left} bytes left");
}

/// The line of `scripts/board` is a pseudo-terminal that can be closed and opened again, and nothing stays behind.
#[test]
fn a_board_is_had_at_a_pseudo_terminal() {
    if !are_wanted("a_board_is_had_at_a_pseudo_terminal") {
        return;
    }
    let mut board = Script::start("rv32imac");
    for _ in 0..2 {
        let mut line = std::fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open(&board.link)
            .unwrap();
        line.write_all(&s0::Command::Reset.to_bytes()).unwrap();
        line.write_all(&s0::Command::Stone { x: 7, y: 7 }.to_bytes())
            .unwrap();
        let mut answer = [0; 4];
        line.read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"6\n6\n");
    }
    let children = board.children();
    assert!(children.len() >= 2, "emulator and bridge: {children:?}");
    assert!(board.end());
    assert!(!board.link.is_symlink());
    for child in children {
        let process = Path::new("/proc").join(&child);
        assert!(!process.exists(), "process {child} was left behind");
    }
}

/// The driver's own checks of a device, on both wires and over a pseudo-terminal.
#[test]
fn the_driver_finds_nothing_wrong() {
    if !are_wanted("the_driver_finds_nothing_wrong") {
        return;
    }
    for name in BOARDS {
        let board = Script::start(name);
        let own = if name.starts_with("stm32") {
            "stm32"
        } else {
            "riscv"
        };
        for profile in ["wujian100", own] {
            let options = DeviceOptions {
                port: Some(board.link.display().to_string()),
                ..DeviceOptions::new(profile)
            };
            let profile = DeviceProfile::of(&options).unwrap();
            let port = Serial::of(&profile).unwrap();
            let checks = check(profile, Box::new(port), Bench::Published).unwrap();
            for check in &checks {
                println!("{name}: {} {}: {}", check.state.name(), check.name, check.detail);
            }
            assert!(
                checks.iter().all(|check| check.state != CheckState::Failed),
                "{name}: {checks:?}"
            );
        }
    }
}
