//! Hears from an X server when something is drawn in a window (the extension DAMAGE), so that nobody has to look again
//! and again. It knows one window at a time and none of its pixels.

use std::time::Duration;

use rustix::{
    event::{PollFd, PollFlags, poll},
    time::Timespec,
};
use x11rb::{
    NONE,
    connection::{Connection, RequestConnection as _},
    protocol::{
        Event,
        damage::{self, ConnectionExt as _, ReportLevel},
        xproto::Window,
    },
    rust_connection::RustConnection,
};

use crate::window::{Drawing, WindowId};

/// An ear on one window.
#[derive(Default)]
pub(super) enum Watch {
    /// Nobody asked yet.
    #[default]
    Idle,
    /// The display cannot tell.
    Deaf,
    /// One window is listened to.
    Listening(Box<Listener>),
}

/// A connection of its own: nothing but reports comes in on it.
pub(super) struct Listener {
    connection: RustConnection,
    window: Window,
    damage: damage::Damage,
}

impl Watch {
    /// Waits until something is drawn in the window, at most so long. A window is heard from the first question on.
    pub(super) fn wait(&mut self, id: WindowId, ms: u64) -> Drawing {
        let Ok(window) = Window::try_from(id.0) else {
            return Drawing::Unknown;
        };
        let known = matches!(self, Watch::Listening(listener) if listener.window == window);
        if !known {
            *self = match std::mem::take(self) {
                Watch::Deaf => Watch::Deaf,
                _ => {
                    Listener::on(window).map_or(Watch::Deaf, |listener| Watch::Listening(Box::new(listener)))
                }
            };
        }
        let Watch::Listening(listener) = self else {
            return Drawing::Unknown;
        };
        match listener.wait(ms) {
            Some(drawing) => drawing,
            None => {
                // A display that ended is the business of whoever looks at it next.
                *self = Watch::Deaf;
                Drawing::Unknown
            }
        }
    }
}

impl Listener {
    /// `None` where the display does not have the extension.
    fn on(window: Window) -> Option<Listener> {
        let (connection, _) = x11rb::connect(None).ok()?;
        connection
            .extension_information(damage::X11_EXTENSION_NAME)
            .ok()??;
        connection.damage_query_version(1, 1).ok()?.reply().ok()?;
        let damage = connection.generate_id().ok()?;
        // A window that is gone is an error that comes in like a report, and is passed over.
        connection
            .damage_create(damage, window, ReportLevel::NON_EMPTY)
            .ok()?;
        connection.flush().ok()?;
        Some(Listener {
            connection,
            window,
            damage,
        })
    }

    /// `None` if the connection broke.
    fn wait(&self, ms: u64) -> Option<Drawing> {
        if self.is_drawn()? {
            return Some(Drawing::Drawn);
        }
        let timeout = Timespec::try_from(Duration::from_millis(ms)).ok()?;
        let mut sockets = [PollFd::new(self.connection.stream(), PollFlags::IN)];
        match poll(&mut sockets, Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => return None,
        }
        Some(if self.is_drawn()? {
            Drawing::Drawn
        } else {
            Drawing::Still
        })
    }

    /// Takes all reports that are in. The server reports again only what is drawn after it was told to forget this.
    fn is_drawn(&self) -> Option<bool> {
        let mut drawn = false;
        while let Some(event) = self.connection.poll_for_event().ok()? {
            drawn |= matches!(event, Event::DamageNotify(_));
        }
        if drawn {
            self.connection.damage_subtract(self.damage, NONE, NONE).ok()?;
            self.connection.flush().ok()?;
        }
        Some(drawn)
    }
}
