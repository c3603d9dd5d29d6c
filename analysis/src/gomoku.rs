//! An analysis of Gomoku: an engine for scores and lines, the solver for forced wins.

mod board;
mod scale;
mod shares;

use engines::{
    alphabeta::{
        Alphabeta, plies_to_end, score_of_win,
        solve::{Means, Solver, SolverBounds, SolverVerdict},
    },
    proof::{Attack, Field, Proof},
    registry::{Spec, SpecError},
};
use recordings::text::name_of;
use referee::{
    color::Color,
    gomoku::{End, Move, Position, swap2::Stage},
    player::{Limits, Player, Thought},
    record::Record,
};
use serde_json::{Map, Value, json};

use crate::{
    analyst::Analyst,
    assessed::Assessed,
    engine_line::EngineLine,
    findings::{BestLine, Findings, Forced, Weighed},
};
use base::user_error::UserError;

use self::scale::Scale;

/// Nodes a position if nothing else is said, and simulations of a network, which take as long: a few tenths of a second.
const NODES_DEFAULT: u64 = 200_000;
const SIMS_DEFAULT: u64 = 1_000;
/// Nodes in which a forced win is looked for, by fours and then by threats, at every ply.
const NODES_FOURS: u64 = 200_000;
const NODES_THREATS: u64 = 40_000;

enum Engine {
    Own(Box<Alphabeta>),
    Other(Box<dyn Player<Position>>, Scale),
}

/// The engine and the solver.
pub struct GomokuAnalyst {
    engine: Engine,
    solver: Solver,
    limits: Limits,
    lines: usize,
}

impl GomokuAnalyst {
    /// The engine of this spec with these limits for a position, and so many lines of it.
    ///
    /// # Errors
    /// There is no such engine, or it tells one line only.
    pub fn new(spec: &str, limits: Limits, lines: usize) -> anyhow::Result<GomokuAnalyst> {
        let spec: Spec = spec.parse().map_err(|error: SpecError| error.to_user_error())?;
        let engine = match spec {
            Spec::Alphabeta(options) => Engine::Own(Box::new(Alphabeta::new(options))),
            other if lines > 1 => {
                let message = format!("engine `{other}` tells one line, not {lines}");
                return Err(UserError::new(message, "leave out --lines, or take --engine alphabeta").into());
            }
            other => {
                let scale = match other {
                    Spec::Mcts(_) | Spec::Alphazero(_) => Scale::Value,
                    _ => Scale::Judgement,
                };
                Engine::Other(other.build().map_err(|error| error.to_user_error())?, scale)
            }
        };
        Ok(GomokuAnalyst {
            engine,
            solver: Solver::new(),
            limits,
            lines,
        })
    }

    /// Nodes a position for the engine of this spec, if nothing else is said.
    pub fn nodes_default(spec: &str) -> u64 {
        match spec.parse() {
            Ok(Spec::Alphazero(_)) => SIMS_DEFAULT,
            _ => NODES_DEFAULT,
        }
    }

    fn think(&mut self, position: &Position) -> anyhow::Result<Vec<Thought<Move>>> {
        Ok(match &mut self.engine {
            Engine::Own(engine) => engine.lines(position, &self.limits, self.lines)?,
            Engine::Other(engine, scale) => {
                let thought = engine.think(position, &self.limits)?;
                vec![Thought {
                    score: thought.score.map(|score| scale.judgement(score)),
                    ..thought
                }]
            }
        })
    }

    /// What the engine thought of each move of the position that it looked at last.
    fn weighed(&self, size: u8) -> Vec<Weighed<Move>> {
        match &self.engine {
            Engine::Own(_) => Vec::new(),
            Engine::Other(engine, _) => Weighed::all(&engine.candidates(), |play| spell(play, size)),
        }
    }

    /// The win of the side to move, if one is found.
    fn win(&mut self, field: &Field) -> Option<Proof> {
        let bounds = |nodes| SolverBounds {
            limits: Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
            ..SolverBounds::default()
        };
        let mut solve = |means, nodes| match self.solver.solve(field, means, &bounds(nodes)).verdict {
            SolverVerdict::Win(proof) => Some(proof),
            _ => None,
        };
        solve(Means::Fours, NODES_FOURS).or_else(|| solve(Means::Threats, NODES_THREATS))
    }
}

impl Analyst for GomokuAnalyst {
    type Game = Position;

