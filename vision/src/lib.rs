//! Pixels in, "what stands on the board" out. Vision never clicks, never waits and never chooses a move.

pub mod area;
pub mod frame;
pub mod picture;
pub mod source;
pub mod window;
pub mod orientation;
pub mod calibration;

pub mod locate;
pub mod observation;
pub mod template;
pub mod read;
pub mod settle;
pub mod cover;
pub mod reconcile;
pub mod screen_state;
pub mod plate;
pub mod overlay;
pub mod paint;
pub mod ink;
pub mod theme;
pub mod desktop;
mod rank;
