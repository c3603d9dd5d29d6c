//! The device on a board of glass: bytes in, bytes out, and a clock that moves whenever somebody looks at it.

use std::{cell::Cell, collections::VecDeque};

use hardware_core::board::side;
use wires::v2::{Decoder, DeviceRefusal, GameChecksum, Heard};

use super::*;
use crate::port::Received;

type Small = Device<{ side(15) }>;

#[derive(Default)]
struct Glass {
    /// Time between two looks at the clock, in microseconds.
    look_us: u64,
    arriving: VecDeque<Received>,
    sent: Vec<u8>,
    now_us: Cell<u64>,
    kept: Option<Wire>,
}

impl Port for Glass {
    const NAME: &'static str = "glass";
    const CLOCK_HZ: u32 = 1_000_000;
    const DEPTH_MAX: usize = 6;

    fn receive(&mut self) -> Option<Received> {
        self.arriving.pop_front()
    }

    fn send(&mut self, bytes: &[u8]) {
        self.sent.extend_from_slice(bytes);
    }

    fn wait(&mut self) {}

    fn micros(&self) -> u64 {
        self.now_us.set(self.now_us.get() + self.look_us);
        self.now_us.get()
    }

    fn cycles(&self) -> u64 {
        self.now_us.get()
    }

    fn keep(&mut self, wire: Wire) {
        self.kept = Some(wire);
    }

    fn kept(&self) -> Option<Wire> {
        self.kept
    }
}

/// A device and its host.
struct Table {
    device: Box<Small>,
    glass: Glass,
}

impl Table {
    fn new() -> Table {
        Table {
            device: Box::new(Small::blank()),
            glass: Glass::default(),
        }
    }

    fn arrive(&mut self, bytes: &[u8], after_pause: bool) {
        for (at, &byte) in bytes.iter().enumerate() {
            self.glass.arriving.push_back(Received {
                byte,
                after_pause: after_pause && at == 0,
            });
        }
    }

    fn run(&mut self) -> Vec<u8> {
        while self.device.step(&mut self.glass) {}
        std::mem::take(&mut self.glass.sent)
    }

    fn command(&mut self, command: Command) -> String {
        self.arrive(&command.to_bytes(), true);
        String::from_utf8(self.run()).unwrap()
    }

    /// Says all of this at once, and reads the answers with their numbers.
    fn ask_all(&mut self, requests: &[(u8, DeviceRequest)]) -> Vec<(u8, DeviceResponse)> {
        for (sequence, request) in requests {
            self.arrive(request.coded(*sequence).as_bytes(), false);
        }
        answers(&self.run())
    }

    fn ask(&mut self, sequence: u8, request: DeviceRequest) -> DeviceResponse {
        let answers = self.ask_all(&[(sequence, request)]);
        assert_eq!((answers.len(), answers[0].0), (1, sequence), "{answers:?}");
        answers[0].1
    }

    /// A game of our own wire on `size` lines with these stones, in turns.
    fn with_stones(size: u8, stones: &[(u8, u8)]) -> Table {
        let mut table = Table::new();
        table.ask(201, new(size));
        for (sequence, &(x, y)) in (202..).zip(stones) {
            let color = if sequence % 2 == 0 {
                v2::Color::Black
            } else {
                v2::Color::White
            };
            assert!(matches!(
                table.ask(sequence, DeviceRequest::Put { color, x, y }),
                DeviceResponse::Done(_)
            ));
        }
        table
    }
}

fn answers(bytes: &[u8]) -> Vec<(u8, DeviceResponse)> {
    let mut decoder = Decoder::new();
    let heard = bytes.iter().filter_map(|&byte| match decoder.push(byte) {
        Heard::Nothing => None,
        Heard::Message(body) => Some((body.sequence(), DeviceResponse::read(&body).unwrap())),
        Heard::Broken => panic!("a broken message in {bytes:?}"),
    });
    heard.collect()
}

fn new(size: u8) -> DeviceRequest {
    let rule = v2::Rule::Freestyle;
    DeviceRequest::New { size, rule }
}

fn go(time_ms: u32, depth: u8) -> DeviceRequest {
    let color = v2::Color::Black;
    DeviceRequest::Go(Go {
        color,
        time_ms,
        depth,
    })
}

fn played(answer: DeviceResponse) -> DeviceReply {
    match answer {
        DeviceResponse::Move(played) => played,
        other => panic!("{other:?} instead of a move"),
    }
}

fn refusal(answer: DeviceResponse) -> Option<DeviceRefusal> {
    match answer {
        DeviceResponse::Refused(refused) => refused.why(),
        _ => None,
    }
}

