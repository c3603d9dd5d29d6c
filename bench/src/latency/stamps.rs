//! When what happened in the bot: its ports, wrapped so that they write down the time. They change nothing else.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
};

use actuator::{
    error::PointerError,
    gesture::Button,
    ground::{Ground, Landing, Unpressed},
    pointer::Pointer,
};
use referee::{
    gomoku::{self, Move},
    player::{Limits, Player, PlayerError, Thought},
    verdict::Verdict,
};
use vision::{
    area::Area,
    frame::Frame,
    source::{CaptureError, FrameSource},
    window::{Attention, Desktop, Drawing, Window, WindowError, WindowId},
};

use base::monotonic;
use engines::worker::{Answer, Thinker};

/// One kind of moment in the bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Moment {
    /// A capture showed other pixels than the one before it of the same area.
    Changed,
    /// The session asked the engine: the reading was believed.
    Asked,
    /// The engine had chosen.
    Chosen,
    /// The button was pressed.
    Pressed,
}

/// All moments so far, in microseconds of the shared clock.
#[derive(Clone)]
pub(super) struct Stamps {
    at_us: Arc<Mutex<HashMap<Moment, Vec<u64>>>>,
    /// Questions to the engine, before the session is stopped.
    asked_max: usize,
    interrupts: Arc<AtomicUsize>,
}

impl Stamps {
    pub(super) fn new(asked_max: u32) -> Stamps {
        Stamps {
            at_us: Arc::default(),
            asked_max: asked_max as usize,
            interrupts: Arc::default(),
        }
    }

    /// What stops the session once enough was measured.
    pub(super) fn interrupts(&self) -> &Arc<AtomicUsize> {
        &self.interrupts
    }

    /// All moments of a kind, oldest first.
    pub(super) fn of(&self, moment: Moment) -> Vec<u64> {
        let known = self.at_us.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&moment).cloned().unwrap_or_default()
    }

    fn put(&self, moment: Moment) {
        let now_us = monotonic::now_us();
        let mut known = self.at_us.lock().unwrap_or_else(PoisonError::into_inner);
        let moments = known.entry(moment).or_default();
        moments.push(now_us);
        // The last one asked is still answered and clicked.
        if moment == Moment::Asked && moments.len() > self.asked_max {
            self.interrupts.store(2, Ordering::SeqCst);
        }
    }
}

/// A port that writes down what happens there.
pub(super) struct Stamped<P> {
    port: P,
    stamps: Stamps,
    last: Option<Frame>,
    is_deaf: bool,
}

impl<P> Stamped<P> {
    pub(super) fn new(port: P, stamps: &Stamps) -> Stamped<P> {
        Stamped {
            port,
            stamps: stamps.clone(),
            last: None,
            is_deaf: false,
        }
    }

    /// It does not tell when something is drawn.
    pub(super) fn deaf(self) -> Stamped<P> {
        Stamped {
            is_deaf: true,
            ..self
        }
    }
}

impl FrameSource for Stamped<Box<dyn FrameSource>> {
    fn screen(&mut self) -> Result<Area, CaptureError> {
        self.port.screen()
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        let frame = self.port.grab(area)?;
        let same = self
            .last
            .as_ref()
            .is_some_and(|last| last.area() == frame.area() && last.image == frame.image);
        if !same {
            self.stamps.put(Moment::Changed);
            self.last = Some(frame.clone());
        }
        Ok(frame)
    }
}

impl Desktop for Stamped<Box<dyn Desktop>> {
    fn windows(&mut self) -> Result<Vec<Window>, WindowError> {
        self.port.windows()
    }

    fn window(&mut self, id: WindowId) -> Result<Option<Window>, WindowError> {
        self.port.window(id)
    }

    fn cover_of(&mut self, id: WindowId, area: Area) -> Result<Option<Window>, WindowError> {
        self.port.cover_of(id, area)
    }

    fn covers_of(&mut self, id: WindowId, area: Area) -> Result<Vec<Window>, WindowError> {
        self.port.covers_of(id, area)
    }

    fn are_of_one_program(&self, one: &Window, other: &Window) -> bool {
        self.port.are_of_one_program(one, other)
    }

    fn is_dialog(&mut self, id: WindowId) -> Result<bool, WindowError> {
        self.port.is_dialog(id)
    }

    fn attention(&mut self, id: WindowId, ms: u64) -> Attention {
        self.port.attention(id, ms)
    }

    fn focused(&mut self) -> Result<Option<WindowId>, WindowError> {
        self.port.focused()
    }

    fn is_managed(&mut self) -> Result<bool, WindowError> {
        self.port.is_managed()
    }

    fn await_drawing(&mut self, id: WindowId, ms: u64) -> Drawing {
        if self.is_deaf {
            return Drawing::Unknown;
        }
        self.port.await_drawing(id, ms)
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WindowError> {
        self.port.activate(id)
    }

    fn place(&mut self, id: WindowId, content: Area) -> Result<(), WindowError> {
        self.port.place(id, content)
    }

    fn close(&mut self, id: WindowId) -> Result<(), WindowError> {
        self.port.close(id)
    }
}

impl<P: Pointer> Pointer for Stamped<P> {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        self.port.location()
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), PointerError> {
        self.port.move_to(x, y)
    }

    fn press(&mut self, button: Button) -> Result<(), PointerError> {
        let pressed = self.port.press(button);
        self.stamps.put(Moment::Pressed);
        pressed
    }

    fn press_on(&mut self, button: Button, at: (i32, i32), ground: &Ground) -> Result<Landing, Unpressed> {
        let landing = self.port.press_on(button, at, ground)?;
        self.stamps.put(Moment::Pressed);
        Ok(landing)
    }

    fn release(&mut self, button: Button) -> Result<(), PointerError> {
        self.port.release(button)
    }

    fn key(&mut self, combination: &str) -> Result<(), PointerError> {
        self.port.key(combination)
    }

    fn text(&mut self, text: &str) -> Result<(), PointerError> {
        self.port.text(text)
    }
}

impl<T: Thinker> Thinker for Stamped<T> {
    fn spec(&self) -> &str {
        self.port.spec()
    }

    fn ask(&mut self, number: u64, position: gomoku::Position, limits: Limits, now_ms: u64) {
        self.stamps.put(Moment::Asked);
        self.port.ask(number, position, limits, now_ms);
    }

    fn forget(&mut self) {
        self.port.forget();
    }

    fn poll(&mut self, now_ms: u64) -> Option<(Answer, u64)> {
        self.port.poll(now_ms)
    }

    fn game_over(&mut self, position: gomoku::Position, verdict: Verdict) {
        self.port.game_over(position, verdict);
    }
}

impl Player<gomoku::Position> for Stamped<Box<dyn Player<gomoku::Position>>> {
    fn name(&self) -> String {
        self.port.name()
    }

    fn new_game(&mut self, position: &gomoku::Position) -> Result<(), PlayerError> {
        self.port.new_game(position)
    }

    fn think(&mut self, position: &gomoku::Position, limits: &Limits) -> Result<Thought<Move>, PlayerError> {
        let thought = self.port.think(position, limits);
        self.stamps.put(Moment::Chosen);
        thought
    }

    fn game_over(&mut self, position: &gomoku::Position, verdict: Verdict) -> Option<String> {
        self.port.game_over(position, verdict)
    }
}
