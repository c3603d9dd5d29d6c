//! Goals that are filled with the colour of a pen: lines into them cannot be seen.

use referee::soccer::Node;

use super::Measured;
use crate::{
    color::{dot, minus},
    pitch::{
        edge::Edge,
        place::place,
        probe::{Color, Probe, apart},
    },
};

/// Squares from one post of a goal to the other.
const GOAL_WIDTH: u8 = 2;

/// Colours that are nearer, in levels, cannot be told apart on each other. By trial.
const PEN_LIKE: f32 = 24.0;

/// So much of a pen's colour at least is seen of a thin line: the whole is at most so many times that. By trial.
const MIXED_MOST: f32 = 2.5;

/// Whether a goal beside a node is as coloured as a pen: a line into it, or along its mouth, would not be seen.
pub(super) fn leads_into_own_color(
    probe: &Probe<'_>,
    lines: &[Measured],
    drawn: &[Edge],
    node: Node,
) -> bool {
    let pitch = probe.pitch();
    // Along the mouth the ball comes to where another line leads into the goal.
    let at = pitch.point(node);
    let is_near = |edge: Edge| {
        let from = pitch.point(edge.from());
        from.y == at.y && from.x.abs_diff(at.x) <= GOAL_WIDTH
    };
    let pens: Vec<Seen> = drawn.iter().filter_map(|edge| seen_pen(probe, *edge)).collect();
    lines
        .iter()
        .map(|line| line.edge)
        .filter(|edge| edge.scorer().is_some() && is_near(*edge) && !drawn.contains(edge))
        .filter_map(|edge| color_of(probe, edge))
        .any(|ground| pens.iter().any(|pen| pen.may_be_of(ground)))
}

/// What is seen in the middle of a line, and the ground beside it.
struct Seen {
    pen: Color,
    ground: Color,
}

impl Seen {
    /// Whether the pen may have that colour: that of a thin line is seen mixed with the ground's.
    fn may_be_of(&self, color: Color) -> bool {
        let (pen, color) = (minus(self.pen, self.ground), minus(color, self.ground));
        let times = (dot(pen, color) / dot(pen, pen)).clamp(1.0, MIXED_MOST);
        apart(pen.map(|level| level * times), color) < PEN_LIKE
    }
}

/// What is seen in the middle of a line.
fn color_of(probe: &Probe<'_>, edge: Edge) -> Option<Color> {
    let pitch = probe.pitch();
    let [from, to] = [edge.from(), edge.to()].map(|end| place(pitch, end));
    probe.color(((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0))
}

/// A hand strays: what is seen in the middle of a line may be its ground, and tells nothing.
fn seen_pen(probe: &Probe<'_>, edge: Edge) -> Option<Seen> {
    let pitch = probe.pitch();
    let pen = color_of(probe, edge)?;
    let sides = Probe::sides(place(pitch, edge.from()), place(pitch, edge.to()));
    let grounds = sides.iter().flatten().filter_map(|side| probe.ground(*side));
    let ground = grounds.min_by(|a, b| apart(*a, pen).total_cmp(&apart(*b, pen)))?;
    (apart(ground, pen) >= PEN_LIKE).then_some(Seen { pen, ground })
}