const OPENED: [(u8, u8); 4] = [(7, 7), (8, 8), (6, 7), (8, 6)];

/// docs/sources.md `S0.6`.
#[test]
fn the_published_bench_comes_out() {
    let mut table = Table::new();
    assert_eq!(table.command(Command::Reset), "");
    for ((x, y), answer) in [
        ((7, 7), "6\n6\n"),
        ((7, 8), "6\n7\n"),
        ((8, 6), "8\n6\n"),
        ((8, 7), "7\n6\n"),
    ] {
        assert_eq!(table.command(Command::Stone { x, y }), answer);
    }
}

#[test]
fn the_device_plays_first_when_told_to_and_only_then() {
    let mut table = Table::new();
    assert_eq!(table.command(Command::PlayFirst), "7\n7\n");
    assert_eq!(table.command(Command::PlayFirst), "");
    assert_ne!(table.command(Command::Stone { x: 7, y: 8 }), "");
    table.command(Command::Reset);
    assert_eq!(table.command(Command::PlayFirst), "7\n7\n");
}

#[test]
fn what_makes_no_sense_has_no_answer() {
    let mut table = Table::new();
    table.command(Command::Stone { x: 7, y: 7 });
    for (x, y) in [(7, 7), (6, 6), (15, 3), (-1, 3), (3, 300), (i32::MIN, i32::MAX)] {
        assert_eq!(table.command(Command::Stone { x, y }), "", "{x},{y}");
    }
    assert_ne!(table.command(Command::Stone { x: 7, y: 8 }), "");
}

#[test]
fn a_half_command_ends_with_a_pause() {
    let mut table = Table::new();
    let stone = Command::Stone { x: 7, y: 7 }.to_bytes();
    table.arrive(&stone[..5], true);
    assert_eq!(table.run(), []);
    table.arrive(&stone, true);
    assert_eq!(table.run(), b"6\n6\n");
}

#[test]
fn a_host_of_our_own_wire_is_told_of_a_reset() {
    let mut table = Table::new();
    let mut started = |kept| {
        table.glass.kept = kept;
        table.device.start(&mut table.glass);
        answers(&std::mem::take(&mut table.glass.sent))
    };
    assert_eq!(started(None), []);
    assert_eq!(started(Some(Wire::S0)), []);
    let said = started(Some(Wire::V2));
    assert!(
        matches!(said[..], [(0, DeviceResponse::Started(identity))] if identity.name.as_str() == "glass")
    );
    table.ask(1, DeviceRequest::State);
    assert_eq!(table.glass.kept, Some(Wire::V2));
    table.command(Command::Reset);
    assert_eq!(table.glass.kept, Some(Wire::S0));
}

#[test]
fn zeros_between_messages_are_no_stones() {
    let mut table = Table::with_stones(15, &[]);
    table.arrive(&[0; 16], true);
    assert_eq!(table.run(), []);
    assert_eq!(
        refusal(table.ask(9, DeviceRequest::TakeBack)),
        Some(DeviceRefusal::NothingToTakeBack)
    );
}

#[test]
fn a_message_is_no_command_even_if_it_is_the_first() {
    let mut table = Table::new();
    assert_eq!(refusal(table.ask(1, go(0, 2))), Some(DeviceRefusal::NoGame));
    assert_eq!(refusal(table.ask(2, go(0, 2))), Some(DeviceRefusal::NoGame));
}

#[test]
fn an_identity_promises_what_is_kept() {
    let mut table = Table::new();
    let DeviceResponse::Identity(identity) = table.ask(1, DeviceRequest::Hello { wire: WIRE }) else {
        panic!("no identity");
    };
    assert_eq!((identity.size_min, identity.size_max), (5, 15));
    for (sequence, rule) in (2..).zip([v2::Rule::Freestyle, v2::Rule::Standard, v2::Rule::Renju]) {
        let begun = table.ask(sequence, DeviceRequest::New { size: 15, rule });
        assert_eq!(
            identity.plays(rule),
            matches!(begun, DeviceResponse::Done(_)),
            "{rule:?}"
        );
    }
    assert_eq!(refusal(table.ask(7, new(16))), Some(DeviceRefusal::Size));
}

