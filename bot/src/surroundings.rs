//! What a guarded gesture asks of the world around it: time to pass and, if keys are among its steps, whether the client has
//! the keyboard. It decides nothing.

use actuator::guard::Surroundings;
use vision::window::{Desktop, WindowId};

use crate::board_reader::BoardReader;
use base::clock::Stopwatch;
use session::live_game::playable::Playable;

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

/// Around a gesture on a board that was read: it must be there still as it was when the first button goes down.
pub(crate) struct OnBoard<'a, P: Playable> {
    clock: &'a Stopwatch,
    reader: &'a mut BoardReader<P>,
    /// Whether it was asked for.
    is_checked: bool,
}

impl<'a, P: Playable> OnBoard<'a, P> {
    /// On the board as that reader read it last.
    pub(crate) fn new(clock: &'a Stopwatch, reader: &'a mut BoardReader<P>) -> OnBoard<'a, P> {
        OnBoard {
            clock,
            reader,
            is_checked: false,
        }
    }
}

impl<P: Playable> Surroundings for OnBoard<'_, P> {
    fn wait_ms(&mut self, ms: u64) {
        self.clock.wait_ms(ms);
    }

    fn client_has_focus(&mut self) -> bool {
        let id = self.reader.window().map(|window| window.id);
        id.is_some() && self.reader.desktop().focused() == Ok(id)
    }

    fn shows_the_same(&mut self) -> bool {
        // What the first press does to the board is no reason not to make the second.
        std::mem::replace(&mut self.is_checked, true) || self.reader.is_as_read()
    }
}
