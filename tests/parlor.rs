//! The board for people in a real window: played on by keys and by clicks, made larger, ended with a kill, and opened again.

use std::{path::Path, process::Stdio};

use actuator::{
    gesture::Button,
    pointer::{Pointer as _, enigo::EnigoPointer},
};
use practice::window::{CLASS, PARLOR_CLASS, PARLOR_TITLE};
use recordings::{assume::Assume, format::Format};
use referee::{
    games::{AnyRecord, GameKind},
    gomoku::Move,
    point::Point,
    record::Record,
    seat::Seat,
};
use vision::{
    area::Area,
    frame::Frame,
    locate, pitch,
    source::{self, Backend},
    window::{self, Window},
};

use crate::support::xvfb::{Manager, Process, eventually, on_a_display, on_a_screen, pause, settled};

/// A board that is open, and where its games are kept.
struct Board {
    process: Process,
    window: Window,
    pointer: EnigoPointer,
}

impl Board {
    fn open(folder: &Path, more: &[&str]) -> Board {
        let mut pointer = EnigoPointer::open().unwrap();
        // Off the window, where it lights nothing up.
        pointer.move_to(1270, 790).unwrap();
        let mut program = crate::support::program::program();
        program.args(["practice", "--reply-after", "0", "--fade", "0", "--keep"]);
        program.arg(folder).args(more).stdout(Stdio::null());
        let process = Process(program.spawn().unwrap());
        let window = settled(PARLOR_TITLE);
        window::open().unwrap().activate(window.id).unwrap();
        Board {
            process,
            window,
            pointer,
        }
    }

    fn keys(&mut self, keys: &[&str]) {
        for key in keys {
            self.pointer.key(key).unwrap();
            pause(30);
        }
    }

    fn frame(&self) -> Frame {
        let mut source = source::open(Backend::Fastest).unwrap();
        source.grab(self.window.content).unwrap()
    }

    /// Makes the window as large as that, and waits until its picture fills it.
    fn resize(&mut self, width: u32, height: u32) {
        let mut desktop = window::open().unwrap();
        let area = Area::new(4, 24, width, height);
        desktop.place(self.window.id, area).unwrap();
        self.window = eventually("another size", || {
            let window = desktop.window(self.window.id).unwrap()?;
            (window.content.width == width && window.content.height == height).then_some(window)
        });
    }

    fn kill(mut self) {
        self.process.0.kill().unwrap();
        self.process.0.wait().unwrap();
    }
}

/// The games in a folder, the first one first.
fn games(folder: &Path) -> Vec<AnyRecord> {
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| Format::of(&path.to_string_lossy(), &[]).is_some())
        .collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).ok()?;
        let format = Format::of(&path.to_string_lossy(), &bytes)?;
        format.read(&bytes, Assume::default()).ok()?.pop()
    };
    paths.iter().filter_map(read).collect()
}

#[test]
fn a_game_by_keys_outlives_a_kill() {
    let test = "parlor::a_game_by_keys_outlives_a_kill";
    on_a_display(test, Manager::Openbox, || {
        let folder = tempfile::tempdir().unwrap();
        let start = [
            "--opponent",
            "random:seed=3",
            "--seat",
            "first",
            "--theme",
            "plain",
        ];
        let mut board = Board::open(folder.path(), &start);
        assert_eq!(board.window.class, PARLOR_CLASS);
        assert_ne!(board.window.class, CLASS, "no bot takes it for its client");
        // One row of stones from the middle, unless the other side is lucky.
        board.keys(&["Right", "Return"]);
        for plies in (1..5).map(|stones| 2 * stones) {
            let seen = || {
                games(folder.path())
                    .pop()
                    .filter(|game| game.plies.len() >= plies)
            };
            eventually("a reply", seen);
            board.keys(&["Right", "Return"]);
        }
        let over = eventually("a five", || {
            games(folder.path()).pop().filter(|game| game.verdict.is_some())
        });
        assert_eq!((over.plies.len(), over.own_seat), (9, Some(Seat::First)));
        // Another game, of which two moves are made; one of them is taken back.
        board.keys(&["n", "Right", "Return"]);
        eventually("a second game", || {
            (games(folder.path()).len() == 2).then_some(())
        });
        eventually("a reply", || {
            (games(folder.path())[1].plies.len() == 2).then_some(())
        });
        board.keys(&["Down", "Return"]);
        eventually("a reply", || {
            (games(folder.path())[1].plies.len() == 4).then_some(())
        });
        board.keys(&["u"]);
        eventually("an undo", || {
            (games(folder.path())[1].plies.len() == 2).then_some(())
        });
        board.kill();
        assert_eq!(games(folder.path())[0], over, "a kill loses no finished game");
        // The open one goes on in its place.
        let mut board = Board::open(folder.path(), &["--open", "last", "--theme", "plain"]);
        board.keys(&["Down", "Down", "Return"]);
        eventually("going on", || {
            (games(folder.path())[1].plies.len() == 4).then_some(())
        });
        // And the finished one is there to be looked at.
        board.keys(&["g", "Down", "Return", "u"]);
        board.keys(&["Right", "Up", "Return"]);
        let three = eventually("a third game", || {
            Some(games(folder.path())).filter(|games| games.len() == 3)
        });
        assert_eq!(three[0], over, "a finished game stays as it is");
        board.keys(&["q"]);
        let mut process = board.process;
        let status = eventually("an end", || process.0.try_wait().unwrap());
        assert!(status.success(), "{status}");
    });
}

