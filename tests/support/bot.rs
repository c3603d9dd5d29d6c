//! A bot that was started as a program of its own, and how it is ended.

use std::process::{Child, Command};

use super::xvfb::pause;

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
