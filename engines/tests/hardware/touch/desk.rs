//! A desk with the board on it: its emulator, a finger on its panel, and its line to the PC.

use std::{
    io::{ErrorKind, Read, Write},
    os::unix::net::UnixStream,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use engines::device::{
    emulator::screen::{EmulatedScreen, Lying},
    port::{Lost, OpenError, Port},
    touch::{BoardHeard, TouchBoard},
};
use referee::{color::Color, gomoku::Position, point::Point};
use wires::panel::{HEIGHT, PanelWord, WIDTH};

use crate::firmware::machine::{connect, root};

/// Where the firmware shows its crosses, and its button.
pub(super) const CROSSES: [(u16, u16); 4] = [(32, 24), (288, 24), (32, 216), (288, 216)];
const NEW_GAME: (u16, u16) = (280, 219);
/// Nothing that is waited for here takes nearly as long.
const PATIENCE: Duration = Duration::from_secs(120);
/// A board that has something to tell after a tap tells it while the finger is still there.
const HEAR_US: u64 = 50_000;

pub(super) struct Desk {
    child: Child,
    panel: UnixStream,
    screen: EmulatedScreen,
    pc: TouchBoard,
    line: UnixStream,
    size: u8,
    /// The last stone that the PC was told.
    told: Option<Point>,
    _folder: tempfile::TempDir,
}

impl Desk {
    /// Switches the board on; its first cross is shown then.
    pub(super) fn start(size: u8) -> Desk {
        let folder = tempfile::tempdir().unwrap();
        let socket = |name: &str| format!("unix:{},server=on,wait=on", folder.path().join(name).display());
        let child = Command::new("qemu-system-arm")
            .args([
                "-machine",
                "netduinoplus2",
                "-display",
                "none",
                "-monitor",
                "none",
                "-kernel",
            ])
            .arg(root().join("target/firmware/stm32f405-touch.elf"))
            .args(["-serial", &socket("line"), "-serial", &socket("panel")])
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let line = connect(&folder.path().join("line"));
        let panel = connect(&folder.path().join("panel"));
        panel.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        let pc = TouchBoard::open(Box::new(Line {
            stream: line.try_clone().unwrap(),
            since: Instant::now(),
        }));
        let mut desk = Desk {
            child,
            panel,
            screen: EmulatedScreen::new(Lying::ASKEW, 7),
            pc: pc.unwrap(),
            line,
            size,
            told: None,
            _folder: folder,
        };
        desk.settle();
        desk
    }

    /// A finger on a pixel; until it has gone and all that came of it is drawn.
    pub(super) fn tap(&mut self, x: u16, y: u16) {
        self.screen.tap(x, y);
        self.settle();
    }

    /// Serves the panel until it has been at rest for a while.
    fn settle(&mut self) {
        let since = Instant::now();
        while self.screen.idle() < 3 {
            assert!(since.elapsed() < PATIENCE, "the board does not measure");
            self.serve();
        }
    }

    fn serve(&mut self) {
        let mut bytes = [0; 4096];
        match self.panel.read(&mut bytes) {
            Ok(0) => panic!("the emulator has ended"),
            Ok(count) => {
                let answer = self.screen.hear(&bytes[..count]);
                self.panel.write_all(&answer).unwrap();
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(error) => panic!("{error}"),
        }
    }

    fn line_at(&self, number: u8) -> u16 {
        let pitch = (HEIGHT - 8) / u16::from(self.size);
        (HEIGHT - pitch * u16::from(self.size - 1)) / 2 + pitch * u16::from(number)
    }

    /// A finger on a crossing, or nearly.
    pub(super) fn put(&mut self, point: Point) {
        self.tap(self.line_at(point.x) + 4, self.line_at(point.y) - 3);
    }

    /// A finger between four crossings.
    pub(super) fn tap_between(&mut self, point: Point) {
        let middle =
            |number: u8| self.line_at(number.min(self.size - 2)) + (HEIGHT - 8) / u16::from(self.size) / 2;
        self.tap(middle(point.x), middle(point.y));
    }

    /// Whether the PC has been told nothing by now. What it was told before it may be told again: how soon depends on the
    /// machine under the emulator.
    pub(super) fn is_silent(&mut self) -> bool {
        loop {
            match self.pc.listen(HEAR_US).unwrap() {
                BoardHeard::Nothing => return true,
                BoardHeard::Stone(point) if Some(point) == self.told => {}
                BoardHeard::Stone(_) => return false,
            }
        }
    }

    /// The next stone that the PC is told.
    pub(super) fn told(&mut self) -> Point {
        loop {
            let point = self.heard();
            if self.told.replace(point) != Some(point) {
                return point;
            }
        }
    }

    /// What the PC is told, be it once more.
    pub(super) fn heard(&mut self) -> Point {
        let since = Instant::now();
        loop {
            if let BoardHeard::Stone(point) = self.pc.listen(1_000).unwrap() {
                return point;
            }
            assert!(since.elapsed() < PATIENCE, "the PC is told nothing");
            self.serve();
        }
    }

    /// Presses the button.
    pub(super) fn new_game(&mut self) {
        self.tap(NEW_GAME.0, NEW_GAME.1);
        assert!(self.is_silent());
        self.told = None;
    }

    pub(super) fn answer(&mut self, point: Point) {
        self.pc.answer(point).unwrap();
        self.rest();
    }

    /// Bytes on the PC's line, and the silence that ends a message.
    pub(super) fn say(&mut self, bytes: &[u8]) {
        self.line.write_all(bytes).unwrap();
        self.rest();
        sleep(Duration::from_millis(300));
        self.rest();
    }

    pub(super) fn lose_picture(&mut self) {
        self.screen = EmulatedScreen::new(Lying::ASKEW, 8);
        self.panel.write_all(PanelWord::Blank.coded().as_bytes()).unwrap();
        self.rest();
    }

    /// Serves the panel for some measurements: what the board heard before is drawn then.
    fn rest(&mut self) {
        let from = self.screen.idle();
        let since = Instant::now();
        while self.screen.idle() < from + 20 {
            assert!(since.elapsed() < PATIENCE, "the board does not measure");
            self.serve();
        }
    }

    /// Every stone of the position is on the screen, and no other.
    #[track_caller]
    pub(super) fn assert_shows(&self, position: &Position) {
        for point in (0..self.size).flat_map(|y| (0..self.size).map(move |x| Point::new(x, y))) {
            // Beside the lines, and beside the mark of the last stone.
            let pixel = self
                .screen
                .pixel(self.line_at(point.x) + 6, self.line_at(point.y) + 6);
            let shown = match (pixel >> 11, pixel >> 5 & 63, pixel & 31) {
                (0..4, 0..8, 0..4) => Some(Color::Black),
                (28.., 56.., 28..) => Some(Color::White),
                _ => None,
            };
            assert_eq!(
                shown,
                position.stone(point),
                "at {point}, {pixel:04x}, {:?}",
                position.history()
            );
        }
    }

    /// Keeps a picture of the screen, if that is wanted.
    pub(super) fn picture(&self, name: &str) {
        let Some(folder) = std::env::var_os("TOUCH_PICTURES").map(PathBuf::from) else {
            return;
        };
        let size = (u32::from(WIDTH), u32::from(HEIGHT));
        let file = folder.join(name).with_extension("png");
        image::save_buffer(
            file,
            &self.screen.rgb(),
            size.0,
            size.1,
            image::ExtendedColorType::Rgb8,
        )
        .unwrap();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The PC's line, as its driver wants it.
struct Line {
    stream: UnixStream,
    since: Instant,
}

impl Port for Line {
    fn name(&self) -> String {
        "line".to_owned()
    }

    fn baud(&self) -> u32 {
        115_200
    }

    fn open(&mut self) -> Result<(), OpenError> {
        Ok(())
    }

    fn close(&mut self) {}

    fn write(&mut self, bytes: &[u8]) -> Result<(), Lost> {
        self.stream
            .write_all(bytes)
            .map_err(|error| Lost(error.to_string()))
    }

    fn read(&mut self, buffer: &mut [u8], until_us: u64) -> Result<usize, Lost> {
        let wait_us = until_us.saturating_sub(self.now_us()).max(1);
        let patience = Some(Duration::from_micros(wait_us));
        self.stream
            .set_read_timeout(patience)
            .map_err(|error| Lost(error.to_string()))?;
        match self.stream.read(buffer) {
            Ok(0) => Err(Lost("the emulator has ended".to_owned())),
            Ok(count) => Ok(count),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(0),
            Err(error) => Err(Lost(error.to_string())),
        }
    }

    fn now_us(&self) -> u64 {
        self.since.elapsed().as_micros() as u64
    }

    fn wait_until(&mut self, until_us: u64) {
        sleep(Duration::from_micros(until_us.saturating_sub(self.now_us())));
    }
}
