//! Everything that chooses a move. Engines know positions only: no screens, no clients, no files of games.
//! The one file that is theirs is what they learned.

mod budget;
mod swap2;
pub mod balance;
pub mod book;
pub mod experience;
pub mod proof;
pub mod alphabeta;
pub mod classic;
pub mod device;
pub mod pbrain;
pub mod random;
pub mod registry;
pub mod worker;
