//! Nodes on which something lies: the ball, or a sign that says where it can go. Looked at between the ways in which lines
//! leave a node, so that lines do not count.

use referee::soccer::Node;

use crate::pitch::{
    place::{Place, place},
    probe::{DIFFERS, Probe, apart},
};

/// How far from a node is looked, in squares, and in which steps. By trial.
const NEAREST: f64 = 0.1;
const FARTHEST: f64 = 0.3;
const STEP: f64 = 0.0125;

/// It lies on the node if it is there to all sides but so many. By trial.
const SIDES_LESS: usize = 1;

/// Sides of a node that must be in the picture.
const SIDES_LEAST: usize = 5;

/// Where more than one node in so many is marked, marks belong to the field. By trial.
const COMMON: usize = 4;

/// Ground between a line and what is told apart from it: in squares, for a hand strays, and in pixels. By trial.
const CLEAR: f64 = 0.02;
const CLEAR_PX: f64 = 0.7;

/// What reaches so far, as a part of what a mark does, may be one. By trial.
const NEARLY: f64 = 0.9;

/// A node on which something lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) node: Node,
    /// How far from the node it is seen to all sides, in squares.
    reach: f64,
    /// It may be the wall that is seen.
    is_wall: bool,
}

/// The nodes on which something lies, lines among it. `wall` is how wide that is, in squares.
pub(super) fn marks(probe: &Probe<'_>, wall: f64) -> Vec<Mark> {
    let pitch = probe.pitch();
    let mark = |node: Node| {
        let at = place(pitch, node);
        let steps = ((FARTHEST - NEAREST) / STEP).round() as u8;
        let reaches = (0..=steps).rev().map(|step| NEAREST + f64::from(step) * STEP);
        let reach = reaches.into_iter().find(|reach| lies_around(probe, at, *reach))?;
        let is_wall = pitch.is_wall(node) && reach < least(probe, wall);
        Some(Mark { node, reach, is_wall })
    };
    pitch.nodes().filter_map(mark).collect()
}

/// Those of them that are no lines, which are so wide at a node, nor the wall; none if that may be said of too many.
pub(super) fn beside_lines(probe: &Probe<'_>, marks: &[Mark], width: impl Fn(Node) -> f64) -> Vec<Node> {
    let beside_wall: Vec<Mark> = marks.iter().copied().filter(|mark| !mark.is_wall).collect();
    beside_no_lines(probe, &beside_wall, width)
}

/// The same where the wall is no excuse: where no line is told, whatever lies elsewhere than where the first one begins may be
/// the ball.
pub(super) fn beside_no_lines(probe: &Probe<'_>, marks: &[Mark], width: impl Fn(Node) -> f64) -> Vec<Node> {
    reaching(probe, marks, |node| least(probe, width(node)))
}

/// The same with those that nearly are none: a ball that is hardly wider than where lines meet.
pub(super) fn nearly_beside_lines(
    probe: &Probe<'_>,
    marks: &[Mark],
    width: impl Fn(Node) -> f64,
) -> Vec<Node> {
    reaching(probe, marks, |node| NEARLY * least(probe, width(node)))
}

fn mark_at(marks: &[Mark], node: Node) -> Option<&Mark> {
    marks.iter().find(|mark| mark.node == node)
}

/// Whether something lies on the one node rather than on the other: it reaches farther there.
pub(super) fn lies_rather(marks: &[Mark], node: Node, other: Node) -> bool {
    let reach = |node: Node| mark_at(marks, node).map_or(0.0, |mark| mark.reach);
    reach(node) > reach(other) + RATHER
}

/// By so much farther, in squares. By trial.
const RATHER: f64 = 0.04;

/// The node on which lies what reaches farther than anything else.
pub(super) fn farthest(marks: &[Mark]) -> Option<Node> {
    let most = marks.iter().max_by(|a, b| a.reach.total_cmp(&b.reach))?;
    let mut others = marks.iter().filter(|other| other.node != most.node);
    others.all(|other| other.reach < most.reach).then_some(most.node)
}

/// Whether something lies on a node that the lines there do not explain: it is seen at enough sides where no line is near. `way` has
/// the width of the line that leaves the node that way, in squares: 0 if none is drawn, `None` if none can be.
pub(super) fn lies_free(
    probe: &Probe<'_>,
    marks: &[Mark],
    node: Node,
    way: impl Fn((i8, i8)) -> Option<f64>,
) -> bool {
    let Some(mark) = mark_at(marks, node).filter(|mark| !mark.is_wall) else {
        return false;
    };
    let is_free = |side: usize| {
        let ways = [WAYS[side], WAYS[(side + 1) % WAYS.len()]];
        let widths = ways.map(&way);
        widths
            .iter()
            .all(|width| width.is_some_and(|width| mark.reach >= least(probe, width)))
    };
    let free = (0..WAYS.len()).filter(|side| is_free(*side)).count();
    mark.reach >= LAIN_LEAST && free >= FREE_LEAST
}

/// The ways that leave a node, around it as the sides between them are.
const WAYS: [(i8, i8); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];

/// Sides without a line at least, where something is taken to lie on a node. By trial.
const FREE_LEAST: usize = 3;

/// It reaches so far at least, in squares: dots where lines end are smaller. By trial.
const LAIN_LEAST: f64 = 0.12;

/// How far a mark reaches at least that is no lines of so many squares' width.
fn least(probe: &Probe<'_>, width: f64) -> f64 {
    let clear = width / 2.0 + CLEAR + CLEAR_PX / probe.square();
    clear / (std::f64::consts::TAU / 16.0).sin()
}

fn reaching(probe: &Probe<'_>, marks: &[Mark], least: impl Fn(Node) -> f64) -> Vec<Node> {
    let marked: Vec<Node> = marks
        .iter()
        .filter(|mark| mark.reach >= least(mark.node))
        .map(|mark| mark.node)
        .collect();
    let nodes = probe.pitch().nodes().count();
    if marked.len() * COMMON > nodes {
        Vec::new()
    } else {
        marked
    }
}

/// Whether something is to be seen at that distance in the middle between any two ways.
fn lies_around(probe: &Probe<'_>, at: Place, reach: f64) -> bool {
    let sides: Vec<bool> = (0..8)
        .filter_map(|side| differs(probe, at, side, reach))
        .collect();
    let marked = sides.iter().filter(|differs| **differs).count();
    sides.len() >= SIDES_LEAST && marked + SIDES_LESS >= sides.len()
}

/// Whether something is to be seen at one of the eight sides, each between two ways; `None` off the picture.
fn differs(probe: &Probe<'_>, at: Place, side: u8, reach: f64) -> Option<bool> {
    let angle = (f64::from(side) + 0.5) * std::f64::consts::TAU / 8.0;
    let (dx, dy) = (angle.cos(), angle.sin());
    let ground = probe.ground((at.0 + 0.5 * dx, at.1 + 0.5 * dy))?;
    let color = probe.color((at.0 + reach * dx, at.1 + reach * dy))?;
    Some(apart(color, ground) > DIFFERS)
}
