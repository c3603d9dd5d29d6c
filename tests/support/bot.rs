//! A bot that was started as a program of its own, and how it is ended.

use std::{
    path::Path,
    process::{Child, Command, Stdio},
};

use super::xvfb::pause;

/// The program with its games kept in `home`, and itself on the path: its client is this program as well.
pub(crate) fn tengen(home: &Path) -> Command {
    let mut command = crate::support::program::program();
    command.env("TENGEN_HOME", home).stdin(Stdio::null());
    let folder = Path::new(env!("CARGO_BIN_EXE_tengen")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    command.env("PATH", format!("{}:{path}", folder.display()));
    command
}

/// One interrupt lets it finish the game in hand, two stop it where it stands.
pub(crate) fn interrupt(bot: &Child) {
    let number = bot.id().to_string();
    let status = Command::new("kill").args(["-INT", &number]).status();
    assert!(status.is_ok());
}

/// Whether it ends within so many looks, `ms` apart. If not, it is killed.
pub(crate) fn ends_within(bot: &mut Child, looks: u32, ms: u64) -> bool {
    for _ in 0..looks {
        if bot.try_wait().unwrap().is_some() {
            return true;
        }
        pause(ms);
    }
    let _ = bot.kill();
    let _ = bot.wait();
    false
}
