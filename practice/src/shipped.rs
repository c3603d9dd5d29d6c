//! A kind of game as the pretended service offers it: its usual look, the built-in profile for it, and what a profile says of
//! the board. It knows nothing of who plays there.

mod gomoku;
mod soccer;

use profile::client::BoardProfile;

use crate::{face::Pictured, tour::Venue};

/// A kind of game with a built-in profile of its service.
pub trait Shipped: Pictured {
    /// That profile's name.
    const CLIENT: &str;

    /// How `tengen practice --service` looks.
    fn usual() -> Venue<Self>;
    /// Tells a profile where the board lies.
    fn tell(board: &mut BoardProfile, size: Self::Size, place: Self::Place);
}
