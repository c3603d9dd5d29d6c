//! Time for the bot's shell: milliseconds since the session's start, the date, waiting, and what a guarded gesture asks
//! of the world around it. Real, or that of a world in memory. Nothing here decides anything.

use std::{
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use actuator::guard::Surroundings;
use vision::window::{Desktop, WindowId};

/// Where time comes from.
pub trait Time: Send + Sync {
    /// Milliseconds since the session's start; never goes back.
    fn now_ms(&self) -> u64;
    /// Unix milliseconds; may be set back or forth at any time.
    fn wall_ms(&self) -> i64;
    /// Lets time pass.
    fn wait_ms(&self, ms: u64);
}

/// The session's clock. Clones show the same time.
#[derive(Clone)]
pub struct Clock(Arc<dyn Time>);

impl Clock {
    /// The real time; the session starts.
    pub fn start() -> Clock {
        Clock::of(Arc::new(Real::start()))
    }

    /// Any time.
    pub fn of(time: Arc<dyn Time>) -> Clock {
        Clock(time)
    }

    /// Milliseconds since the start.
    pub fn now_ms(&self) -> u64 {
        self.0.now_ms()
    }

    /// Unix milliseconds, for dates.
    pub fn wall_ms(&self) -> i64 {
        self.0.wall_ms()
    }
}

impl Surroundings for Clock {
    fn wait_ms(&mut self, ms: u64) {
        self.0.wait_ms(ms);
    }

    fn client_has_focus(&mut self) -> bool {
        // Clicks need no focus; steps with keys come with their own surroundings.
        false
    }
}

struct Real {
    start: Instant,
}

impl Real {
    #[expect(clippy::disallowed_methods, reason = "the shell: here time comes in")]
    fn start() -> Real {
        Real {
            start: Instant::now(),
        }
    }
}

impl Time for Real {
    fn now_ms(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    fn wall_ms(&self) -> i64 {
        wall_ms()
    }

    #[expect(clippy::disallowed_methods, reason = "the shell: here it waits")]
    fn wait_ms(&self, ms: u64) {
        std::thread::sleep(Duration::from_millis(ms));
    }
}

/// Unix milliseconds by the system's clock.
#[expect(clippy::disallowed_methods, reason = "the shell: here dates come in")]
pub fn wall_ms() -> i64 {
    SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_millis() as i64)
}

/// A gesture's surroundings when keys are among its steps.
pub struct Focus<'a> {
    /// The session's clock.
    pub clock: &'a mut Clock,
    /// Knows which window has the keyboard.
    pub desktop: &'a mut dyn Desktop,
    /// The client's window.
    pub id: Option<WindowId>,
}

impl Surroundings for Focus<'_> {
    fn wait_ms(&mut self, ms: u64) {
        self.clock.wait_ms(ms);
    }

    fn client_has_focus(&mut self) -> bool {
        self.id.is_some() && self.desktop.focused() == Ok(self.id)
    }
}
