//! A pretend game client: a board, an opponent, a New game button and dialogs. One model with two faces: drawn into
//! memory for tests and simulation, and into a window for people and for the bot. It knows nothing of the bot
//! that may play on it, and it does not think: its owner brings the opponent's moves.

pub mod model;
pub mod layout;
mod face;
pub mod window;
pub mod world;

#[cfg(test)]
mod tests;

use image::RgbImage;
use referee::{gomoku::Move, seat::Seat};
use vision::{calibration::Calibration, theme::Theme};

use self::{
    face::Face,
    layout::Layout,
    model::{Action, Event, Key, Model, Setup},
};

/// What happens to the client. Pixels are those of its content, from the top left.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The pointer is there.
    Pointer(f64, f64),
    /// The pointer has left the window.
    PointerLeft,
    /// The main button went down there.
    Click(f64, f64),
    /// A key was struck.
    Key(Key),
    /// The opponent answered the request of that number, or failed.
    Reply {
        /// The number in [`Action::Think`].
        request: u64,
        /// Its move, or what went wrong, in words.
        result: Result<Move, String>,
    },
    /// Time has passed: due when [`Practice::wake_ms`] says so.
    Tick,
}

/// The client as a whole: what it does, where its parts are and how they look.
pub struct Practice {
    model: Model,
    layout: Layout,
    face: Face,
}

impl Practice {
    /// A client that begins its first game at once, with board points `pitch` pixels apart. Times are in
    /// milliseconds of any clock that does not run backwards.
    pub fn new(setup: Setup, theme: &'static Theme, pitch: f64, now_ms: u64) -> (Practice, Vec<Action>) {
        let face = Face::new(theme, setup.size, pitch);
        let layout = Layout::new(face.board_size(), &face.calibration(), pitch);
        let (model, actions) = Model::new(setup, now_ms);
        (Practice { model, layout, face }, actions)
    }

    /// Takes one input and says what its owner has to do.
    pub fn step(&mut self, input: Input, now_ms: u64) -> Vec<Action> {
        let choices = self.model.choices().len();
        let event = match input {
            Input::Pointer(x, y) => Event::Hover(self.layout.target(x, y, choices)),
            Input::PointerLeft => Event::Hover(None),
            Input::Click(x, y) => match self.layout.target(x, y, choices) {
                Some(target) => Event::Press(target),
                None => return Vec::new(),
            },
            Input::Key(key) => Event::Key(key),
            Input::Reply { request, result } => Event::Reply { request, result },
            Input::Tick => Event::Tick,
        };
        self.model.step(event, now_ms)
    }

    /// The content of its window at this moment.
    pub fn image(&self, now_ms: u64) -> RgbImage {
        self.face.draw(&self.model, &self.layout, now_ms)
    }

    /// Width and height of the content in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.layout.width, self.layout.height)
    }

    /// A number that changes whenever the picture does, except by the passing of time.
    pub fn revision(&self) -> u64 {
        self.model.revision()
    }

    /// When the next [`Input::Tick`] is due, if any.
    pub fn wake_ms(&self, now_ms: u64) -> Option<u64> {
        self.model.wake_ms(now_ms)
    }

    /// Whether the picture changed between two times by an animation.
    pub fn changes_between(&self, from_ms: u64, to_ms: u64) -> bool {
        self.model.scene(from_ms).fading != self.model.scene(to_ms).fading
    }

    /// What it is doing: the game, whose turn, the score.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Where its parts are.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Where the board's points lie in the content: the truth, for tests.
    pub fn calibration(&self) -> Calibration {
        self.layout.calibration
    }

    /// The person's seat in the game in hand.
    pub fn person(&self) -> Seat {
        self.model.person()
    }
}
