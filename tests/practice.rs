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
use referee::point::Point;
use tengen::practice::window::TITLE;
use vision::{
    locate,
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
