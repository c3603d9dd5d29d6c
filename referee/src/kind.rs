//! What a kind of game adds to its rules so that its games can be recorded: how a game begins, and how its length is
//! counted. Knows no kind; they stand side by side in [`games`](crate::games).

use std::fmt;

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    position::{IllegalMove, Position},
    seat::Seat,
};

/// A game that can be recorded.
pub trait Kind: Position<Move: Serialize + DeserializeOwned> + fmt::Debug + Eq {
    /// How a game begins: whatever makes the same moves mean something else. In files its fields stand among the others of
    /// a record.
    type Start: Clone + fmt::Debug + Eq + Serialize + DeserializeOwned + Send;

    /// The position before the first move.
    ///
    /// # Errors
    /// No game begins like this. `played` is empty then.
    fn begin(start: &Self::Start) -> Result<Self, IllegalMove>;

    /// How the game began that has come to this position.
    fn beginning(&self) -> Self::Start;

    /// At the beginning of a turn: in how many ways whoever is next can play it, where one turn may be several moves. Counts
    /// up to `bound`, which stands for any larger number.
    fn choices(&self, bound: u64) -> Option<u64>;

    /// Whether this move makes the game longer by one, as people count its length. `before` is who made the move before.
    fn counts(played: Self::Move, by: Seat, before: Option<Seat>) -> bool;
}
