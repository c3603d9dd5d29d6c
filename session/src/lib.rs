//! What happens at one client, and what to do about it: a session hears events and answers with actions.
//!
//! Pure: the same [`Session`] runs on the real screen and in a simulated world. It knows no window, process, file or clock;
//! who looks, clicks, thinks and writes for it stands in `bot`.

pub mod blindness;
pub mod stones;
pub mod board_text;
pub mod field_text;
pub mod readable;
pub mod event;
pub mod trouble;
mod witness;
pub mod live_game;
mod session;

pub use self::session::{Session, Unfinished, progress::SessionStanding};
