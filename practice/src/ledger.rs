//! What the practice client itself knows of every game it showed: an outside check compares it with what a bot wrote
//! down. Data and its text form.

pub mod file;

use referee::{gomoku::Rule, seat::Seat, verdict::Verdict};
use serde::{Deserialize, Serialize};

/// One stone that stayed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stone {
    /// Who placed it.
    pub seat: Seat,
    /// Column from the left, from 0.
    pub x: u8,
    /// Row from the top, from 0.
    pub y: u8,
}

/// One game, finished or aborted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
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
    pub stones: Vec<Stone>,
    /// The stones that were taken back, the last one of each request first.
    pub taken_back: Vec<Stone>,
    /// Winner and reason; aborted games have no winner.
    pub verdict: Verdict,
    /// More about the end, in words; may be empty.
    pub note: String,
}

impl Entry {
    /// One line of JSON with its line break.
    pub fn to_line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("an entry holds nothing that JSON cannot spell");
        line.push('\n');
        line
    }
}

#[cfg(test)]
mod tests {
    use referee::verdict::Reason;

    use super::*;

    #[test]
    fn a_line_reads_back() {
        let entry = Entry {
            number: 3,
            began_ms: 10,
            ended_ms: 20,
            size: 15,
            rule: Rule::Renju,
            person: Seat::Second,
            opponent: "Mori \"the wall\"".to_owned(),
            stones: vec![Stone {
                seat: Seat::First,
                x: 7,
                y: 8,
            }],
            taken_back: vec![Stone {
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
        let line = entry.to_line();
        assert_eq!(line.matches('\n').count(), 1);
        assert!(
            line.contains(r#""verdict":{"winner":"first","reason":"time"}"#),
            "{line}"
        );
        assert_eq!(serde_json::from_str::<Entry>(&line).unwrap(), entry);
    }
}
