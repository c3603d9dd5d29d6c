//! The published touch-screen board, emulated: an engine is the person who taps on it.

use referee::{
    gomoku::{Move, Position, Rule},
    player::Limits,
    point::Point,
    position::Position as _,
};
use wires::s1::{BoardPoint, Replies, SIZE};

use super::{Gadget, engine::EmulatedEngine};

/// A silence that ends a message.
const IDLE_US: u64 = 10_000;
/// A person who gets no answer taps again.
const AGAIN_US: u64 = 2_000_000;
/// From switching on to the first tap, and from an answer to the next.
const LOOK_US: u64 = 200_000;

/// The board.
pub struct S1Gadget {
    engine: Box<dyn EmulatedEngine>,
    ear: Replies,
    heard_us: u64,
    board: Position,
    /// The tap that was not answered yet.
    tapped: Option<BoardPoint>,
    /// When the person does something next.
    next_us: Option<u64>,
    out: Vec<u8>,
}

impl S1Gadget {
    /// A board that was just switched on; the person has Black.
    pub fn new(engine: Box<dyn EmulatedEngine>, now_us: u64) -> S1Gadget {
        S1Gadget {
            engine,
            ear: Replies::default(),
            heard_us: 0,
            board: empty(),
            tapped: None,
            next_us: Some(now_us + LOOK_US),
            out: Vec::new(),
        }
    }

    /// The person looks at the board: taps again, thinks, or begins another game.
    fn look(&mut self, now_us: u64) {
        if let Some(place) = self.tapped {
            self.out.extend_from_slice(&place.to_touch());
            self.next_us = Some(now_us + AGAIN_US);
            return;
        }
        if self.board.outcome().is_some() {
            self.board = empty();
        }
        self.next_us = None;
        self.engine.ask(self.board.clone(), Limits::default(), now_us);
    }
}

impl Gadget for S1Gadget {
    fn hear(&mut self, byte: u8, now_us: u64) {
        if now_us.saturating_sub(self.heard_us) > IDLE_US {
            self.ear.idle();
        }
        self.heard_us = now_us;
        let Some(place) = self.ear.push(byte) else { return };
        if self.tapped.is_some()
            && self
                .board
                .play(Move::Place(Point::new(place.x(), place.y())))
                .is_ok()
        {
            self.tapped = None;
            self.next_us = Some(now_us + LOOK_US);
        }
    }

    fn tick(&mut self, now_us: u64) {
        if self.next_us.is_some_and(|next_us| next_us <= now_us) {
            self.look(now_us);
        }
        let Some((outcome, _)) = self.engine.poll(now_us) else {
            return;
        };
        let Ok(thought) = outcome else { return };
        let Move::Place(point) = thought.play else { return };
        if self.board.play(thought.play).is_ok() {
            self.tapped = BoardPoint::new(point.x, point.y);
            self.look(now_us);
            if self.board.outcome().is_some() {
                // Nobody answers a won game.
                self.tapped = None;
            }
        }
    }

    fn due_us(&self) -> Option<u64> {
        [self.next_us, self.engine.due_us()].into_iter().flatten().min()
    }

    fn say(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.out)
    }

    fn reset(&mut self, now_us: u64) {
        self.engine.forget();
        self.ear = Replies::default();
        self.board = empty();
        self.tapped = None;
        self.out.clear();
        self.next_us = Some(now_us + LOOK_US);
    }
}

fn empty() -> Position {
    Position::new(SIZE, Rule::Freestyle).expect("there is a board of 8 lines")
}
