//! A move in its place: what it changed and what was missed. Pure: who looks at the positions is elsewhere.

use referee::position::Position as _;

use crate::{
    analyst::{Analyst, MoveOf},
    assessed::{Allowed, Assessed},
    expectation::Mark,
    findings::Findings,
};

/// After a move with this expected result a win has not been missed.
const STILL_WON: f64 = 0.95;

/// A move in its place: the positions before and after it, and what is known of them.
pub(crate) struct Moment<'a, A: Analyst> {
    /// 1 for the first one.
    pub(crate) step: usize,
    pub(crate) positions: [&'a A::Game; 2],
    pub(crate) looks: [&'a Findings<MoveOf<A>>; 2],
    /// The plies of the move.
    pub(crate) played: &'a [MoveOf<A>],
    /// The score for the mover after the engine's own move, if that is another one: two positions that are as far from the
    /// end are compared, because the scores of a position and of its successor differ even without a mistake.
    pub(crate) instead: Option<i32>,
    /// Whether the other side had threatened to win before.
    pub(crate) threatened: bool,
}

impl<A: Analyst> Moment<'_, A> {
    /// Assesses the move. `None` for choices, and where there are no scores.
    pub(crate) fn assess(&self) -> Option<Assessed> {
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
    pub(crate) fn is_move(&self, plies: &[MoveOf<A>]) -> bool {
        let [before, after] = self.positions;
        follow(before, plies).is_some_and(|position: A::Game| position.key() == after.key())
    }
}

/// The position after these plies; `None` without any, or if the rules refuse one.
pub(crate) fn follow<P: referee::position::Position>(from: &P, plies: &[P::Move]) -> Option<P> {
    let mut position = from.clone();
    plies.iter().try_for_each(|&play| position.play(play)).ok()?;
    (!plies.is_empty()).then_some(position)
}
