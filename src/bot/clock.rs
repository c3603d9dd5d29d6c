//! Time for the bot's shell: milliseconds since the session's start, waiting, and what a guarded gesture asks of the
//! world around it. Nothing here decides anything.

use std::time::{Duration, Instant};

use actuator::guard::Surroundings;
use vision::window::{Desktop, WindowId};

/// Milliseconds since the session's start.
#[derive(Debug)]
pub struct Clock {
    start: Instant,
}

impl Clock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the pilot is the shell: here time comes in"
    )]
    /// The session starts.
    pub fn start() -> Clock {
        Clock {
            start: Instant::now(),
        }
    }

    /// Milliseconds since the start.
    pub fn now_ms(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }
}

impl Surroundings for Clock {
    #[expect(clippy::disallowed_methods, reason = "the pilot is the shell: here it waits")]
    fn wait_ms(&mut self, ms: u64) {
        std::thread::sleep(Duration::from_millis(ms));
    }

    fn client_has_focus(&mut self) -> bool {
        // Clicks need no focus; steps with keys come with their own surroundings.
        false
    }
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
