//! The published device, emulated: its firmware (docs/sources.md `S0.4`) with any engine for its core.

use referee::{
    gomoku::{Move, Position, Rule},
    player::Limits,
    point::Point,
    position::Position as _,
};
use wires::s0::{Command, Commands, DeviceMove, LineEnd, SIZE, Text};

use super::{Gadget, engine::EmulatedEngine};
use crate::device::profile::PrintedOrder;

/// A silence that ends half a message, for a device that minds.
const IDLE_US: u64 = 10_000;

/// What a device does with half a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Halves {
    /// Drops it when the line falls silent.
    #[default]
    Dropped,
    /// Waits for the rest for ever, as the published firmware does.
    Kept,
}

/// What differs between such devices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Manner {
    /// Which coordinate comes first.
    pub order: PrintedOrder,
    /// How lines end.
    pub lines: LineEnding,
    /// What is done with half a message.
    pub halves: Halves,
}

/// How a device ends its lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnding {
    /// `\n`.
    #[default]
    Lf,
    /// `\r\n`.
    CrLf,
}

/// The device.
pub struct S0Gadget {
    engine: Box<dyn EmulatedEngine>,
    manner: Manner,
    ear: Commands,
    heard_us: u64,
    board: Position,
    is_thinking: bool,
    out: Vec<u8>,
}

impl S0Gadget {
    /// A device that was just switched on.
    pub fn new(engine: Box<dyn EmulatedEngine>, manner: Manner) -> S0Gadget {
        S0Gadget {
            engine,
            manner,
            ear: Commands::default(),
            heard_us: 0,
            board: empty(),
            is_thinking: false,
            out: Vec::new(),
        }
    }

    /// Starts its core, if there is anything left to decide.
    fn think(&mut self, now_us: u64) {
        if self.board.outcome().is_none() {
            self.is_thinking = true;
            self.engine.ask(self.board.clone(), Limits::default(), now_us);
        }
    }

    fn obey(&mut self, command: Command, now_us: u64) {
        match command {
            Command::Reset => {
                self.engine.forget();
                self.is_thinking = false;
                self.board = empty();
            }
            // The core is at work and takes no words.
            _ if self.is_thinking => {}
            Command::PlayFirst => self.think(now_us),
            Command::Stone { x, y } => {
                let point = u8::try_from(x).and_then(|x| Ok(Point::new(x, u8::try_from(y)?)));
                let played = point.is_ok_and(|point| self.board.play(Move::Place(point)).is_ok());
                if played {
                    self.think(now_us);
                }
            }
        }
    }
}

impl Gadget for S0Gadget {
    fn hear(&mut self, byte: u8, now_us: u64) {
        if self.manner.halves == Halves::Dropped && now_us.saturating_sub(self.heard_us) > IDLE_US {
            self.ear.idle();
        }
        self.heard_us = now_us;
        if let Some(command) = self.ear.push(byte) {
            self.obey(command, now_us);
        }
    }

    fn tick(&mut self, now_us: u64) {
        let Some((outcome, _)) = self.engine.poll(now_us) else {
            return;
        };
        self.is_thinking = false;
        let Ok(thought) = outcome else { return };
        if let Move::Place(point) = thought.play
            && self.board.play(thought.play).is_ok()
        {
            let answer = DeviceMove {
                x: point.x.into(),
                y: point.y.into(),
            };
            let end = match self.manner.lines {
                LineEnding::Lf => LineEnd::Lf,
                LineEnding::CrLf => LineEnd::CrLf,
            };
            let text = Text::new(answer, self.manner.order.into(), end);
            self.out.extend_from_slice(text.as_bytes());
        }
    }

    fn due_us(&self) -> Option<u64> {
        self.engine.due_us()
    }

    fn say(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    fn reset(&mut self, now_us: u64) {
        self.obey(Command::Reset, now_us);
        self.ear = Commands::default();
        self.out.clear();
    }
}

fn empty() -> Position {
    Position::new(SIZE, Rule::Freestyle).expect("there is a board of 15 lines")
}
