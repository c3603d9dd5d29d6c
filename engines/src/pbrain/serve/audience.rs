//! Whether anybody still reads the answers. A manager that has gone away gets none, and none is searched for.

use std::sync::{Mutex, PoisonError};

use referee::player::Stop;

/// Whoever reads the answers, as long as they do.
#[derive(Debug, Default)]
pub(super) struct Audience(Mutex<Watched>);

#[derive(Debug, Default)]
struct Watched {
    has_left: bool,
    stop: Stop,
}

impl Audience {
    /// Whether somebody is there. From here on `stop` is raised when they leave, and no other.
    pub(super) fn is_there(&self, stop: &Stop) -> bool {
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        watched.stop = stop.clone();
        !watched.has_left
    }

    /// They have left.
    pub(super) fn leave(&self) {
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        watched.has_left = true;
        watched.stop.raise();
    }
}

/// Waits until nobody reads stdout any more; whether that came true. A file is read for ever.
#[cfg(unix)]
pub(super) fn leaves_stdout() -> bool {
    reader_leaves(std::io::stdout())
}

/// Nothing tells it on this system before an answer is written.
#[cfg(not(unix))]
pub(super) fn leaves_stdout() -> bool {
    false
}

#[cfg(unix)]
pub(super) fn reader_leaves(output: impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, poll};
    // Errors and ends are told without being asked for.
    let mut polled = [PollFd::new(&output, PollFlags::empty())];
    loop {
        match poll(&mut polled, None) {
            Ok(_) => return polled[0].revents().intersects(PollFlags::ERR | PollFlags::HUP),
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
