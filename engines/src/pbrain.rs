//! Engines of the Gomocup world, both ways round.

mod lines;
pub mod protocol;
pub mod serve;
