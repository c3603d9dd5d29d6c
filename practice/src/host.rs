//! Who looks after a person at the board at home: asks engines in threads of their own, keeps games on a shelf, and draws. It
//! has no window and no clock; whoever has them gives it pixels and times, whatever game is played.

use std::collections::HashMap;

use engines::worker::{EngineWorker, Thinker as _};
use image::RgbImage;
use referee::{games::GameKind, player::Limits};

use crate::{
    face::{Pictured, parlor::ParlorFace},
    parlor::{
        hosted::Hosted,
        kept::{KeptGame, Shelf},
        plan::Pane,
        sitting::{PanelTarget, Sitting, SittingAction, SittingEvent, SittingKey, SittingSetup},
    },
};

/// How often an engine is asked whether it has answered, in milliseconds.
const POLL_MS: u64 = 15;

/// What a person does at a window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HostInput {
    /// The pointer is there, in pixels of the content.
    Pointer(f64, f64),
    /// The pointer has left the window.
    PointerLeft,
    /// The main button went down where the pointer is.
    Press,
    /// The wheel was turned, so many lines up.
    Wheel(i32),
    /// A key was struck.
    Key(SittingKey),
}

/// What a window has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostAction {
    /// Show another kind of game.
    Change(GameKind),
    /// End the program.
    Quit,
}

/// A board of whatever game, as a window shows it.
pub trait Hosting {
    /// Which game it is.
    fn game(&self) -> GameKind;
    /// How large the content of a window is at first.
    fn wanted(&self) -> (u32, u32);
    /// The window is like this from here on.
    fn resize(&mut self, pane: Pane);
    /// Takes what a person does.
    fn take(&mut self, input: HostInput, now_ms: u64) -> Vec<HostAction>;
    /// Looks whether an engine has answered, and when to look again.
    fn look(&mut self, now_ms: u64) -> Option<u64>;
    /// Whether there is something else to be seen than in the last picture.
    fn is_stale(&self) -> bool;
    /// The window's content.
    fn picture(&mut self) -> RgbImage;
}

/// What a board at home is like, and who stands behind it.
pub struct HostSetup<P: Pictured + Hosted> {
    /// What is wanted at first, and what is shown.
    pub sitting: SittingSetup<P>,
    /// The look.
    pub theme: &'static P::Theme,
    /// Pixels from point to point, at first.
    pub pitch: f64,
    /// What an engine may use for a move.
    pub limits: Limits,
    /// An engine's move does not come sooner than this, in milliseconds.
    pub reply_ms: u64,
    /// Nor does each further line of its turn.
    pub line_ms: u64,
    /// The engine that is wanted at first.
    pub engine: EngineWorker<P>,
    /// Where games are kept.
    pub shelf: Box<dyn Shelf<P>>,
    /// A game to begin with, and its name if it goes on in its place on the shelf.
    pub opened: Option<(KeptGame<P>, Option<String>)>,
}

/// An answer that waits for its time.
struct Waiting<P: Hosted> {
    request: u64,
    result: Result<P::Move, String>,
}

/// One board at home.
pub struct Host<P: Pictured + Hosted> {
    sitting: Sitting<P>,
    face: ParlorFace<P>,
    pitch: f64,
    pane: Option<Pane>,
    limits: Limits,
    reply_ms: u64,
    line_ms: u64,
    shelf: Box<dyn Shelf<P>>,
    /// The name of each record on the shelf.
    names: HashMap<u32, String>,
    engine: Option<EngineWorker<P>>,
    is_thinking: bool,
    waiting: Option<Waiting<P>>,
    /// When the answer may be shown.
    due_ms: u64,
    pointer: Option<(f64, f64)>,
    /// The revision of the last picture, and the board that it was made with.
    drawn: Option<u64>,
    fitted: Option<P::Size>,
}

impl<P: Pictured + Hosted> Host<P> {
    /// A board at which somebody has just sat down.
    pub fn new(setup: HostSetup<P>, now_ms: u64) -> Host<P> {
        let (sitting, actions) = Sitting::new(setup.sitting);
        let mut host = Host {
            sitting,
            face: ParlorFace::new(setup.theme),
            pitch: setup.pitch,
            pane: None,
            limits: setup.limits,
            reply_ms: setup.reply_ms,
            line_ms: setup.line_ms,
            shelf: setup.shelf,
            names: HashMap::new(),
            engine: Some(setup.engine),
            is_thinking: false,
            waiting: None,
            due_ms: 0,
            pointer: None,
            drawn: None,
            fitted: None,
        };
        match setup.opened {
            Some((game, name)) => host.open(game, name, now_ms),
            None => host.perform(actions, now_ms),
        };
        host
    }

    fn step(&mut self, event: SittingEvent<P>, now_ms: u64) -> Vec<HostAction> {
        let actions = self.sitting.step(event);
        self.perform(actions, now_ms)
    }

    fn perform(&mut self, actions: Vec<SittingAction<P>>, now_ms: u64) -> Vec<HostAction> {
        let mut wanted = Vec::new();
        for action in actions {
            match action {
                SittingAction::Think {
                    request,
                    spec,
                    position,
                } => self.ask(request, &spec, *position, now_ms),
                SittingAction::Forget => self.forget(),
                SittingAction::Keep(game) => wanted.extend(self.keep(&game, now_ms)),
                SittingAction::List => {
                    let event = self
                        .shelf
                        .list()
                        .map_or_else(SittingEvent::Trouble, SittingEvent::Kept);
                    wanted.extend(self.step(event, now_ms));
                }
                SittingAction::Open(name) => match self.shelf.open(&name) {
                    Ok(game) => wanted.extend(self.open(game, Some(name), now_ms)),
                    Err(trouble) => wanted.extend(self.step(SittingEvent::Trouble(trouble), now_ms)),
                },
                SittingAction::Change(game) => wanted.push(HostAction::Change(game)),
                SittingAction::Quit => wanted.push(HostAction::Quit),
            }
        }
        wanted
    }

