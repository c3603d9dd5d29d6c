//! What a kind of game adds to an analysis: who looks at its positions, how it spells its moves and sides, and its pictures.
//! What is done with all that knows no game.

use referee::{kind::Kind, position::Position, record::Record};
use serde_json::{Map, Value};

use crate::{
    assessed::Assessed,
    engine_line::EngineLine,
    findings::{Findings, Forced, Weighed},
};

/// A decision in the game that somebody analyses.
pub type MoveOf<A> = <<A as Analyst>::Game as Position>::Move;

/// A kind of game under analysis.
pub trait Analyst: Sized {
    /// The game.
    type Game: Kind;

    /// What moves are counted in: `ply`, or `turn` where several plies are one decision.
    const STEP: &'static str;
    /// The same for forced wins, of which there are many.
    const STEPS: &'static str;
    /// The sides by [`side`](Analyst::side); graphs are drawn for the first of them.
    const SIDES: [&'static str; 2];

    /// The engine's name.
    fn name(&self) -> String;
    /// A game begins: what was learned of another one is dropped, so that the order of games changes nothing.
    ///
    /// # Errors
    /// The engine failed.
    fn begin(&mut self, position: &Self::Game) -> anyhow::Result<()>;
    /// What is known of a position.
    ///
    /// # Errors
    /// The engine failed.
    fn look(&mut self, position: &Self::Game) -> anyhow::Result<Findings<MoveOf<Self>>>;
    /// The win that the side which is not to move would have, were it to move.
    fn threat(&mut self, position: &Self::Game) -> Option<Forced>;

    /// Which side is to move.
    fn side(position: &Self::Game) -> usize;
    /// Whether a move is one that is assessed.
    fn is_assessed(played: MoveOf<Self>) -> bool;
    /// The plies of one step.
    fn spell(position: &Self::Game, step: &[MoveOf<Self>]) -> String;
    /// Expected result for the side whose score this is: 1 for a win, 0 for a loss.
    fn expected(score: i32) -> f64;
    /// A score in words.
    fn score(score: i32) -> String;
    /// Board and rules in words.
    fn rules(position: &Self::Game) -> String;
    /// The same for scripts.
    fn rules_json(position: &Self::Game) -> Map<String, Value>;
    /// What the engine thought of each move, on a board of text; `None` where no board shows it.
    fn shares(_position: &Self::Game, _weighed: &[Weighed<MoveOf<Self>>]) -> Option<String> {
        None
    }
    /// The position before a move, the move, what was better, and where the engine looked.
    fn picture(before: &Self::Game, assessed: &Assessed, weighed: &[Weighed<MoveOf<Self>>]) -> String;
    /// One picture of a whole game, the parts of which appear step by step: those that belong to it from one step to another
    /// stand in groups with the classes of `film`. The engine's lines are drawn over it.
    fn film(record: &Record<Self::Game>, lines: &[EngineLine<'_>]) -> Option<String>;
    /// The styles of its pictures.
    fn style() -> &'static str;
}