#[test]
fn a_repeated_question_has_its_answer_and_no_effect() {
    let mut table = Table::with_stones(15, &OPENED);
    let first = table.ask(5, go(0, 2));
    assert_eq!(table.ask(5, go(0, 2)), first);
    let played = played(first);
    let mut check = GameChecksum::EMPTY;
    for (at, (x, y)) in OPENED.into_iter().chain([(played.x, played.y)]).enumerate() {
        let color = if at % 2 == 0 {
            v2::Color::Black
        } else {
            v2::Color::White
        };
        check = check.with(color, x, y);
    }
    let now = DeviceResponse::Done(v2::Done {
        plies: 5,
        check: check.value(),
    });
    assert_eq!(table.ask(6, DeviceRequest::State), now);
    let back = table.ask(7, DeviceRequest::TakeBack);
    assert!(matches!(back, DeviceResponse::Done(done) if done.plies == 4));
    assert_eq!(table.ask(7, DeviceRequest::TakeBack), back);
    // The same position is answered with the same move.
    let again = self::played(table.ask(8, go(0, 2)));
    assert_eq!(
        (again.x, again.y, again.nodes),
        (played.x, played.y, played.nodes)
    );
}

#[test]
fn an_abort_is_answered_after_the_move_that_it_ends() {
    let mut table = Table::with_stones(15, &OPENED);
    let said = table.ask_all(&[(1, go(0, 6)), (2, DeviceRequest::Abort)]);
    assert!(
        matches!(said[..], [(1, DeviceResponse::Move(_)), (2, DeviceResponse::Done(done))] if done.plies == 5),
        "{said:?}"
    );
    // Both may have been lost.
    assert_eq!(table.ask_all(&[(1, go(0, 6)), (2, DeviceRequest::Abort)]), said);
    // With nothing to end it is done at once.
    assert!(matches!(table.ask(3, DeviceRequest::Abort), DeviceResponse::Done(done) if done.plies == 5));
}

#[test]
fn who_asks_meanwhile_is_answered() {
    let mut table = Table::with_stones(15, &OPENED);
    table.ask(1, DeviceRequest::State);
    let asked = [
        (2, go(0, 6)),
        (1, DeviceRequest::State),
        (2, go(0, 6)),
        (3, DeviceRequest::TakeBack),
        (4, DeviceRequest::Abort),
    ];
    let said = table.ask_all(&asked);
    let [
        (1, DeviceResponse::Done(_)),
        (2, DeviceResponse::Thinking(so_far)),
        (3, busy),
        (2, DeviceResponse::Move(played)),
        (4, DeviceResponse::Done(_)),
    ] = said[..]
    else {
        panic!("{said:?}");
    };
    assert!(so_far.nodes <= played.nodes);
    assert_eq!(refusal(busy), Some(DeviceRefusal::Busy));
    // What was refused for being busy is done when it is asked again.
    assert!(matches!(table.ask(3, DeviceRequest::TakeBack), DeviceResponse::Done(done) if done.plies == 4));
}

#[test]
fn a_long_thought_is_heard_of_and_ends_in_time() {
    let mut table = Table::with_stones(15, &OPENED);
    table.glass.look_us = 20_000;
    let said = table.ask_all(&[(1, go(3_500, 0))]);
    let Some(((1, DeviceResponse::Move(played)), words)) = said.split_last() else {
        panic!("{said:?}");
    };
    assert_eq!(words.len(), 3, "{words:?}");
    assert!(
        words
            .iter()
            .all(|word| matches!(word, (1, DeviceResponse::Thinking(_))))
    );
    assert!(
        (3_500_000..3_600_000).contains(&played.micros),
        "{} us",
        played.micros
    );
    assert!((1..6).contains(&played.depth), "depth {}", played.depth);
}

#[test]
fn a_depth_is_kept_to() {
    for (asked, searched) in [(0, 4), (1, 1), (3, 3)] {
        let mut table = Table::with_stones(9, &OPENED);
        assert_eq!(played(table.ask(1, go(0, asked))).depth, searched);
    }
    let mut table = Table::with_stones(9, &[]);
    let opening = played(table.ask(1, go(0, 4)));
    assert_eq!((opening.x, opening.y, opening.depth, opening.nodes), (4, 4, 0, 0));
}

#[test]
fn a_game_that_is_over_is_over() {
    let mut table = Table::with_stones(
        15,
        &[(0, 0), (9, 9), (1, 0), (9, 7), (2, 0), (9, 5), (3, 0), (9, 3)],
    );
    let win = played(table.ask(1, go(0, 4)));
    assert_eq!((win.x, win.y, win.score), (4, 0, 29_999));
    assert_eq!(refusal(table.ask(2, go(0, 4))), Some(DeviceRefusal::GameOver));
    let put = DeviceRequest::Put {
        color: v2::Color::White,
        x: 12,
        y: 12,
    };
    assert_eq!(refusal(table.ask(3, put)), Some(DeviceRefusal::GameOver));
    table.ask(4, DeviceRequest::TakeBack);
    assert!(matches!(table.ask(5, put), DeviceResponse::Done(_)));
}