    fn open(&mut self, game: KeptGame<P>, name: Option<String>, now_ms: u64) -> Vec<HostAction> {
        let before = self.sitting.record();
        let actions = self.sitting.step(SittingEvent::Opened(Box::new(game)));
        let record = self.sitting.record();
        // A game that could not be opened has changed nothing.
        if let Some(name) = name.filter(|_| record != before) {
            self.names.insert(record, name);
        }
        self.perform(actions, now_ms)
    }

    fn keep(&mut self, game: &KeptGame<P>, now_ms: u64) -> Vec<HostAction> {
        let record = self.sitting.record();
        let known = self.names.get(&record).map(String::as_str);
        match self.shelf.keep(known, game) {
            Ok(name) => {
                self.names.insert(record, name);
                Vec::new()
            }
            Err(trouble) => self.step(SittingEvent::Trouble(trouble), now_ms),
        }
    }

    /// Asks an engine, which is started if it is another one than before.
    fn ask(&mut self, request: u64, spec: &str, position: P, now_ms: u64) {
        let wait_ms = match position.is_mid_turn() {
            true => self.line_ms,
            false => self.reply_ms,
        };
        self.due_ms = now_ms + wait_ms;
        self.waiting = None;
        if self.engine.as_ref().is_none_or(|engine| engine.spec() != spec) {
            self.engine = match EngineWorker::start(spec) {
                Ok(engine) => Some(engine),
                Err(error) => {
                    self.waiting = Some(Waiting {
                        request,
                        result: Err(error.to_string()),
                    });
                    return;
                }
            };
        }
        if let Some(engine) = &mut self.engine {
            engine.ask(request, position, self.limits.clone(), now_ms);
            self.is_thinking = true;
        }
    }

    fn forget(&mut self) {
        self.waiting = None;
        if std::mem::take(&mut self.is_thinking)
            && let Some(engine) = &mut self.engine
        {
            engine.forget();
        }
    }

    fn target(&self) -> Option<PanelTarget> {
        let (x, y) = self.pointer?;
        Some(self.face.plan().target(x, y, self.sitting.sheet()))
    }

    fn fit(&mut self) {
        if let Some(pane) = self.pane {
            let size = self.sitting.size();
            if self.fitted != Some(size) {
                self.face.fit(size, pane);
                self.fitted = Some(size);
                self.drawn = None;
            }
        }
    }

    /// Opens a game that is on no shelf.
    #[cfg(test)]
    pub(crate) fn open_game(&mut self, game: KeptGame<P>, now_ms: u64) {
        self.open(game, None, now_ms);
    }

    /// What the person does, and what came of it.
    pub fn sitting(&self) -> &Sitting<P> {
        &self.sitting
    }

    /// Where everything is.
    pub fn face(&self) -> &ParlorFace<P> {
        &self.face
    }
}

impl<P: Pictured + Hosted> Hosting for Host<P> {
    fn game(&self) -> GameKind {
        P::GAME
    }

    fn wanted(&self) -> (u32, u32) {
        self.face.wanted(self.sitting.size(), self.pitch)
    }

    fn resize(&mut self, pane: Pane) {
        if self.pane != Some(pane) {
            self.pane = Some(pane);
            self.fitted = None;
            self.fit();
        }
    }

    fn take(&mut self, input: HostInput, now_ms: u64) -> Vec<HostAction> {
        let event = match input {
            HostInput::Pointer(x, y) => {
                self.pointer = Some((x, y));
                SittingEvent::Hover(self.target())
            }
            HostInput::PointerLeft => {
                self.pointer = None;
                SittingEvent::Hover(None)
            }
            HostInput::Press => match self.target() {
                Some(target) => SittingEvent::Press(target),
                None => return Vec::new(),
            },
            HostInput::Wheel(lines) => SittingEvent::Key(match self.sitting.sheet() {
                Some(_) => SittingKey::Arrow(0, -lines.signum() as i8),
                None => SittingKey::Scroll(lines),
            }),
            HostInput::Key(key) => SittingEvent::Key(key),
        };
        let actions = self.step(event, now_ms);
        self.fit();
        // What lies under the pointer may be something else by now.
        let hover = SittingEvent::Hover(self.target());
        let nothing = self.sitting.step(hover);
        debug_assert!(nothing.is_empty(), "looking does nothing");
        actions
    }

    fn look(&mut self, now_ms: u64) -> Option<u64> {
        if self.is_thinking
            && let Some(engine) = &mut self.engine
            && let Some((answer, _)) = engine.poll(now_ms)
        {
            self.is_thinking = false;
            self.waiting = Some(Waiting {
                request: answer.request,
                result: answer
                    .result
                    .map(|thought| thought.play)
                    .map_err(|error| error.to_string()),
            });
        }
        if self.due_ms <= now_ms
            && let Some(Waiting { request, result }) = self.waiting.take()
        {
            // A reply leads to nothing but questions to engines.
            let _ = self.step(SittingEvent::Reply { request, result }, now_ms);
            self.fit();
        }
        let due_ms = self.waiting.as_ref().map(|_| self.due_ms.max(now_ms + 1));
        due_ms.or(self.is_thinking.then_some(now_ms + POLL_MS))
    }

    fn is_stale(&self) -> bool {
        self.drawn != Some(self.sitting.revision())
    }

    fn picture(&mut self) -> RgbImage {
        self.fit();
        self.drawn = Some(self.sitting.revision());
        self.face.draw(&self.sitting)
    }
}
