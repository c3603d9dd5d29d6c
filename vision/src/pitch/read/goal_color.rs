//! Goals that are filled with the colour of a pen: lines into them cannot be seen.

use referee::soccer::Node;

use super::Measured;
use crate::pitch::{
    edge::Edge,
    place::place,
    probe::{Color, Probe, apart},
};

/// Squares from one post of a goal to the other.
const GOAL_WIDTH: u8 = 2;

/// Colours that are nearer, in levels, cannot be told apart on each other. By trial.
const PEN_LIKE: f32 = 24.0;

/// Whether a goal beside a node is as coloured as a pen: a line into it, or along its mouth, would not be seen.
pub(super) fn leads_into_own_color(
    probe: &Probe<'_>,
    lines: &[Measured],
    drawn: &[Edge],
    node: Node,
) -> bool {
    let pitch = probe.pitch();
    let middle_of = |edge: Edge| {
        let [from, to] = [edge.from(), edge.to()].map(|end| pitch.point(end));
        let middle = |a: u8, b: u8| (f64::from(a) + f64::from(b)) / 2.0;
        probe.color((middle(from.x, to.x), middle(from.y, to.y)))
    };
    // Along the mouth the ball comes to where another line leads into the goal.
    let at = pitch.point(node);
    let is_near = |edge: Edge| {
        let from = pitch.point(edge.from());
        from.y == at.y && from.x.abs_diff(at.x) <= GOAL_WIDTH
    };
    // A hand strays: what is seen in the middle of a line may be its ground.
    let is_pen = |edge: Edge, color: Color| {
        let sides = Probe::sides(place(pitch, edge.from()), place(pitch, edge.to()));
        let mut grounds = sides.iter().flatten().filter_map(|side| probe.ground(*side));
        grounds.all(|ground| apart(ground, color) >= PEN_LIKE)
    };
    let of_pen = |edge: &Edge| middle_of(*edge).filter(|color| is_pen(*edge, *color));
    let pens: Vec<Color> = drawn.iter().filter_map(of_pen).collect();
    lines
        .iter()
        .map(|line| line.edge)
        .filter(|edge| edge.scorer().is_some() && is_near(*edge) && !drawn.contains(edge))
        .filter_map(middle_of)
        .any(|ground| pens.iter().any(|pen| apart(*pen, ground) < PEN_LIKE))
}
