//! A window of our own: is it captured as painted, does a click arrive where it was aimed at, does a key arrive?
//!
//! The window lives in the main thread, which only paints and passes on what it hears; the checks run beside it.

use std::{
    num::NonZeroU32,
    rc::Rc,
    sync::mpsc::{Receiver, Sender, channel},
    thread,
    time::{Duration, Instant},
};

use actuator::{
    gesture::Gesture,
    ground::Ground,
    guard::{Guard, GuardLimits, Refusal, Surroundings},
    pointer::{Pointer, enigo::EnigoPointer},
    rectangle::Rectangle,
    stop::NoStopKey,
};
use image::Rgb;
use softbuffer::{Context, Surface};
use vision::{
    frame::Frame,
    source::{self, Backend},
    window::{self, Desktop, SoughtWindow, WindowId},
};
use winit::{
    application::ApplicationHandler,
    dpi::PhysicalSize,
    event::{ElementState, MouseButton, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoop, OwnedDisplayHandle},
    window::{Window, WindowAttributes, WindowId as OwnId},
};

use super::Finding;

/// Size of the window in pixels.
const SIZE: (u32, u32) = (360, 240);
/// Pixels along a side of one tile of the pattern.
const TILE: u32 = 40;
/// How far a captured colour may be off, in levels.
const LEVELS: u8 = 8;
/// For anything to happen: the first start on a machine reads everything from its disk.
const PATIENCE_MS: u64 = 10_000;
/// Between two looks.
const LOOK_MS: u64 = 20;
/// The key that is struck.
const KEY: &str = "F9";

/// What the window heard.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Heard {
    Click(f64, f64),
    Key,
}

/// Opens the window, checks, and closes it. To be called from the main thread.
pub fn check() -> Vec<Finding> {
    let title = format!("Tengen doctor {}", std::process::id());
    let remedy = "run in a desktop session, or on a virtual screen with a window manager";
    run(&title).unwrap_or_else(|error| vec![Finding::failed("window", error.to_string(), remedy)])
}

fn run(title: &str) -> anyhow::Result<Vec<Finding>> {
    let events = EventLoop::<Vec<Finding>>::with_user_event().build()?;
    events.set_control_flow(ControlFlow::Wait);
    let (say, heard) = channel();
    let (proxy, sought) = (events.create_proxy(), title.to_owned());
    let display = events.owned_display_handle();
    let context = Context::new(display).map_err(|error| anyhow::anyhow!("{error}"))?;
    let checks = thread::spawn(move || {
        // The window is gone already if nobody listens.
        let _ = proxy.send_event(Checks::run(&sought, &heard));
    });
    let mut own = Own {
        title: title.to_owned(),
        context,
        say,
        shown: None,
        pointer: (0.0, 0.0),
        findings: None,
        failure: None,
    };
    events.run_app(&mut own)?;
    if let Some(failure) = own.failure {
        return Err(failure);
    }
    let _ = checks.join();
    own.findings
        .ok_or_else(|| anyhow::anyhow!("the window was closed before the checks were over"))
}

/// The colour of the pattern at a pixel: each tile has its own, and no two neighbours are alike.
fn pattern(x: u32, y: u32) -> [u8; 3] {
    let tile = (x / TILE) * 7 + (y / TILE) * 3;
    [
        (tile * 67 % 256) as u8,
        (tile * 151 % 256) as u8,
        (255 - tile * 29 % 256) as u8,
    ]
}

/// The first pixel in the middle of a tile that is not of its colour, in words.
fn unlike(frame: &Frame) -> Option<String> {
    let (width, height) = frame.image.dimensions();
    let middles = |length: u32| (TILE / 2..length).step_by(TILE as usize);
    for (x, y) in middles(height).flat_map(|y| middles(width).map(move |x| (x, y))) {
        let (Rgb(seen), painted) = (*frame.image.get_pixel(x, y), pattern(x, y));
        if (0..3).any(|channel| seen[channel].abs_diff(painted[channel]) > LEVELS) {
            return Some(format!("pixel {x},{y} is {seen:?}, painted {painted:?}"));
        }
    }
    None
}

