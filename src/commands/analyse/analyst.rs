//! Who looks at positions: an engine for scores and lines, the solver for forced wins.

use engines::{
    alphabeta::{
        Alphabeta, score_of_win,
        solve::{Bounds, Means, Solver, Verdict},
    },
    proof::{Attack, Field, Proof},
    registry::{Spec, SpecError},
};
use referee::{
    gomoku::{End, Move, Position, swap2::Stage},
    player::{Limits, Player, Thought},
    point::Point,
};

use base::user_error::UserError;

/// Nodes in which a forced win is looked for, by fours and then by threats, at every ply.
const NODES_FOURS: u64 = 200_000;
const NODES_THREATS: u64 = 40_000;

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Forced {
    /// `fours` or `threats`.
    pub(super) means: &'static str,
    pub(super) plies: usize,
    pub(super) line: Vec<Point>,
}

/// What is known of a position.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// For the side to move; `None` where nothing can be said.
    pub(super) score: Option<i32>,
    /// The best moves, the best first; none if the game is over.
    pub(super) thoughts: Vec<Thought<Move>>,
    /// The win that the side to move has.
    pub(super) win: Option<Forced>,
}

enum Engine {
    Own(Box<Alphabeta>),
    Other(Box<dyn Player<Position>>),
}

/// The engine and the solver.
pub(super) struct Analyst {
    engine: Engine,
    solver: Solver,
    limits: Limits,
    lines: usize,
}

impl Analyst {
    pub(super) fn new(spec: &str, limits: Limits, lines: usize) -> anyhow::Result<Analyst> {
        let spec: Spec = spec.parse().map_err(|error: SpecError| error.to_user_error())?;
        let engine = match spec {
            Spec::Alphabeta(options) => Engine::Own(Box::new(Alphabeta::new(options))),
            other if lines > 1 => {
                let message = format!("engine `{other}` tells one line, not {lines}");
                return Err(UserError::new(message, "leave out --lines, or take --engine alphabeta").into());
            }
            other => Engine::Other(other.build().map_err(|error| error.to_user_error())?),
        };
        Ok(Analyst {
            engine,
            solver: Solver::new(),
            limits,
            lines,
        })
    }

    pub(super) fn name(&self) -> String {
        match &self.engine {
            Engine::Own(engine) => engine.name(),
            Engine::Other(engine) => engine.name(),
        }
    }

    /// A game begins: what was learned of another one is dropped, so that the order of games changes nothing.
    pub(super) fn begin(&mut self, position: &Position) -> anyhow::Result<()> {
        self.solver = Solver::new();
        match &mut self.engine {
            Engine::Own(engine) => engine.new_game(position)?,
            Engine::Other(engine) => engine.new_game(position)?,
        }
        Ok(())
    }

    pub(super) fn look(&mut self, position: &Position) -> anyhow::Result<Look> {
        if let Some(end) = position.end() {
            let score = match end {
                End::Full => 0,
                // Whoever would be next has lost; if only forbidden points are left, that is Black, who is next.
                End::Five(_) | End::OnlyForbidden => -score_of_win(0),
            };
            return Ok(Look {
                score: Some(score),
                thoughts: Vec::new(),
                win: None,
            });
        }
        let thoughts = match &mut self.engine {
            Engine::Own(engine) => engine.lines(position, &self.limits, self.lines)?,
            Engine::Other(engine) => vec![engine.think(position, &self.limits)?],
        };
        let settled = matches!(position.stage(), Stage::Settled { .. });
        let win = if settled {
            self.win(&Field::of(position))
        } else {
            None
        };
        let found = thoughts.first().and_then(|best| best.score);
        let proven = win.as_ref().map(|win| score_of_win(win.plies));
        let score = found.max(proven).filter(|_| settled);
        Ok(Look { score, thoughts, win })
    }

    /// The win of the side to move, if one is found.
    fn win(&mut self, field: &Field) -> Option<Forced> {
        let bounds = |nodes| Bounds {
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            ..Bounds::default()
        };
        let mut solve = |means, nodes| match self.solver.solve(field, means, &bounds(nodes)).verdict {
            Verdict::Win(proof) => Some(forced(&proof)),
            _ => None,
        };
        solve(Means::Fours, NODES_FOURS).or_else(|| solve(Means::Threats, NODES_THREATS))
    }

    /// The win that the side which is not to move would have, were it to move.
    pub(super) fn threat(&mut self, position: &Position) -> Option<Forced> {
        match position.end() {
            None => self.win(&Field::of(position).passed()),
            Some(_) => None,
        }
    }
}

fn forced(proof: &Proof) -> Forced {
    Forced {
        means: match proof.attack {
            Attack::Fours(_) => "fours",
            Attack::Threat(_) => "threats",
        },
        plies: proof.plies(),
        line: proof.line(),
    }
}
