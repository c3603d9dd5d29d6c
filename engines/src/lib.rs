//! Everything that chooses a move. Engines know positions only: no screens, no clients, no files of games.
//! The one file that is theirs is what they learned.
//!
//! An engine by its spec, asked for the move that ends a game:
//!
//! ```
//! use referee::{
//!     gomoku::{Move, Position, Rule},
//!     player::Limits,
//!     point::Point,
//!     position::Position as _,
//! };
//!
//! let mut position = Position::new(15, Rule::Freestyle).unwrap();
//! for (x, y) in [(3, 7), (3, 8), (4, 7), (4, 8), (5, 7), (5, 8), (6, 7), (9, 9)] {
//!     position.play(Move::Place(Point::new(x, y))).unwrap();
//! }
//! let mut engine = engines::registry::build("alphabeta").unwrap();
//! engine.new_game(&position).unwrap();
//! let limits = Limits {
//!     depth: Some(2),
//!     ..Limits::default()
//! };
//! let thought = engine.think(&position, &limits).unwrap();
//! position.play(thought.play).unwrap();
//! assert!(position.outcome().is_some());
//! ```

mod budget;
mod deadline;
mod process;
mod swap2;
pub mod balance;
pub mod book;
pub mod experience;
pub mod proof;
pub mod alphabeta;
pub mod classic;
pub mod mcts;
pub mod network;
pub mod train;
pub mod device;
pub mod pbrain;
pub mod random;
pub mod soccer;
pub mod registry;
pub mod games;
pub mod worker;
