//! What a kind of game adds so that clients of it can be learned: what stands on its board in a picture, how much of that makes a
//! game, and who plays to lose. Everything else of watching, asking and trying knows no kind.

mod gomoku;
mod soccer;

use recordings::film::Remark;
use referee::{player::Player, seat::Seat};
use vision::area::Area;

use crate::board_place::BoardPlace;
use session::live_game::playable::Playable;

/// A kind of game whose clients can be learned.
pub trait Learnable: Playable {
    /// Things on a board from which on a game is one.
    const GAME: usize;
    /// Things on a board that is as good as fresh.
    const FRESH: usize;
    /// Things that may come between something's coming up and its going away at the end of a game: the last move of both sides.
    const HIDDEN: usize;
    /// Things that may be added between two looks.
    const STEP: usize;
    /// Whether what stands there is told by what looks otherwise than on a fresh board, once one was seen. Otherwise it is always
    /// read.
    const COMPARES: bool;

    /// The same place, whatever is played.
    fn board_place(place: &Self::Place) -> BoardPlace;
    /// Where the board lies by a film's remark, and whether another board may be meant than before; `None` for other remarks.
    fn place_in(remark: &Remark) -> Option<(Self::Place, bool)>;
    /// Where each thing would be seen, in the order of [`BoardContent::things`].
    fn cells(place: &Self::Place) -> Vec<Area>;
    /// What stands on a board.
    fn standing(seen: &Self::Seen) -> BoardContent;
    /// What was read of it, for people.
    fn found(seen: &Self::Seen) -> String;
    /// A player that wants to lose, so that a client shows how it says that.
    fn generous() -> Box<dyn Player<Self>>;
}

/// On which parts of a board something stands. Whose it is is not asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardContent {
    /// In the kind's own order.
    pub things: Vec<bool>,
    /// Whether all of that could be told.
    pub clean: bool,
    /// Who has won, if a goal was shot and the first player attacks the one in the field's row 0.
    pub scored: Option<Seat>,
}

impl BoardContent {
    /// How much stands there.
    pub fn count(&self) -> usize {
        self.things.iter().filter(|&&thing| thing).count()
    }

    /// Whether things were only added to these, and at most so many.
    pub(crate) fn goes_on_to(&self, next: &BoardContent, step: usize) -> bool {
        let pairs = self.things.iter().zip(&next.things);
        let kept = pairs.into_iter().all(|(before, after)| !before || *after);
        kept && next.count() <= self.count() + step
    }
}
