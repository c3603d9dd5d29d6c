//! The program: command line, client profiles, the bot, the practice client. The one place where boards meet pixels.

pub mod cli;
mod arguments;
pub mod commands;
pub mod output;
mod progress_line;
pub mod selection;
mod nearest;
mod examples;
mod settings;
pub mod doctor;