struct Checks<'a> {
    desktop: Box<dyn Desktop>,
    window: window::Window,
    heard: &'a Receiver<Heard>,
}

impl Checks<'_> {
    fn run(title: &str, heard: &Receiver<Heard>) -> Vec<Finding> {
        let sought = SoughtWindow {
            title: Some(title.to_owned()),
            ..SoughtWindow::default()
        };
        let remedy = "is a window manager running? start one, such as openbox";
        let mut desktop = match window::open() {
            Ok(desktop) => desktop,
            Err(error) => return vec![Finding::failed("window", error.to_string(), remedy)],
        };
        let found = eventually(|| {
            desktop
                .find(&sought)
                .ok()?
                .into_iter()
                .find(|window| window.viewable)
        });
        let Some(window) = found else {
            return vec![Finding::failed(
                "window",
                "our own window did not come up",
                remedy,
            )];
        };
        let mut checks = Checks {
            desktop,
            window,
            heard,
        };
        let manager = checks.manager();
        let captures = [
            #[cfg(not(windows))]
            ("capture shm", Backend::SharedMemory),
            ("capture xcap", Backend::Portable),
        ];
        let mut findings = vec![manager];
        findings.extend(captures.map(|(check, backend)| checks.capture(check, backend)));
        findings.extend(checks.mouse());
        findings
    }

    /// There is a window manager, and it gives the keys to the window that asks for them.
    fn manager(&mut self) -> Finding {
        let id = self.window.id;
        let obeyed = eventually(|| {
            let _ = self.desktop.activate(id);
            wait(5 * LOOK_MS);
            (self.desktop.focused() == Ok(Some(id))).then_some(())
        });
        // It may have moved the window meanwhile; some give a window its size only after it is shown, others never.
        let _ = eventually(|| {
            self.window = self.desktop.window(id).ok().flatten()?;
            let content = self.window.content;
            ((content.width, content.height) == SIZE).then_some(())
        });
        let remedy = "start a window manager, such as openbox: windows are not moved and raised without one";
        match obeyed {
            _ if self.desktop.is_managed() == Ok(false) => {
                Finding::warning("window manager", "there is none", remedy)
            }
            Some(()) => Finding::ok("window manager", "our window got the keyboard when it asked"),
            None => Finding::warning("window manager", "our window did not get the keyboard", remedy),
        }
    }

    fn capture(&mut self, check: &'static str, backend: Backend) -> Finding {
        let area = self.window.content;
        let mut wrong = "nothing was captured".to_owned();
        let right = source::open(backend)
            .map_err(|error| error.to_string())
            .and_then(|mut source| {
                let size = format!("{} x {}", area.width, area.height);
                let seen = eventually(|| match source.grab(area) {
                    Ok(frame) => match unlike(&frame) {
                        None => Some(()),
                        Some(words) => {
                            wrong = words;
                            None
                        }
                    },
                    Err(error) => {
                        wrong = error.to_string();
                        None
                    }
                });
                seen.map(|()| size).ok_or_else(|| wrong.clone())
            });
        match (right, backend) {
            (Ok(size), _) => Finding::ok(check, format!("{size} pixels are captured as painted")),
            (Err(why), Backend::SharedMemory) => {
                Finding::warning(check, why, "tengen play --capture xcap is slower and may work")
            }
            (Err(why), _) if cfg!(windows) => Finding::failed(
                check,
                why,
                "unlock the screen: a locked or remote desktop that nobody looks at cannot be captured",
            ),
            (Err(why), _) => Finding::warning(
                check,
                why,
                "set XDG_SESSION_TYPE to what the session is; --capture shm may work",
            ),
        }
    }

    fn mouse(&mut self) -> Vec<Finding> {
        let pointer = EnigoPointer::open().map_err(Refusal::from);
        let home = pointer.and_then(|mut pointer| Ok((pointer.location()?, pointer)));
        let (home, pointer) = match home {
            Ok(opened) => opened,
            Err(refusal) => {
                let remedy = "a desktop session that may be controlled is needed";
                return vec![Finding::failed("mouse", refusal.to_string(), remedy)];
            }
        };
        let content = self.window.content;
        let mut guard = Guard::new(pointer, Box::new(NoStopKey), GuardLimits::default());
        guard.allow(
            Ground::window(
                self.window.id.0,
                Rectangle::new(content.x, content.y, content.width, content.height),
            ),
            Some(home),
        );
        vec![self.click(&mut guard, home), self.key(&mut guard)]
    }

    fn click(&mut self, guard: &mut Guard<EnigoPointer>, home: (i32, i32)) -> Finding {
        // Off the middle, so that an exchanged or doubled coordinate shows.
        let aim = (self.window.content.width * 2 / 3, self.window.content.height / 4);
        let (x, y) = (
            self.window.content.x + aim.0 as i32,
            self.window.content.y + aim.1 as i32,
        );
        let began = now();
        let gesture = Gesture::click(x, y, 40).then(Gesture::park(home.0, home.1));
        if let Err(refusal) = guard.perform(&gesture, 0, self) {
            return Finding::failed(
                "mouse",
                refusal.to_string(),
                "leave the mouse alone and try again",
            );
        }
        let arrived = self.hear(|heard| match heard {
            Heard::Click(x, y) => Some((x, y)),
            Heard::Key => None,
        });
        let spent_ms = began.elapsed().as_millis();
        let remedy = "is another window in the way, or is the display scaled? use scale 100 %";
        match arrived {
            Some((x, y)) if (x - f64::from(aim.0)).abs() < 1.0 && (y - f64::from(aim.1)).abs() < 1.0 => {
                Finding::ok(
                    "mouse",
                    format!("a click arrived on its pixel, after {spent_ms} ms"),
                )
            }
            Some((x, y)) => {
                let words = format!("a click on {},{} arrived on {x},{y}", aim.0, aim.1);
                Finding::failed("mouse", words, remedy)
            }
            None => Finding::failed("mouse", "a click did not arrive", remedy),
        }
    }

    fn key(&mut self, guard: &mut Guard<EnigoPointer>) -> Finding {
        let remedy = "clients that are driven by keys need a window manager and a keyboard on the display";
        let _ = self.desktop.activate(self.window.id);
        wait(10 * LOOK_MS);
        if let Err(refusal) = guard.perform(&Gesture::key(KEY), PATIENCE_MS, self) {
            return Finding::warning("keyboard", refusal.to_string(), remedy);
        }
        match self.hear(|heard| (heard == Heard::Key).then_some(())) {
            Some(()) => Finding::ok("keyboard", format!("{KEY} arrived")),
            None => Finding::warning("keyboard", format!("{KEY} did not arrive"), remedy),
        }
    }

    fn hear<T>(&self, wanted: impl Fn(Heard) -> Option<T>) -> Option<T> {
        eventually(|| self.heard.try_iter().find_map(&wanted))
    }
}

