//! A virtual X display for one test. Such tests run with `SLOW_TESTS=1` only.

use std::{
    env,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
    time::Duration,
};

use actuator::guard::Surroundings;
use vision::window::{self, SoughtWindow, WindowId};

use crate::support::x_window::{Style, XWindow};

/// Set for the inner run of a test, to the test's name.
const INSIDE: &str = "TENGEN_TEST_INSIDE";
/// The process of the display server, for those who are inside.
pub(crate) const SERVER: &str = "TENGEN_TEST_SCREEN_SERVER";

/// The usual screen.
pub(crate) const SCREEN: &str = "1280x800x24";

/// Whether a window manager is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manager {
    None,
    Openbox,
    /// Any other, started so.
    Other(&'static [&'static str]),
}

/// Runs `body` on a display of its own. `DISPLAY` belongs to a whole process, and tests share theirs: so this starts the
/// test binary once more, for this one test, with the display in its environment. `test` is the test's full name.
pub(crate) fn on_a_display(test: &str, manager: Manager, body: impl FnOnce()) {
    on_a_screen(test, manager, SCREEN, &[], body);
}

/// The same on a screen of that size (`WIDTHxHEIGHTxDEPTH`), with more variables in the inner run's environment.
pub(crate) fn on_a_screen(
    test: &str,
    manager: Manager,
    size: &str,
    variables: &[(&str, &str)],
    body: impl FnOnce(),
) {
    if env::var_os("SLOW_TESTS").is_none_or(|value| value != "1") {
        eprintln!("{test} needs a display of its own: skipped without SLOW_TESTS=1");
        return;
    }
    if env::var_os(INSIDE).is_some_and(|name| name == test) {
        if manager == Manager::Openbox {
            managed();
        }
        return body();
    }
    let xvfb = Xvfb::start(size);
    let _manager = match manager {
        Manager::None => None,
        Manager::Openbox => Some(xvfb.spawn(&["openbox", "--sm-disable"])),
        Manager::Other(command) => Some(xvfb.spawn(command)),
    };
    let program = env::current_exe().expect("the test binary has a path");
    let status = Command::new(program)
        .args([test, "--exact", "--nocapture"])
        .env("DISPLAY", &xvfb.name)
        .env(SERVER, xvfb.server.0.id().to_string())
        .env(INSIDE, test)
        .envs(variables.iter().copied())
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("XDG_SESSION_TYPE")
        .status()
        .expect("the test binary runs");
    assert!(status.success(), "{test} failed on display {}", xvfb.name);
}

/// Waits until the window manager does its work. A window that appears while openbox starts can stay unmapped for ever,
/// so windows are tried until one is taken in charge.
fn managed() {
    let mut desktop = window::open().unwrap();
    eventually("the window manager", || {
        let probe = XWindow::open("probe", Style::Program, (0, 0, 10, 10), 0);
        let id = WindowId(u64::from(probe.id));
        let framed = (0..10).any(|_| {
            pause(20);
            let seen = desktop.window(id).unwrap();
            seen.is_some_and(|window| window.viewable) && desktop.focused().unwrap() == Some(id)
        });
        probe.destroy();
        framed.then_some(())
    });
}

/// Asks again and again, for at most thirty seconds: the machine may be busy.
pub(crate) fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    for _ in 0..3_000 {
        if let Some(answer) = ask() {
            return answer;
        }
        pause(10);
    }
    panic!("{what} did not happen within thirty seconds");
}

/// Lets so many milliseconds pass.
#[expect(clippy::disallowed_methods, reason = "real displays take their time")]
pub(crate) fn pause(ms: u64) {
    std::thread::sleep(Duration::from_millis(ms));
}

/// Real time for a guard; the window under test always has the focus.
pub(crate) struct Desk;

impl Surroundings for Desk {
    fn wait_ms(&mut self, ms: u64) {
        pause(ms);
    }

    fn client_has_focus(&mut self) -> bool {
        true
    }
}

/// The window with this title, once it is on the screen and has stayed in its place for a while: a window manager
/// moves it just after it appears.
pub(crate) fn settled(title: &str) -> window::Window {
    let mut desktop = window::open().unwrap();
    let sought = SoughtWindow {
        title: Some(title.to_owned()),
        ..SoughtWindow::default()
    };
    let mut before = None;
    let mut looks = 0;
    eventually(title, || {
        let seen = desktop
            .find(&sought)
            .unwrap()
            .pop()
            .filter(|window| window.viewable);
        looks = if seen == before { looks + 1 } else { 0 };
        before = seen;
        before.clone().filter(|_| looks >= 20)
    })
}

/// A running Xvfb; it ends with this value, or with the thread that started it.
pub(crate) struct Xvfb {
    server: Process,
    /// For `DISPLAY`.
    pub(crate) name: String,
}

impl Xvfb {
    /// Starts one on a free display number, which it finds itself.
    pub(crate) fn start(size: &str) -> Xvfb {
        let mut server = command(&[
            "Xvfb",
            "-displayfd",
            "1",
            "-screen",
            "0",
            size,
            "-noreset",
            "-nolisten",
            "tcp",
        ]);
        server.stdout(Stdio::piped());
        let mut server = Process(server.spawn().expect("Xvfb and setpriv are installed"));
        let output = server.0.stdout.take().expect("its output is a pipe");
        let mut number = String::new();
        BufReader::new(output)
            .read_line(&mut number)
            .expect("Xvfb tells its number");
        assert!(!number.trim().is_empty(), "Xvfb did not start");
        Xvfb {
            server,
            name: format!(":{}", number.trim()),
        }
    }

    /// Starts a program on this display.
    pub(crate) fn spawn(&self, program: &[&str]) -> Process {
        let mut command = command(program);
        Process(
            command
                .env("DISPLAY", &self.name)
                .spawn()
                .expect("the program is installed"),
        )
    }
}

/// A child that is ended when this value is dropped.
pub(crate) struct Process(pub(crate) Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// setpriv makes the kernel end the program with us, even when we are killed.
fn command(program: &[&str]) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "TERM", "--"]).args(program);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}
