//! What the device does, without its processor: hears questions, keeps a game, thinks and answers. The processor, its line and
//! its timer stand behind [`port::Port`], so that all of this runs under tests on any machine.
#![cfg_attr(not(test), no_std)]

pub mod port;
pub mod ring;
pub mod ear;
pub mod game;
mod search;
pub mod device;
pub mod touch;
pub mod stream;
pub mod relay;
