//! Games of the engine against itself, with what it thought of every position: the material that weights are fitted
//! to. One game is a line of text, so that a file can be looked at, cut and joined with others.

use std::{fmt, str::FromStr};

use referee::{
    color::Color,
    gomoku::{End, Move, Position, Rule},
    player::{Limits, Player, PlayerError},
    point::Point,
    position::Position as _,
};

use crate::alphabeta::Alphabeta;

/// Stones of a random opening: from this many on, of a choice of so many numbers.
const OPENING: (u64, u64) = (2, 8);
/// Width of the square in the middle on which they lie, in the same form.
const SPAN: (u64, u64) = (5, 5);
/// Tries to find a legal random stone before the opening is left as it is.
const TRIES: u32 = 100;

/// A game and its scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayGame {
    /// Lines a side.
    pub size: u8,
    /// Its rule.
    pub rule: Rule,
    /// Who won; `None` for a full board.
    pub winner: Option<Color>,
    /// Every stone.
    pub moves: Vec<Point>,
    /// What the engine said before each of the last moves, for the side to move. What is missing was a random opening.
    pub scores: Vec<i32>,
}

impl SelfPlayGame {
    /// Plays the game of this number from a random opening. The same engine, limits and number make the same game.
    ///
    /// # Errors
    /// The engine gave no move.
    pub fn play(
        engine: &mut Alphabeta,
        size: u8,
        rule: Rule,
        nodes: u64,
        number: u64,
    ) -> Result<SelfPlayGame, PlayerError> {
        let (mut position, mut moves) = opening(size, rule, number);
        engine.new_game(&position)?;
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut scores = Vec::new();
        while position.end().is_none() {
            let thought = engine.think(&position, &limits)?;
            let Move::Place(point) = thought.play else { break };
            position
                .play(thought.play)
                .map_err(|error| PlayerError::Nonsense(error.to_string()))?;
            scores.push(thought.score.unwrap_or(0));
            moves.push(point);
        }
        Ok(SelfPlayGame {
            size,
            rule,
            winner: winner(&position),
            moves,
            scores,
        })
    }

    /// Visits every position that the engine was asked about: it, the engine's score, and the result for the side to
    /// move: 1 for a win, 0 for a loss, a half for a draw.
    ///
    /// # Errors
    /// A move is not legal.
    pub fn replay(&self, mut visit: impl FnMut(&Position, i32, f64)) -> Result<(), SelfPlayError> {
        let illegal = |point: Point| SelfPlayError::Illegal(point);
        let mut position =
            Position::new(self.size, self.rule).map_err(|_| SelfPlayError::Head(self.size.to_string()))?;
        let opening = self.moves.len().saturating_sub(self.scores.len());
        for (index, &point) in self.moves.iter().enumerate() {
            if let Some(&score) = index
                .checked_sub(opening)
                .and_then(|index| self.scores.get(index))
            {
                let result = match self.winner {
                    Some(winner) if winner == position.to_place() => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                };
                visit(&position, score, result);
            }
            position.play(Move::Place(point)).map_err(|_| illegal(point))?;
        }
        Ok(())
    }
}

/// Whose game it was; `None` for a full board.
pub(super) fn winner(position: &Position) -> Option<Color> {
    match position.end() {
        Some(End::Five(run)) => position.stone(run.start),
        Some(End::OnlyForbidden) => Some(Color::White),
        Some(End::Full) | None => None,
    }
}

/// Stones thrown near each other, the number's own.
pub(super) fn opening(size: u8, rule: Rule, number: u64) -> (Position, Vec<Point>) {
    let mut drawn = dice::nth(number).wrapping_mul(0x1_0000);
    let mut draw = move |among: u64| {
        drawn = drawn.wrapping_add(1);
        dice::nth(drawn) % among
    };
    loop {
        let mut position = Position::new(size, rule).expect("the caller's size is one of a board");
        let mut moves = Vec::new();
        let plies = OPENING.0 + draw(OPENING.1);
        let span = (SPAN.0 + draw(SPAN.1)).min(size.into());
        for _ in 0..plies {
            for _ in 0..TRIES {
                let edge = (size - span as u8) / 2;
                let point = Point::new(edge + draw(span) as u8, edge + draw(span) as u8);
                if position.play(Move::Place(point)).is_ok() {
                    moves.push(point);
                    break;
                }
            }
        }
        if position.end().is_none() {
            return (position, moves);
        }
    }
}