/// The board that is seen grows with its window, and is read as well in any size.
#[test]
fn the_board_grows_with_its_window() {
    let test = "parlor::the_board_grows_with_its_window";
    let factor = [("WINIT_X11_SCALE_FACTOR", "1")];
    on_a_screen(test, Manager::Openbox, "2600x1500x24", &factor, || {
        let folder = tempfile::tempdir().unwrap();
        let mut board = Board::open(folder.path(), &["--theme", "plain", "--seat", "first"]);
        let mut before = 0.0;
        for (width, height) in [(640, 480), (1280, 800), (2560, 1440)] {
            board.resize(width, height);
            let located = eventually("a larger board", || {
                let frame = board.frame();
                let found = locate::locate(&frame, &locate::LocateOptions::default()).ok()?;
                (found.pitch.0 > before).then_some(found)
            });
            assert_eq!((located.columns, located.rows), (15, 15));
            let most = f64::from(height) / f64::from(located.rows);
            assert!(located.pitch.0 > 0.6 * most, "{width} x {height}: {located:?}");
            before = located.pitch.0;
        }
        // A click on a point of the large board is a stone there.
        let grid = locate::locate(&board.frame(), &locate::LocateOptions::default()).unwrap();
        let (x, y) = grid.pixel_of(Point::new(3, 11));
        let content = board.window.content;
        board.pointer.move_to(content.x + x, content.y + y).unwrap();
        pause(50);
        board.pointer.press(Button::Left).unwrap();
        board.pointer.release(Button::Left).unwrap();
        let game = eventually("a stone", || games(folder.path()).pop());
        let game: Record = game.into_kind().unwrap();
        assert_eq!(game.plies[0].play, Move::Place(Point::new(3, 11)));
    });
}

/// At twice the pixels, fields are as large on a screen with twice as many; games change in the window.
#[test]
fn a_field_at_twice_the_pixels() {
    let test = "parlor::a_field_at_twice_the_pixels";
    let factor = [("WINIT_X11_SCALE_FACTOR", "2")];
    on_a_screen(test, Manager::Openbox, "2600x1500x24", &factor, || {
        let folder = tempfile::tempdir().unwrap();
        let mut board = Board::open(folder.path(), &["--theme", "plain", "--seat", "first"]);
        // To the panel, up to the game, and on to the next one.
        board.keys(&["Tab", "Up", "Right"]);
        board.window = eventually("a field", || {
            let window = settled(PARLOR_TITLE);
            window.title.ends_with("Paper Soccer").then_some(window)
        });
        board.resize(2400, 1400);
        let field = eventually("a field", || {
            let frame = board.frame();
            pitch::locate::locate(&frame, &pitch::locate::Options::default())
                .ok()
                .filter(|field| field.square() > 80.0)
        });
        assert_eq!((field.pitch.width(), field.pitch.length()), (8, 10));
        board.keys(&["Up", "Up", "Return"]);
        let game = eventually("a line", || games(folder.path()).pop());
        assert_eq!(game.kind(), GameKind::Soccer);
    });
}
