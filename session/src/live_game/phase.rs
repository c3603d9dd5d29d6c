//! Where our own decision stands: the engine is asked, a click is due, a click is in the air. A part of the live game; pure as
//! the rest of it.

use referee::player::Thought;

use crate::live_game::playable::Playable;
use crate::readable::TargetOf;
use profile::bounds::Bounds;

/// Where our own decision stands.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Phase<P: Playable> {
    /// The opponent is to move.
    Waiting,
    /// The engine was asked.
    Deciding { request: u64 },
    /// The engine answered; the next stable reading that still shows this position lets the click go.
    Ready { decision: Decision<P> },
    /// Clicked, not yet seen.
    Pending {
        decision: Decision<P>,
        clicked_ms: u64,
        clicks: u32,
        /// When the click before the last one was made, as long as it is open whether the last one was.
        before_ms: Option<u64>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Decision<P: Playable> {
    pub(super) play: P::Move,
    pub(super) target: TargetOf<P>,
    pub(super) thought: Thought<P::Move>,
    pub(super) spent_ms: u64,
    /// Whether a click for it was made and may still put its stone, even where the next one is only due.
    pub(super) is_tried: bool,
    /// Rounds of clicks that put no stone, each followed by a remedy.
    pub(super) rounds_in_vain: u32,
}

/// A click is repeated after so many milliseconds at most, however often that was in vain.
const PATIENCE_MAX_MS: u64 = 6_000;

impl<P: Playable> Decision<P> {
    /// Clicks in a round: after a remedy a single one tells whether it helped. Who hears none of them may hear all of them at once later,
    /// when something else lies there.
    pub(super) fn clicks_max(&self, bounds: &Bounds) -> u32 {
        match self.rounds_in_vain {
            0 => bounds.clicks,
            _ => 1,
        }
    }

    /// How long the stone of the last of so many clicks is awaited before the next: twice as long each time, as one that was lost is
    /// put at once by the second, and a client that hangs is not helped by any.
    pub(super) fn patience_ms(&self, clicks: u32, bounds: &Bounds) -> u64 {
        let doublings = match self.rounds_in_vain {
            0 => clicks.saturating_sub(1).min(16),
            _ => 16,
        };
        let longer_ms = bounds.confirm_ms.saturating_mul(1 << doublings);
        longer_ms.min(PATIENCE_MAX_MS).max(bounds.confirm_ms)
    }
}

impl<P: Playable> Phase<P> {
    /// In words; `is_ours` says whose turn it is.
    pub(super) fn words(&self, is_ours: bool) -> &'static str {
        match self {
            Phase::Waiting if is_ours => "ours to move",
            Phase::Waiting => "waiting for the opponent",
            Phase::Deciding { .. } => "the engine thinks",
            Phase::Ready { .. } => "about to click",
            Phase::Pending { .. } => "waiting for what was clicked",
        }
    }

    /// What was decided, until its stone is seen.
    pub(super) fn decision(&self) -> Option<&Decision<P>> {
        match self {
            Phase::Ready { decision } | Phase::Pending { decision, .. } => Some(decision),
            Phase::Waiting | Phase::Deciding { .. } => None,
        }
    }

    /// What was clicked, while the click is in the air.
    pub(super) fn clicked(&self) -> Option<TargetOf<P>> {
        match self {
            Phase::Pending { decision, .. } => Some(decision.target),
            Phase::Ready { decision } if decision.is_tried => Some(decision.target),
            _ => None,
        }
    }

    /// How often.
    pub(super) fn clicks(&self) -> u32 {
        match self {
            Phase::Pending { clicks, .. } => *clicks,
            _ => 0,
        }
    }

    /// When it was clicked.
    pub(super) fn clicked_ms(&self) -> Option<u64> {
        match self {
            Phase::Pending { clicked_ms, .. } => Some(*clicked_ms),
            _ => None,
        }
    }

    /// Where we are about to click, for the first time or again.
    pub(super) fn target(&self) -> Option<TargetOf<P>> {
        self.decision().map(|decision| decision.target)
    }

    /// The last click was not made: the decision stands, the click is due again. Answers the point of one that was made before
    /// it and may still put its stone, which is in doubt: no other click would have been due if its stone had come.
    pub(super) fn unclick(&mut self) -> Option<TargetOf<P>> {
        match self {
            Phase::Pending {
                decision, clicks: 1, ..
            } => {
                *self = Phase::Ready {
                    decision: decision.clone(),
                };
                None
            }
            Phase::Pending {
                decision,
                clicked_ms,
                clicks,
                before_ms,
            } => {
                if let Some(made_ms) = before_ms.take() {
                    *clicked_ms = made_ms;
                    *clicks -= 1;
                }
                Some(decision.target)
            }
            _ => None,
        }
    }

    /// All clicks were made, and none put a stone: they are due again, after something was done about it.
    pub(super) fn try_in_vain(&mut self) {
        if let Phase::Pending { decision, .. } = self {
            let decision = Decision {
                is_tried: true,
                rounds_in_vain: decision.rounds_in_vain + 1,
                ..decision.clone()
            };
            *self = Phase::Ready { decision };
        }
    }
}

