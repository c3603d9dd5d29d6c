//! Chromium with the page alone in its window.

use std::path::Path;

/// Width and height that the page needs, in its own pixels.
pub(crate) const PAGE: (u32, u32) = (820, 600);

/// A screen on which the page fits at every scale.
pub(crate) const SCREEN: &str = "1920x1440x24";

/// Whether it is installed.
pub(crate) fn is_installed() -> bool {
    let found = Path::new("/usr/bin/chromium").is_file();
    if !found {
        println!("chromium is not installed: passed over (`scripts/setup browser` installs it)");
    }
    found
}

/// Program and arguments. `folder` becomes the browser's own: settings, caches, locks.
pub(crate) fn command(url: &str, scale: &str, folder: &Path) -> Vec<String> {
    let (width, height) = PAGE;
    let mut command: Vec<String> = [
        "chromium",
        // Tests may run as root, where the sandbox does not start; and no bar shall complain of it.
        "--no-sandbox",
        "--test-type",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-features=Translate",
        "--password-store=basic",
        "--window-position=20,40",
    ]
    .map(str::to_owned)
    .to_vec();
    command.push(format!("--force-device-scale-factor={scale}"));
    command.push(format!("--window-size={width},{height}"));
    command.push(format!("--user-data-dir={}", folder.display()));
    command.push(format!("--app={url}"));
    command
}
