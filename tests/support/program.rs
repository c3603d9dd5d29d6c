//! The program as tests start it: whatever the person who runs them has set for games of their own is none of its business.

use std::process::Command;

/// Variables of the environment that set something, and would for every program that a test starts.
pub(crate) const SETTINGS: [&str; 12] = [
    "TENGEN_CLIENT",
    "TENGEN_ENGINE",
    "TENGEN_SOCCER_ENGINE",
    "TENGEN_DB",
    "TENGEN_ME",
    "TENGEN_GAMES",
    "TENGEN_THINK_MS",
    "TENGEN_FILM",
    "TENGEN_STOP_KEY",
    "TENGEN_CLICKS_A_MINUTE",
    "TENGEN_HEALTH_MIN",
    "TENGEN_PORT",
];

/// The words that start a practice client which plays one game after the other and asks for nothing.
#[cfg(all(unix, not(target_os = "macos")))]
pub(crate) const CLIENT: [&str; 10] = [
    "practice",
    "--client",
    "--opponent",
    "random:seed=5",
    "--seat",
    "second",
    "--size",
    "10",
    "--reply-after",
    "0",
];

/// The program, without anybody's settings.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
    without_settings(&mut command);
    command
}

/// Another program that starts ours.
pub(crate) fn without_settings(command: &mut Command) {
    command.env("XDG_CONFIG_HOME", "/nonexistent/tengen-test");
    for variable in SETTINGS {
        command.env_remove(variable);
    }
}
