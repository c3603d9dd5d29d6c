//! The practice client's real window: found, clicked, played on and closed, as the bot does it.

#![allow(clippy::unwrap_used, reason = "a helper that fails fails its test")]

use std::process::Stdio;

use actuator::{
    gesture::Gesture,
    guard::{Guard, GuardLimits},
    pointer::{Pointer, enigo::EnigoPointer},
    rectangle::Rectangle,
    stop::NoStopKey,
};
use image::RgbImage;
use practice::{
    ledger::{LedgerEntry as _, PracticeEntry, soccer::SoccerEntry},
    window::TITLE,
};
use profile::library;
use referee::{
    games::GameKind, player::Limits, point::Point, position::Position as _, seat::Seat, soccer,
    verdict::Reason,
};
use vision::{
    locate, pitch, screen_state,
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
            let mut program = crate::support::program::program();
            program.args([
                "practice",
                "--client",
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
                locate::locate(
                    &source.grab(client.content).unwrap(),
                    &locate::LocateOptions::default(),
                )
                .ok()
            });
            assert_eq!((board.columns, board.rows), (15, 15));
            let content = client.content;
            let area = Rectangle::new(content.x, content.y, content.width, content.height);
            let mut guard = Guard::new(pointer, Box::new(NoStopKey), GuardLimits::default());
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
            let mut program = crate::support::program::program();
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
            let mut guard = Guard::new(pointer, Box::new(NoStopKey), GuardLimits::default());
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
            let lines: Vec<PracticeEntry> = written()
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            assert_eq!((lines.len(), lines[0].verdict.reason), (1, Reason::Time));
        },
    );
}

/// Whole games of Paper Soccer, by clicks on nodes and by dragging the ball; every line is read off the screen.
#[test]
fn games_on_a_field_are_played_in_the_real_window() {
    on_a_display(
        "practice::games_on_a_field_are_played_in_the_real_window",
        Manager::Openbox,
        || {
            for takes in ["click", "drag"] {
                play_on_a_field(takes);
            }
        },
    );
}

fn play_on_a_field(takes: &str) {
    let mut pointer = EnigoPointer::open().unwrap();
    pointer.move_to(1270, 790).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let ledger = folder.path().join("ledger.jsonl");
    let mut program = crate::support::program::program();
    let game = GameKind::Soccer.name();
    program.args(["practice", "--game", game, "--takes", takes, "--pitch", "6x8"]);
    program.args([
        "--opponent",
        "random:seed=3",
        "--seat",
        "first",
        "--theme",
        "plain",
    ]);
    program.args([
        "--fade",
        "30",
        "--reply-after",
        "0",
        "--result-after",
        "2000",
        "--ledger",
    ]);
    program.arg(&ledger);
    let _program = Process(program.stdout(Stdio::null()).spawn().unwrap());
    let content = settled(TITLE).content;
    let mut source = source::open(Backend::Fastest).unwrap();
    let field = eventually("showing a field", || {
        let frame = source.grab(content).unwrap();
        pitch::locate::locate(&frame, &pitch::locate::Options::default()).ok()
    });
    let reader = pitch::read::Reader::new(field);
    let mut guard = Guard::new(pointer, Box::new(NoStopKey), GuardLimits::default());
    let area = Rectangle::new(content.x, content.y, content.width, content.height);
    guard.allow(area, None);

    let mut position = soccer::Position::new(soccer::Rules {
        pitch: field.pitch,
        ..soccer::Rules::default()
    });
    let mut person = engines::soccer::registry::build("random:seed=5").unwrap();
    while position.outcome().is_none() {
        if position.turn() == Seat::First {
            let line = person.think(&position, &Limits::default()).unwrap().play;
            let pixel = |node| {
                let (x, y) = field.pixel_of(node);
                (content.x + x, content.y + y)
            };
            let from = pixel(position.ball());
            let to = pixel(field.pitch.neighbor(position.ball(), line).unwrap());
            let gesture = match takes {
                "drag" => Gesture::drag(from, to, 60),
                _ => Gesture::click(to.0, to.1, 60),
            };
            let rest = Gesture::park(content.x + content.width as i32 - 4, content.y + 300);
            guard.perform(&gesture.then(rest), 0, &mut Desk).unwrap();
        }
        // Ours, or ours and the whole turn that answers it; whoever is next.
        let before = position.clone();
        eventually("a line", || {
            let seen = reader.read(&source.grab(content).unwrap());
            let drawn = pitch::reconcile::explain(&before, &seen).ok()?;
            let is_new = !drawn.lines.is_empty() && drawn.rest != pitch::reconcile::BallRest::Moving;
            is_new.then(|| drawn.lines.iter().for_each(|line| position.play(*line).unwrap()))
        });
    }
    let entry: SoccerEntry = eventually("the game in the ledger", || {
        let text = std::fs::read_to_string(&ledger).ok()?;
        serde_json::from_str(text.lines().next()?).ok()
    });
    let mut truth = soccer::Position::new(entry.start());
    for (seat, line) in entry.plies() {
        assert_eq!(truth.turn(), seat);
        truth.play(line).unwrap();
    }
    // Lines of a turn can be read in another order.
    assert_eq!(truth.key(), position.key(), "{takes}");
    let outcome = position.outcome().map(|outcome| (outcome.winner, outcome.reason));
    assert_eq!(outcome, Some((entry.verdict.winner, entry.verdict.reason)));
}

#[test]
fn what_another_game_has_is_a_mistake() {
    for (given, complaint) in [
        (
            &["--game", "soccer", "--size", "15"][..],
            "--size means nothing in Paper Soccer",
        ),
        (&["--pitch", "8x10"], "--pitch means nothing in Gomoku"),
        (&["--undo"], "--undo means nothing in Gomoku"),
        (
            &["--game", "soccer", "--theme", "kaya"],
            "no theme is called \"kaya\"",
        ),
        (
            &["--game", "soccer", "--opponent", "pela"],
            "unknown engine `pela`",
        ),
        (
            &["--game", "soccer", "--pitch", "7x10"],
            "a field of 7 x 10 is not of even sides",
        ),
    ] {
        let mut program = crate::support::program::program();
        let output = program.arg("practice").args(given).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains(complaint), "{told}");
    }
}

#[test]
fn a_ledger_that_cannot_be_written_is_a_mistake() {
    let mut program = crate::support::program::program();
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
