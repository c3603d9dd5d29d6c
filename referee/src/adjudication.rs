//! Games that end before the board says so, by what the players themselves say of their positions. A score is in its
//! player's own units: whether two players' scores may be compared at all is the caller's to know.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{game::Game, position::Position, seat::Seat, verdict::Reason};

/// A score, and for how many moves it must be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Claim {
    /// Above 0: what one player has to say of its own position, or the other of minus its own.
    pub score: i32,
    /// Moves in a row of each player concerned, at least 1.
    pub moves: u32,
}

/// When scores end a game. `None` means never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ByScore {
    /// A player gives up when it told minus so much for so many of its own moves.
    pub resign: Option<Claim>,
    /// The game is adjudicated a win when both told so much for the same side, each for so many of its own moves.
    pub win: Option<Claim>,
}

/// How scores end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreEnding {
    /// This seat gives up.
    Resigned(Seat),
    /// Both say that this seat wins.
    Agreed(Seat),
}

impl ScoreEnding {
    /// Ends the game. One that is over keeps its verdict.
    pub fn apply<P: Position>(self, game: &mut Game<P>) {
        match self {
            ScoreEnding::Resigned(seat) => game.forfeit(seat, Reason::Resign),
            ScoreEnding::Agreed(seat) => game.adjudicate(Some(seat)),
        }
    }
}

/// For how many moves in a row each player has told a claim of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub struct Scores {
    gives_up: [u32; 2],
    loses: [u32; 2],
    wins: [u32; 2],
}

impl Scores {
    /// Takes the score of a move. A move without a score breaks every row.
    pub fn add(&mut self, seat: Seat, score: Option<i32>, rules: &ByScore) {
        let holds = |claim: Option<Claim>, told: fn(i64, i64) -> bool| {
            claim
                .zip(score)
                .is_some_and(|(claim, score)| told(i64::from(score), i64::from(claim.score)))
        };
        let at = seat.index();
        let count = |row: &mut [u32; 2], holds| row[at] = if holds { row[at] + 1 } else { 0 };
        count(
            &mut self.gives_up,
            holds(rules.resign, |score, bound| score <= -bound),
        );
        count(&mut self.loses, holds(rules.win, |score, bound| score <= -bound));
        count(&mut self.wins, holds(rules.win, |score, bound| score >= bound));
    }

    /// The end that the scores taken so far make.
    pub fn ending(&self, rules: &ByScore) -> Option<ScoreEnding> {
        Seat::BOTH.into_iter().find_map(|seat| {
            let (own, other) = (seat.index(), (!seat).index());
            let long = |claim: Option<Claim>, row: u32| claim.is_some_and(|claim| row >= claim.moves.max(1));
            if long(rules.win, self.wins[own]) && long(rules.win, self.loses[other]) {
                return Some(ScoreEnding::Agreed(seat));
            }
            long(rules.resign, self.gives_up[own]).then_some(ScoreEnding::Resigned(seat))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores in turn, `-` for none; after which of them the game ends, and how.
    #[track_caller]
    fn check(rules: ByScore, told: &str, expected: &str) {
        let mut scores = Scores::default();
        let mut seat = Seat::First;
        let mut ended = "goes on".to_owned();
        for (index, score) in told.split_whitespace().enumerate() {
            scores.add(seat, score.parse().ok(), &rules);
            if let Some(ending) = scores.ending(&rules) {
                ended = format!("{ending:?} at {index}");
                break;
            }
            seat = !seat;
        }
        assert_eq!(ended, expected, "{told}");
    }

    #[test]
    fn giving_up_takes_one() {
        let rules = ByScore {
            resign: Some(Claim { score: 100, moves: 2 }),
            win: None,
        };
        check(rules, "-100 0 -150 0", "Resigned(First) at 2");
        check(rules, "-100 0 -99 0 -100 0", "goes on");
        check(rules, "-100 0 - 0 -100 0", "goes on");
        check(rules, "0 -100 500 -2147483648 0", "Resigned(Second) at 3");
        check(ByScore::default(), "-900 900 -900 900 -900 900", "goes on");
    }

    #[test]
    fn winning_takes_two() {
        let rules = ByScore {
            resign: None,
            win: Some(Claim { score: 100, moves: 2 }),
        };
        check(rules, "100 -100 100 -100 0", "Agreed(First) at 3");
        check(rules, "-100 99 -100 100 -100 100", "Agreed(Second) at 5");
        check(rules, "100 100 100 100", "goes on");
        check(rules, "-500 0 -500 0 -500 0", "goes on");
        check(rules, "100 -100 100 - 100 -100", "goes on");
    }
}
