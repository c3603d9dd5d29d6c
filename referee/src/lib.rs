//! Rules, clocks, one game, a series. Knows nothing of pixels, processes, files or the time of day.
//!
//! A game in ten lines:
//!
//! ```
//! use referee::{
//!     clock::TimeControl,
//!     game::Game,
//!     gomoku::{Move, Position, Rule},
//!     point::Point,
//!     record::Ply,
//!     seat::Seat,
//! };
//!
//! let mut game = Game::new(Position::new(15, Rule::Freestyle).unwrap(), TimeControl::default());
//! for x in 3..7 {
//!     game.play(Ply::bare(Move::Place(Point::new(x, 7)))).unwrap();
//!     game.play(Ply::bare(Move::Place(Point::new(x, 8)))).unwrap();
//! }
//! let verdict = game.play(Ply::bare(Move::Place(Point::new(7, 7)))).unwrap();
//! assert_eq!(verdict.unwrap().winner, Some(Seat::First));
//! ```

pub mod color;
pub mod seat;
pub mod point;
pub mod symmetry;
pub mod position;
pub mod kind;
pub mod gomoku;
pub mod soccer;
pub mod verdict;
pub mod clock;
pub mod player;
pub mod record;
pub mod games;
pub mod game;
pub mod adjudication;
pub mod play;
pub mod series;
pub mod tournament;
pub mod perft;
