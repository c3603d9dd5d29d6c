//! What a kind of game adds so that whole nights of it can be lived through: who plays, where, and how the bot's books are
//! compared with the service's. Everything else of a night knows no kind.

mod gomoku;
mod soccer;

use referee::{kind::Kind, point::Point, verdict::Reason};

use crate::small_venue::SmallVenue;
use practice::{ledger::SidePlies, shipped::Shipped};
use session::live_game::playable::Playable;
use session::readable::TargetOf;

/// A kind of game that nights are spent with.
pub trait Unattended: Shipped + Playable {
    /// What the bot plays with.
    const ENGINE: &str;
    /// Who is met at the service.
    const OPPONENTS: [&str; 4];

    /// Smaller services than the one that is shipped: short games and quick looks.
    fn small_venues() -> &'static [SmallVenue<Self>];

    /// A move that the rules refuse, if there is one.
    fn refused(&self) -> Option<Self::Move>;
    /// What is wrong with a click there for whoever is next, in words.
    fn objection_to(&self, point: Point) -> Option<String>;
    /// Where a click would be wrong, in place of `target`.
    fn astray(&self, target: TargetOf<Self>) -> Option<TargetOf<Self>>;

    /// Whether the board shows such an end.
    fn is_shown(reason: Reason) -> bool;
    /// How many plies of the bot's, from the beginning, say the same as those of the service.
    fn alike(start: &<Self as Kind>::Start, plies: &[Self::Move], truth: &[Self::Move]) -> usize;
    /// Whether the rest of the bot's plies, of which the first `alike` are those of the service, was played and taken back.
    fn was_taken_back(
        start: &<Self as Kind>::Start,
        plies: &[Self::Move],
        alike: usize,
        taken_back: &[SidePlies<Self::Move>],
    ) -> bool;
}
