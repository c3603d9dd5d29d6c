//! A game of Paper Soccer in the ledger: its turns, spelt by digits as records spell them.

use referee::{
    seat::Seat,
    soccer::{Blocked, Direction, Pitch, Position, Rules, turn::Turn},
};
use serde::{Deserialize, Serialize};

use super::{FinishedGame, GameEntry, Played, SidePlies};

/// One turn, as far as it was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PracticeTurn {
    /// Who drew it.
    pub seat: Seat,
    /// Its lines, a digit each.
    #[serde(with = "digits")]
    pub lines: Turn,
}

/// One game of Paper Soccer.
pub type SoccerEntry = GameEntry<TurnsPlayed>;

/// A field, and what was drawn on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "game", rename = "soccer")]
pub struct TurnsPlayed {
    /// The field's measures.
    pub pitch: Pitch,
    /// What a player who cannot move gets.
    pub blocked: Blocked,
    /// In order of play, without what was taken back; the last one may be unfinished.
    pub turns: Vec<PracticeTurn>,
    /// The turns that were taken back at the opponent's request, the last one of each request first. Lines that the person
    /// undid within a turn are in no list.
    pub taken_back: Vec<PracticeTurn>,
}

impl Played<Position> for TurnsPlayed {
    fn of(game: &FinishedGame<'_, Position>) -> TurnsPlayed {
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
        TurnsPlayed {
            pitch,
            blocked,
            turns: turns.collect(),
            taken_back: game.taken_back.iter().filter_map(taken_back).collect(),
        }
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
    use referee::verdict::{Reason, Verdict};

    use super::{
        super::{LedgerEntry as _, line_of},
        *,
    };

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
            played: TurnsPlayed {
                pitch: Pitch::USUAL,
                blocked: Blocked::Draws,
                turns: vec![turn(Seat::First, "0"), turn(Seat::Second, "16141")],
                taken_back: vec![turn(Seat::First, "4")],
            },
            person: Seat::Second,
            opponent: "Mori".to_owned(),
            verdict: Verdict {
                winner: Some(Seat::First),
                reason: Reason::Goal,
            },
            note: String::new(),
        };
        let line = line_of(&entry);
        assert_eq!(
            line,
            "{\"number\":3,\"began_ms\":10,\"ended_ms\":20,\"game\":\"soccer\",\"pitch\":[8,10],\"blocked\":\"draws\",\
             \"turns\":[{\"seat\":\"first\",\"lines\":\"0\"},{\"seat\":\"second\",\"lines\":\"16141\"}],\
             \"taken_back\":[{\"seat\":\"first\",\"lines\":\"4\"}],\"person\":\"second\",\"opponent\":\"Mori\",\
             \"verdict\":{\"winner\":\"first\",\"reason\":\"goal\"},\"note\":\"\"}\n"
        );
        assert_eq!(serde_json::from_str::<SoccerEntry>(&line).unwrap(), entry);
        assert_eq!(entry.plies().len(), 6);
        let tag = "\"game\":\"soccer\",";
        let other_order = line.replace(tag, "").replacen('{', &format!("{{{tag}"), 1);
        assert_eq!(serde_json::from_str::<SoccerEntry>(&other_order).unwrap(), entry);
    }
}
