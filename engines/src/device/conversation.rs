//! What the wires' conversations have in common: a device that is greeted, told a game and asked for a move.

use referee::{
    color::Color,
    gomoku::{Move, Opening, Position},
    player::Stop,
    point::Point,
};

use super::{cost::Costs, port::Port, trouble::Trouble};

/// How long a wait may be before it is looked whether anybody still wants the answer.
const GLANCE_US: u64 = 50_000;

/// A device on a line.
pub(super) trait Conversation: Send {
    /// Makes sure that the device is there and in step. Whatever game it was in is over.
    fn greet(&mut self, line: &mut DeviceLine<'_>) -> Result<(), Trouble>;
    /// What the device calls itself, once it was greeted.
    fn name(&self) -> Option<String>;
    /// Why the device could not play from here, in words.
    fn objection(&self, position: &Position) -> Option<String>;
    /// A game begins, here; in step already if that is known.
    fn new_game(&mut self, line: &mut DeviceLine<'_>, position: &Position) -> Result<(), Trouble>;
    /// A move in this position, which is not over.
    fn ask(
        &mut self,
        line: &mut DeviceLine<'_>,
        position: &Position,
        limits: &MoveLimits,
    ) -> Result<DeviceAnswer, Trouble>;
    /// Whatever the device knows is uncertain from here on.
    fn forget(&mut self);
}

/// How a move is wanted.
#[derive(Clone, Debug)]
pub(super) struct MoveLimits {
    /// What the device may be told about that, if it keeps a time.
    pub(super) time_ms: Option<u64>,
    /// Plies.
    pub(super) depth: Option<u32>,
}

/// A device's move and what it says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DeviceAnswer {
    pub(super) point: Point,
    pub(super) score: Option<i32>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) cycles: Option<u64>,
    pub(super) device_us: Option<u64>,
    /// From the question to the answer.
    pub(super) wall_us: u64,
}

/// The port in use, what went wrong on it, and how long anybody listens.
pub(super) struct DeviceLine<'a> {
    pub(super) port: &'a mut dyn Port,
    pub(super) costs: &'a Costs,
    /// When the answer has to be there, on the port's clock.
    pub(super) deadline_us: u64,
    /// Raised when nobody wants it any more.
    pub(super) stop: Stop,
}

impl DeviceLine<'_> {
    pub(super) fn now_us(&self) -> u64 {
        self.port.now_us()
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        Ok(self.port.write(bytes)?)
    }

    /// The next bytes, or none when `until_us` came, or when nobody listens any more.
    pub(super) fn read(&mut self, buffer: &mut [u8], until_us: u64) -> Result<usize, Trouble> {
        loop {
            let now_us = self.now_us();
            let count = self
                .port
                .read(buffer, until_us.min(now_us.saturating_add(GLANCE_US)))?;
            if count > 0 || self.now_us() >= until_us || self.stop.is_raised() {
                return Ok(count);
            }
        }
    }

    /// Waits until nothing was heard for `pause_us`; what was heard until then. A line that never rests is a babbler's.
    pub(super) fn quiet(&mut self, pause_us: u64) -> Result<Vec<u8>, Trouble> {
        const BABBLE_MAX: usize = 10_000;
        let mut heard = Vec::new();
        let mut buffer = [0; 256];
        loop {
            let until_us = self.now_us().saturating_add(pause_us);
            let mut count = 0;
            while count == 0 && self.now_us() < until_us {
                count = self.port.read(&mut buffer, until_us)?;
            }
            if count == 0 {
                return Ok(heard);
            }
            heard.extend_from_slice(&buffer[..count]);
            if heard.len() > BABBLE_MAX {
                return Err(Trouble::Garbage(super::trouble::shown(&heard)));
            }
        }
    }
}

/// Why the rules refuse this stone, if they do. A forbidden point is passed on: that is a lost game, and the referee's to
/// judge.
pub(super) fn refused_by_rules(position: &Position, point: Point) -> Option<String> {
    match position.check(Move::Place(point)) {
        Err(error) if !error.is_forbidden() => Some(error.reason),
        _ => None,
    }
}

/// The points of a history without choices, in order.
pub(super) fn points(position: &Position) -> Vec<Point> {
    let point = |played: &Move| match played {
        Move::Place(point) => Some(*point),
        Move::Choose(_) | Move::PutTwo => None,
    };
    position.history().iter().filter_map(point).collect()
}

/// Every stone on the board in an order in which they can be put: those that stood there at the start by rows, then the
/// game's.
pub(super) fn stones(position: &Position) -> Vec<(Color, Point)> {
    let mut stones = Vec::new();
    if let Opening::Diagram(setup) = position.opening() {
        let board = &setup.board;
        stones.extend(
            board
                .points()
                .filter_map(|point| Some((board.stone(point)?, point))),
        );
    }
    let played = points(position);
    stones.extend(
        played
            .into_iter()
            .filter_map(|point| Some((position.stone(point)?, point))),
    );
    stones
}
