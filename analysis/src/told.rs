//! An assessed game as a page tells it: its moves with what is to be said of each. Data only.

use crate::{assessed::Assessed, engine_line::LENGTH, expectation::Mark, game::AssessedGame, text::remarks};

/// A move, and what is to be said of it.
#[derive(Clone, Debug)]
pub struct MoveTold {
    /// 1 for the first one, in the game's steps.
    pub step: usize,
    /// Who moved.
    pub side: &'static str,
    /// The move, spelled, with its mark as annotators write it.
    pub played: String,
    /// One word for how bad it was: `good`, `inaccuracy`, `mistake`, `blunder`.
    pub mark: &'static str,
    /// The expected result for the mover, before and after.
    pub results: [f64; 2],
    /// The same after it, for the first of the sides.
    pub first_side: f64,
    /// The score after it, in words.
    pub score: String,
    /// Whether it was the engine's move.
    pub is_best: bool,
    /// How the engine would have gone on.
    pub best: Vec<String>,
    /// Whether a forced win was there and was not taken.
    pub missed_win: bool,
    /// What else is to be said.
    pub remarks: Vec<String>,
}

impl MoveTold {
    /// Whether it lost something.
    pub fn is_bad(&self) -> bool {
        self.mark != Mark::Good.name()
    }

    fn of(game: &AssessedGame, assessed: &Assessed) -> MoveTold {
        MoveTold {
            step: assessed.step,
            side: game.sides[assessed.side],
            played: format!("{}{}", assessed.played, assessed.mark.sign()),
            mark: assessed.mark.name(),
            results: assessed.results,
            first_side: assessed.for_first_side(),
            score: (game.score)(assessed.scores[1]),
            is_best: assessed.is_best,
            best: assessed.best.iter().take(LENGTH).cloned().collect(),
            missed_win: assessed.missed.is_some(),
            remarks: remarks(game, assessed),
        }
    }
}

impl AssessedGame {
    /// Its moves, in order.
    pub fn told(&self) -> Vec<MoveTold> {
        let moves = self.moves.iter();
        moves.map(|assessed| MoveTold::of(self, assessed)).collect()
    }

    /// Who looked at it.
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// Whom [`MoveTold::first_side`] is about.
    pub fn first_side(&self) -> &'static str {
        self.sides[0]
    }
}
