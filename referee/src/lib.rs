//! Rules, clocks, one game, a series. Knows nothing of pixels, processes, files or the time of day.

pub mod color;
pub mod seat;
pub mod point;
pub mod symmetry;
pub mod position;
pub mod gomoku;
pub mod verdict;
pub mod clock;
pub mod player;
pub mod record;
pub mod game;
pub mod adjudication;
pub mod play;
pub mod series;
pub mod tournament;
pub mod perft;
