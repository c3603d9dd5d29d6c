//! Nodes on which something lies: the ball, or a sign that says where it can go. Looked at between the ways in which lines
//! leave a node, so that lines do not count.

use referee::soccer::Node;

use crate::pitch::{
    place::{Place, place},
    probe::{DIFFERS, Probe, apart},
    wall,
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

/// All of them, and how wide the wall is, in squares.
pub(super) struct Marks {
    pub(super) all: Vec<Mark>,
    pub(super) wall: f64,
}

/// The nodes on which something lies, lines among it.
pub(super) fn marks(probe: &Probe<'_>, of_wall: f64) -> Marks {
    let pitch = probe.pitch();
    let mark = |node: Node| {
        let at = place(pitch, node);
        let reach = reaches().find(|reach| lies_around(probe, at, *reach))?;
        let is_wall = wall::touches(pitch, node) && reach < least(probe, of_wall);
        Some(Mark { node, reach, is_wall })
    };
    Marks {
        all: pitch.nodes().filter_map(mark).collect(),
        wall: of_wall,
    }
}

/// Those of them that are no lines, which are so wide at a node, nor the wall; none if that may be said of too many.
pub(super) fn beside_lines(probe: &Probe<'_>, marks: &Marks, width: impl Fn(Node) -> f64) -> Vec<Node> {
    reaching(probe, marks.all.iter().filter(|mark| !mark.is_wall), |node| {
        least(probe, width(node))
    })
}

/// The same where the wall is no excuse: where no line is told, whatever lies elsewhere than where the first one begins may be
/// the ball.
pub(super) fn beside_no_lines(probe: &Probe<'_>, marks: &Marks, width: impl Fn(Node) -> f64) -> Vec<Node> {
    reaching(probe, marks.all.iter(), |node| least(probe, width(node)))
}

/// The same with those that nearly are none: a ball that is hardly wider than where lines meet.
pub(super) fn nearly_beside_lines(
    probe: &Probe<'_>,
    marks: &Marks,
    width: impl Fn(Node) -> f64,
) -> Vec<Node> {
    reaching(probe, marks.all.iter(), |node| NEARLY * least(probe, width(node)))
}

fn mark_at(marks: &Marks, node: Node) -> Option<&Mark> {
    marks.all.iter().find(|mark| mark.node == node)
}

/// Whether something lies on the one node rather than on the other: it reaches farther there.
pub(super) fn lies_rather(marks: &Marks, node: Node, other: Node) -> bool {
    let reach = |node: Node| mark_at(marks, node).map_or(0.0, |mark| mark.reach);
    reach(node) > reach(other) + RATHER
}

/// By so much farther, in squares. By trial.
const RATHER: f64 = 0.04;

/// The node on which lies what reaches farther than anything else.
pub(super) fn farthest(marks: &Marks) -> Option<Node> {
    let most = marks.all.iter().max_by(|a, b| a.reach.total_cmp(&b.reach))?;
    let mut others = marks.all.iter().filter(|other| other.node != most.node);
    others.all(|other| other.reach < most.reach).then_some(most.node)
}

/// Whether nothing elsewhere reaches nearly as far as what lies on a node.
pub(super) fn is_plain(marks: &Marks, node: Node) -> bool {
    let reach = mark_at(marks, node).map_or(0.0, |mark| mark.reach);
    let mut others = marks.all.iter().filter(|other| other.node != node);
    others.all(|other| other.reach < reach - PLAINLY)
}

/// By more, in squares: a step may be the picture's grain. By trial.
const PLAINLY: f64 = 1.5 * STEP;

/// Whether something lies on a node that the lines there do not explain: it is seen at enough sides where no line is near. `way` has
/// the width of the line that leaves the node that way, in squares: 0 if none is drawn, `None` if none can be.
pub(super) fn lies_free(
    probe: &Probe<'_>,
    marks: &Marks,
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

/// Whether something lies on a node that is seen where no line is: on ways that are blank or lead out of the field. There a small
/// ball stands clear of the wall and of highlighted lines. `way` has the width of whatever leaves the node that way, lines or not.
pub(super) fn lies_in_the_open(probe: &Probe<'_>, node: Node, way: impl Fn((i8, i8)) -> Option<f64>) -> bool {
    let at = place(probe.pitch(), node);
    let widths = WAYS.map(way);
    let is_open = |side: &usize, reach: f64| {
        let beside = [widths[(side + 1) % WAYS.len()], widths[(side + 7) % WAYS.len()]];
        let stands_clear = |width: Option<f64>| {
            width.is_some_and(|width| reach >= clear(probe, width) / std::f64::consts::FRAC_1_SQRT_2)
        };
        widths[*side] == Some(0.0) && beside.into_iter().all(stands_clear)
    };
    reaches().any(|reach| {
        let open = (0..WAYS.len()).filter(|side| reach >= LAIN_LEAST && is_open(side, reach));
        let seen: Vec<Option<bool>> = open.map(|side| differs(probe, at, side as f64, reach)).collect();
        seen.len() >= FREE_LEAST && seen.iter().all(|differs| *differs == Some(true))
    })
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
    clear(probe, width) / (std::f64::consts::TAU / 16.0).sin()
}

/// How far from the middle of a line of so many squares' width nothing of it is seen.
fn clear(probe: &Probe<'_>, width: f64) -> f64 {
    width / 2.0 + CLEAR + CLEAR_PX / probe.square()
}

/// How far from a node is looked, the farthest first.
fn reaches() -> impl Iterator<Item = f64> {
    let steps = ((FARTHEST - NEAREST) / STEP).round() as u8;
    (0..=steps).rev().map(|step| NEAREST + f64::from(step) * STEP)
}

fn reaching<'a>(
    probe: &Probe<'_>,
    marks: impl Iterator<Item = &'a Mark>,
    least: impl Fn(Node) -> f64,
) -> Vec<Node> {
    let marked: Vec<Node> = marks
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
        .filter_map(|side| differs(probe, at, f64::from(side) + 0.5, reach))
        .collect();
    let marked = sides.iter().filter(|differs| **differs).count();
    sides.len() >= SIDES_LEAST && marked + SIDES_LESS >= sides.len()
}

/// Whether something is to be seen in a direction, in eighths of the way around from that to the higher columns on; `None` off the
/// picture.
fn differs(probe: &Probe<'_>, at: Place, direction: f64, reach: f64) -> Option<bool> {
    let angle = direction * std::f64::consts::TAU / 8.0;
    let (dx, dy) = (angle.cos(), angle.sin());
    let ground = probe.ground((at.0 + 0.5 * dx, at.1 + 0.5 * dy))?;
    let color = probe.color((at.0 + reach * dx, at.1 + reach * dy))?;
    Some(apart(color, ground) > DIFFERS)
}
