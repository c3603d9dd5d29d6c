//! Makes the weights of the network from games of the engine with itself: [`games`] collects positions with what the search
//! found them to be worth and how their games ended, [`fit`] makes a network value them so.

pub mod sample;
pub mod games;
pub mod fit;
