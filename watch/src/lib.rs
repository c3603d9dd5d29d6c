//! How sessions go, for those who are not there: a card a session, notices to wherever they are wanted, and a watchdog that ends
//! a program which hangs. It is told by the bot and knows nothing of it.

pub mod control;
pub mod health;
pub mod observer;
pub mod status;
pub mod finding;
pub mod notice;
pub mod watchdog;
