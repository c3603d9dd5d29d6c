//! What is asked of the engine in the game in hand, and what is made of its answers and failures. A part of the live game; pure
//! as the rest of it.

use referee::{
    player::{Limits, Thought},
    position::IllegalMove,
    verdict::{Reason, Verdict},
};

use super::{
    LiveGame, Standing,
    phase::{Decision, Phase},
};
use crate::{event::Action, live_game::playable::Playable};
use profile::bounds::Bounds;

/// An engine's answer that is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AnswerError {
    /// It is no move that could be made on a board.
    #[error("{0} is nothing that could be clicked")]
    NoTarget(String),
    /// The rules refuse it.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

impl<P: Playable> LiveGame<P> {
    /// Asks the engine if it is our turn and nobody was asked yet.
    pub(crate) fn prompt(&mut self, bounds: &Bounds, out: &mut Vec<Action<P>>) {
        if self.phase == Phase::Waiting
            && self.position.outcome().is_none()
            && self.position.turn() == self.own_seat
        {
            self.requests += 1;
            // Unique over all games of a session: the same number never names two positions.
            let request = self.since_ms.wrapping_mul(1_000).wrapping_add(self.requests);
            self.phase = Phase::Deciding { request };
            let limits = Limits {
                turn_ms: bounds.turn_ms,
                ..Limits::default()
            };
            out.push(Action::Think {
                request,
                position: self.position.clone(),
                limits,
            });
        }
    }

    /// Whether the engine's answer to `request` is waited for.
    pub(crate) fn awaits(&self, request: u64) -> bool {
        self.phase == Phase::Deciding { request }
    }

    /// Takes the engine's answer. A late one is dropped.
    ///
    /// # Errors
    /// The answer is no legal move.
    pub(crate) fn answered(
        &mut self,
        request: u64,
        thought: Thought<P::Move>,
        spent_ms: u64,
    ) -> Result<(), AnswerError> {
        if self.phase != (Phase::Deciding { request }) {
            return Ok(());
        }
        let Some(target) = P::target(self, thought.play) else {
            return Err(AnswerError::NoTarget(self.position.name_of(thought.play)));
        };
        let mut trial = self.position.clone();
        trial.play(thought.play)?;
        self.phase = Phase::Ready {
            decision: Decision {
                play: thought.play,
                target,
                thought,
                spent_ms,
                is_tried: false,
                rounds_in_vain: 0,
            },
        };
        self.engine_failures = 0;
        Ok(())
    }

    /// The engine failed in `request`. Asks again until its failures are used up.
    pub(crate) fn engine_failed(&mut self, request: u64, bounds: &Bounds) -> Standing {
        if self.phase != (Phase::Deciding { request }) {
            return Standing::GoingOn;
        }
        self.engine_failures += 1;
        self.phase = Phase::Waiting;
        if self.engine_failures < bounds.engine_failures {
            return Standing::GoingOn;
        }
        Standing::Over(Verdict {
            winner: Some(!self.own_seat),
            reason: Reason::Crash,
        })
    }

    /// Takes note of the engine's score, and resigns if the game was lost for long enough. Once in a game.
    pub(crate) fn judge(&mut self, bounds: &Bounds, now_ms: u64, out: &mut Vec<Action<P>>) {
        let Phase::Ready { decision } = &self.phase else {
            return;
        };
        self.agreement.judge(bounds.draw, decision.thought.score);
        let Some((below, moves)) = bounds.resign else {
            return;
        };
        let lost = decision.thought.score.is_some_and(|score| score < below);
        self.hopeless = if lost { self.hopeless + 1 } else { 0 };
        if self.hopeless >= moves && self.resigned_ms.is_none() {
            self.resigned_ms = Some(now_ms);
            out.push(Action::Resign);
        }
    }
}
