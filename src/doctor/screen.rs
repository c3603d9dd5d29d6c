//! Is there a display, how large is it, and does the stop key work on it?

use actuator::stop;
use vision::{
    source::{self, Backend},
    window,
};

use super::Finding;

/// The smallest screen on which a board of 22 points can be played.
const SMALLEST: (u32, u32) = (800, 600);

/// Without a display the rest need not be asked.
pub fn check() -> Vec<Finding> {
    let remedy = "run in a desktop session, or on a virtual screen: Xvfb and DISPLAY set to it";
    if let Err(error) = window::open() {
        return vec![Finding::failed("display", error.to_string(), remedy)];
    }
    let screen = match source::open(Backend::Fastest).and_then(|mut source| source.screen()) {
        Ok(screen) => screen,
        Err(error) => return vec![Finding::failed("display", error.to_string(), remedy)],
    };
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let display = variable("DISPLAY").filter(|_| cfg!(unix));
    let display = display.unwrap_or_else(|| "the desktop".to_owned());
    let mut findings = vec![Finding::ok("display", format!("{display} can be reached"))];
    if variable("XDG_SESSION_TYPE").is_some_and(|kind| kind == "wayland") {
        findings.push(Finding::warning(
            "session",
            "XDG_SESSION_TYPE is wayland: only windows of X11 programs are found",
            "use an X11 session; if this is one, set XDG_SESSION_TYPE=x11",
        ));
    }
    let size = format!("{} x {} pixels", screen.width, screen.height);
    findings.push(if screen.width < SMALLEST.0 || screen.height < SMALLEST.1 {
        let remedy = "use a larger screen, such as 1280 x 1024";
        Finding::warning("screen", format!("{size}: large boards have no room"), remedy)
    } else {
        Finding::ok("screen", size)
    });
    findings.push(match stop::open("F12") {
        Ok(_) => Finding::ok("stop key", "F12 can be heard"),
        Err(error) => Finding::warning(
            "stop key",
            error.to_string(),
            "use --stop-key none; Ctrl-C and the screen's corner still stop",
        ),
    });
    findings
}
