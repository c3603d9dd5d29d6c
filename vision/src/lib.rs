//! Pixels in, "what stands on the board" out. Vision never clicks, never waits and never chooses a move.

pub mod area;
pub mod calibration;
pub mod frame;
pub mod observation;
pub mod source;
pub mod window;
