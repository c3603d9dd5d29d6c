//! A game of Gomoku in the ledger: its stones.

use referee::{
    gomoku::{Move, Position, Rule, Start},
    point::Point,
    seat::Seat,
};
use serde::{Deserialize, Serialize};

use super::{FinishedGame, GameEntry, Played, SidePlies};

/// One game of Gomoku.
pub type PracticeEntry = GameEntry<StonesPlayed>;

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

/// A board, and what was put on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StonesPlayed {
    /// Lines a side.
    pub size: u8,
    /// The rule in force.
    pub rule: Rule,
    /// In order of play, without what was taken back.
    pub stones: Vec<PracticeStone>,
    /// The stones that were taken back, the last one of each request first.
    pub taken_back: Vec<PracticeStone>,
}

impl Played<Position> for StonesPlayed {
    fn of(game: &FinishedGame<'_, Position>) -> StonesPlayed {
        let of_side = |side: &SidePlies<Move>| -> Vec<(Seat, Move)> {
            side.plies.iter().map(|play| (side.seat, *play)).collect()
        };
        let taken_back: Vec<(Seat, Move)> = game.taken_back.iter().flat_map(of_side).collect();
        StonesPlayed {
            size: game.position.size(),
            rule: game.position.rule(),
            stones: stones(game.plies),
            taken_back: stones(&taken_back),
        }
    }

    fn start(&self) -> Start {
        Start::free(self.size, self.rule)
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
    use referee::verdict::{Reason, Verdict};

    use super::{super::line_of, *};

    #[test]
    fn a_line_reads_back() {
        let entry = PracticeEntry {
            number: 3,
            began_ms: 10,
            ended_ms: 20,
            played: StonesPlayed {
                size: 15,
                rule: Rule::Renju,
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
            },
            person: Seat::Second,
            opponent: "Mori \"the wall\"".to_owned(),
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
