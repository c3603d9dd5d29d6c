//! Rules, clocks, one game, a series. Knows nothing of pixels, processes, files or the time of day.

pub mod clock;
pub mod color;
pub mod game;
pub mod gomoku;
pub mod perft;
pub mod play;
pub mod player;
pub mod point;
pub mod position;
pub mod record;
pub mod seat;
pub mod series;
pub mod symmetry;
pub mod verdict;
