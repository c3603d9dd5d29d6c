//! What the practice client shows and hears, with times, written down as it happens: a client that is killed in mid-game
//! leaves no line in its ledger, and a stone's way to the bot begins with the picture that showed it.

use std::{
    fs::{File, OpenOptions},
    io::{self, Write as _},
    path::Path,
};

use referee::seat::Seat;
use serde::{Deserialize, Serialize};

use crate::{game::Game, ledger::Stone};

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// By [`base::monotonic::now_us`].
    pub at_us: u64,
    /// What happened.
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum What {
    /// A picture is handed to the screen, the first one with these stones.
    Shown {
        /// The game's number.
        game: u32,
        /// The person's seat.
        person: Seat,
        /// All stones, in order of play.
        stones: Vec<Stone>,
    },
    /// The main button went down in the window.
    Pressed,
}

/// An open file.
#[derive(Debug)]
pub struct TraceFile {
    file: File,
    /// Game and stones of the last picture.
    shown: Option<(u32, Vec<Stone>)>,
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
    pub fn show(&mut self, game: &Game, at_us: u64) -> io::Result<()> {
        let stones = game.stones().unwrap_or_default();
        let known = self.shown.as_ref();
        if game.number == 0 || known.is_some_and(|(number, known)| (*number, known) == (game.number, &stones))
        {
            return Ok(());
        }
        self.shown = Some((game.number, stones.clone()));
        self.write(&Line {
            at_us,
            what: What::Shown {
                game: game.number,
                person: game.person,
                stones,
            },
        })
    }

    /// The main button went down.
    ///
    /// # Errors
    /// The system refuses.
    pub fn press(&mut self, at_us: u64) -> io::Result<()> {
        self.write(&Line {
            at_us,
            what: What::Pressed,
        })
    }

    /// One write a line: a killed program leaves no half of one.
    fn write(&mut self, line: &Line) -> io::Result<()> {
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
        let mut game = Game::none(Position::new(15, Rule::Freestyle).unwrap());
        trace.show(&game, 1).unwrap();
        game.number = 1;
        trace.show(&game, 2).unwrap();
        game.play(Move::Place(Point::new(7, 8)), 0, 0).unwrap();
        for at_us in [3, 4] {
            trace.show(&game, at_us).unwrap();
        }
        trace.press(5).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<Line> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let stones = |line: &Line| match &line.what {
            What::Shown { stones, .. } => Some(stones.len()),
            What::Pressed => None,
        };
        let read: Vec<_> = lines.iter().map(|line| (line.at_us, stones(line))).collect();
        assert_eq!(read, [(2, Some(0)), (3, Some(1)), (5, None)]);
    }
}