#[cfg(test)]
mod tests {
    use referee::{
        gomoku::{self, Move},
        point::Point,
    };

    use super::*;

    const POINT: Point = Point::new(4, 4);

    fn decision() -> Decision<gomoku::Position> {
        Decision {
            play: Move::Place(POINT),
            target: POINT,
            thought: Thought::bare(Move::Place(POINT)),
            spent_ms: 1,
            is_tried: false,
            rounds_in_vain: 0,
        }
    }

    fn pending(clicks: u32, before_ms: Option<u64>) -> Phase<gomoku::Position> {
        Phase::Pending {
            decision: decision(),
            clicked_ms: 500,
            clicks,
            before_ms,
        }
    }

    #[test]
    fn an_only_click_that_was_not_made_is_due_and_in_nobodys_doubt() {
        let mut phase = pending(1, None);
        assert_eq!((phase.clicked(), phase.unclick()), (Some(POINT), None));
        assert_eq!(phase, Phase::Ready { decision: decision() });
        assert_eq!((phase.clicked(), phase.target()), (None, Some(POINT)));
        assert_eq!(phase.unclick(), None, "nothing is in the air");
    }

    #[test]
    fn a_second_click_that_was_not_made_leaves_the_first_in_doubt() {
        let mut phase = pending(2, Some(200));
        assert_eq!(phase.unclick(), Some(POINT));
        assert_eq!((phase.clicked(), phase.clicked_ms()), (Some(POINT), Some(200)));
        assert!(matches!(
            phase,
            Phase::Pending {
                clicks: 1,
                before_ms: None,
                ..
            }
        ));
    }

    /// A client that hears nothing for a while hears all of it at once.
    #[test]
    fn clicks_in_vain_become_fewer_and_rarer() {
        let bounds = Bounds::default();
        let mut decision = decision();
        let waits = |decision: &Decision<gomoku::Position>| -> Vec<u64> {
            let clicks = 1..=decision.clicks_max(&bounds);
            clicks
                .map(|clicks| decision.patience_ms(clicks, &bounds))
                .collect()
        };
        assert_eq!(waits(&decision), [1_500, 3_000, 6_000, 6_000]);
        decision.rounds_in_vain = 1;
        assert_eq!(waits(&decision), [6_000]);
        let patient = Bounds {
            confirm_ms: u64::MAX / 2,
            ..bounds
        };
        assert_eq!(decision.patience_ms(3, &patient), u64::MAX / 2);
    }

    #[test]
    fn clicks_in_vain_may_still_put_their_stone() {
        let mut phase = pending(3, None);
        phase.try_in_vain();
        assert!(matches!(&phase, Phase::Ready { decision } if decision.is_tried));
        assert_eq!((phase.clicked(), phase.clicked_ms()), (Some(POINT), None));
    }
}
