//! What the practice client itself knows of every game it showed: an outside check compares it with what a bot wrote
//! down. Data and its text form; each kind of game has its own.

pub mod file;
pub mod soccer;

use std::{fmt, ops::RangeInclusive};

use referee::{
    gomoku::{self, Move, Rule},
    kind::Kind,
    point::Point,
    seat::Seat,
    verdict::Verdict,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

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

/// Everything that stands on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// Stones in order of play.
    Stones(Vec<PracticeStone>),
    /// Turns in order of play; the last one may be unfinished.
    Turns(Vec<PracticeTurn>),
}

/// One stone that stayed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PracticeStone {
    /// Who placed it.
    pub seat: Seat,
    /// Column from the left, from 0.
    pub x: u8,
    /// Row from the top, from 0.
    pub y: u8,
}

/// One game, finished or aborted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PracticeEntry {
    /// Counted from 1.
    pub number: u32,
    /// When it began, in milliseconds of the client's clock.
    pub began_ms: u64,
    /// When it ended, likewise.
    pub ended_ms: u64,
    /// Lines a side.
    pub size: u8,
    /// The rule in force.
    pub rule: Rule,
    /// The person's seat.
    pub person: Seat,
    /// The opponent's name.
    pub opponent: String,
    /// In order of play, without what was taken back.
    pub stones: Vec<PracticeStone>,
    /// The stones that were taken back, the last one of each request first.
    pub taken_back: Vec<PracticeStone>,
    /// Winner and reason; aborted games have no winner.
    pub verdict: Verdict,
    /// More about the end, in words; may be empty.
    pub note: String,
}

impl LedgerEntry<gomoku::Position> for PracticeEntry {
    fn of(game: &FinishedGame<'_, gomoku::Position>) -> PracticeEntry {
        let of_side = |side: &SidePlies<Move>| -> Vec<(Seat, Move)> {
            side.plies.iter().map(|play| (side.seat, *play)).collect()
        };
        let taken_back: Vec<(Seat, Move)> = game.taken_back.iter().flat_map(of_side).collect();
        PracticeEntry {
            number: game.number,
            began_ms: game.began_ms,
            ended_ms: game.ended_ms,
            size: game.position.size(),
            rule: game.position.rule(),
            person: game.person,
            opponent: game.opponent.to_owned(),
            stones: stones(game.plies),
            taken_back: stones(&taken_back),
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

    fn start(&self) -> gomoku::Start {
        gomoku::Start::free(self.size, self.rule)
    }

    fn plies(&self) -> Vec<(Seat, Move)> {
        let place = |stone: &PracticeStone| (stone.seat, Move::Place(Point::new(stone.x, stone.y)));
        self.stones.iter().map(place).collect()
    }

    fn taken_back(&self) -> Vec<SidePlies<Move>> {
        let side = |stone: &PracticeStone| SidePlies {
            seat: stone.seat,
            plies: vec![Move::Place(Point::new(stone.x, stone.y))],
        };
        self.taken_back.iter().map(side).collect()
    }
}

/// One line of JSON with its line break.
pub(crate) fn line_of(entry: &impl Serialize) -> String {
    let mut line = serde_json::to_string(entry).expect("an entry holds nothing that JSON cannot spell");
    line.push('\n');
    line
}

/// The stones among these plies.
pub(crate) fn stones(plies: &[(Seat, Move)]) -> Vec<PracticeStone> {
    let stone = |&(seat, play): &(Seat, Move)| match play {
        Move::Place(Point { x, y }) => Some(PracticeStone { seat, x, y }),
        Move::Choose(_) | Move::PutTwo => None,
    };
    plies.iter().filter_map(stone).collect()
}

#[cfg(test)]
mod tests {
    use referee::verdict::Reason;

    use super::*;

    #[test]
    fn a_line_reads_back() {
        let entry = PracticeEntry {
            number: 3,
            began_ms: 10,
            ended_ms: 20,
            size: 15,
            rule: Rule::Renju,
            person: Seat::Second,
            opponent: "Mori \"the wall\"".to_owned(),
            stones: vec![PracticeStone {
                seat: Seat::First,
                x: 7,
                y: 8,
            }],
            taken_back: vec![PracticeStone {
                seat: Seat::First,
                x: 0,
                y: 14,
            }],
            verdict: Verdict {
                winner: Some(Seat::First),
                reason: Reason::Time,
            },
            note: String::new(),
        };
        let line = line_of(&entry);
        assert_eq!(line.matches('\n').count(), 1);
        assert!(
            line.contains(r#""verdict":{"winner":"first","reason":"time"}"#),
            "{line}"
        );
        assert_eq!(serde_json::from_str::<PracticeEntry>(&line).unwrap(), entry);
    }
}
