//! A whole game, assessed: what each move changed, what was missed, and how well each side played. Pure: who looks at the
//! positions is elsewhere.

use referee::{
    color::Color,
    gomoku::{Move, Position},
    position::Position as _,
    seat::Seat,
};

use super::{
    analyst::{Forced, Look},
    expectation::{Mark, accuracy, expected},
};

/// From this expected result on a side counts as winning.
const WINNING: f64 = 0.85;
/// After a move with this expected result a win has not been missed.
const STILL_WON: f64 = 0.95;

/// A move and what it changed.
#[derive(Clone, Debug)]
pub(super) struct Assessed {
    /// 1 for the first one.
    pub(super) ply: usize,
    pub(super) seat: Seat,
    pub(super) color: Color,
    pub(super) played: Move,
    /// The score for the mover, before and after.
    pub(super) scores: [i32; 2],
    /// The expected result for the mover, before and after.
    pub(super) results: [f64; 2],
    /// What of it the move lost.
    pub(super) loss: f64,
    pub(super) mark: Mark,
    /// The engine's move and how it would have gone on.
    pub(super) best: Vec<Move>,
    /// The forced win that the mover did not take.
    pub(super) missed: Option<Forced>,
    /// The forced win that the move left to the other side.
    pub(super) allowed: Option<Allowed>,
}

/// A win that a move left to the other side.
#[derive(Clone, Debug)]
pub(super) struct Allowed {
    pub(super) win: Forced,
    /// Whether the same side had threatened to win before the move: then the move overlooked it.
    pub(super) threatened: bool,
}

/// The moves of one side together.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub(super) struct Summary {
    pub(super) moves: usize,
    /// Mean of its moves', 0 to 100; `None` without moves.
    pub(super) accuracy: Option<f64>,
    /// Moves that were the engine's.
    pub(super) as_engine: usize,
    pub(super) inaccuracies: usize,
    pub(super) mistakes: usize,
    pub(super) blunders: usize,
    pub(super) missed_wins: usize,
    pub(super) overlooked_threats: usize,
}

/// Assesses the move that leads from one position to the next. `best` is the score for the mover after the engine's own
/// move, if that is another one: two positions that are as far from the end are compared, because the scores of a position
/// and of its successor differ even without a mistake. `None` for choices, and where there are no scores.
pub(super) fn assess(
    before: &Position,
    looks: [&Look; 2],
    played: Move,
    best: Option<i32>,
    threatened: bool,
) -> Option<Assessed> {
    let [here, there] = looks;
    let Move::Place(_) = played else { return None };
    let after = -there.score?;
    let won = here.win.as_ref().and(here.score);
    let scores = [won.or(best).unwrap_or(after), after];
    let results = scores.map(expected);
    let first = here.thoughts.first()?;
    let winner = here.win.as_ref().and_then(|win| win.line.first().copied());
    let is_best = first.play == played || winner.is_some_and(|point| played == Move::Place(point));
    let loss = if is_best {
        0.0
    } else {
        (results[0] - results[1]).max(0.0)
    };
    // The solver's line where it has one: it is proven.
    let best = match &here.win {
        Some(win) => win.line.iter().copied().map(Move::Place).collect(),
        None if first.line.is_empty() => vec![first.play],
        None => first.line.clone(),
    };
    let mark = Mark::of(loss);
    let missed = here
        .win
        .clone()
        .filter(|_| mark != Mark::Good && results[1] < STILL_WON);
    let allowed = there
        .win
        .clone()
        .filter(|_| mark != Mark::Good)
        .map(|win| Allowed { win, threatened });
    Some(Assessed {
        ply: before.history().len() + 1,
        seat: before.turn(),
        color: before.to_place(),
        played,
        scores,
        results,
        loss,
        mark,
        best,
        missed,
        allowed,
    })
}

impl Assessed {
    /// Whether it was the engine's or the solver's move.
    pub(super) fn is_best(&self) -> bool {
        self.best.first() == Some(&self.played)
    }

    /// The expected result for Black after the move.
    pub(super) fn for_black(&self) -> f64 {
        match self.color {
            Color::Black => self.results[1],
            Color::White => 1.0 - self.results[1],
        }
    }
}

/// How a seat played.
pub(super) fn summary(moves: &[Assessed], seat: Seat) -> Summary {
    let own: Vec<&Assessed> = moves.iter().filter(|assessed| assessed.seat == seat).collect();
    let count = |wanted: &dyn Fn(&Assessed) -> bool| own.iter().filter(|assessed| wanted(assessed)).count();
    let sum: f64 = own.iter().map(|assessed| accuracy(assessed.loss)).sum();
    Summary {
        moves: own.len(),
        accuracy: (!own.is_empty()).then(|| (sum / own.len() as f64 * 10.0).round() / 10.0),
        as_engine: count(&Assessed::is_best),
        inaccuracies: count(&|assessed| assessed.mark == Mark::Inaccuracy),
        mistakes: count(&|assessed| assessed.mark == Mark::Mistake),
        blunders: count(&|assessed| assessed.mark == Mark::Blunder),
        missed_wins: count(&|assessed| assessed.missed.is_some()),
        overlooked_threats: count(&|assessed| {
            assessed
                .allowed
                .as_ref()
                .is_some_and(|allowed| allowed.threatened)
        }),
    }
}

/// Who was winning when: the side and the first and last ply of each stretch.
pub(super) fn stretches(moves: &[Assessed]) -> Vec<(Color, usize, usize)> {
    let mut stretches: Vec<(Color, usize, usize)> = Vec::new();
    for assessed in moves {
        let black = assessed.for_black();
        let side = match black {
            black if black >= WINNING => Color::Black,
            black if black <= 1.0 - WINNING => Color::White,
            _ => continue,
        };
        match stretches.last_mut() {
            Some((last, _, to)) if *last == side && *to + 1 == assessed.ply => *to = assessed.ply,
            _ => stretches.push((side, assessed.ply, assessed.ply)),
        }
    }
    stretches
}