impl Surroundings for Checks<'_> {
    fn wait_ms(&mut self, ms: u64) {
        wait(ms);
    }

    fn client_has_focus(&mut self) -> bool {
        let id: WindowId = self.window.id;
        self.desktop.focused() == Ok(Some(id))
    }
}

fn eventually<T>(mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let began = now();
    while began.elapsed() < Duration::from_millis(PATIENCE_MS) {
        if let Some(answer) = ask() {
            return Some(answer);
        }
        wait(LOOK_MS);
    }
    None
}

#[expect(
    clippy::disallowed_methods,
    reason = "the doctor is the shell: it looks at the clock"
)]
fn now() -> Instant {
    Instant::now()
}

#[expect(clippy::disallowed_methods, reason = "the doctor is the shell: it waits")]
fn wait(ms: u64) {
    thread::sleep(Duration::from_millis(ms));
}

/// A window and what is painted on it.
type Shown = (Rc<Window>, Surface<OwnedDisplayHandle, Rc<Window>>);

/// The window.
struct Own {
    title: String,
    context: Context<OwnedDisplayHandle>,
    say: Sender<Heard>,
    shown: Option<Shown>,
    pointer: (f64, f64),
    findings: Option<Vec<Finding>>,
    failure: Option<anyhow::Error>,
}

