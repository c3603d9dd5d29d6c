//! The practice client in a window, for people and for the bot: events in, pictures out. The opponents think in
//! other threads, so the window never waits for them.

mod parlor;

use std::{
    num::NonZeroU32,
    rc::Rc,
    time::{Duration, Instant},
};

use actuator::{combination, gesture};
use anyhow::{Context as _, anyhow};
use image::RgbImage;
use referee::player::Limits;
use softbuffer::{Context, Surface};
use winit::{
    application::ApplicationHandler,
    dpi::PhysicalSize,
    error::EventLoopError,
    event::{ElementState, MouseButton, StartCause, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle},
    keyboard::{self, NamedKey},
    window::{Window, WindowAttributes, WindowId},
};

use crate::{
    client::{Input, Practice},
    face::Pictured,
    fault_schedule::FaultSchedule,
    ledger::file::LedgerFile,
    model::{ClientAction, ClientKey, ClientSetup, Glance},
    taking::Touch,
    trace::TraceFile,
};
use base::{monotonic, user_error::UserError};
use engines::worker::{EngineWorker, Thinker as _};

pub use self::parlor::{Opener, PARLOR_CLASS, PARLOR_TITLE, run_parlor};

/// The window's title; profiles and tests find the client by it.
pub const TITLE: &str = "Tengen practice";

/// The window's class.
pub const CLASS: &str = "tengen-practice";

/// How often the opponent is asked whether it has answered, in milliseconds.
const POLL_MS: u64 = 15;

/// What the window needs to know besides the setup.
#[derive(Debug)]
pub struct WindowOptions<P: Pictured> {
    /// The game.
    pub setup: ClientSetup<P>,
    /// The look.
    pub theme: &'static P::Theme,
    /// Pixels from point to point.
    pub pitch: f64,
    /// What an opponent may use for a move.
    pub limits: Limits,
    /// What goes wrong, and when.
    pub fault_schedule: Option<FaultSchedule>,
    /// Where every game is written down.
    pub ledger: Option<LedgerFile>,
    /// Where it is written down what is shown and when.
    pub trace: Option<TraceFile>,
}

/// Shows the client until it is closed. The opponents are the players that [`ClientAction::Think`] counts.
///
/// # Errors
/// A [`UserError`] if there is no display; anything else that the window system refuses.
pub fn run<P: Pictured>(options: WindowOptions<P>, opponents: Vec<EngineWorker<P>>) -> anyhow::Result<()> {
    let events = events()?;
    let context = Context::new(events.owned_display_handle()).map_err(|error| anyhow!("{error}"))?;
    let start = now();
    let (practice, actions) = Practice::new(options.setup, options.theme, options.pitch, 0);
    let mut app = App {
        practice,
        opponents,
        limits: options.limits,
        fault_schedule: options.fault_schedule,
        ledger: options.ledger,
        trace: options.trace,
        context,
        start,
        shown: None,
        drawn: None,
        pointer: (0.0, 0.0),
        thinking: None,
        failure: None,
    };
    app.perform(actions, None);
    events
        .run_app(&mut app)
        .context("the window system ended the program")?;
    app.end("the window system ended the program");
    app.failure.map_or(Ok(()), Err)
}

/// What every window here hears of.
fn events() -> anyhow::Result<EventLoop<()>> {
    EventLoop::new().map_err(|error| match error {
        EventLoopError::Os(_) | EventLoopError::NotSupported(_) => anyhow::Error::from(UserError::new(
            "no display to open a window on",
            "set DISPLAY or WAYLAND_DISPLAY, or start it under xvfb-run",
        )),
        other => anyhow!(other),
    })
}

type Screen = Surface<OwnedDisplayHandle, Rc<Window>>;

struct App<P: Pictured> {
    practice: Practice<P>,
    opponents: Vec<EngineWorker<P>>,
    limits: Limits,
    fault_schedule: Option<FaultSchedule>,
    ledger: Option<LedgerFile>,
    trace: Option<TraceFile>,
    context: Context<OwnedDisplayHandle>,
    start: Instant,
    shown: Option<(Rc<Window>, Screen)>,
    /// What the last picture was made of.
    drawn: Option<Glance>,
    pointer: (f64, f64),
    /// The player that was asked.
    thinking: Option<usize>,
    failure: Option<anyhow::Error>,
}

impl<P: Pictured> App<P> {
    fn now_ms(&self) -> u64 {
        now().duration_since(self.start).as_millis() as u64
    }

    fn step(&mut self, input: Input<P>, events: &ActiveEventLoop) {
        let actions = self.practice.step(input, self.now_ms());
        self.perform(actions, Some(events));
    }

    /// Whether it counted as a click.
    fn touch(&mut self, touch: Touch, events: &ActiveEventLoop) -> bool {
        let input = self.practice.touch(touch, self.pointer, self.now_ms());
        let is_click = matches!(input, Some(Input::Click(..)));
        if let Some(input) = input {
            self.step(input, events);
        }
        is_click
    }

