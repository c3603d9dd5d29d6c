//! What the practice client shows and hears, with times, written down as it happens: a client that is killed in mid-game
//! leaves no line in its ledger, and a stone's way to the bot begins with the picture that showed it.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::Path,
};

use referee::seat::Seat;
use serde::{Deserialize, Serialize};

use crate::{
    exercise::Exercise,
    game::PracticeGame,
    ledger::{PracticeStone, Written, soccer::PracticeTurn},
};

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceLine {
    /// By [`base::monotonic::now_us`].
    pub at_us: u64,
    /// What happened.
    #[serde(flatten)]
    pub what: TraceEvent,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum TraceEvent {
    /// A picture is handed to the screen, the first one with these stones.
    Shown {
        /// The game's number.
        game: u32,
        /// The person's seat.
        person: Seat,
        /// All stones, in order of play.
        stones: Vec<PracticeStone>,
    },
    /// A picture is handed to the screen, the first one with these lines; one of them may still be growing.
    Drawn {
        /// The game's number.
        game: u32,
        /// The person's seat.
        person: Seat,
        /// All lines, turn by turn; the last one may be unfinished.
        turns: Vec<PracticeTurn>,
    },
    /// The main button went down in the window.
    Pressed,
}

/// An open file.
#[derive(Debug)]
pub struct TraceFile {
    file: File,
    /// What the last picture showed.
    shown: Option<TraceEvent>,
}

impl TraceFile {
    /// Opens the file for lines to come, or makes it.
    ///
    /// # Errors
    /// The system refuses.
    pub fn open(path: &Path) -> io::Result<TraceFile> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(TraceFile { file, shown: None })
    }

    /// A picture of this game is about to be handed to the screen.
    ///
    /// # Errors
    /// The system refuses.
    pub fn show<P: Exercise>(&mut self, game: &PracticeGame<P>, at_us: u64) -> io::Result<()> {
        let (number, person) = (game.number, game.person);
        let what = match game.position.written() {
            Written::Stones(stones) => TraceEvent::Shown {
                game: number,
                person,
                stones,
            },
            Written::Turns(turns) => TraceEvent::Drawn {
                game: number,
                person,
                turns,
            },
        };
        if number == 0 || self.shown.as_ref() == Some(&what) {
            return Ok(());
        }
        self.shown = Some(what.clone());
        self.write(&TraceLine { at_us, what })
    }

    /// The main button went down.
    ///
    /// # Errors
    /// The system refuses.
    pub fn press(&mut self, at_us: u64) -> io::Result<()> {
        self.write(&TraceLine {
            at_us,
            what: TraceEvent::Pressed,
        })
    }

    /// One write a line: a killed program leaves no half of one.
    fn write(&mut self, line: &TraceLine) -> io::Result<()> {
        let mut text = serde_json::to_string(line).expect("a line holds nothing that JSON cannot spell");
        text.push('\n');
        self.file.write_all(text.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use referee::{
        gomoku::{Move, Position, Rule},
        point::Point,
    };

    use super::*;

    #[test]
    #[expect(clippy::disallowed_methods, reason = "tests touch files")]
    fn each_stone_is_written_with_its_first_picture() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("trace");
        let mut trace = TraceFile::open(&path).unwrap();
        let mut game = PracticeGame::none(Position::new(15, Rule::Freestyle).unwrap());
        trace.show(&game, 1).unwrap();
        game.number = 1;
        trace.show(&game, 2).unwrap();
        game.play(Move::Place(Point::new(7, 8)), 0, 0).unwrap();
        for at_us in [3, 4] {
            trace.show(&game, at_us).unwrap();
        }
        trace.press(5).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<TraceLine> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let stones = |line: &TraceLine| match &line.what {
            TraceEvent::Shown { stones, .. } => Some(stones.len()),
            TraceEvent::Drawn { .. } | TraceEvent::Pressed => None,
        };
        let read: Vec<_> = lines.iter().map(|line| (line.at_us, stones(line))).collect();
        assert_eq!(read, [(2, Some(0)), (3, Some(1)), (5, None)]);
    }
}
