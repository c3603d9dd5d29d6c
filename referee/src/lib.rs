//! Rules, clocks, one game, a series. Knows nothing of pixels, processes, files or the time of day.

pub mod color;
pub mod gomoku;
pub mod player;
pub mod point;
pub mod position;
pub mod record;
pub mod seat;
pub mod verdict;
