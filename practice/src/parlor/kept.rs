//! Games as they are kept and opened again: the port to whoever has a disk. It knows no format and no folder.

use referee::{position::Position, seat::Seat, verdict::Verdict};

use super::hosted::Hosted;

/// A game that a person played, or plays still.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptGame<P: Hosted> {
    /// How it began.
    pub start: P::Start,
    /// Every ply, in order.
    pub plies: Vec<<P as Position>::Move>,
    /// The person's seat.
    pub person: Seat,
    /// The engine's spec, if it is known.
    pub engine: Option<String>,
    /// How it ended; `None` while it is open.
    pub verdict: Option<Verdict>,
}

/// A kept game in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptLine {
    /// By which it is opened.
    pub name: String,
    /// When it was played and how it went, in a few words.
    pub told: String,
}

/// Where games are kept.
pub trait Shelf<P: Hosted> {
    /// Puts a game in the place of that name, or of a new one; says which. It is safe when this returns.
    ///
    /// # Errors
    /// Why it could not, in words.
    fn keep(&mut self, name: Option<&str>, game: &KeptGame<P>) -> Result<String, String>;

    /// The last games, the latest first.
    ///
    /// # Errors
    /// Why they cannot be listed, in words.
    fn list(&mut self) -> Result<Vec<KeptLine>, String>;

    /// A game of that name.
    ///
    /// # Errors
    /// Why it cannot be opened, in words.
    fn open(&mut self, name: &str) -> Result<KeptGame<P>, String>;
}
