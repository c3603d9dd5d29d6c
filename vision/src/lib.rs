//! Pixels in, "what stands on the board" out. Vision never clicks, never waits and never chooses a move.

pub mod area;
pub mod calibration;
pub mod desktop;
pub mod frame;
pub mod locate;
pub mod observation;
pub mod paint;
pub mod read;
pub mod source;
pub mod template;
pub mod theme;