    fn perform(&mut self, actions: Vec<ClientAction<P>>, events: Option<&ActiveEventLoop>) {
        for action in actions {
            match action {
                ClientAction::Think {
                    player,
                    request,
                    position,
                } => self.ask(player, request, *position, events),
                ClientAction::Forget => {
                    if let Some(player) = self.thinking.take() {
                        self.opponents[player].forget();
                    }
                }
                ClientAction::Quit => {
                    if let Some(events) = events {
                        events.exit();
                    }
                }
            }
        }
        self.keep_ledger();
    }

    fn ask(&mut self, player: usize, request: u64, position: P, events: Option<&ActiveEventLoop>) {
        let (limits, now_ms) = (self.limits.clone(), self.now_ms());
        match self.opponents.get_mut(player) {
            Some(opponent) => {
                opponent.ask(request, position, limits, now_ms);
                self.thinking = Some(player);
            }
            None => {
                let result = Err(format!("there is no player {player}"));
                let actions = self.practice.step(Input::Reply { request, result }, now_ms);
                self.perform(actions, events);
            }
        }
    }

    /// Writes down what is over. A file that cannot be written ends the program: it is there to be relied on.
    fn keep_ledger(&mut self) {
        let Some(file) = &mut self.ledger else { return };
        if let Err(error) = file.keep_up(self.practice.model().ledger()) {
            let failure = anyhow!(error).context("the ledger cannot be written");
            self.failure.get_or_insert(failure);
        }
    }

    /// The program ends: a game in hand is aborted.
    fn end(&mut self, why: &str) {
        let now_ms = self.now_ms();
        self.practice.close(why, now_ms);
        self.keep_ledger();
    }

    fn listen(&mut self, events: &ActiveEventLoop) {
        let now_ms = self.now_ms();
        let Some(player) = self.thinking else { return };
        let Some((answer, _)) = self.opponents[player].poll(now_ms) else {
            return;
        };
        self.thinking = None;
        let result = answer
            .result
            .map(|thought| thought.play)
            .map_err(|error| error.to_string());
        let request = answer.request;
        self.step(Input::Reply { request, result }, events);
    }

    /// Whatever the fault schedule has brought.
    fn endure(&mut self, events: &ActiveEventLoop) {
        let now_ms = self.now_ms();
        while let Some((_, event)) = self
            .fault_schedule
            .as_mut()
            .and_then(|schedule| schedule.take(now_ms))
        {
            let actions = self.practice.happen(event, now_ms);
            self.perform(actions, Some(events));
        }
    }

    fn open(&mut self, events: &ActiveEventLoop) -> anyhow::Result<()> {
        let (width, height) = self.practice.size();
        let attributes = Window::default_attributes()
            .with_title(TITLE)
            .with_inner_size(PhysicalSize::new(width, height))
            .with_resizable(false);
        let window = Rc::new(
            events
                .create_window(named(attributes, CLASS))
                .context("no window could be opened")?,
        );
        let surface = Surface::new(&self.context, window.clone()).map_err(|error| anyhow!("{error}"))?;
        window.request_redraw();
        self.shown = Some((window, surface));
        Ok(())
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let now_ms = self.now_ms();
        let Some((window, surface)) = &mut self.shown else {
            return Ok(());
        };
        let size = window.inner_size();
        let (Some(width), Some(height)) = (NonZeroU32::new(size.width), NonZeroU32::new(size.height)) else {
            // Nothing of a minimised window shows; the system asks for it when it does again.
            self.drawn = Some(self.practice.glance(now_ms));
            return Ok(());
        };
        surface
            .resize(width, height)
            .map_err(|error| anyhow!("{error}"))?;
        let mut buffer = surface.buffer_mut().map_err(|error| anyhow!("{error}"))?;
        copy(self.practice.picture(now_ms), &mut buffer, size.width as usize);
        window.pre_present_notify();
        // Before the picture goes out: who sees it later than this has not been faster than it was.
        if let Some(trace) = &mut self.trace {
            trace
                .show(self.practice.model().game(), monotonic::now_us())
                .context("the trace cannot be written")?;
        }
        buffer.present().map_err(|error| anyhow!("{error}"))?;
        self.drawn = Some(self.practice.glance(now_ms));
        Ok(())
    }

    /// Remembers the first failure and ends the program.
    fn check(&mut self, result: anyhow::Result<()>, events: &ActiveEventLoop) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
            events.exit();
        }
    }
}

