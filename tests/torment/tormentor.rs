//! The tormentor: sees by the pointer's place that a gesture has begun, waits for some moment of it, and lets
//! something happen there. It hears each press that falls into its own windows.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::Duration,
};

use dice::Dice;
use x11rb::{
    connection::Connection as _,
    protocol::{
        Event,
        xproto::{ConfigureWindowAux, ConnectionExt as _},
    },
    wrapper::ConnectionExt as _,
};

use crate::support::x_window::{Style, XWindow};

/// Longest time from a gesture's beginning to what befalls it, in microseconds: a little longer than a gesture takes.
const WITHIN_US: u64 = 75_000;
/// Between two looks at the pointer.
const LOOK_US: u64 = 400;
/// A window that popped up is away after so many looks.
const STAYS_LOOKS: u32 = 600;

/// What it did, and what it heard.
#[derive(Debug)]
pub(super) struct Torn {
    /// Presses that fell into its windows.
    pub(super) outside: usize,
    pub(super) done: BTreeMap<&'static str, usize>,
}

/// A thread that torments one window's user until it is told to end.
pub(super) struct Tormentor {
    thread: JoinHandle<Torn>,
    ended: Arc<AtomicBool>,
}

impl Tormentor {
    /// `rest` is where the pointer waits between gestures.
    pub(super) fn start(client: u32, rest: (i32, i32), seed: u64) -> Tormentor {
        let ended = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&ended);
        let thread = std::thread::spawn(move || {
            let mut torments = Torments::new(client, rest, seed);
            while !told.load(Ordering::SeqCst) {
                torments.look();
                sleep_us(LOOK_US);
            }
            torments.uncover();
            Torn {
                outside: torments.outside,
                done: torments.done,
            }
        });
        Tormentor { thread, ended }
    }

    pub(super) fn end(self) -> Torn {
        self.ended.store(true, Ordering::SeqCst);
        self.thread.join().unwrap()
    }
}

struct Torments {
    /// Lies under everything, and hears what falls beside all windows.
    floor: XWindow,
    root: u32,
    client: u32,
    rest: (i32, i32),
    dice: Dice,
    last: (i32, i32),
    cover: Option<(XWindow, u32)>,
    outside: usize,
    done: BTreeMap<&'static str, usize>,
}

impl Torments {
    fn new(client: u32, rest: (i32, i32), seed: u64) -> Torments {
        let floor = XWindow::open("floor", Style::PopUp, (0, 0, 4_000, 3_000), 0x30_30_30);
        let lowest = ConfigureWindowAux::new().stack_mode(x11rb::protocol::xproto::StackMode::BELOW);
        floor.connection.configure_window(floor.id, &lowest).unwrap();
        floor.connection.sync().unwrap();
        Torments {
            root: floor.connection.setup().roots[0].root,
            floor,
            client,
            rest,
            dice: Dice::new(seed),
            last: rest,
            cover: None,
            outside: 0,
            done: BTreeMap::new(),
        }
    }

    fn look(&mut self) {
        if self
            .cover
            .take_if(|(_, looks)| *looks == 0)
            .map(|cover| self.close(&cover.0))
            .is_none()
            && let Some((_, looks)) = &mut self.cover
        {
            *looks -= 1;
        }
        self.listen();
        let at = self.pointer();
        if at != std::mem::replace(&mut self.last, at) && at != self.rest && self.is_over_client(at) {
            sleep_us(self.dice.below(WITHIN_US));
            self.strike(at);
        }
    }

    fn strike(&mut self, at: (i32, i32)) {
        let deed = match self.dice.below(5) {
            0 => self.pop_up(Style::PopUp, at),
            1 => self.pop_up(Style::Program, at),
            2 => self.move_client(),
            3 => self.push(),
            _ => "nothing",
        };
        *self.done.entry(deed).or_default() += 1;
    }

    fn pop_up(&mut self, style: Style, (x, y): (i32, i32)) -> &'static str {
        self.uncover();
        let place = (x as i16 - 50, y as i16 - 60, 150, 120);
        self.cover = Some((XWindow::open("news", style, place, 0x40_80_40), STAYS_LOOKS));
        match style {
            Style::PopUp => "pop-up",
            Style::Program => "window",
        }
    }

    fn move_client(&mut self) -> &'static str {
        let (x, y) = (20 + self.dice.below(120), 30 + self.dice.below(90));
        let there = ConfigureWindowAux::new().x(x).y(y);
        self.floor
            .connection
            .configure_window(self.client, &there)
            .unwrap();
        self.floor.connection.sync().unwrap();
        "move"
    }

    fn push(&mut self) -> &'static str {
        let (dx, dy) = (5 + self.dice.below(20) as i16, 3 + self.dice.below(20) as i16);
        self.floor
            .connection
            .warp_pointer(x11rb::NONE, x11rb::NONE, 0, 0, 0, 0, dx, dy)
            .unwrap();
        self.floor.connection.sync().unwrap();
        self.last = self.pointer();
        "push"
    }

    fn uncover(&mut self) {
        if let Some((cover, _)) = self.cover.take() {
            self.close(&cover);
        }
        self.listen();
    }

    fn close(&mut self, cover: &XWindow) {
        self.outside += presses(cover);
        cover.destroy();
        self.outside += presses(cover);
    }

    fn listen(&mut self) {
        self.outside += presses(&self.floor);
        if let Some((cover, _)) = &self.cover {
            self.outside += presses(cover);
        }
    }

    fn pointer(&self) -> (i32, i32) {
        let pointer = self
            .floor
            .connection
            .query_pointer(self.root)
            .unwrap()
            .reply()
            .unwrap();
        (i32::from(pointer.root_x), i32::from(pointer.root_y))
    }

    fn is_over_client(&self, (x, y): (i32, i32)) -> bool {
        let connection = &self.floor.connection;
        let corner = connection
            .translate_coordinates(self.client, self.root, 0, 0)
            .unwrap()
            .reply();
        let size = connection.get_geometry(self.client).unwrap().reply();
        let (Ok(corner), Ok(size)) = (corner, size) else {
            return false;
        };
        let (x, y) = (x - i32::from(corner.dst_x), y - i32::from(corner.dst_y));
        (0..i32::from(size.width)).contains(&x) && (0..i32::from(size.height)).contains(&y)
    }
}

fn presses(window: &XWindow) -> usize {
    let events = window.events();
    events
        .iter()
        .filter(|event| matches!(event, Event::ButtonPress(_)))
        .count()
}

fn sleep_us(us: u64) {
    std::thread::sleep(Duration::from_micros(us));
}
