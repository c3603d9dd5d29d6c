//! What an emulated device thinks with: any engine, either at once, with a made-up thinking time, or in a thread of its own, so
//! that the device hears while it thinks.

use std::{
    sync::mpsc::{Receiver, TryRecvError, channel},
    thread,
};

use referee::{
    gomoku::{Move, Position},
    player::{Limits, Player, PlayerError, Stop, Thought},
};

/// An engine's answer.
pub(crate) type EngineOutcome = Result<Thought<Move>, PlayerError>;

/// Looks after a thread every so often.
const GLANCE_US: u64 = 2_000;

/// An engine that is asked and looked after.
pub trait EmulatedEngine: Send {
    /// Begins to think.
    fn ask(&mut self, position: Position, limits: Limits, now_us: u64);
    /// The answer, once it is there, and how long it took.
    fn poll(&mut self, now_us: u64) -> Option<(EngineOutcome, u64)>;
    /// When it is worth while to look again; `None` if nothing was asked.
    fn due_us(&self) -> Option<u64>;
    /// The best move so far will do.
    fn hurry(&mut self);
    /// The answer is not wanted any more.
    fn forget(&mut self);
}

/// Thinks at once, and answers after a time of the emulated line that grows with its nodes.
pub struct AtOnce {
    player: Box<dyn Player<Position>>,
    waiting: Option<(EngineOutcome, u64, u64)>,
}

/// What a move and a node cost in emulated time.
const MOVE_US: u64 = 2_000;
const NODE_US: u64 = 2;

impl AtOnce {
    /// With this engine.
    pub fn new(player: Box<dyn Player<Position>>) -> AtOnce {
        AtOnce {
            player,
            waiting: None,
        }
    }
}

impl EmulatedEngine for AtOnce {
    fn ask(&mut self, position: Position, limits: Limits, now_us: u64) {
        let outcome = self.player.think(&position, &limits);
        let nodes = outcome.as_ref().ok().and_then(|thought| thought.nodes);
        let due_us = now_us + MOVE_US + nodes.unwrap_or(0) * NODE_US;
        self.waiting = Some((outcome, now_us, due_us));
    }

    fn poll(&mut self, now_us: u64) -> Option<(EngineOutcome, u64)> {
        let (outcome, asked_us, _) = self.waiting.take_if(|(_, _, due_us)| *due_us <= now_us)?;
        Some((outcome, now_us - asked_us))
    }

    fn due_us(&self) -> Option<u64> {
        self.waiting.as_ref().map(|(_, _, due_us)| *due_us)
    }

    fn hurry(&mut self) {
        if let Some((_, asked_us, due_us)) = &mut self.waiting {
            *due_us = *asked_us;
        }
    }

    fn forget(&mut self) {
        self.waiting = None;
    }
}

/// Thinks in a thread.
pub struct InThread {
    /// Away while it thinks.
    player: Option<Box<dyn Player<Position>>>,
    thinking: Option<Thinking>,
}

struct Thinking {
    answer: Receiver<(Box<dyn Player<Position>>, EngineOutcome)>,
    stop: Stop,
    asked_us: u64,
    seen_us: u64,
    is_wanted: bool,
}

impl InThread {
    /// With this engine.
    pub fn new(player: Box<dyn Player<Position>>) -> InThread {
        InThread {
            player: Some(player),
            thinking: None,
        }
    }

    /// Waits for the thread to give the engine back.
    fn take_player(&mut self) -> Option<Box<dyn Player<Position>>> {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.raise();
            self.player = thinking.answer.recv().ok().map(|(player, _)| player);
        }
        self.player.take()
    }
}

impl EmulatedEngine for InThread {
    fn ask(&mut self, position: Position, limits: Limits, now_us: u64) {
        let Some(mut player) = self.take_player() else {
            return;
        };
        let (tell, answer) = channel();
        let stop = limits.stop.clone();
        thread::spawn(move || {
            let outcome = player.think(&position, &limits);
            // A device that was switched off does not listen.
            let _ = tell.send((player, outcome));
        });
        self.thinking = Some(Thinking {
            answer,
            stop,
            asked_us: now_us,
            seen_us: now_us,
            is_wanted: true,
        });
    }

    fn poll(&mut self, now_us: u64) -> Option<(EngineOutcome, u64)> {
        let thinking = self.thinking.as_mut()?;
        thinking.seen_us = now_us;
        let outcome = match thinking.answer.try_recv() {
            Ok((player, outcome)) => {
                self.player = Some(player);
                outcome
            }
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => Err(PlayerError::Gone("its thread ended".to_owned())),
        };
        let thinking = self.thinking.take()?;
        thinking
            .is_wanted
            .then_some((outcome, now_us - thinking.asked_us))
    }

    fn due_us(&self) -> Option<u64> {
        self.thinking
            .as_ref()
            .map(|thinking| thinking.seen_us + GLANCE_US)
    }

    fn hurry(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.raise();
        }
    }

    fn forget(&mut self) {
        if let Some(thinking) = &mut self.thinking {
            thinking.stop.raise();
            thinking.is_wanted = false;
        }
    }
}
