//! The bot: plays one client unattended.
//!
//! [`session`] decides and is pure; [`pilot`] carries out and owns every port: the [`eye`] on the
//! client's window, the [`hand`] on the mouse, the [`mind`] that runs the engine, the [`scribe`] that
//! writes things down. Nobody else makes them meet.

pub mod company;
pub mod event;
pub mod session;
pub mod course;
pub mod trouble;
pub mod witness;
pub mod surroundings;
pub mod eye;
pub mod hand;
pub mod client_names;
pub mod scribe;
pub mod bundle;
pub mod pulse;
pub mod pilot;
