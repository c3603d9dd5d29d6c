//! One position, looked at by itself.

use referee::{games::Registered, position::Position as _};

use crate::{
    analyst::{Analyst, MoveOf},
    findings::{Findings, Forced},
    walk::Walk,
};
use base::user_error::UserError;

/// A position with what was found in it.
pub struct AssessedPosition<'a, A: Analyst> {
    pub(crate) position: &'a A::Game,
    pub(crate) step: usize,
    pub(crate) look: Findings<MoveOf<A>>,
    pub(crate) threat: Option<Forced>,
}

/// Looks at the position where the walk stands.
///
/// # Errors
/// The game is over there, or the engine failed.
pub fn look_at<'a, A: Analyst<Game: Registered>>(
    walk: &'a Walk<A::Game>,
    analyst: &mut A,
) -> anyhow::Result<AssessedPosition<'a, A>> {
    let (position, step) = (walk.replay.position(), walk.step());
    if position.outcome().is_some() {
        let message = format!("the game is over at {} {step}", A::STEP);
        return Err(UserError::new(message, "choose an earlier position with --at").into());
    }
    analyst.begin(position)?;
    Ok(AssessedPosition {
        look: analyst.look(position)?,
        threat: analyst.threat(position),
        position,
        step,
    })
}
