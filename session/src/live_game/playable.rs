//! What a kind of game adds so that the bot can play it: what readings of its board say of the game in hand. A part of the
//! live game; pure as the rest of it.

mod gomoku;
mod soccer;

use std::fmt;

use referee::{games::GameKind, seat::Seat};

use super::{Ending, Endings, LiveGame, Standing};
use crate::{
    event::Action,
    readable::{Readable, TargetOf},
    trouble::Trouble,
};
use profile::bounds::Bounds;

/// A kind of game that the bot plays.
pub trait Playable: Readable {
    /// What is known of a game in hand besides what is known of any.
    type Notes: Clone + fmt::Debug + Send;

    /// What is known beforehand of a game in that seat.
    fn notes(own_seat: Seat, bounds: &Bounds) -> Self::Notes;

    /// A move that needs no pointing, such as a choice, has no target.
    fn target(game: &LiveGame<Self>, played: Self::Move) -> Option<TargetOf<Self>>;
    /// What people call a target in this position.
    fn name_of_target(position: &Self, target: TargetOf<Self>) -> String;
    /// A reading in the terms of the game in hand.
    fn in_own_terms(game: &LiveGame<Self>, seen: &Self::Seen) -> Self::Seen;
    /// Whether the only thing on the board that is new is another than we clicked, and no slip of ours.
    fn came_otherwise(game: &LiveGame<Self>, seen: &Self::Seen) -> bool;
    /// Whether the only thing on the board is the first one of this game, seen or only clicked.
    fn shows_first_only(game: &LiveGame<Self>, seen: &Self::Seen) -> bool;

    /// Weighs one stable reading. `may_click` is false while a person has the mouse.
    ///
    /// # Errors
    /// The reading cannot be explained for longer than the bounds allow.
    fn saw(
        game: &mut LiveGame<Self>,
        seen: &Self::Seen,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action<Self>>,
    ) -> Result<Standing, Trouble>;

    /// Weighs a reading that stays as it is although some of it cannot be told; `None` where it tells too little.
    ///
    /// # Errors
    /// As [`Playable::saw`].
    fn saw_unclear(
        game: &mut LiveGame<Self>,
        seen: &Self::Seen,
        now_ms: u64,
        bounds: &Bounds,
        may_click: bool,
        out: &mut Vec<Action<Self>>,
    ) -> Result<Option<Standing>, Trouble>;

    /// Weighs a reading that has been unclear for long: the game may have ended in it. `clicked_counts` says whether our click on a
    /// hidden part counts.
    fn saw_ending(
        game: &mut LiveGame<Self>,
        seen: &Self::Seen,
        clicked_counts: bool,
        now_ms: u64,
        out: &mut Vec<Action<Self>>,
    ) -> Standing;

    /// After a break: whether what is seen goes on from this game. What was played meanwhile is confirmed.
    fn catch_up(
        game: &mut LiveGame<Self>,
        seen: &Self::Seen,
        now_ms: u64,
        bounds: &Bounds,
        out: &mut Vec<Action<Self>>,
    ) -> bool;

    /// Whether a picture, of which not everything can be told, shows much of this game, and nothing that speaks against it.
    fn is_shown_in(game: &LiveGame<Self>, seen: &Self::Seen) -> bool;
    /// What a picture shows in which nothing that stands there can be told, if it can only be this game.
    fn recognised(_game: &LiveGame<Self>, _seen: &Self::Seen) -> Option<Self::Seen> {
        None
    }

    /// Takes note of a picture that need not be settled.
    fn glimpse(game: &mut LiveGame<Self>, seen: &Self::Seen, now_ms: u64);
    /// Takes note of a picture after the client told the result.
    fn glimpse_end(_game: &mut LiveGame<Self>, _seen: &Self::Seen, _now_ms: u64) {}
    /// Every ending that this picture and the client's word allow; `None` stands for a picture of which nothing can be told.
    fn endings(game: &LiveGame<Self>, seen: Option<&Self::Seen>) -> Endings<Self::Move>;
    /// Whether an ending is one that the board itself shows.
    fn ends_on_board(ending: &Ending<Self::Move>) -> bool;
    /// Whether a picture shows nothing of the game's, though some of it can be told.
    fn shows_none_of(game: &LiveGame<Self>, seen: &Self::Seen) -> bool;
    /// Whether something of the end may be hidden in a picture.
    fn hides_end(game: &LiveGame<Self>, seen: &Self::Seen) -> bool;
    /// The position before the last turns, of so many at most, from which the opponent's next one, or none, leads to what is seen.
    /// Answers how many turns it goes back as well.
    fn explain_back(
        game: &LiveGame<Self>,
        seen: &Self::Seen,
        most: usize,
    ) -> Option<(Self, Vec<Self::Move>, usize)>;
    /// What was known to be hidden does not count any more.
    fn forget_cover(_game: &mut LiveGame<Self>) {}
    /// Whether the board shows that the client has not finished drawing the last move.
    fn is_drawing(_game: &mut LiveGame<Self>, _seen: &Self::Seen, _now_ms: u64, _bounds: &Bounds) -> bool {
        false
    }
    /// A reading that no move explains as it stands may be an end all the same.
    fn end_unexplained(
        _game: &mut LiveGame<Self>,
        _seen: &Self::Seen,
        _now_ms: u64,
        _out: &mut Vec<Action<Self>>,
    ) -> Standing {
        Standing::GoingOn
    }
}

/// Something that is done with a kind of game of which only the name is known.
pub trait ForKind {
    /// What comes of it.
    type Output;

    /// Does it.
    fn with<P: Playable>(self) -> Self::Output;
}

/// Does it with the kind of that name. Here the kinds that are played stand side by side.
pub fn for_kind<W: ForKind>(kind: GameKind, what: W) -> W::Output {
    match kind {
        GameKind::Gomoku => what.with::<referee::gomoku::Position>(),
        GameKind::Soccer => what.with::<referee::soccer::Position>(),
    }
}
