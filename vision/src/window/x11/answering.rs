//! Asks a window on an X display whether its program still minds it, by the ping of EWMH (`_NET_WM_PING`) that toolkits answer
//! from the loop in which they draw and hear clicks. It knows nothing of what such a program shows.

use std::time::{Duration, Instant};

use rustix::{
    event::{PollFd, PollFlags, poll},
    time::Timespec,
};
use x11rb::{
    connection::Connection,
    protocol::{
        Event,
        xproto::{
            Atom, ChangeWindowAttributesAux, ClientMessageEvent, ConnectionExt as _, EventMask, Window,
        },
    },
    rust_connection::RustConnection,
};

use crate::window::Attention;

/// One question, on a connection of its own: what comes in on the root window is no business of others.
pub(super) struct Ping {
    /// The window that is asked.
    pub(super) window: Window,
    /// The root window, by way of which programs answer.
    pub(super) root: Window,
    /// The server's number for `WM_PROTOCOLS`.
    pub(super) protocols: Atom,
    /// The server's number for `_NET_WM_PING`.
    pub(super) ping: Atom,
}

impl Ping {
    /// Asks, and waits for an answer at most so long.
    pub(super) fn ask(&self, ms: u64) -> Attention {
        self.try_to_ask(ms).unwrap_or(Attention::Unknown)
    }

    /// `None` if the display does not let us ask.
    #[expect(
        clippy::disallowed_methods,
        reason = "waiting for the system's answer is what this port does"
    )]
    fn try_to_ask(&self, ms: u64) -> Option<Attention> {
        let (connection, _) = x11rb::connect(None).ok()?;
        // Whoever asks hears what is told to the window manager.
        let hears = ChangeWindowAttributesAux::new().event_mask(EventMask::SUBSTRUCTURE_NOTIFY);
        let request = connection.change_window_attributes(self.root, &hears).ok()?;
        request.check().ok()?;
        // The window manager asks with times of the server: a number of our own tells our answers from its.
        let number = std::process::id() | 1 << 31;
        let data = [self.ping, number, self.window, 0, 0];
        let event = ClientMessageEvent::new(32, self.window, self.protocols, data);
        let request = connection.send_event(false, self.window, EventMask::NO_EVENT, event);
        request.ok()?.check().ok()?;
        let until = Instant::now() + Duration::from_millis(ms);
        loop {
            if self.has_answered(&connection, number)? {
                return Some(Attention::Given);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Some(Attention::Missing);
            }
            let timeout = Timespec::try_from(left).ok()?;
            let mut sockets = [PollFd::new(connection.stream(), PollFlags::IN)];
            match poll(&mut sockets, Some(&timeout)) {
                Ok(_) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return None,
            }
        }
    }

    /// Whether the answer is among all that came in.
    fn has_answered(&self, connection: &RustConnection, number: u32) -> Option<bool> {
        while let Some(event) = connection.poll_for_event().ok()? {
            let Event::ClientMessage(message) = event else {
                continue;
            };
            let data = message.data.as_data32();
            if message.type_ == self.protocols && data[..3] == [self.ping, number, self.window] {
                return Some(true);
            }
        }
        Some(false)
    }
}
