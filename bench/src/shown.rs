//! A practice client in a window, for the measurements that need one. Ends with its value.

use std::{
    ffi::OsStr,
    process::{Child, Command, Stdio},
    time::Duration,
};

use anyhow::Context as _;
use vision::{
    source::{self, Backend},
    window::{self, Desktop, SoughtWindow},
};

use base::user_error::UserError;
use practice::window::CLASS;

/// A running practice client.
pub(super) struct Shown {
    child: Child,
}

/// For its window to come.
const WINDOW_MS: u64 = 20_000;
const POLL_MS: u64 = 50;
/// Pixels that the window takes with its frame.
const ROOM: (u32, u32) = (1_064, 840);

impl Shown {
    /// Starts `tengen practice --service` with more arguments and waits for its window.
    ///
    /// # Errors
    /// There is no display, a practice client is open already, or none comes.
    pub(super) fn start<I: AsRef<OsStr>>(arguments: impl IntoIterator<Item = I>) -> anyhow::Result<Shown> {
        let mut desktop = window::open().map_err(|error| {
            UserError::new(
                error.to_string(),
                "run in a desktop session, or on a virtual screen: scripts/with-screen tengen bench …",
            )
        })?;
        check_screen()?;
        if is_open(&mut *desktop)? {
            let message = "a practice client is open already";
            return Err(UserError::new(message, "close it: what is measured must be the only one").into());
        }
        let program = std::env::current_exe().context("the path of this program")?;
        let mut command = Command::new(program);
        command.args(["practice", "--service"]).args(arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        let shown = Shown {
            child: command.spawn().context("the practice client cannot be started")?,
        };
        for _ in 0..WINDOW_MS / POLL_MS {
            if is_open(&mut *desktop)? {
                return Ok(shown);
            }
            wait_ms(POLL_MS);
        }
        let message = format!(
            "the practice client showed no window within {} s",
            WINDOW_MS / 1_000
        );
        Err(UserError::new(message, "is there a window manager on this display?").into())
    }

    /// The client's process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The window with its frame must lie on the screen.
fn check_screen() -> anyhow::Result<()> {
    let screen = source::open(Backend::Fastest)?.screen()?;
    let (width, height) = (screen.width, screen.height);
    if width >= ROOM.0 && height >= ROOM.1 {
        return Ok(());
    }
    let message = format!("the practice client does not fit on a screen of {width} x {height} pixels");
    let hint = format!("{} x {} or more are needed", ROOM.0, ROOM.1);
    Err(UserError::new(message, hint).into())
}

fn is_open(desktop: &mut dyn Desktop) -> anyhow::Result<bool> {
    let sought = SoughtWindow {
        class: Some(CLASS.to_owned()),
        ..SoughtWindow::default()
    };
    let found = desktop.find(&sought)?;
    Ok(found.iter().any(|window| window.viewable))
}

/// Lets so many milliseconds pass.
#[expect(
    clippy::disallowed_methods,
    reason = "the shell: measurements of real things wait for them"
)]
pub(super) fn wait_ms(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}
