//! The practice client's real window: found, clicked, played on and closed, as the bot does it.

#![allow(clippy::unwrap_used, reason = "a helper that fails fails its test")]

use std::process::{Command, Stdio};

use actuator::{
    gesture::Gesture,
    guard::{Guard, Limits},
    pointer::{Pointer, enigo::EnigoPointer},
    rectangle::Rectangle,
    stop::NoStopKey,
};
use image::RgbImage;
use practice::{ledger::Entry, window::TITLE};
use profile::library;
use referee::{point::Point, verdict::Reason};
use vision::{
    locate, screen_state,
    source::{self, Backend},
    window,
};

use crate::support::xvfb::{Desk, Manager, Process, eventually, on_a_display, settled};

#[test]
fn stones_are_placed_in_the_real_window() {
    on_a_display(
        "practice::stones_are_placed_in_the_real_window",
        Manager::Openbox,
        || {
            // Off the window, where it lights nothing up.
            let mut pointer = EnigoPointer::open().unwrap();
            pointer.move_to(1270, 790).unwrap();
            let mut program = Command::new(env!("CARGO_BIN_EXE_tengen"));
            program.args([
                "practice",
                "--opponent",
                "classic:depth=1",
                "--seat",
                "first",
                "--theme",
                "plain",
            ]);
            program.args(["--cell", "30", "--reply-after", "0"]);
            let mut program = Process(program.stdout(Stdio::null()).spawn().unwrap());
            let client = settled(TITLE);
            assert_eq!(client.class, "tengen-practice");

            let mut source = source::open(Backend::Fastest).unwrap();
            let board = eventually("showing a board", || {
                locate::locate(&source.grab(client.content).unwrap(), &locate::Options::default()).ok()
            });
            assert_eq!((board.columns, board.rows), (15, 15));
            let content = client.content;
            let area = Rectangle::new(content.x, content.y, content.width, content.height);
            let mut guard = Guard::new(pointer, Box::new(NoStopKey), Limits::default());
            let rest = (
                content.x + content.width as i32 - 4,
                content.y + content.height as i32 / 2,
            );
            guard.allow(area, None);
            let before = source.grab(content).unwrap().image;
            let (x, y) = board.pixel_of(Point::new(7, 7));
            let click = Gesture::click(content.x + x, content.y + y, 60).then(Gesture::park(rest.0, rest.1));
            guard.perform(&click, 0, &mut Desk).unwrap();
            // Our stone and the reply: two points look different, one of them where it was aimed at.
            eventually("a stone and a reply", || {
                let after = source.grab(content).unwrap().image;
                let points = (0..15).flat_map(|y| (0..15).map(move |x| Point::new(x, y)));
                let changed = |point: &Point| {
                    let (x, y) = board.pixel_of(*point);
                    let beside = |image: &RgbImage| *image.get_pixel(x as u32 + 5, y as u32 + 5);
                    beside(&before) != beside(&after)
                };
                let changed: Vec<Point> = points.filter(changed).collect();
                (changed.len() == 2 && changed.contains(&Point::new(7, 7))).then_some(())
            });

            let mut desktop = window::open().unwrap();
            desktop.close(client.id).unwrap();
            let status = eventually("closing", || program.0.try_wait().unwrap());
            assert!(status.success(), "{status}");
        },
    );
}

/// From the lobby into a game that is lost on time, by the profile's own templates; the ledger outlives the program.
#[test]
fn a_game_in_the_service_is_written_down_at_once() {
    on_a_display(
        "practice::a_game_in_the_service_is_written_down_at_once",
        Manager::Openbox,
        || {
            let mut pointer = EnigoPointer::open().unwrap();
            pointer.move_to(1270, 790).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let ledger = folder.path().join("ledger.jsonl");
            let mut program = Command::new(env!("CARGO_BIN_EXE_tengen"));
            program.args([
                "practice",
                "--service",
                "--seat",
                "first",
                "--clock",
                "2",
                "--ledger",
            ]);
            program.arg(&ledger);
            let mut program = Process(program.stdout(Stdio::null()).spawn().unwrap());
            let client = settled(TITLE);
            let profile = library::load("practice").unwrap();
            assert_eq!(
                profile.profile.window.size,
                Some((client.content.width, client.content.height))
            );

            let mut source = source::open(Backend::Fastest).unwrap();
            let content = client.content;
            let mut guard = Guard::new(pointer, Box::new(NoStopKey), Limits::default());
            guard.allow(
                Rectangle::new(content.x, content.y, content.width, content.height),
                None,
            );
            for template in ["seek.png", "ok.png"] {
                let picture = profile.template(template).unwrap();
                let at = eventually(template, || {
                    let frame = source.grab(content).unwrap();
                    let found = screen_state::find(picture, &frame, frame.area())?;
                    (found.score > 0.95).then_some(found.at)
                });
                let click = Gesture::click(content.x + at.0, content.y + at.1, 60);
                guard.perform(&click, 0, &mut Desk).unwrap();
            }
            let written = || std::fs::read_to_string(&ledger).unwrap();
            program.0.kill().unwrap();
            program.0.wait().unwrap();
            let lines: Vec<Entry> = written()
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            assert_eq!((lines.len(), lines[0].verdict.reason), (1, Reason::Time));
        },
    );
}

#[test]
fn a_ledger_that_cannot_be_written_is_a_mistake() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_tengen"));
    let output = program
        .args(["practice", "--ledger", "/nowhere/truth.jsonl"])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.contains("ledger /nowhere/truth.jsonl: ") && told.contains("hint:"),
        "{told}"
    );
}
