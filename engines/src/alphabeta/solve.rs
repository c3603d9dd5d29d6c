//! The solver: whether the side to move has a forced win, by fours alone (VCF, in `fours`) or by threats (VCT, in
//! `threats`). It searches what may win and every reply that may save the other side, so that a win it claims is one:
//! it comes as a [`Proof`] that others can check. That it finds none within its bounds proves nothing, unless it says so.

mod failed;
mod fours;
mod threats;
mod outlook;
pub mod bench;

pub use outlook::Outlook;

use std::sync::atomic::AtomicBool;

use referee::{color::Color, gomoku::Rule, player::Limits};

use self::{failed::Failed, fours::Found, threats::Threats};
use super::{
    cell::Cell, moves::ScoredMove, options::Reach, position::Position, time_manager::TimeManager,
    weights::Tables,
};
use crate::{
    budget,
    proof::{Attack, Field, Proof},
};

/// How a win may come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// Every move of the winner is a four.
    Fours,
    /// Every move of the winner is a four, or threatens to win by fours.
    Threats,
}

/// How far the solver looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverBounds {
    /// Fours in a row.
    pub fours: u32,
    /// Moves of the winner before the fours begin.
    pub threats: u32,
    /// Nodes (stones put) and milliseconds.
    pub limits: Limits,
}

impl SolverBounds {
    /// More fours than any win needs that anybody would want to see.
    pub const FOURS: u32 = 60;
    /// Threats that take long enough to find.
    pub(crate) const THREATS: u32 = 12;
    /// Nodes that are searched when nothing is said: about a second.
    pub const NODES: u64 = 1_000_000;
}

impl Default for SolverBounds {
    fn default() -> SolverBounds {
        let limits = Limits {
            nodes: Some(SolverBounds::NODES),
            ..Limits::default()
        };
        SolverBounds {
            fours: SolverBounds::FOURS,
            threats: SolverBounds::THREATS,
            limits,
        }
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Whether there is a win.
    pub verdict: SolverVerdict,
    /// Stones put in the search.
    pub nodes: u64,
}

/// Whether the side to move has a forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverVerdict {
    /// It has. By fours, there is no shorter one by fours.
    Win(Proof),
    /// It has none by fours, however many. About threats nothing is ever said so surely.
    NoFours,
    /// Everything within the bounds was looked at.
    NotWithin,
    /// The search ended at its bound of nodes or time.
    Stopped,
}

/// A solver. What it learned of one position serves for the next one.
#[derive(Debug)]
pub struct Solver {
    failed: Failed,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver that remembers nothing yet.
    pub fn new() -> Solver {
        Solver {
            failed: Failed::new(),
        }
    }

    /// Looks for a win of the side to move. Nobody has won yet.
    pub fn solve(&mut self, field: &Field, means: Means, bounds: &SolverBounds) -> Solution {
        let limits = &bounds.limits;
        match field.rule {
            Rule::Freestyle => self.work::<4, _>(field, limits, |work| work.solve(field.turn, means, bounds)),
            Rule::Standard | Rule::Renju => {
                self.work::<5, _>(field, limits, |work| work.solve(field.turn, means, bounds))
            }
        }
    }

    /// What threatens, looked for with so many nodes. Nobody has won yet.
    pub fn outlook(&mut self, field: &Field, nodes: u64) -> Outlook {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        match field.rule {
            Rule::Freestyle => self.work::<4, _>(field, &limits, |work| work.outlook(field.turn)),
            Rule::Standard | Rule::Renju => {
                self.work::<5, _>(field, &limits, |work| work.outlook(field.turn))
            }
        }
    }

    fn work<const HALF: usize, A>(
        &mut self,
        field: &Field,
        limits: &Limits,
        search: impl FnOnce(&mut Work<'_, HALF>) -> A,
    ) -> A {
        let stop = AtomicBool::new(false);
        let time_manager = TimeManager::new(&stop, &limits.stop, budget::bounds(limits), limits.nodes);
        let tables = Tables::of(field.rule);
        let mut position =
            Position::<HALF>::of_stones(&field.board, None, field.rule, Reach::DEFAULT, tables);
        position.give_turn(field.turn);
        // Boards and rules share the table of failures.
        let salt = dice::nth(1_000 + 64 * field.rule as u64 + u64::from(field.board.size()));
        search(&mut Work {
            position,
            failed: &mut self.failed,
            salt,
            time_manager: &time_manager,
            scored_moves: Vec::with_capacity(4_096),
            line: Vec::with_capacity(256),
            nodes: 0,
            nodes_end: u64::MAX,
            stopped: false,
        })
    }
}

/// One search. Its buffers are made once: nodes allocate nothing, but for proofs by threats that were found.
struct Work<'a, const HALF: usize> {
    position: Position<HALF>,
    failed: &'a mut Failed,
    salt: u64,
    time_manager: &'a TimeManager<'a>,
    /// Moves to try, those of deeper nodes behind those of the nodes above them.
    scored_moves: Vec<ScoredMove>,
    /// The win by fours that was found last.
    line: Vec<Cell>,
    nodes: u64,
    /// A search within the search ends here.
    nodes_end: u64,
    /// The whole search has come to its bound.
    stopped: bool,
}

impl<const HALF: usize> Work<'_, HALF> {
    fn solve(&mut self, winner: Color, means: Means, bounds: &SolverBounds) -> Solution {
        let won = |attack| SolverVerdict::Win(Proof { winner, attack });
        let verdict = match means {
            Means::Fours => match self.win_by_fours(bounds.fours) {
                Found::Win => won(Attack::Fours(self.line_points())),
                Found::Never => SolverVerdict::NoFours,
                Found::Within => SolverVerdict::NotWithin,
                Found::Stopped => SolverVerdict::Stopped,
            },
            Means::Threats => match self.win_by_threats(bounds.fours, bounds.threats) {
                Threats::Win(attack) => won(attack),
                Threats::Not => SolverVerdict::NotWithin,
                Threats::Stopped => SolverVerdict::Stopped,
            },
        };
        Solution {
            verdict,
            nodes: self.nodes,
        }
    }

    fn line_points(&self) -> Vec<referee::point::Point> {
        self.line.iter().map(|cell| cell.point()).collect()
    }

    #[inline(always)]
    fn play(&mut self, cell: Cell) {
        self.position.play(cell);
        self.nodes += 1;
        self.stopped |= self.time_manager.ends(self.nodes);
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        self.stopped || self.nodes >= self.nodes_end
    }
}

#[cfg(test)]
mod tests;
