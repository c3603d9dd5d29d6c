//! Asks a person what pictures show, in a window of its own: the picture, a question, buttons; where something is, is pointed at.
//! The client under the window gets nothing of it.

mod face;
mod model;

use std::{
    cell::RefCell,
    num::NonZeroU32,
    rc::Rc,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context as _, anyhow};
use image::RgbImage;
use softbuffer::{Context, Surface};
use vision::area::Area;
use winit::{
    application::ApplicationHandler,
    dpi::PhysicalSize,
    event::{ElementState, MouseButton, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle},
    keyboard::{Key, NamedKey},
    platform::run_on_demand::EventLoopExtRunOnDemand as _,
    window::{Window, WindowId},
};

use self::{
    face::Layout,
    model::{Input, Question, Step},
};
use crate::{
    answers::PictureAnswers,
    sights::{Seen, Sight},
};
use base::user_error::UserError;

/// The window's title.
pub const TITLE: &str = "Tengen asks";

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskOutcome {
    /// Every picture was answered or passed over.
    Answered,
    /// The window was closed before.
    GaveUp,
}

/// Pixels that a pointer must be dragged for a box.
const DRAG: f64 = 5.0;

thread_local! {
    /// A program has one event loop, however often it asks.
    static EVENTS: RefCell<Option<EventLoop<()>>> = const { RefCell::new(None) };
}

/// Between two looks for Ctrl-C.
const LISTEN: Duration = Duration::from_millis(200);

/// Asks about the pictures of these numbers, until `interrupts` counts a Ctrl-C. `keep` is called with all answers after each.
///
/// # Errors
/// There is no display, or `keep` fails.
pub fn ask(
    seen: &Seen,
    answers: &mut PictureAnswers,
    numbers: &[usize],
    interrupts: &AtomicUsize,
    keep: &mut dyn FnMut(&PictureAnswers) -> anyhow::Result<()>,
) -> anyhow::Result<AskOutcome> {
    let asked: Vec<&Sight> = seen
        .sights
        .iter()
        .filter(|sight| numbers.contains(&sight.number))
        .collect();
    let question = |(index, sight): (usize, &&Sight)| {
        let turn = (index + 1, asked.len());
        (Question::of(sight, seen, turn), Arc::clone(&sight.pictures[0]))
    };
    let mut questions: Vec<(Question, Arc<RgbImage>)> = asked.iter().enumerate().map(question).collect();
    questions.reverse();
    EVENTS.with_borrow_mut(|events| {
        let events = match events {
            Some(events) => events,
            None => events.insert(EventLoop::new().map_err(|_| no_display())?),
        };
        let context = Context::new(events.owned_display_handle()).map_err(|error| anyhow!("{error}"))?;
        let mut app = App {
            left: questions,
            answers,
            interrupts,
            keep,
            context,
            shown: None,
            pointer: (0.0, 0.0),
            pressed: None,
            failure: None,
            outcome: AskOutcome::GaveUp,
        };
        if app.left.is_empty() {
            return Ok(AskOutcome::Answered);
        }
        tracing::info!("asking in a window of its own, {TITLE:?}: what do the pictures show?");
        events
            .run_app_on_demand(&mut app)
            .context("the window system ended the questions")?;
        app.failure.map_or(Ok(app.outcome), Err)
    })
}

fn no_display() -> UserError {
    UserError::new(
        "no display to ask on",
        "set DISPLAY or WAYLAND_DISPLAY, or answer by --result and --again, or with --answers FILE",
    )
}

/// What is shown.
struct Shown {
    window: Rc<Window>,
    surface: Surface<OwnedDisplayHandle, Rc<Window>>,
    layout: Layout,
    picture: RgbImage,
}

struct App<'a> {
    /// The last one is asked next.
    left: Vec<(Question, Arc<RgbImage>)>,
    answers: &'a mut PictureAnswers,
    interrupts: &'a AtomicUsize,
    keep: &'a mut dyn FnMut(&PictureAnswers) -> anyhow::Result<()>,
    context: Context<OwnedDisplayHandle>,
    shown: Option<Shown>,
    pointer: (f64, f64),
    /// Where the button went down.
    pressed: Option<(f64, f64)>,
    failure: Option<anyhow::Error>,
    outcome: AskOutcome,
}

