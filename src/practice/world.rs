//! The practice client on a desktop that exists in memory only: windows, a screen and a mouse behind the same traits as
//! the real ones. Nothing happens in it but what it is told, time included, so whole sessions run in tests without a
//! display and without waiting. The opponent thinks at once; its time is the client's least time for a reply.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actuator::{
    combination::{self, Combination},
    gesture::Button,
    pointer::{Pointer, PointerError},
};
use image::{Rgb, RgbImage, imageops};
use referee::{
    gomoku::Position,
    player::{Limits, Player},
};
use vision::{
    area::Area,
    frame::Frame,
    source::{CaptureError, FrameSource},
    window::{Desktop, Window, WindowError, WindowId},
};

use crate::practice::{
    Input, Practice,
    model::{Action, Key},
    window::{CLASS, TITLE},
};

/// The one window's number.
pub const WINDOW: WindowId = WindowId(1);

/// What the screen shows beside the window.
const BACKGROUND: Rgb<u8> = Rgb([64, 84, 104]);

/// Starts of [`Input::Tick`] in one step of time; more means that the client never comes to rest.
const TICKS_MAX: usize = 100_000;

/// A desktop with the client on it. Clones show the same one.
#[derive(Clone)]
pub struct World {
    inside: Arc<Mutex<Inside>>,
}

struct Inside {
    practice: Practice,
    opponent: Box<dyn Player<Position>>,
    limits: Limits,
    screen: Area,
    /// Where the client's content is on the screen.
    place: (i32, i32),
    pointer: (i32, i32),
    now_ms: u64,
    open: bool,
    picture: Option<(u64, RgbImage)>,
}

impl World {
    /// Puts a client on a screen of that size, the content's top left at `place`. `begun` is what the client asked for
    /// at its start.
    pub fn new(
        practice: Practice,
        begun: Vec<Action>,
        opponent: Box<dyn Player<Position>>,
        screen: (u32, u32),
        place: (i32, i32),
    ) -> World {
        let mut inside = Inside {
            practice,
            opponent,
            limits: Limits::default(),
            screen: Area::new(0, 0, screen.0, screen.1),
            place,
            pointer: (screen.0 as i32 / 2, screen.1 as i32 / 2),
            now_ms: 0,
            open: true,
            picture: None,
        };
        inside.perform(begun);
        World {
            inside: Arc::new(Mutex::new(inside)),
        }
    }

    /// Lets time pass; everything that is due meanwhile happens in its order.
    pub fn pass(&self, ms: u64) {
        self.inside().pass(ms);
    }

    /// Milliseconds since the world began.
    pub fn now_ms(&self) -> u64 {
        self.inside().now_ms
    }

    /// Whether the client still runs.
    pub fn is_open(&self) -> bool {
        self.inside().open
    }

    /// A person pushes the mouse.
    pub fn push_pointer(&self, x: i32, y: i32) {
        self.inside().point(x, y);
    }

