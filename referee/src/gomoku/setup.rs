//! Stones as somebody shows them, legal or not. [`Setup::position`] says whether play can go on from them.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Opening, Position, Rule,
    ascii::{self, AsciiError},
    board::Board,
    line::{Direction, Run},
};
use crate::color::Color;

/// Stones on a board, of which nothing is promised. Serialised as its rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(into = "Vec<String>", try_from = "Vec<String>")]
pub struct Setup {
    /// The stones.
    pub board: Board,
}

/// Why stones are not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Colours do not alternate from Black.
    #[error("{black} black and {white} white stones: black must have as many as white or one more")]
    Counts {
        /// Black stones.
        black: u16,
        /// White stones.
        white: u16,
    },
    /// Both colours have won, or one has won without having moved last.
    #[error("{} has a winning row from {start}, but did not move last", name(*color))]
    LateFive {
        /// Whose row.
        color: Color,
        /// What people call the point where it begins.
        start: String,
    },
    /// Renju: a black row of six or more.
    #[error("black has an overline from {start}, which renju forbids")]
    Overline {
        /// What people call the point where it begins.
        start: String,
    },
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

impl Setup {
    /// The position with these stones: Black, who is the first seat, moves if there are as many stones of both
    /// colours, else White. It may be over already. Its history is empty, so the stones cannot be taken back.
    ///
    /// # Errors
    /// No game can have led here.
    pub fn position(&self, rule: Rule) -> Result<Position, SetupError> {
        let [black, white] = Color::BOTH.map(|color| self.board.count(color));
        if black != white && black != white + 1 {
            return Err(SetupError::Counts { black, white });
        }
        let last_mover = if black == white {
            Color::White
        } else {
            Color::Black
        };
        let mut five = None;
        for (color, run) in self.rows() {
            if rule.wins(color, run.length) {
                if color != last_mover {
                    return Err(SetupError::LateFive {
                        color,
                        start: run.start.name_on(self.board.size()),
                    });
                }
                five = five.or(Some(run));
            } else if rule == Rule::Renju && color == Color::Black && run.length > 5 {
                return Err(SetupError::Overline {
                    start: run.start.name_on(self.board.size()),
                });
            }
        }
        Ok(Position::given(
            self.board.clone(),
            rule,
            Opening::Diagram(Box::new(self.clone())),
            five,
        ))
    }

    /// Every unbroken row of two stones or more, in the order of its first stone.
    fn rows(&self) -> impl Iterator<Item = (Color, Run)> + '_ {
        self.board.points().flat_map(move |point| {
            let color = self.board.stone(point);
            let runs = Direction::ALL.into_iter().filter_map(move |direction| {
                Run::through(&self.board, point, direction).filter(|run| run.start == point && run.length > 1)
            });
            color
                .into_iter()
                .flat_map(move |color| runs.clone().map(move |run| (color, run)))
        })
    }
}

impl FromStr for Setup {
    type Err = AsciiError;

    fn from_str(text: &str) -> Result<Setup, AsciiError> {
        ascii::parse(text).map(|board| Setup { board })
    }
}

impl From<Setup> for Vec<String> {
    fn from(setup: Setup) -> Vec<String> {
        setup.board.rows()
    }
}

impl TryFrom<Vec<String>> for Setup {
    type Error = AsciiError;

    fn try_from(rows: Vec<String>) -> Result<Setup, AsciiError> {
        rows.join("\n").parse()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::position::Position as _;

    #[track_caller]
    fn check(rule: Rule, diagram: &str, expected: Expect) {
        let told = match diagram.parse::<Setup>().unwrap().position(rule) {
            Err(error) => error.to_string(),
            Ok(position) => match position.outcome() {
                Some(outcome) => format!(
                    "{} {}",
                    outcome.reason.name(),
                    outcome.winner.map_or("-", |s| s.name())
                ),
                None => format!("{} to place", position.to_place().letter()),
            },
        };
        expected.assert_eq(&told);
    }

    #[test]
    fn which_stones_are_positions() {
        use Rule::*;
        check(
            Standard,
            ".....\n.....\n.....\n.....\n.....",
            expect!["x to place"],
        );
        check(
            Standard,
            ".....\n..x..\n.....\n.....\n.....",
            expect!["o to place"],
        );
        check(
            Standard,
            ".....\n..o..\n.....\n.....\n.....",
            expect!["0 black and 1 white stones: black must have as many as white or one more"],
        );
        check(
            Standard,
            "xxxxx\noooo.\n.....\n.....\n.....",
            expect!["five first"],
        );
        check(
            Standard,
            "ooooo\nxxxx.\nx....\n.....\n.....",
            expect!["five second"],
        );
        check(
            Standard,
            "ooooo\nxxxx.\nx..x.\n.....\n.....",
            expect!["white has a winning row from a5, but did not move last"],
        );
        check(
            Freestyle,
            "xxxxx\n.....\n.....\n.....\nooooo",
            expect!["black has a winning row from a5, but did not move last"],
        );
        check(
            Freestyle,
            "xxxxxx\nooooo.\n......\n......\n......\n......",
            expect!["white has a winning row from a5, but did not move last"],
        );
        check(
            Standard,
            "xxxxxx\noooo.o\n......\n......\n......\n......",
            expect!["o to place"],
        );
        check(
            Renju,
            "xxxxxx\noooo.o\n......\n......\n......\n......",
            expect!["black has an overline from a6, which renju forbids"],
        );
        check(
            Renju,
            "oooooo\nxxxx.x\nx.....\n......\n......\n......",
            expect!["five second"],
        );
    }
}
