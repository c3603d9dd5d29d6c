//! Engines against each other. Workers play, one game each; every finished game goes into the ledger before it counts; the pure
//! [`schedule`] says what comes next and when it is enough. It knows neither clients nor screens.

pub mod settings;
pub mod entry;
pub mod schedule;
pub mod hardware;
pub mod figures;
pub mod table;
pub mod folder;
mod progress;
pub mod worker;
pub mod run;
pub mod look;