    /// Looks at the client itself: the truth, for tests.
    pub fn look<R>(&self, look: impl FnOnce(&Practice) -> R) -> R {
        look(&self.inside().practice)
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inside {
    fn content(&self) -> Area {
        let (width, height) = self.practice.size();
        Area::new(self.place.0, self.place.1, width, height)
    }

    fn perform(&mut self, actions: Vec<Action>) {
        let mut waiting = actions;
        while let Some(action) = waiting.pop() {
            match action {
                Action::Think { request, position } => {
                    let fresh = position.history().len() < 2;
                    let begun = if fresh {
                        self.opponent.new_game(&position)
                    } else {
                        Ok(())
                    };
                    let thought = begun.and_then(|()| self.opponent.think(&position, &self.limits));
                    let result = thought
                        .map(|thought| thought.play)
                        .map_err(|error| error.to_string());
                    waiting.extend(self.practice.step(Input::Reply { request, result }, self.now_ms));
                }
                Action::Forget => {}
                Action::Quit => self.open = false,
            }
        }
    }

    fn step(&mut self, input: Input) {
        let actions = self.practice.step(input, self.now_ms);
        self.perform(actions);
    }

    fn pass(&mut self, ms: u64) {
        let end_ms = self.now_ms + ms;
        for _ in 0..TICKS_MAX {
            match self.practice.wake_ms(self.now_ms) {
                Some(due_ms) if due_ms <= end_ms && self.open => {
                    self.now_ms = self.now_ms.max(due_ms);
                    self.step(Input::Tick);
                }
                _ => break,
            }
        }
        self.now_ms = end_ms;
    }

    /// The client's pixel under the pointer, if it is over the client.
    fn under_pointer(&self) -> Option<(f64, f64)> {
        let (x, y) = self.pointer;
        let inside = self.open && self.content().contains(x, y);
        inside.then(|| (f64::from(x - self.place.0), f64::from(y - self.place.1)))
    }

    fn point(&mut self, x: i32, y: i32) {
        self.pointer = (x, y);
        let input = self
            .under_pointer()
            .map_or(Input::PointerLeft, |(x, y)| Input::Pointer(x, y));
        self.step(input);
    }

    /// The client as it looks at this moment; drawn anew only when something changed.
    fn picture(&mut self) -> &RgbImage {
        let revision = self.practice.revision();
        let fading = self.practice.model().scene(self.now_ms).fading.is_some();
        let kept = self
            .picture
            .take()
            .filter(|(drawn, _)| *drawn == revision && !fading);
        let image = kept.map_or_else(|| self.practice.image(self.now_ms), |(_, image)| image);
        // A picture with a stone half there is out of date at once.
        let drawn = if fading { u64::MAX } else { revision };
        &self.picture.insert((drawn, image)).1
    }
}

impl FrameSource for World {
    fn screen(&mut self) -> Result<Area, CaptureError> {
        Ok(self.inside().screen)
    }

    fn grab(&mut self, area: Area) -> Result<Frame, CaptureError> {
        let mut inside = self.inside();
        let screen = inside.screen;
        if area.intersection(&screen) != Some(area) {
            return Err(CaptureError::OffScreen { area, screen });
        }
        let mut image = RgbImage::from_pixel(area.width, area.height, BACKGROUND);
        if inside.open
            && let Some(shown) = inside.content().intersection(&area)
        {
            let (left, top) = inside.place;
            let (x, y) = ((shown.x - left) as u32, (shown.y - top) as u32);
            let part = imageops::crop_imm(inside.picture(), x, y, shown.width, shown.height).to_image();
            imageops::replace(
                &mut image,
                &part,
                i64::from(shown.x - area.x),
                i64::from(shown.y - area.y),
            );
        }
        Ok(Frame {
            image,
            origin: (area.x, area.y),
        })
    }
}

impl Desktop for World {
    fn windows(&mut self) -> Result<Vec<Window>, WindowError> {
        Ok(self.window(WINDOW)?.into_iter().collect())
    }

    fn window(&mut self, id: WindowId) -> Result<Option<Window>, WindowError> {
        let inside = self.inside();
        Ok((id == WINDOW && inside.open).then(|| Window {
            id,
            title: TITLE.to_owned(),
            class: CLASS.to_owned(),
            pid: None,
            content: inside.content(),
            minimised: false,
            viewable: true,
        }))
    }

    fn cover_of(&mut self, id: WindowId, _: Area) -> Result<Option<Window>, WindowError> {
        self.window(id)?.map(|_| None).ok_or(WindowError::Gone(id))
    }

    fn focused(&mut self) -> Result<Option<WindowId>, WindowError> {
        Ok(self.inside().open.then_some(WINDOW))
    }

    fn activate(&mut self, id: WindowId) -> Result<(), WindowError> {
        self.window(id)?.map(drop).ok_or(WindowError::Gone(id))
    }

    /// The window is moved; it cannot be resized.
    fn place(&mut self, id: WindowId, content: Area) -> Result<(), WindowError> {
        self.window(id)?.ok_or(WindowError::Gone(id))?;
        self.inside().place = (content.x, content.y);
        Ok(())
    }

    fn close(&mut self, id: WindowId) -> Result<(), WindowError> {
        self.window(id)?.ok_or(WindowError::Gone(id))?;
        self.inside().open = false;
        Ok(())
    }
}

impl Pointer for World {
    fn location(&mut self) -> Result<(i32, i32), PointerError> {
        Ok(self.inside().pointer)
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), PointerError> {
        let mut inside = self.inside();
        if !inside.screen.contains(x, y) {
            return Err(PointerError::Astray {
                wanted: (x, y),
                found: inside.pointer,
            });
        }
        inside.point(x, y);
        Ok(())
    }

    fn press(&mut self, button: Button) -> Result<(), PointerError> {
        let mut inside = self.inside();
        if let (Button::Left, Some((x, y))) = (button, inside.under_pointer()) {
            inside.step(Input::Click(x, y));
        }
        Ok(())
    }

    fn release(&mut self, _: Button) -> Result<(), PointerError> {
        Ok(())
    }

    fn key(&mut self, combination: &str) -> Result<(), PointerError> {
        let struck: Combination = combination.parse()?;
        let key = match struck.key {
            _ if !struck.modifiers.is_empty() => None,
            combination::Key::Character('n') => Some(Key::New),
            combination::Key::Character('q') => Some(Key::Quit),
            combination::Key::Return => Some(Key::Confirm),
            combination::Key::Escape => Some(Key::Cancel),
            _ => None,
        };
        if let Some(key) = key {
            self.inside().step(Input::Key(key));
        }
        Ok(())
    }

    /// The client has nothing to type into.
    fn text(&mut self, _: &str) -> Result<(), PointerError> {
        Ok(())
    }
}
