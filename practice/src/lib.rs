//! A pretended game client: a board, an opponent, buttons and dialogs, and around them, if wanted, an online service with a
//! lobby, opponents, clocks and everything that can go wrong there. One model, drawn into memory for tests and simulation, and
//! into a window for people and for the bot. It does not think: its owner brings the opponents' moves. It knows nothing of the
//! bot.

pub mod exercise;
pub mod setup;
pub mod taking;
pub mod model;
pub mod game;
pub mod countdown;
pub mod dialog;
mod popup;
pub mod service_event;
pub mod fault_schedule;
pub mod ledger;
pub mod trace;
pub mod layout;
pub mod face;
pub mod parlor;
pub mod host;
pub mod client;
pub mod window;
pub mod world;
pub mod desk;
pub mod tour;
pub mod shipped;
pub mod cut;

#[cfg(test)]
mod tests;