impl App<'_> {
    fn open(&mut self, events: &ActiveEventLoop) -> anyhow::Result<()> {
        let Some((_, picture)) = self.left.last() else {
            return Ok(());
        };
        let monitor = events
            .primary_monitor()
            .or_else(|| events.available_monitors().next());
        let screen = monitor.map_or((1_280, 800), |monitor| {
            (monitor.size().width, monitor.size().height)
        });
        let layout = Layout::new(picture.dimensions(), (screen.0, screen.1.saturating_sub(60)));
        let attributes = Window::default_attributes()
            .with_title(TITLE)
            .with_inner_size(PhysicalSize::new(layout.size.0, layout.size.1))
            .with_resizable(false);
        let window = Rc::new(
            events
                .create_window(attributes)
                .context("no window could be opened")?,
        );
        let surface = Surface::new(&self.context, window.clone()).map_err(|error| anyhow!("{error}"))?;
        let picture = face::scaled(&layout, picture);
        window.request_redraw();
        self.shown = Some(Shown {
            window,
            surface,
            layout,
            picture,
        });
        Ok(())
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let dragged = self.dragged();
        let (Some(shown), Some((question, _))) = (&mut self.shown, self.left.last()) else {
            return Ok(());
        };
        let size = shown.window.inner_size();
        let (Some(width), Some(height)) = (NonZeroU32::new(size.width), NonZeroU32::new(size.height)) else {
            return Ok(());
        };
        let image = face::draw(&shown.layout, question, &shown.picture, dragged);
        shown
            .surface
            .resize(width, height)
            .map_err(|error| anyhow!("{error}"))?;
        let mut buffer = shown.surface.buffer_mut().map_err(|error| anyhow!("{error}"))?;
        buffer.fill(0);
        for (line, row) in buffer.chunks_mut(size.width as usize).zip(image.rows()) {
            for (place, pixel) in line.iter_mut().zip(row) {
                let [red, green, blue] = pixel.0;
                *place = u32::from_be_bytes([0, red, green, blue]);
            }
        }
        shown.window.pre_present_notify();
        buffer.present().map_err(|error| anyhow!("{error}"))
    }

    /// The box that is being drawn.
    fn dragged(&self) -> Option<Area> {
        let (from, shown) = (self.pressed?, self.shown.as_ref()?);
        shown.layout.to_picture(from)?;
        let far = (self.pointer.0 - from.0)
            .abs()
            .max((self.pointer.1 - from.1).abs());
        (far >= DRAG).then(|| shown.layout.box_between(from, self.pointer))
    }

    /// The button was released.
    fn release(&mut self, events: &ActiveEventLoop) {
        let dragged = self.dragged();
        let Some(from) = self.pressed.take() else { return };
        let (Some(shown), Some((question, _))) = (&self.shown, self.left.last()) else {
            return;
        };
        let (x, y) = (from.0 as i32, from.1 as i32);
        let place = shown
            .layout
            .buttons(question)
            .iter()
            .position(|area| area.contains(x, y));
        let input = match (dragged, place) {
            (Some(area), _) => Some(Input::Box(area)),
            (None, Some(place)) => Some(Input::Choice(place)),
            (None, None) => shown.layout.to_picture(from).map(Input::Point),
        };
        if let Some(input) = input {
            self.step(input, events);
        }
    }

    fn step(&mut self, input: Input, events: &ActiveEventLoop) {
        let Some((question, _)) = self.left.last_mut() else {
            return;
        };
        if let Step::Done(answer) = question.step(input) {
            self.left.pop();
            self.shown = None;
            if let Some(answer) = answer {
                self.answers.put(answer);
                if let Err(error) = (self.keep)(self.answers) {
                    self.failure = Some(error);
                    return events.exit();
                }
            }
            if self.left.is_empty() {
                self.outcome = AskOutcome::Answered;
                return events.exit();
            }
            let opened = self.open(events);
            self.check(opened, events);
        }
        if let Some(shown) = &self.shown {
            shown.window.request_redraw();
        }
    }

    /// Remembers the first failure and ends the questions.
    fn check(&mut self, result: anyhow::Result<()>, events: &ActiveEventLoop) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
            events.exit();
        }
    }
}

impl ApplicationHandler for App<'_> {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.shown.is_none() {
            let opened = self.open(events);
            self.check(opened, events);
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the shell: the window's loop waits by the clock"
    )]
    fn about_to_wait(&mut self, events: &ActiveEventLoop) {
        if self.interrupts.load(Ordering::SeqCst) > 0 {
            return events.exit();
        }
        events.set_control_flow(ControlFlow::WaitUntil(Instant::now() + LISTEN));
    }

    fn window_event(&mut self, events: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        if self.shown.as_ref().is_none_or(|shown| shown.window.id() != id) {
            return;
        }
        match event {
            WindowEvent::CloseRequested => events.exit(),
            WindowEvent::RedrawRequested => {
                let drawn = self.draw();
                self.check(drawn, events);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.pointer = (position.x, position.y);
                if let (Some(_), Some(shown)) = (self.pressed, &self.shown) {
                    shown.window.request_redraw();
                }
            }
            WindowEvent::MouseInput {
                state,
                button: MouseButton::Left,
                ..
            } => match state {
                ElementState::Pressed => self.pressed = Some(self.pointer),
                ElementState::Released => self.release(events),
            },
            WindowEvent::KeyboardInput { event, .. }
                if event.state == ElementState::Pressed && !event.repeat =>
            {
                let key = match event.logical_key.as_ref() {
                    Key::Named(NamedKey::Enter) => Some('\r'),
                    Key::Named(NamedKey::Backspace) => Some('\u{8}'),
                    Key::Character(text) => text.chars().next(),
                    _ => None,
                };
                if let Some(key) = key {
                    self.step(Input::Key(key), events);
                }
            }
            _ => {}
        }
    }
}
