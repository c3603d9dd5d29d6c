//! A pretend game client: a board, an opponent, buttons and dialogs, and around them, if wanted, an online service with a
//! lobby, opponents, clocks and everything that can go wrong there. One model, drawn into memory for tests and
//! simulation, and into a window for people and for the bot. It knows nothing of the bot that may play on it, and it
//! does not think: its owner brings the opponents' moves.

use image::RgbImage;
use referee::{gomoku, seat::Seat};
use vision::calibration::Calibration;

use crate::{
    face::{Face, Pictured},
    layout::{self, Layout},
    model::{ClientAction, ClientEvent, ClientKey, ClientSetup, Glance, Model, Target},
    service_event::ServiceEvent,
    taking::{Taking, Touch},
};

/// What happens to the client. Pixels are those of its content, from the top left.
#[derive(Clone, Debug, PartialEq)]
pub enum Input<P: Pictured = gomoku::Position> {
    /// The pointer is there.
    Pointer(f64, f64),
    /// The pointer has left the window.
    PointerLeft,
    /// The main button went down there.
    Click(f64, f64),
    /// A key was struck.
    Key(ClientKey),
    /// The opponent answered the request of that number, or failed.
    Reply {
        /// The number in [`ClientAction::Think`].
        request: u64,
        /// Its move, or what went wrong, in words.
        result: Result<P::Move, String>,
    },
    /// Time has passed: due when [`Practice::wake_ms`] says so.
    Tick,
}

/// The client as a whole: what it does, where its parts are and how they look.
pub struct Practice<P: Pictured = gomoku::Position> {
    model: Model<P>,
    layout: Layout,
    face: Face<P>,
    taking: Taking,
    /// What the picture that the face remembers was made of.
    drawn: Option<Glance>,
    /// How often it was made.
    pictures: u64,
}

impl<P: Pictured> Practice<P> {
    /// A client that begins its first game at once, or shows its service's lobby, with board points `pitch` pixels
    /// apart. Times are in milliseconds of any clock that does not run backwards.
    pub fn new(
        setup: ClientSetup<P>,
        theme: &'static P::Theme,
        pitch: f64,
        now_ms: u64,
    ) -> (Practice<P>, Vec<ClientAction<P>>) {
        Practice::scaled(setup, theme, pitch, layout::natural_scale(pitch), now_ms)
    }

    /// The same with everything but the board in that scale; 1 is natural.
    pub fn scaled(
        setup: ClientSetup<P>,
        theme: &'static P::Theme,
        pitch: f64,
        scale: f64,
        now_ms: u64,
    ) -> (Practice<P>, Vec<ClientAction<P>>) {
        let face = Face::new(theme, setup.size, pitch);
        let layout = Layout::new(face.board_size(), &face.calibration(), scale, setup.manners.place);
        let taking = Taking::new(setup.takes);
        let (model, actions) = Model::new(setup, now_ms);
        let practice = Practice {
            model,
            layout,
            face,
            taking,
            drawn: None,
            pictures: 0,
        };
        (practice, actions)
    }

    /// The board looks otherwise from here on; the window is as large as that needs.
    pub(crate) fn dress(&mut self, theme: &'static P::Theme) {
        self.face = Face::new(theme, self.model.size(), self.layout.calibration.pitch.0);
        let (board, place) = (self.face.board_size(), self.model.dialog_place());
        self.layout = Layout::new(board, &self.face.calibration(), self.layout.scale, place);
        self.drawn = None;
    }

    /// The client's program ended and started once more; what its service knows goes on.
    pub fn again(self, now_ms: u64) -> (Practice<P>, Vec<ClientAction<P>>) {
        let (model, actions) = self.model.again(now_ms);
        let practice = Practice {
            model,
            drawn: None,
            ..self
        };
        (practice, actions)
    }

