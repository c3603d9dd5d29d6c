//! Where the ball lies, by where the lines end and by what lies on nodes; and why neither tells it.

use referee::soccer::{Direction, Node, Pitch};

use crate::pitch::{edge::Edge, observation::FieldRefusal, wall};

/// How sure the ball's place is where the lines alone tell it. By trial.
const BALL_BY_LINES: f32 = 0.85;

/// The one node on which something lies.
pub(super) fn only(marked: &[Node]) -> (Option<Node>, f32) {
    match marked {
        [node] => (Some(*node), 0.5),
        _ => (None, 0.0),
    }
}

/// The ball's place, if what lies on nodes agrees with where the lines end.
pub(super) fn lies(
    pitch: Pitch,
    drawn: &[Edge],
    end: Node,
    marked: &[Node],
) -> ((Option<Node>, f32), Option<FieldRefusal>) {
    // Where the ball can go may be marked, too: nodes one line away. A small ball itself is no mark.
    let can_go = |node: &Node| {
        let ways = Direction::ALL
            .into_iter()
            .filter_map(|way| Edge::new(pitch, end, way));
        let mut there = ways.filter(|edge| edge.leaving(end).is_some_and(|(to, _)| to == *node));
        there.any(|edge| !drawn.contains(&edge))
    };
    let is_marked = marked.contains(&end);
    let strange = marked
        .iter()
        .filter(|node| **node != end && !(is_marked && wall::touches(pitch, **node)) && !can_go(node))
        .count();
    if strange == 0 && (is_marked || marked.len() != 1) {
        return ((Some(end), if is_marked { 1.0 } else { BALL_BY_LINES }), None);
    }
    // Where lines and ball agree, one sign more is that under the pointer. At the wall its own corners are signs.
    if is_marked && strange == 1 && !wall::touches(pitch, end) {
        return ((Some(end), BALL_BY_LINES), None);
    }
    ((None, 0.0), Some(elsewhere(pitch, end)))
}

/// The ball does not lie where the lines end.
pub(super) fn elsewhere(pitch: Pitch, end: Node) -> FieldRefusal {
    let point = pitch.point(end);
    FieldRefusal::Ball {
        column: point.x,
        row: point.y,
    }
}
