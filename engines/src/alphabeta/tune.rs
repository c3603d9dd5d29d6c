//! What fits the engine to games. The engine plays itself ([`games`]); each position of those games becomes the counts
//! that its value is a sum over (`sample`), and the weights are what tells best from these how the games ended
//! ([`fit`](mod@fit)). The numbers of the search are tuned by playing ([`numbers`]).

pub mod fit;
pub mod games;
pub mod numbers;
mod sample;