/// `freestyle 15 first 7,7 8,8 …; 12 -7 …`: rule, lines a side, which seat's colour won (`black`, `white`, `none`),
/// stones, scores.
impl fmt::Display for SelfPlayGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = match self.winner {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "none",
        };
        write!(f, "{} {} {winner}", self.rule.name(), self.size)?;
        for point in &self.moves {
            write!(f, " {point}")?;
        }
        f.write_str(";")?;
        self.scores.iter().try_for_each(|score| write!(f, " {score}"))
    }
}

/// Why a line is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SelfPlayError {
    /// Rule, size or winner.
    #[error("`{0}` begins no game; a game is `freestyle 15 black 7,7 8,8; 12 -7`")]
    Head(String),
    /// A word is no point.
    #[error("`{0}` is no point such as 7,8")]
    NoPoint(String),
    /// A word is no score.
    #[error("`{0}` is no score")]
    NoScore(String),
    /// There are more scores than moves, or none at all.
    #[error("{scores} scores for {moves} moves")]
    Scores {
        /// How many.
        scores: usize,
        /// How many.
        moves: usize,
    },
    /// The rules forbid this move where it stands.
    #[error("the move {0} is not legal")]
    Illegal(Point),
}

impl FromStr for SelfPlayGame {
    type Err = SelfPlayError;

    fn from_str(text: &str) -> Result<SelfPlayGame, SelfPlayError> {
        let (course, scores) = text.split_once(';').unwrap_or((text, ""));
        let mut words = course.split_whitespace();
        let mut head = || words.next().unwrap_or("");
        let (rule, size, winner) = (head(), head(), head());
        let wrong = |word: &str| SelfPlayError::Head(word.chars().take(40).collect());
        let rule = Rule::from_name(rule).ok_or_else(|| wrong(rule))?;
        let size = size
            .parse()
            .ok()
            .filter(|size| Position::new(*size, rule).is_ok())
            .ok_or_else(|| wrong(size))?;
        let winner = match winner {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            "none" => None,
            other => return Err(wrong(other)),
        };
        let point = |word: &str| {
            let (x, y) = word.split_once(',')?;
            Some(Point::new(x.parse().ok()?, y.parse().ok()?))
        };
        let moves = words
            .map(|word| point(word).ok_or_else(|| SelfPlayError::NoPoint(word.to_owned())))
            .collect::<Result<Vec<_>, _>>()?;
        let scores = scores
            .split_whitespace()
            .map(|word| word.parse().map_err(|_| SelfPlayError::NoScore(word.to_owned())))
            .collect::<Result<Vec<i32>, _>>()?;
        if scores.len() > moves.len() || scores.is_empty() {
            return Err(SelfPlayError::Scores {
                scores: scores.len(),
                moves: moves.len(),
            });
        }
        Ok(SelfPlayGame {
            size,
            rule,
            winner,
            moves,
            scores,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta::options::AlphaBetaOptions;

    #[test]
    fn a_game_is_played_written_and_read() {
        let mut engine = Alphabeta::new(AlphaBetaOptions {
            table_mb: 1,
            ..AlphaBetaOptions::default()
        });
        for (rule, number) in [(Rule::Freestyle, 1), (Rule::Renju, 2)] {
            let game = SelfPlayGame::play(&mut engine, 11, rule, 200, number).unwrap();
            assert_eq!(game.to_string().parse(), Ok(game.clone()));
            assert_eq!(
                SelfPlayGame::play(&mut engine, 11, rule, 200, number),
                Ok(game.clone()),
                "repeatable"
            );
            let mut last = None;
            let mut positions = 0;
            game.replay(|position, _, result| {
                last = Some((position.history().len(), result));
                positions += 1;
            })
            .unwrap();
            assert_eq!(positions, game.scores.len());
            let expected = if game.winner.is_some() { 1.0 } else { 0.5 };
            assert_eq!(last, Some((game.moves.len() - 1, expected)), "who moved last won");
        }
    }

    #[test]
    fn what_is_no_game_is_refused() {
        let read = |text: &str| text.parse::<SelfPlayGame>().map_err(|error| error.to_string());
        assert_eq!(read("freestyle 15 black 7,7 8,8; 3").unwrap().moves.len(), 2);
        for (text, word) in [
            ("", "``"),
            ("chess 15 black 7,7; 1", "`chess`"),
            ("freestyle 99 black 7,7; 1", "`99`"),
            ("freestyle 15 red 7,7; 1", "`red`"),
            ("freestyle 15 black 7;7; 1", "`7`"),
            ("freestyle 15 black 7,7; x", "`x`"),
            ("freestyle 15 black 7,7", "0 scores for 1 moves"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
        let twice: SelfPlayGame = "freestyle 15 black 7,7 7,7; 1".parse().unwrap();
        assert_eq!(
            twice.replay(|_, _, _| {}),
            Err(SelfPlayError::Illegal(Point::new(7, 7)))
        );
    }
}
