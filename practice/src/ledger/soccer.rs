//! A game of Paper Soccer in the ledger: its turns, spelt by digits as records spell them.

use std::ops::RangeInclusive;

use referee::{
    seat::Seat,
    soccer::{Blocked, Direction, Pitch, Position, Rules, turn::Turn},
    verdict::Verdict,
};
use serde::{Deserialize, Serialize};

use super::{FinishedGame, LedgerEntry, SidePlies};

/// One turn, as far as it was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PracticeTurn {
    /// Who drew it.
    pub seat: Seat,
    /// Its lines, a digit each.
    #[serde(with = "digits")]
    pub lines: Turn,
}

/// One game, finished or aborted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename = "soccer")]
pub struct SoccerEntry {
    /// Counted from 1.
    pub number: u32,
    /// When it began, in milliseconds of the client's clock.
    pub began_ms: u64,
    /// When it ended, likewise.
    pub ended_ms: u64,
    /// The field's measures.
    pub pitch: Pitch,
    /// What a player who cannot move gets.
    pub blocked: Blocked,
    /// The person's seat.
    pub person: Seat,
    /// The opponent's name.
    pub opponent: String,
    /// In order of play, without what was taken back; the last one may be unfinished.
    pub turns: Vec<PracticeTurn>,
    /// The turns that were taken back at the opponent's request, the last one of each request first. Lines that the person
    /// undid within a turn are in no list.
    pub taken_back: Vec<PracticeTurn>,
    /// Winner and reason; aborted games have no winner.
    pub verdict: Verdict,
    /// More about the end, in words; may be empty.
    pub note: String,
}

impl LedgerEntry<Position> for SoccerEntry {
    fn of(game: &FinishedGame<'_, Position>) -> SoccerEntry {
        let Rules { pitch, blocked } = game.position.rules();
        let turns = game.plies.chunk_by(|one, other| one.0 == other.0);
        let turns = turns.filter_map(|chunk| {
            let (seat, _) = *chunk.first()?;
            let lines = Turn::new(chunk.iter().map(|(_, way)| *way).collect())?;
            Some(PracticeTurn { seat, lines })
        });
        let taken_back = |side: &SidePlies<Direction>| {
            let lines = Turn::new(side.plies.clone())?;
            Some(PracticeTurn {
                seat: side.seat,
                lines,
            })
        };
        SoccerEntry {
            number: game.number,
            began_ms: game.began_ms,
            ended_ms: game.ended_ms,
            pitch,
            blocked,
            person: game.person,
            opponent: game.opponent.to_owned(),
            turns: turns.collect(),
            taken_back: game.taken_back.iter().filter_map(taken_back).collect(),
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

    fn start(&self) -> Rules {
        Rules {
            pitch: self.pitch,
            blocked: self.blocked,
        }
    }

    fn plies(&self) -> Vec<(Seat, Direction)> {
        let of_turn = |turn: &PracticeTurn| {
            let lines = turn.lines.directions().to_vec();
            let seat = turn.seat;
            lines.into_iter().map(move |line| (seat, line))
        };
        self.turns.iter().flat_map(of_turn).collect()
    }

    fn taken_back(&self) -> Vec<SidePlies<Direction>> {
        let side = |turn: &PracticeTurn| SidePlies {
            seat: turn.seat,
            plies: turn.lines.directions().to_vec(),
        };
        self.taken_back.iter().map(side).collect()
    }
}

/// A turn as a text of digits.
mod digits {
    use referee::soccer::turn::Turn;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(turn: &Turn, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(turn)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Turn, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use referee::verdict::Reason;

    use super::{super::line_of, *};

    #[test]
    fn a_line_reads_back() {
        let turn = |seat, digits: &str| PracticeTurn {
            seat,
            lines: digits.parse().unwrap(),
        };
        let entry = SoccerEntry {
            number: 3,
            began_ms: 10,
            ended_ms: 20,
            pitch: Pitch::USUAL,
            blocked: Blocked::Draws,
            person: Seat::Second,
            opponent: "Mori".to_owned(),
            turns: vec![turn(Seat::First, "0"), turn(Seat::Second, "16141")],
            taken_back: vec![turn(Seat::First, "4")],
            verdict: Verdict {
                winner: Some(Seat::First),
                reason: Reason::Goal,
            },
            note: String::new(),
        };
        let line = line_of(&entry);
        assert_eq!(
            line,
            "{\"game\":\"soccer\",\"number\":3,\"began_ms\":10,\"ended_ms\":20,\"pitch\":[8,10],\"blocked\":\"draws\",\
             \"person\":\"second\",\"opponent\":\"Mori\",\"turns\":[{\"seat\":\"first\",\"lines\":\"0\"},\
             {\"seat\":\"second\",\"lines\":\"16141\"}],\"taken_back\":[{\"seat\":\"first\",\"lines\":\"4\"}],\
             \"verdict\":{\"winner\":\"first\",\"reason\":\"goal\"},\"note\":\"\"}\n"
        );
        assert_eq!(serde_json::from_str::<SoccerEntry>(&line).unwrap(), entry);
        assert_eq!(entry.plies().len(), 6);
    }
}
