//! The lines that can be drawn on a field, each once, whichever end it is seen from. What is drawn is not known here.

use std::fmt;

use referee::{
    point::Point,
    seat::Seat,
    soccer::{Direction, Lines, Node, Pitch},
};

/// Squares from the middle of a goal to its posts.
const POST: u8 = 1;

/// One line that can be drawn: from the end with the smaller number, or from the end that is no goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge {
    from: Node,
    direction: Direction,
    to: Node,
    /// Of the field, from which the ends have their names.
    pitch: Pitch,
}

impl Edge {
    /// The line from a node in a direction; `None` where nothing can be drawn.
    pub fn new(pitch: Pitch, node: Node, direction: Direction) -> Option<Edge> {
        let (from, direction, to) = match pitch.neighbor(node, direction) {
            Some(to) if pitch.scorer(to).is_some() || node < to => (node, direction, to),
            Some(to) => (to, direction.reverse(), node),
            None => {
                // Nothing leaves a goal, but the line that led there is seen from both ends.
                let from = beside(pitch, node, direction)?;
                let back = direction.reverse();
                (pitch.neighbor(from, back)? == node).then_some((from, back, node))?
            }
        };
        Some(Edge {
            from,
            direction,
            to,
            pitch,
        })
    }

    /// Every line of a field, in order: [`Pitch::edges`] of them.
    pub fn all(pitch: Pitch) -> Vec<Edge> {
        let mut all: Vec<Edge> = pitch
            .nodes()
            .flat_map(|node| Direction::ALL.map(|direction| Edge::new(pitch, node, direction)))
            .flatten()
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The end that it is named by.
    pub fn from(&self) -> Node {
        self.from
    }

    /// Which way it leads from there.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The other end.
    pub fn to(&self) -> Node {
        self.to
    }

    /// Whether it runs from corner to corner of a square.
    pub(crate) fn is_diagonal(&self) -> bool {
        self.direction.number() % 2 == 1
    }

    /// Whose goal it leads into: of the seat that scores there.
    pub(crate) fn scorer(&self) -> Option<Seat> {
        self.pitch.scorer(self.to)
    }

    /// Whether it is a part of where the wall would be, were there no goal.
    pub(crate) fn is_along_goal(&self) -> bool {
        let [from, to] = [self.from, self.to].map(|node| self.pitch.point(node));
        let is_end = from.y == 1 || from.y == self.pitch.length() + 1;
        let middle = self.pitch.point(self.pitch.centre()).x;
        let is_near = |x: u8| x.abs_diff(middle) <= POST;
        is_end && from.y == to.y && is_near(from.x) && is_near(to.x)
    }

    /// Whether it leads into the goal that a seat attacks, or along it.
    pub(crate) fn is_at_goal_of(&self, seat: Seat) -> bool {
        let is_near = self.pitch.point(self.from).y.abs_diff(self.pitch.goal_row(seat)) <= 1;
        is_near && (self.is_along_goal() || self.scorer() == Some(seat))
    }

    /// The other end than this one, and which way it is; `None` if the node is no end.
    pub fn leaving(&self, node: Node) -> Option<(Node, Direction)> {
        if node == self.from {
            Some((self.to, self.direction))
        } else {
            (node == self.to).then_some((self.from, self.direction.reverse()))
        }
    }

    /// Whether it is drawn.
    pub fn is_drawn(&self, lines: &Lines) -> bool {
        lines.free(self.from) & 1 << self.direction.number() == 0
    }
}

/// The node in a direction, be there a line to draw or not.
fn beside(pitch: Pitch, node: Node, direction: Direction) -> Option<Node> {
    let (point, (dx, dy)) = (pitch.point(node), direction.step());
    let x = point.x.checked_add_signed(dx)?;
    let y = point.y.checked_add_signed(dy)?;
    pitch.node(Point::new(x, y))
}

/// As people call it: `d9 to e8`.
impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} to {}",
            self.pitch.name_of(self.from),
            self.pitch.name_of(self.to)
        )
    }
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_there_once() {
        for width in (4..=12).step_by(2) {
            for length in (6..=16).step_by(2) {
                let pitch = Pitch::new(width, length).unwrap();
                let all = Edge::all(pitch);
                assert_eq!(all.len(), pitch.edges(), "{pitch}");
                let lines = Lines::new(pitch);
                for edge in all {
                    assert!(!edge.is_drawn(&lines), "{pitch}: {edge}");
                    let (to, direction) = edge.leaving(edge.from()).unwrap();
                    assert_eq!(Edge::new(pitch, edge.from(), direction), Some(edge));
                    assert_eq!(Edge::new(pitch, to, direction.reverse()), Some(edge));
                }
            }
        }
    }

    #[test]
    fn drawn_lines_are_those_that_a_game_drew() {
        let mut lines = Lines::new(Pitch::USUAL);
        let centre = lines.ball();
        lines.draw(Direction::ALL[1]);
        let drawn: Vec<Edge> = Edge::all(Pitch::USUAL)
            .into_iter()
            .filter(|edge| edge.is_drawn(&lines))
            .collect();
        assert_eq!(
            drawn,
            [Edge::new(Pitch::USUAL, centre, Direction::ALL[1]).unwrap()]
        );
        assert_eq!(drawn[0].to_string(), "f8 to e7");
    }
}
