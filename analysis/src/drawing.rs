//! A game as one picture, the parts of which belong to steps of it: for pages on which it is gone through without an engine.

use recordings::replay::Replay;
use referee::{
    games::{AnyPosition, AnyRecord, Registered},
    gomoku, soccer,
};

use crate::{
    analyst::Analyst, engine_line::EngineLine, game::AssessedGame, gomoku::GomokuAnalyst,
    soccer::SoccerAnalyst, walk::Walk,
};

/// A game in a picture.
pub struct SteppedPicture {
    /// An `<svg>` element: what is seen after the steps from 3 to 5 only has the classes `step f3 t5`, what stays `step f3`.
    pub svg: String,
    /// Steps there are: plies, or turns where several plies are one decision.
    pub steps: usize,
    /// The step that each ply belongs to, from 1; plies of a turn that was broken off belong to none.
    pub step_of: Vec<Option<usize>>,
    /// What a step is called.
    pub step: &'static str,
}

/// The picture of a game, with the engine's lines if it was assessed: those have the class `line`. `None` if it cannot begin.
pub fn draw(record: &AnyRecord, assessed: Option<&AssessedGame>) -> Option<SteppedPicture> {
    let moves = assessed.map_or(&[][..], |game| &game.moves);
    let lines: Vec<EngineLine<'_>> = moves.iter().map(EngineLine::before).collect();
    match record.start().ok()? {
        AnyPosition::Gomoku(_) => with::<GomokuAnalyst, gomoku::Position>(record, &lines),
        AnyPosition::Soccer(_) => with::<SoccerAnalyst, soccer::Position>(record, &lines),
    }
}

/// The styles of the pictures of every kind of game.
pub fn styles() -> [&'static str; 2] {
    [GomokuAnalyst::style(), SoccerAnalyst::style()]
}

fn with<A: Analyst<Game = P>, P: Registered>(
    record: &AnyRecord,
    lines: &[EngineLine<'_>],
) -> Option<SteppedPicture> {
    let record = record.clone().into_kind::<P>().ok()?;
    let svg = A::film(&record, lines)?;
    let plies = record.plies.len();
    let walk = Walk::of(Replay::new(record).ok()?);
    let places = walk.places();
    let step_of = |ply: usize| places.iter().position(|&place| place > ply);
    Some(SteppedPicture {
        svg,
        steps: walk.steps(),
        step_of: (0..plies).map(step_of).collect(),
        step: A::STEP,
    })
}