    const STEP: &'static str = "ply";
    const STEPS: &'static str = "plies";
    const SIDES: [&'static str; 2] = ["black", "white"];

    fn name(&self) -> String {
        match &self.engine {
            Engine::Own(engine) => engine.name(),
            Engine::Other(engine, _) => engine.name(),
        }
    }

    fn begin(&mut self, position: &Position) -> anyhow::Result<()> {
        self.solver = Solver::new();
        match &mut self.engine {
            Engine::Own(engine) => engine.new_game(position)?,
            Engine::Other(engine, _) => engine.new_game(position)?,
        }
        Ok(())
    }

    fn look(&mut self, position: &Position) -> anyhow::Result<Findings<Move>> {
        if let Some(end) = position.end() {
            return Ok(Findings::over(match end {
                End::Full => 0,
                // Whoever would be next has lost; if only forbidden points are left, that is Black, who is next.
                End::Five(_) | End::OnlyForbidden => -score_of_win(0),
            }));
        }
        let thoughts = self.think(position)?;
        let settled = matches!(position.stage(), Stage::Settled { .. });
        let proof = if settled {
            self.win(&Field::of(position))
        } else {
            None
        };
        let found = thoughts.first().and_then(|best| best.score);
        let proven = proof.as_ref().map(|proof| score_of_win(proof.plies()));
        let size = position.size();
        let line_of_win = proof.as_ref().map_or(Vec::new(), Proof::line);
        Ok(Findings {
            score: found.max(proven).filter(|_| settled),
            first: thoughts.iter().take(1).map(|best| best.play).collect(),
            win_first: line_of_win
                .iter()
                .take(1)
                .map(|&point| Move::Place(point))
                .collect(),
            lines: thoughts.into_iter().map(|thought| line(thought, size)).collect(),
            win: proof.map(|proof| forced(&proof, size)),
            weighed: self.weighed(size),
        })
    }

    fn threat(&mut self, position: &Position) -> Option<Forced> {
        match position.end() {
            None => self
                .win(&Field::of(position).passed())
                .map(|proof| forced(&proof, position.size())),
            Some(_) => None,
        }
    }

    fn side(position: &Position) -> usize {
        match position.to_place() {
            Color::Black => 0,
            Color::White => 1,
        }
    }

    fn is_assessed(played: Move) -> bool {
        matches!(played, Move::Place(_))
    }

    fn spell(position: &Position, step: &[Move]) -> String {
        let names: Vec<String> = step.iter().map(|&play| spell(play, position.size())).collect();
        names.join(" ")
    }

    fn expected(score: i32) -> f64 {
        match plies_to_end(score) {
            Some(_) if score > 0 => 1.0,
            Some(_) => 0.0,
            None => scale::expected(score),
        }
    }

    /// `+120`, `win in 7`, `loss in 4`.
    fn score(score: i32) -> String {
        match plies_to_end(score) {
            Some(0) => "over".to_owned(),
            Some(plies) if plies > 0 => format!("win in {plies}"),
            Some(plies) => format!("loss in {}", -plies),
            None => format!("{score:+}"),
        }
    }

    fn rules(position: &Position) -> String {
        let size = position.size();
        format!("{}, {size} x {size}", position.rule().name())
    }

    fn rules_json(position: &Position) -> Map<String, Value> {
        Map::from_iter([
            ("rule".to_owned(), json!(position.rule().name())),
            ("size".to_owned(), json!(position.size())),
        ])
    }

    fn shares(position: &Position, weighed: &[Weighed<Move>]) -> Option<String> {
        Some(shares::boards(position, weighed))
    }

    fn picture(before: &Position, assessed: &Assessed, weighed: &[Weighed<Move>]) -> String {
        board::picture(before, assessed, weighed)
    }

    fn film(record: &Record, lines: &[EngineLine<'_>]) -> Option<String> {
        board::film(record, lines)
    }

    fn style() -> &'static str {
        board::STYLE
    }
}

fn line(thought: Thought<Move>, size: u8) -> BestLine {
    let moves = match thought.line.as_slice() {
        [] => &[thought.play][..],
        line => line,
    };
    BestLine {
        moves: moves.iter().map(|&play| spell(play, size)).collect(),
        score: thought.score,
        depth: thought.depth,
        nodes: thought.nodes,
    }
}

fn forced(proof: &Proof, size: u8) -> Forced {
    Forced {
        means: Some(match proof.attack {
            Attack::Fours(_) => "fours",
            Attack::Threat(_) => "threats",
        }),
        length: proof.plies(),
        line: proof.line().iter().map(|&point| name_of(point, size)).collect(),
    }
}

fn spell(play: Move, size: u8) -> String {
    match play {
        Move::Place(point) => name_of(point, size),
        Move::Choose(_) | Move::PutTwo => play.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_rise_with_scores() {
        let expected = GomokuAnalyst::expected;
        assert_eq!(expected(0), 0.5);
        assert!((expected(250) - 0.731).abs() < 0.001);
        assert!((expected(90) + expected(-90) - 1.0).abs() < 1e-12);
        assert_eq!(
            [expected(score_of_win(9)), expected(-score_of_win(4))],
            [1.0, 0.0]
        );
        assert!(expected(20_000) <= 1.0);
    }
}
