//! Players of Paper Soccer. One ply is one line, so each of them decides on a whole turn and hands it out line by line;
//! each answers any position, in the middle of a turn, too. Rules are the referee's.

mod plan;
mod score;
mod ground;
mod grid;
mod survey;
mod escape;
mod network;
mod judge;
mod turns;
mod tree;
pub mod options;
pub mod best_first;
pub mod proof;
pub mod solve;
pub mod thesis;
pub mod codingame;
pub mod registry;
pub mod tune;

pub use score::{PROVEN, WIN};

#[cfg(test)]
mod positions;
