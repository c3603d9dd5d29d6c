//! What the practice client itself knows of every game it showed: an outside check compares it with what a bot wrote
//! down. Data and its text form; each kind of game has its own.

pub mod file;
mod gomoku;
pub mod soccer;

use std::{fmt, ops::RangeInclusive};

use referee::{kind::Kind, seat::Seat, verdict::Verdict};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

pub(crate) use self::gomoku::stones;
pub use self::gomoku::{PracticeEntry, PracticeStone, StonesPlayed};
use self::soccer::PracticeTurn;

/// A game that is over, as the client knows it.
#[derive(Clone, Copy, Debug)]
pub struct FinishedGame<'a, P: Kind> {
    /// Counted from 1.
    pub number: u32,
    /// When it began, in milliseconds of the client's clock.
    pub began_ms: u64,
    /// When it ended, likewise.
    pub ended_ms: u64,
    /// The last position.
    pub position: &'a P,
    /// Every ply with who made it.
    pub plies: &'a [(Seat, P::Move)],
    /// The person's seat.
    pub person: Seat,
    /// The opponent's name.
    pub opponent: &'a str,
    /// What was taken back, the last turn of each request first.
    pub taken_back: &'a [SidePlies<P::Move>],
    /// Winner and reason.
    pub verdict: Verdict,
    /// More about the end, in words.
    pub note: &'a str,
}

/// Plies that one side made one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SidePlies<M> {
    /// Who made them.
    pub seat: Seat,
    /// In order of play, at least one.
    pub plies: Vec<M>,
}

/// One game in the ledger, finished or aborted.
pub trait LedgerEntry<P: Kind>:
    Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static
{
    /// What is written down of a game.
    fn of(game: &FinishedGame<'_, P>) -> Self;
    /// Counted from 1.
    fn number(&self) -> u32;
    /// From its beginning to its end, in milliseconds of the client's clock.
    fn span_ms(&self) -> RangeInclusive<u64>;
    /// The person's seat.
    fn person(&self) -> Seat;
    /// The opponent's name.
    fn opponent(&self) -> &str;
    /// Winner and reason; aborted games have no winner.
    fn verdict(&self) -> Verdict;
    /// How it began.
    fn start(&self) -> P::Start;
    /// Every ply that stayed, with who made it.
    fn plies(&self) -> Vec<(Seat, P::Move)>;
    /// What was taken back, the last turn of each request first.
    fn taken_back(&self) -> Vec<SidePlies<P::Move>>;
}

/// What a kind of game writes down of its own.
pub trait Played<P: Kind>:
    Clone + fmt::Debug + PartialEq + Serialize + DeserializeOwned + Send + 'static
{
    /// What is written down of a game.
    fn of(game: &FinishedGame<'_, P>) -> Self;
    /// How it began.
    fn start(&self) -> P::Start;
    /// Every ply that stayed, with who made it.
    fn plies(&self) -> Vec<(Seat, P::Move)>;
    /// What was taken back, the last turn of each request first.
    fn taken_back(&self) -> Vec<SidePlies<P::Move>>;
}

/// One game, finished or aborted, and what was played in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEntry<G> {
    /// Counted from 1.
    pub number: u32,
    /// When it began, in milliseconds of the client's clock.
    pub began_ms: u64,
    /// When it ended, likewise.
    pub ended_ms: u64,
    /// What was played on, and what was played.
    #[serde(flatten)]
    pub played: G,
    /// The person's seat.
    pub person: Seat,
    /// The opponent's name.
    pub opponent: String,
    /// Winner and reason; aborted games have no winner.
    pub verdict: Verdict,
    /// More about the end, in words; may be empty.
    pub note: String,
}

impl<P: Kind, G: Played<P>> LedgerEntry<P> for GameEntry<G> {
    fn of(game: &FinishedGame<'_, P>) -> GameEntry<G> {
        GameEntry {
            number: game.number,
            began_ms: game.began_ms,
            ended_ms: game.ended_ms,
            played: G::of(game),
            person: game.person,
            opponent: game.opponent.to_owned(),
            verdict: game.verdict,
            note: game.note.to_owned(),
        }
    }

    fn number(&self) -> u32 {
        self.number
    }

    fn span_ms(&self) -> RangeInclusive<u64> {
        self.began_ms..=self.ended_ms
    }

    fn person(&self) -> Seat {
        self.person
    }

    fn opponent(&self) -> &str {
        &self.opponent
    }

    fn verdict(&self) -> Verdict {
        self.verdict
    }

    fn start(&self) -> P::Start {
        self.played.start()
    }

    fn plies(&self) -> Vec<(Seat, P::Move)> {
        self.played.plies()
    }

    fn taken_back(&self) -> Vec<SidePlies<P::Move>> {
        self.played.taken_back()
    }
}

/// Everything that stands on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Stones in order of play.
    Stones(Vec<PracticeStone>),
    /// Turns in order of play; the last one may be unfinished.
    Turns(Vec<PracticeTurn>),
}

/// One line of JSON with its line break.
pub fn line_of(entry: &impl Serialize) -> String {
    let mut line = serde_json::to_string(entry).expect("an entry holds nothing that JSON cannot spell");
    line.push('\n');
    line
}
