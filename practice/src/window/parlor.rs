//! The board at home in a window of any size: events in, pictures out. Engines think in other threads, so the window never
//! waits for them.

use std::{
    num::NonZeroU32,
    rc::Rc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow};
use referee::games::GameKind;
use softbuffer::Context;
use winit::{
    application::ApplicationHandler,
    dpi::{LogicalSize, PhysicalSize},
    event::{ElementState, MouseButton, MouseScrollDelta, StartCause, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, OwnedDisplayHandle},
    keyboard::{self, NamedKey},
    window::{Window, WindowId},
};

use super::{Screen, copy, events, named, now};
use crate::{
    host::{HostAction, HostInput, Hosting},
    parlor::{
        plan::Pane,
        sitting::{Deed, SittingKey},
    },
};

/// How the titles of such windows begin; the game follows.
pub const PARLOR_TITLE: &str = "Tengen board";

/// Their class.
pub const PARLOR_CLASS: &str = "tengen-board";

/// A window cannot be made smaller than this, in logical pixels.
const LEAST: (f64, f64) = (500.0, 440.0);

/// A window is not opened larger than this part of its screen.
const SHARE: f64 = 0.92;

/// Makes the board of a game, again and again.
pub type Opener = Box<dyn FnMut(GameKind) -> anyhow::Result<Box<dyn Hosting>>>;

/// Shows a board until it is closed.
///
/// # Errors
/// A [`UserError`](base::user_error::UserError) if there is no display, or what the opener says of the first board; anything
/// else that the window system refuses.
pub fn run_parlor(first: GameKind, mut opener: Opener) -> anyhow::Result<()> {
    let board = opener(first)?;
    let events = events()?;
    let context = Context::new(events.owned_display_handle()).map_err(|error| anyhow!("{error}"))?;
    let mut app = App {
        board,
        opener,
        context,
        start: now(),
        shown: None,
        failure: None,
    };
    events
        .run_app(&mut app)
        .context("the window system ended the program")?;
    app.failure.map_or(Ok(()), Err)
}

struct App {
    board: Box<dyn Hosting>,
    opener: Opener,
    context: Context<OwnedDisplayHandle>,
    start: Instant,
    shown: Option<(Rc<Window>, Screen)>,
    failure: Option<anyhow::Error>,
}

impl App {
    fn now_ms(&self) -> u64 {
        now().duration_since(self.start).as_millis() as u64
    }

    fn take(&mut self, input: HostInput, events: &ActiveEventLoop) {
        for action in self.board.take(input, self.now_ms()) {
            match action {
                HostAction::Quit => events.exit(),
                HostAction::Change(game) => {
                    let changed = self.change(game);
                    self.check(changed, events);
                }
            }
        }
    }

    fn change(&mut self, game: GameKind) -> anyhow::Result<()> {
        self.board = (self.opener)(game)?;
        if let Some((window, _)) = &self.shown {
            window.set_title(&title(game));
            self.board.resize(pane(window));
            window.request_redraw();
        }
        Ok(())
    }

    fn open(&mut self, events: &ActiveEventLoop) -> anyhow::Result<()> {
        let (width, height) = self.board.wanted();
        let monitor = events
            .primary_monitor()
            .or_else(|| events.available_monitors().next());
        let factor = monitor.as_ref().map_or(1.0, |monitor| monitor.scale_factor());
        let size = LogicalSize::new(f64::from(width), f64::from(height)).to_physical::<u32>(factor);
        let most = monitor
            .map(|monitor| monitor.size())
            .filter(|size| size.width > 0);
        let within = |wanted: u32, all: Option<u32>| {
            all.map_or(wanted, |all| wanted.min((f64::from(all) * SHARE) as u32))
        };
        let size = PhysicalSize::new(
            within(size.width, most.map(|most| most.width)),
            within(size.height, most.map(|most| most.height)),
        );
        let attributes = Window::default_attributes()
            .with_title(title(self.board.game()))
            .with_inner_size(size)
            .with_min_inner_size(LogicalSize::new(LEAST.0, LEAST.1));
        let window = Rc::new(
            events
                .create_window(named(attributes, PARLOR_CLASS))
                .context("no window could be opened")?,
        );
        let surface = Screen::new(&self.context, window.clone()).map_err(|error| anyhow!("{error}"))?;
        self.board.resize(pane(&window));
        window.request_redraw();
        self.shown = Some((window, surface));
        Ok(())
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let Some((window, surface)) = &mut self.shown else {
            return Ok(());
        };
        let size = window.inner_size();
        self.board.resize(pane(window));
        let picture = self.board.picture();
        let (Some(width), Some(height)) = (NonZeroU32::new(size.width), NonZeroU32::new(size.height)) else {
            // Nothing of a minimised window shows.
            return Ok(());
        };
        surface
            .resize(width, height)
            .map_err(|error| anyhow!("{error}"))?;
        let mut buffer = surface.buffer_mut().map_err(|error| anyhow!("{error}"))?;
        copy(&picture, &mut buffer, size.width as usize);
        window.pre_present_notify();
        buffer.present().map_err(|error| anyhow!("{error}"))
    }