impl Own {
    fn open(&mut self, events: &ActiveEventLoop) -> anyhow::Result<()> {
        let attributes = WindowAttributes::default()
            .with_title(&self.title)
            .with_inner_size(PhysicalSize::new(SIZE.0, SIZE.1))
            .with_resizable(false);
        let window = Rc::new(events.create_window(attributes)?);
        let surface =
            Surface::new(&self.context, window.clone()).map_err(|error| anyhow::anyhow!("{error}"))?;
        window.request_redraw();
        self.shown = Some((window, surface));
        Ok(())
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let Some((window, surface)) = &mut self.shown else {
            return Ok(());
        };
        let size = window.inner_size();
        let (Some(width), Some(height)) = (NonZeroU32::new(size.width), NonZeroU32::new(size.height)) else {
            return Ok(());
        };
        let words = |error: softbuffer::SoftBufferError| anyhow::anyhow!("{error}");
        surface.resize(width, height).map_err(words)?;
        let mut buffer = surface.buffer_mut().map_err(words)?;
        for (index, pixel) in buffer.iter_mut().enumerate() {
            let (x, y) = (index as u32 % size.width, index as u32 / size.width);
            let [red, green, blue] = pattern(x, y);
            *pixel = u32::from_be_bytes([0, red, green, blue]);
        }
        buffer.present().map_err(words)
    }

    fn check(&mut self, result: anyhow::Result<()>, events: &ActiveEventLoop) {
        if let Err(error) = result {
            self.failure.get_or_insert(error);
            events.exit();
        }
    }
}

impl ApplicationHandler<Vec<Finding>> for Own {
    fn resumed(&mut self, events: &ActiveEventLoop) {
        if self.shown.is_none() {
            let opened = self.open(events);
            self.check(opened, events);
        }
    }

    fn user_event(&mut self, events: &ActiveEventLoop, findings: Vec<Finding>) {
        self.findings = Some(findings);
        events.exit();
    }

    fn window_event(&mut self, events: &ActiveEventLoop, _: OwnId, event: WindowEvent) {
        let heard = match event {
            WindowEvent::CloseRequested => return events.exit(),
            WindowEvent::RedrawRequested => {
                let drawn = self.draw();
                return self.check(drawn, events);
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.pointer = (position.x, position.y);
                return;
            }
            WindowEvent::MouseInput {
                state: ElementState::Pressed,
                button: MouseButton::Left,
                ..
            } => Heard::Click(self.pointer.0, self.pointer.1),
            WindowEvent::KeyboardInput {
                event,
                is_synthetic: false,
                ..
            } if event.state == ElementState::Pressed => Heard::Key,
            _ => return,
        };
        // The checks are over if nobody listens.
        let _ = self.say.send(heard);
    }
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::*;

    #[test]
    fn a_wrong_tile_is_found_and_a_slightly_other_colour_is_not() {
        let mut image = RgbImage::from_fn(SIZE.0, SIZE.1, |x, y| Rgb(pattern(x, y)));
        assert_eq!(unlike(&Frame::from_image(image.clone())), None);
        image
            .pixels_mut()
            .for_each(|Rgb(levels)| levels[0] = levels[0].saturating_add(LEVELS));
        assert_eq!(unlike(&Frame::from_image(image.clone())), None);
        image.put_pixel(60, 20, Rgb([0, 0, 0]));
        let words = unlike(&Frame::from_image(image)).unwrap();
        assert!(words.starts_with("pixel 60,20 is [0, 0, 0]"), "{words}");
        assert!(unlike(&Frame::from_image(RgbImage::new(SIZE.0, SIZE.1))).is_some());
    }
}
