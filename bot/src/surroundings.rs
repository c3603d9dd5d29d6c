//! What a guarded gesture asks of the world around it: time to pass and, if keys are among its steps, whether the client has
//! the keyboard. It decides nothing.

use actuator::guard::Surroundings;
use vision::window::{Desktop, WindowId};

use base::clock::Stopwatch;

/// Around a gesture of the mouse alone: clicks need no focus.
pub struct Waiting<'a>(pub &'a Stopwatch);

impl Surroundings for Waiting<'_> {
    fn wait_ms(&mut self, ms: u64) {
        self.0.wait_ms(ms);
    }

    fn client_has_focus(&mut self) -> bool {
        false
    }
}

/// Around a gesture with keys.
pub struct Focus<'a> {
    /// The session's clock.
    pub clock: &'a Stopwatch,
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
