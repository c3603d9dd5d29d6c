//! The board at which a person plays at home, one game after the other against engines: what it does, what it offers and where
//! its parts are. Pure: events in, actions out, and no clock at all. It draws nothing, opens no window and keeps no file; and
//! it is no client: no bot is tried on it.

pub mod hosted;
pub mod roster;
pub mod wishes;
pub mod kept;
pub mod sitting;
pub mod plan;

#[cfg(test)]
mod tests;
