//! A whole game, assessed: what each move changed, what was missed, and how well each side played. Pure: who looks at the
//! positions is elsewhere.

use referee::{position::Position as _, seat::Seat};

use super::{
    analyst::{Analyst, MoveOf},
    assessed::{Allowed, Assessed},
    expectation::{Mark, accuracy},
    look::Look,
};

/// From this expected result on a side counts as winning.
const WINNING: f64 = 0.85;
/// After a move with this expected result a win has not been missed.
const STILL_WON: f64 = 0.95;

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

/// A move in its place: the positions before and after it, and what is known of them.
pub(super) struct Moment<'a, A: Analyst> {
    /// 1 for the first one.
    pub(super) step: usize,
    pub(super) positions: [&'a A::Game; 2],
    pub(super) looks: [&'a Look<MoveOf<A>>; 2],
    /// The plies of the move.
    pub(super) played: &'a [MoveOf<A>],
    /// The score for the mover after the engine's own move, if that is another one: two positions that are as far from the
    /// end are compared, because the scores of a position and of its successor differ even without a mistake.
    pub(super) instead: Option<i32>,
    /// Whether the other side had threatened to win before.
    pub(super) threatened: bool,
}

impl<A: Analyst> Moment<'_, A> {
    /// Assesses the move. `None` for choices, and where there are no scores.
    pub(super) fn assess(&self) -> Option<Assessed> {
        let ([before, _], [here, there]) = (self.positions, self.looks);
        if !self.played.iter().all(|&played| A::is_assessed(played)) {
            return None;
        }
        let after = -there.score?;
        let won = here.win.as_ref().and(here.score);
        let scores = [won.or(self.instead).unwrap_or(after), after];
        let results = scores.map(A::expected);
        let line = here.lines.first()?;
        let is_winner = here.win.is_some() && self.is_move(&here.win_first);
        let loss = match is_winner || self.is_move(&here.first) {
            true => 0.0,
            false => (results[0] - results[1]).max(0.0),
        };
        // The solver's line where it has one: it is proven.
        let (best, is_best) = match &here.win {
            Some(win) => (&win.line, is_winner),
            None => (&line.moves, self.is_move(&here.first)),
        };
        let mark = Mark::of(loss);
        let is_bad = mark != Mark::Good;
        Some(Assessed {
            step: self.step,
            seat: before.turn(),
            side: A::side(before),
            played: A::spell(before, self.played),
            scores,
            results,
            loss,
            mark,
            best: best.clone(),
            is_best,
            missed: here.win.clone().filter(|_| is_bad && results[1] < STILL_WON),
            allowed: there.win.clone().filter(|_| is_bad).map(|win| Allowed {
                win,
                threatened: self.threatened,
            }),
            picture: None,
        })
    }

    /// Whether these plies lead to where the move has led.
    pub(super) fn is_move(&self, plies: &[MoveOf<A>]) -> bool {
        let [before, after] = self.positions;
        follow(before, plies).is_some_and(|position: A::Game| position.key() == after.key())
    }
}

/// The position after these plies; `None` without any, or if the rules refuse one.
pub(super) fn follow<P: referee::position::Position>(from: &P, plies: &[P::Move]) -> Option<P> {
    let mut position = from.clone();
    plies.iter().try_for_each(|&play| position.play(play)).ok()?;
    (!plies.is_empty()).then_some(position)
}

/// How a seat played.
pub(super) fn summary(moves: &[Assessed], seat: Seat) -> Summary {
    let own: Vec<&Assessed> = moves.iter().filter(|assessed| assessed.seat == seat).collect();
    let count = |wanted: &dyn Fn(&Assessed) -> bool| own.iter().filter(|assessed| wanted(assessed)).count();
    let sum: f64 = own.iter().map(|assessed| accuracy(assessed.loss)).sum();
    Summary {
        moves: own.len(),
        accuracy: (!own.is_empty()).then(|| (sum / own.len() as f64 * 10.0).round() / 10.0),
        as_engine: count(&|assessed| assessed.is_best),
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

/// Who was winning when: the side and the first and last step of each stretch.
pub(super) fn stretches(moves: &[Assessed]) -> Vec<(usize, usize, usize)> {
    let mut stretches: Vec<(usize, usize, usize)> = Vec::new();
    for assessed in moves {
        let side = match assessed.for_first_side() {
            result if result >= WINNING => 0,
            result if result <= 1.0 - WINNING => 1,
            _ => continue,
        };
        match stretches.last_mut() {
            Some((last, _, to)) if *last == side && *to + 1 == assessed.step => *to = assessed.step,
            _ => stretches.push((side, assessed.step, assessed.step)),
        }
    }
    stretches
}
