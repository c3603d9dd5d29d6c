//! Lines that were drawn one after the other are one way from where the ball lay to where it lies. Whether some lines can be
//! such a way, and in which order; by the field's shape alone, whoever drew them.

use referee::soccer::{Direction, Node, Pitch};

use crate::pitch::edge::Edge;

/// Why lines are no way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTrail {
    /// Of a way only its two ends are met by an odd number of lines.
    #[error("lines end at {0} nodes, and a way ends at one")]
    Ends(usize),
    /// Some lines cannot be come to.
    #[error("the line from {0} cannot be come to over lines that are drawn")]
    Apart(Edge),
    /// Nothing leaves a goal.
    #[error("a line leaves the goal at the end of that from {0}")]
    Goal(Edge),
}

/// Where a way over all of these lines ends that begins at `start`. Each of the `loose` lines may belong to it or not; with
/// some of them the end may not be told.
///
/// # Errors
/// There is no such way.
pub fn end(pitch: Pitch, start: Node, drawn: &[Edge], loose: &[Edge]) -> Result<Option<Node>, NoTrail> {
    let (met, unclear) = (degrees(pitch, drawn), degrees(pitch, loose));
    let into_goal = |edge: &&Edge| edge.scorer().is_some();
    let is_end = |node: &Node| (met[node.index()] % 2 == 1) != (*node == start);
    let ends: Vec<Node> = pitch
        .nodes()
        .filter(|node| unclear[node.index()] == 0 && is_end(node))
        .collect();
    if ends.len() > 1 {
        return Err(NoTrail::Ends(ends.len()));
    }
    for edge in drawn.iter().filter(into_goal) {
        let goal = edge.to();
        let is_passed = met[goal.index()] > 1 || ends.iter().any(|end| *end != goal);
        if is_passed {
            return Err(NoTrail::Goal(*edge));
        }
    }
    match apart(pitch, start, drawn, loose) {
        Some(edge) => Err(NoTrail::Apart(edge)),
        None => Ok(ends.first().copied()),
    }
}

/// How many lines meet at each node.
fn degrees(pitch: Pitch, edges: &[Edge]) -> Vec<u8> {
    let mut degrees = vec![0; pitch.places()];
    for edge in edges {
        degrees[edge.from().index()] += 1;
        degrees[edge.to().index()] += 1;
    }
    degrees
}

/// A drawn line that cannot be come to from a node.
fn apart(pitch: Pitch, start: Node, drawn: &[Edge], loose: &[Edge]) -> Option<Edge> {
    let mut met = vec![false; pitch.places()];
    met[start.index()] = true;
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for edge in drawn.iter().chain(loose) {
            let (from, to) = (edge.from().index(), edge.to().index());
            if met[from] != met[to] {
                (met[from], met[to], has_grown) = (true, true, true);
            }
        }
    }
    drawn.iter().copied().find(|edge| !met[edge.from().index()])
}

/// The lines in an order in which they can be drawn from `start`: of all such orders one, always the same.
///
/// # Errors
/// There is none.
pub fn order(pitch: Pitch, start: Node, drawn: &[Edge]) -> Result<Vec<Direction>, NoTrail> {
    end(pitch, start, drawn, &[])?;
    let mut left = drawn.to_vec();
    left.sort_unstable();
    // Where no line is left the way is walked back, and lines are added from its end: every loop is taken in where it begins.
    let mut walked: Vec<(Node, Option<Direction>)> = vec![(start, None)];
    let mut backwards = Vec::new();
    while let Some(&(node, came)) = walked.last() {
        match left.iter().position(|edge| edge.leaving(node).is_some()) {
            Some(index) => {
                let (to, way) = left.remove(index).leaving(node).expect("it ends here");
                walked.push((to, Some(way)));
            }
            None => {
                walked.pop();
                backwards.extend(came);
            }
        }
    }
    backwards.reverse();
    Ok(backwards)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use referee::{position::Position as _, soccer::Position};

    use super::*;
    use crate::pitch::paint::{Scene, some_game};

    fn draw(position: &mut Position, ways: &[Direction]) {
        for &way in ways {
            position.play(way).unwrap();
        }
    }

    proptest! {
        /// A game's lines can be drawn in the order that is found, and lead to the same position.
        #[test]
        fn a_game_is_a_way(lines in 0..120usize, seed: u64) {
            let played = some_game(Pitch::USUAL, lines, seed);
            let scene = Scene::of(&played);
            let edges = scene.edges();
            prop_assert_eq!(end(scene.pitch, scene.pitch.centre(), &edges, &[]), Ok(Some(scene.ball)));
            let ways = order(scene.pitch, scene.pitch.centre(), &edges).unwrap();
            let mut again = Position::new(played.rules());
            draw(&mut again, &ways);
            prop_assert_eq!(again.key(), played.key());
        }

        /// One line more or less is no way to the same node, and mostly none at all.
        #[test]
        fn one_line_less_ends_elsewhere(lines in 2..120usize, seed: u64, which: prop::sample::Index) {
            let scene = Scene::strewn(Pitch::USUAL, lines, seed);
            let mut edges = scene.edges();
            edges.remove(which.index(edges.len()));
            prop_assert_ne!(end(scene.pitch, scene.pitch.centre(), &edges, &[]), Ok(Some(scene.ball)));
        }
    }
}
