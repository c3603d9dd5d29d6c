//! Makes the weights of the network from games of the engine with itself: [`games`] collects positions with what the search
//! found them to be worth and how their games ended, [`fit`] makes a network value them so, and in [`rounds`] each plays the
//! games of the next.

pub mod sample;
pub mod games;
pub mod fit;
pub mod rounds;
