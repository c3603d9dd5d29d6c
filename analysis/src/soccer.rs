//! An analysis of Paper Soccer: an engine for scores and turns, the solver of `soccer` for wins that the rules alone confirm.

mod field;
mod scale;

use engines::{
    games::AnySpec,
    soccer::{
        PROVEN, WIN,
        proof::{self, Judged},
        registry::SoccerSpec,
        solve,
    },
};
use referee::{
    games::GameKind,
    player::{Limits, Player},
    position::Position as _,
    record::Record,
    seat::Seat,
    soccer::{Direction, Position},
};
use serde_json::{Map, Value, json};

use self::scale::Scale;
use crate::{
    analyst::Analyst,
    assessed::Assessed,
    engine_line::EngineLine,
    findings::{BestLine, Findings, Forced, Weighed},
};
use base::user_error::UserError;

/// Positions valued for each position if nothing else is said: a few tenths of a second.
pub const NODES_DEFAULT: u64 = 60_000;
/// Positions valued for the line of a win that the engine has proven.
const NODES_WIN: u64 = 60_000;
/// Lines that the judge of such a win may draw.
const STEPS_WIN: u64 = 3_000_000;

/// An engine that tells scores.
pub struct SoccerAnalyst {
    engine: Box<dyn Player<Position>>,
    scale: Scale,
    limits: Limits,
}

impl SoccerAnalyst {
    /// The engine of this spec with these limits for a position, and so many lines of it.
    ///
    /// # Errors
    /// There is no such engine, or its scores cannot be weighed, or it tells one line only.
    pub fn new(spec: &str, limits: Limits, lines: usize) -> anyhow::Result<SoccerAnalyst> {
        // Says of which game an engine is that this game has not.
        AnySpec::read(GameKind::Soccer, spec).map_err(|error| error.to_user_error())?;
        let spec = spec
            .parse::<SoccerSpec>()
            .map_err(|error| error.to_user_error())?;
        let scale = match &spec {
            SoccerSpec::Soccer(_) => Scale::Judgement,
            SoccerSpec::Thesis { .. } => Scale::Distance,
            SoccerSpec::Mcts(_) => Scale::Value,
            SoccerSpec::Random { .. } | SoccerSpec::Codingame(_) => {
                let message = format!("engine `{spec}` tells no scores that can be weighed");
                let hint = "take --engine soccer, soccer:thesis or mcts, with options of their own";
                return Err(UserError::new(message, hint).into());
            }
        };
        if lines > 1 {
            let message = format!("engine `{spec}` tells one line, not {lines}");
            return Err(UserError::new(message, "leave out --lines").into());
        }
        Ok(SoccerAnalyst {
            engine: spec.build().map_err(|error| error.to_user_error())?,
            scale,
            limits,
        })
    }

    /// A win of the side to move that the judge confirms.
    fn win(position: &Position) -> Option<(Forced, Vec<Direction>)> {
        let limits = Limits {
            nodes: Some(NODES_WIN),
            ..Limits::default()
        };
        let solution = solve::solve(position, &limits);
        let mut win = solution.win?;
        let Judged::Holds { turns, .. } = proof::check(position, &mut win, STEPS_WIN) else {
            return None;
        };
        let first = solution.line.first()?.clone();
        let forced = Forced {
            means: None,
            length: turns as usize,
            line: solution.line.iter().map(|turn| digits(turn)).collect(),
        };
        Some((forced, first))
    }
}

impl Analyst for SoccerAnalyst {
    type Game = Position;

    const STEP: &'static str = "turn";
    const STEPS: &'static str = "turns";
    const SIDES: [&'static str; 2] = ["first", "second"];

    fn name(&self) -> String {
        self.engine.name()
    }

    fn begin(&mut self, position: &Position) -> anyhow::Result<()> {
        Ok(self.engine.new_game(position)?)
    }

    fn look(&mut self, position: &Position) -> anyhow::Result<Findings<Direction>> {
        if let Some(outcome) = position.outcome() {
            // Whoever drew last is not who would be next.
            return Ok(Findings::over(match outcome.winner {
                None => 0,
                Some(winner) if winner == position.turn() => -WIN,
                Some(_) => WIN,
            }));
        }
        let thought = self.engine.think(position, &self.limits)?;
        let weighed = Weighed::all(&self.engine.candidates(), |line| digits(&[line]));
        // What is left of the turn is not to be handed out later.
        self.engine.new_game(position)?;
        let score = thought.score.map(|score| self.scale.judgement(score, position));
        let proven = score.is_some_and(|score| score >= PROVEN);
        let (win, win_first) = match proven.then(|| SoccerAnalyst::win(position)).flatten() {
            Some((win, first)) => (Some(win), first),
            None => (None, Vec::new()),
        };
        Ok(Findings {
            score,
            lines: vec![BestLine {
                score,
                depth: thought.depth,
                nodes: thought.nodes,
                moves: vec![digits(&thought.line)],
            }],
            first: thought.line,
            win,
            win_first,
            weighed,
        })
    }

    /// Nobody can pass.
    fn threat(&mut self, _position: &Position) -> Option<Forced> {
        None
    }

    fn side(position: &Position) -> usize {
        position.turn().index()
    }

    fn is_assessed(_played: Direction) -> bool {
        true
    }

    fn spell(_position: &Position, step: &[Direction]) -> String {
        digits(step)
    }

    fn expected(score: i32) -> f64 {
        match score {
            score if score >= PROVEN => 1.0,
            score if score <= -PROVEN => 0.0,
            score => scale::expected(score),
        }
    }

    /// `+120`, `win in 3`, `loss in 2`.
    fn score(score: i32) -> String {
        match WIN - score.abs() {
            0 => "over".to_owned(),
            turns if score >= PROVEN => format!("win in {turns}"),
            turns if score <= -PROVEN => format!("loss in {turns}"),
            _ => format!("{score:+}"),
        }
    }

    fn rules(position: &Position) -> String {
        position.rules().to_string()
    }

    fn rules_json(position: &Position) -> Map<String, Value> {
        let rules = position.rules();
        Map::from_iter([
            ("game".to_owned(), json!("soccer")),
            ("pitch".to_owned(), json!(rules.pitch)),
            ("blocked".to_owned(), json!(rules.blocked)),
        ])
    }

    fn picture(before: &Position, assessed: &Assessed, _weighed: &[Weighed<Direction>]) -> String {
        field::picture(before, assessed)
    }

    fn film(record: &Record<Position>, lines: &[EngineLine<'_>]) -> Option<String> {
        field::film(record, lines)
    }

    fn style() -> &'static str {
        field::STYLE
    }
}

fn digits(turn: &[Direction]) -> String {
    turn.iter().map(|way| way.digit()).collect()
}

/// The class of what a seat drew.
fn class(seat: Seat) -> &'static str {
    ["of-first", "of-second"][seat.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_rise_with_scores() {
        let told = |score| (SoccerAnalyst::expected(score), SoccerAnalyst::score(score));
        assert_eq!(told(0), (0.5, "+0".to_owned()));
        assert_eq!(told(5_000), (0.75, "+5000".to_owned()));
        assert_eq!(told(-10_000), (0.0, "-10000".to_owned()));
        assert_eq!(told(WIN - 3), (1.0, "win in 3".to_owned()));
        assert_eq!(told(2 - WIN), (0.0, "loss in 2".to_owned()));
        assert_eq!(told(-WIN), (0.0, "over".to_owned()));
    }
}