    /// Takes one input and says what its owner has to do.
    pub fn step(&mut self, input: Input<P>, now_ms: u64) -> Vec<ClientAction<P>> {
        let target = |x, y| self.layout.target(x, y, &self.model.stage());
        let event = match input {
            Input::Pointer(..) | Input::PointerLeft if self.taking.cursor().is_some() => {
                ClientEvent::Hover(self.taking.cursor().map(Target::Point))
            }
            Input::Pointer(x, y) => ClientEvent::Hover(target(x, y)),
            Input::PointerLeft => ClientEvent::Hover(None),
            // A click beside everything is a moment like any other.
            Input::Click(x, y) => target(x, y).map_or(ClientEvent::Tick, ClientEvent::Press),
            Input::Key(key) => ClientEvent::Key(key),
            Input::Reply { request, result } => ClientEvent::Reply { request, result },
            Input::Tick => ClientEvent::Tick,
        };
        self.model.step(event, now_ms)
    }

    /// A button or key was touched, or the pointer moved, while the pointer was there: takes it for a click where the client takes moves so.
    pub fn touch(&mut self, touch: Touch, (x, y): (f64, f64), now_ms: u64) -> Option<Input<P>> {
        let on = match self.layout.target(x, y, &self.model.stage()) {
            Some(Target::Point(point)) => Some(point),
            _ => None,
        };
        let board = self.layout.calibration;
        let held = self.model.position().held();
        let clicked = self.taking.touch(touch, (x, y), (on, held), &board, now_ms);
        let moved = matches!(touch, Touch::Key(_)) && self.taking.cursor().is_some();
        clicked
            .map(|(x, y)| Input::Click(x, y))
            .or(moved.then_some(Input::PointerLeft))
    }

    /// Lets something befall the client.
    pub fn happen(&mut self, event: ServiceEvent, now_ms: u64) -> Vec<ClientAction<P>> {
        self.model.happen(event, now_ms)
    }

    /// The program ends from outside; a game in hand is aborted. Nothing happens after it.
    pub fn close(&mut self, why: &str, now_ms: u64) {
        self.model.close(why, now_ms);
    }

    /// The content of its window at this moment, drawn from nothing.
    pub fn image(&self, now_ms: u64) -> RgbImage {
        self.face.draw(&self.model, &self.layout, now_ms)
    }

    /// The same picture, of which only what changed since the last one is drawn.
    pub fn picture(&mut self, now_ms: u64) -> &RgbImage {
        let glance = self.model.glance(now_ms);
        if self.drawn != Some(glance) {
            self.face.refresh(&self.model, &self.layout, now_ms);
            self.drawn = Some(glance);
            self.pictures += 1;
        }
        self.face.picture().expect("it has just been drawn")
    }

    /// The number of the last picture: as long as it stays, so does [`Practice::picture`] as it was made last.
    pub(crate) fn picture_number(&self) -> u64 {
        self.pictures
    }

    /// Width and height of the content in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.layout.width, self.layout.height)
    }

    /// A number that changes whenever the picture does, except by the passing of time.
    #[cfg(test)]
    pub(crate) fn revision(&self) -> u64 {
        self.model.revision()
    }

    /// When the next [`Input::Tick`] is due, if any.
    pub fn wake_ms(&self, now_ms: u64) -> Option<u64> {
        self.model.wake_ms(now_ms)
    }

    /// What a picture of this moment depends on: with an equal glance there is nothing new to be seen.
    pub(crate) fn glance(&self, now_ms: u64) -> Glance {
        self.model.glance(now_ms)
    }

    /// What it is doing: page, game, dialogs, score, ledger.
    pub fn model(&self) -> &Model<P> {
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

    /// The same, as who reads the board has to know it.
    pub fn place(&self) -> P::Place {
        P::place(self.model.setup().size, self.layout.calibration)
    }

    /// The person's seat in the game in hand.
    pub fn person(&self) -> Seat {
        self.model.person()
    }
}