    /// Remembers the first failure and ends the program.
    fn check(&mut self, result: anyhow::Result<()>, events: &ActiveEventLoop) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
            events.exit();
        }
    }

    fn redraw(&self) {
        if let Some((window, _)) = &self.shown {
            window.request_redraw();
        }
    }
}

impl ApplicationHandler for App {
    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            let now_ms = self.now_ms();
            self.board.look(now_ms);
        }
    }

    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.shown.is_none() {
            let opened = self.open(events);
            self.check(opened, events);
        }
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::RedrawRequested => {
                let drawn = self.draw();
                self.check(drawn, events);
            }
            // How large everything is follows from the window when it is drawn.
            WindowEvent::Resized(_) | WindowEvent::ScaleFactorChanged { .. } => self.redraw(),
            WindowEvent::CursorMoved { position, .. } => {
                self.take(HostInput::Pointer(position.x, position.y), events);
            }
            WindowEvent::CursorLeft { .. } => self.take(HostInput::PointerLeft, events),
            WindowEvent::MouseInput {
                state: ElementState::Pressed,
                button: MouseButton::Left,
                ..
            } => self.take(HostInput::Press, events),
            WindowEvent::MouseWheel { delta, .. } => {
                let lines = match delta {
                    MouseScrollDelta::LineDelta(_, lines) => lines.round() as i32,
                    MouseScrollDelta::PixelDelta(spot) => (spot.y / 20.0).round() as i32,
                };
                if lines != 0 {
                    self.take(HostInput::Wheel(lines), events);
                }
            }
            WindowEvent::KeyboardInput { event, .. } if event.state == ElementState::Pressed => {
                let key = key_of(&event.logical_key);
                // A key that is held down moves the cursor, and does nothing else again.
                let key = key.filter(|key| !event.repeat || matches!(key, SittingKey::Arrow(..)));
                if let Some(key) = key {
                    self.take(HostInput::Key(key), events);
                }
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        let now_ms = self.now_ms();
        let next_ms = self.board.look(now_ms);
        if self.failure.is_some() {
            events.exit();
        }
        if self.board.is_stale() {
            self.redraw();
        }
        events.set_control_flow(next_ms.map_or(ControlFlow::Wait, |at_ms| {
            ControlFlow::WaitUntil(self.start + Duration::from_millis(at_ms))
        }));
    }
}

fn title(game: GameKind) -> String {
    format!("{PARLOR_TITLE}: {}", game.title())
}

fn pane(window: &Window) -> Pane {
    let size = window.inner_size();
    Pane {
        width: size.width.max(1),
        height: size.height.max(1),
        factor: window.scale_factor(),
    }
}

fn key_of(key: &keyboard::Key) -> Option<SittingKey> {
    Some(match key.as_ref() {
        keyboard::Key::Named(name) => match name {
            NamedKey::ArrowLeft => SittingKey::Arrow(-1, 0),
            NamedKey::ArrowRight => SittingKey::Arrow(1, 0),
            NamedKey::ArrowUp => SittingKey::Arrow(0, -1),
            NamedKey::ArrowDown => SittingKey::Arrow(0, 1),
            NamedKey::Enter | NamedKey::Space => SittingKey::Enter,
            NamedKey::Escape => SittingKey::Escape,
            NamedKey::Tab => SittingKey::Panel,
            NamedKey::PageUp => SittingKey::Scroll(5),
            NamedKey::PageDown => SittingKey::Scroll(-5),
            NamedKey::F1 => SittingKey::Deed(Deed::Keys),
            NamedKey::Backspace => SittingKey::Deed(Deed::Undo),
            _ => return None,
        },
        keyboard::Key::Character("u" | "U") => SittingKey::Deed(Deed::Undo),
        keyboard::Key::Character("n" | "N") => SittingKey::Deed(Deed::New),
        keyboard::Key::Character("g" | "G") => SittingKey::Deed(Deed::Games),
        keyboard::Key::Character("?") => SittingKey::Deed(Deed::Keys),
        keyboard::Key::Character("q" | "Q") => SittingKey::Quit,
        _ => return None,
    })
}