impl<P: Pictured> ApplicationHandler for App<P> {
    fn new_events(&mut self, events: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            self.endure(events);
            self.listen(events);
            self.step(Input::Tick, events);
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
            WindowEvent::CloseRequested => {
                self.end("the window was closed");
                events.exit();
            }
            WindowEvent::RedrawRequested => {
                let drawn = self.draw();
                self.check(drawn, events);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.pointer = (position.x, position.y);
                self.step(Input::Pointer(position.x, position.y), events);
                self.touch(Touch::Move, events);
            }
            WindowEvent::CursorLeft { .. } => self.step(Input::PointerLeft, events),
            WindowEvent::MouseInput { state, button, .. } => {
                let Some(button) = button_of(button) else { return };
                if (state, button) == (ElementState::Pressed, gesture::Button::Left) {
                    let traced = match &mut self.trace {
                        Some(trace) => trace
                            .press(monotonic::now_us())
                            .context("the trace cannot be written"),
                        None => Ok(()),
                    };
                    self.check(traced, events);
                }
                let touch = match state {
                    ElementState::Pressed => Touch::Press(button),
                    ElementState::Released => Touch::Release(button),
                };
                self.touch(touch, events);
            }
            WindowEvent::KeyboardInput { event, .. }
                if event.state == ElementState::Pressed && !event.repeat =>
            {
                let taken = touch_of(&event.logical_key).is_some_and(|touch| self.touch(touch, events));
                if let Some(key) = key_of(&event.logical_key).filter(|_| !taken) {
                    self.step(Input::Key(key), events);
                }
            }
            _ => {}
        }
    }

    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        self.endure(events);
        self.listen(events);
        if self.failure.is_some() {
            events.exit();
        }
        let now_ms = self.now_ms();
        // What changed with an event is drawn at once; what changes with time, as often as time is looked at.
        let wake_ms = self.practice.wake_ms(now_ms);
        let stale = self.drawn != Some(self.practice.glance(now_ms));
        if stale && let Some((window, _)) = &self.shown {
            window.request_redraw();
        }
        let poll_ms = self.thinking.map(|_| now_ms + POLL_MS);
        let schedule_ms = self.fault_schedule.as_ref().and_then(FaultSchedule::next_ms);
        let next_ms = [wake_ms, poll_ms, schedule_ms].into_iter().flatten().min();
        events.set_control_flow(next_ms.map_or(ControlFlow::Wait, |at_ms| {
            ControlFlow::WaitUntil(self.start + Duration::from_millis(at_ms))
        }));
    }
}

/// The picture at the window's top left; a larger window shows its edge colour around it.
fn copy(image: &RgbImage, buffer: &mut [u32], width: usize) {
    let pack = |[red, green, blue]: [u8; 3]| u32::from_be_bytes([0, red, green, blue]);
    let edge = pack(image.get_pixel(0, 0).0);
    let mut rows = image.rows();
    for line in buffer.chunks_mut(width) {
        let mut pixels = rows.next().into_iter().flatten();
        line.fill_with(|| pixels.next().map_or(edge, |pixel| pack(pixel.0)));
    }
}

fn button_of(button: MouseButton) -> Option<gesture::Button> {
    match button {
        MouseButton::Left => Some(gesture::Button::Left),
        MouseButton::Middle => Some(gesture::Button::Middle),
        MouseButton::Right => Some(gesture::Button::Right),
        _ => None,
    }
}

fn touch_of(key: &keyboard::Key) -> Option<Touch> {
    let keyboard::Key::Named(name) = key else {
        return None;
    };
    Some(Touch::Key(match name {
        NamedKey::ArrowLeft => combination::Key::Left,
        NamedKey::ArrowRight => combination::Key::Right,
        NamedKey::ArrowUp => combination::Key::Up,
        NamedKey::ArrowDown => combination::Key::Down,
        NamedKey::Enter => combination::Key::Return,
        _ => return None,
    }))
}

fn key_of(key: &keyboard::Key) -> Option<ClientKey> {
    match key.as_ref() {
        keyboard::Key::Character("n" | "N") => Some(ClientKey::New),
        keyboard::Key::Character("q" | "Q") => Some(ClientKey::Quit),
        keyboard::Key::Character("u" | "U") => Some(ClientKey::Undo),
        keyboard::Key::Named(NamedKey::Enter) => Some(ClientKey::Confirm),
        keyboard::Key::Named(NamedKey::Escape) => Some(ClientKey::Cancel),
        _ => None,
    }
}

/// Gives the window the class by which it is found.
#[cfg(all(unix, not(target_os = "macos")))]
fn named(attributes: WindowAttributes, class: &str) -> WindowAttributes {
    use winit::platform::{wayland, x11};
    let attributes = x11::WindowAttributesExtX11::with_name(attributes, class, class);
    wayland::WindowAttributesExtWayland::with_name(attributes, class, class)
}

/// Gives the window the class by which it is found.
#[cfg(windows)]
fn named(attributes: WindowAttributes, class: &str) -> WindowAttributes {
    winit::platform::windows::WindowAttributesExtWindows::with_class_name(attributes, class)
}

#[cfg(not(any(windows, all(unix, not(target_os = "macos")))))]
fn named(attributes: WindowAttributes, _class: &str) -> WindowAttributes {
    attributes
}

#[expect(
    clippy::disallowed_methods,
    reason = "the window is the shell: here time enters"
)]
fn now() -> Instant {
    Instant::now()
}
