//! Monte Carlo tree search over any game: by rollouts with dice (docs/sources.md `S1.3`), or led by whoever has an opinion of
//! positions and moves (`S1.4`). Wins and losses that the rules show are proven on the way (Winands and others, 2008). It asks
//! whose turn it is and never counts plies.

mod node;
pub mod evaluator;
pub mod rollout;
pub mod tree;
pub mod noise;
pub mod options;
pub mod player;
pub mod attentive;

pub use evaluator::{Certainty, Evaluator};
