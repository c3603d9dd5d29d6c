//! What was made out of a field: every line, the ball, and where that way ends.

use referee::soccer::Node;

use super::{
    Measured,
    parts::{is_even, most},
};
use crate::pitch::{
    edge::Edge,
    observation::{Content, FieldRefusal},
    probe::Ink,
};

/// One line grows at a time: where more than so many are there in part, nothing can be told.
const PARTS_MOST: usize = 1;

/// How sure a line is not drawn of which a part is there.
pub(super) const MARKING: f32 = 0.5;

/// What was made out.
pub(super) struct Verdict {
    /// For each line.
    pub(super) lines: Vec<(Content, f32)>,
    /// Where the ball lies, and how sure that is.
    pub(super) ball: (Option<Node>, f32),
    pub(super) refused: Option<FieldRefusal>,
}

impl Verdict {
    /// Whether the ball is seen where the lines end.
    pub(super) fn is_seen(&self) -> bool {
        self.ball.1 >= 1.0
    }

    /// Whether its lines are a way, wherever the ball is seen.
    pub(super) fn is_trail(&self) -> bool {
        matches!(self.refused, None | Some(FieldRefusal::Ball { .. }))
    }

    /// Its lines, and where they end.
    pub(super) fn way(&self, lines: &[Measured]) -> Way {
        let both = lines.iter().zip(&self.lines);
        let drawn = both.clone().filter(|(_, told)| told.0 == Content::Drawn);
        let has_ball = |ink: &Ink| most(ink) > 0.0 && !is_even(ink);
        let in_part = both
            .filter(|(line, told)| told.0 == Content::Uncertain && line.ink.as_ref().is_some_and(has_ball));
        Way {
            end: self.ball.0,
            drawn: drawn.count(),
            lain_on: in_part.map(|(line, _)| line.edge).collect(),
        }
    }

    /// Whether more lines are there in part than grow at a time.
    pub(super) fn is_in_parts(&self, lines: &[Measured]) -> bool {
        let is_in_part =
            |(line, told): &(&Measured, &(Content, f32))| line.ink.is_some() && told.0 == Content::Uncertain;
        lines.iter().zip(&self.lines).filter(is_in_part).count() > PARTS_MOST
    }
}

/// The lines of a verdict.
pub(super) struct Way {
    pub(super) end: Option<Node>,
    drawn: usize,
    /// Those that cannot be told because something lies on a part of them.
    lain_on: Vec<Edge>,
}

impl Way {
    /// Whether by the other one it goes on from its end: more lines are drawn, or the ball may be on one that leaves its end.
    pub(super) fn may_go_on(&self, other: &Way, end: Node) -> bool {
        let leaves = |edge: &Edge| edge.leaving(end).is_some() && !self.lain_on.contains(edge);
        other.drawn > self.drawn || other.lain_on.iter().any(leaves)
    }
}
