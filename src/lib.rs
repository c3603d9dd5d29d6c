//! The program: command line, configuration, the bot, the practice client. The one place where boards meet pixels.

pub mod cli;
pub mod commands;
pub mod complaint;
pub mod exit;
