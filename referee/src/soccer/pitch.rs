//! The field before anybody has drawn: its size, its nodes, and which lines there are to draw.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Direction;
use crate::{point::Point, seat::Seat};

/// The measures of a field, in squares: an even width and an even length. Goals are two squares wide and one deep.
///
/// ```text
///       +--+--+           row 0: the goal that the first player attacks
/// +--+--+  .  +--+--+     row 1: posts, and the mouth between them
/// |  .  .  .  .  .  |
/// :                 :
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "(u8, u8)", into = "(u8, u8)")]
pub struct Pitch {
    width: u8,
    length: u8,
}

/// A size that no field has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a field of {width} x {length} is not of even sides from 4 x 6 to 12 x 16")]
pub struct BadPitch {
    /// Squares from side to side.
    pub width: u8,
    /// Squares from goal to goal.
    pub length: u8,
}

/// A node of a field, by its number: row by row from the top left, one row for each goal line included. Rows of goals have
/// as many numbers as the others; most of theirs are no nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Node(pub u8);

impl Node {
    /// The number, for tables with a place a node.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Pitch {
    /// The usual field: 8 x 10.
    pub const USUAL: Pitch = Pitch { width: 8, length: 10 };

    /// Places that tables by [`Node::index`] need, whatever the pitch: (12 + 1) * (16 + 3).
    pub const NODES_MAX: usize = 13 * 19;

    /// A field of so many squares.
    ///
    /// # Errors
    /// Odd sides, or sides outside 4 to 12 and 6 to 16.
    pub const fn new(width: u8, length: u8) -> Result<Pitch, BadPitch> {
        let is_even = width.is_multiple_of(2) && length.is_multiple_of(2);
        if is_even && 4 <= width && width <= 12 && 6 <= length && length <= 16 {
            Ok(Pitch { width, length })
        } else {
            Err(BadPitch { width, length })
        }
    }

    /// Squares from side to side.
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Squares from goal to goal.
    pub const fn length(self) -> u8 {
        self.length
    }

    /// Places a row, which is also how far apart the numbers of two nodes are that lie one below the other.
    pub const fn stride(self) -> u8 {
        self.width + 1
    }

    /// Numbers of nodes, unused ones included.
    pub const fn places(self) -> usize {
        self.stride() as usize * (self.length as usize + 3)
    }

    /// The row of the goal that `seat` attacks.
    pub const fn goal_row(self, seat: Seat) -> u8 {
        match seat {
            Seat::First => 0,
            Seat::Second => self.length + 2,
        }
    }

    /// Where the ball lies at the beginning.
    pub const fn centre(self) -> Node {
        Node((self.length / 2 + 1) * self.stride() + self.width / 2)
    }

    /// The node in this column and row; row 0 is the upper goal's.
    pub fn node(self, point: Point) -> Option<Node> {
        let inside = point.x <= self.width && point.y <= self.length + 2;
        let node = Node(point.y.checked_mul(self.stride())?.checked_add(point.x)?);
        (inside && self.is_node(node)).then_some(node)
    }

    /// Column and row of a node.
    pub const fn point(self, node: Node) -> Point {
        Point::new(node.0 % self.stride(), node.0 / self.stride())
    }

    /// What people call a node, as on a board whose rows begin and end with the goals: `e7` is the middle of the usual field.
    pub fn name_of(self, node: Node) -> String {
        self.point(node).name_on(self.length + 3)
    }

    /// Every node, in order.
    pub fn nodes(self) -> impl Iterator<Item = Node> {
        (0..self.places())
            .map(|place| Node(place as u8))
            .filter(move |&node| self.is_node(node))
    }

    /// Whether the number is a node's: on the field, or one of the three of a goal.
    pub(crate) const fn is_node(self, node: Node) -> bool {
        let point = self.point(node);
        if point.y == 0 || point.y == self.length + 2 {
            self.is_mouth_column(point.x)
        } else {
            point.y < self.length + 2
        }
    }

    /// Whose goal a node lies in: the seat that wins when the ball gets there.
    pub const fn scorer(self, node: Node) -> Option<Seat> {
        match self.point(node).y {
            0 => Some(Seat::First),
            row if row == self.length + 2 => Some(Seat::Second),
            _ => None,
        }
    }

    /// Whether the wall touches a node, so that the ball bounces there from the beginning. Posts do; the middle of a mouth
    /// does not.
    pub const fn is_wall(self, node: Node) -> bool {
        let point = self.point(node);
        let on_side = point.x == 0 || point.x == self.width;
        let on_end = point.y <= 1 || point.y > self.length;
        on_side || (on_end && point.x != self.width / 2)
    }

    /// Where the line from a node in a direction ends, if there is such a line to draw: the wall is drawn already, and
    /// nothing leaves a goal.
    pub const fn neighbor(self, node: Node, direction: Direction) -> Option<Node> {
        let from = self.point(node);
        let (dx, dy) = direction.step();
        let (x, y) = (from.x as i8 + dx, from.y as i8 + dy);
        if x < 0 || x > self.width as i8 || y < 0 || y > self.length as i8 + 2 || self.scorer(node).is_some()
        {
            return None;
        }
        let to = Node(y as u8 * self.stride() + x as u8);
        if self.is_node(to) && !self.runs_along_wall(from, self.point(to)) {
            Some(to)
        } else {
            None
        }
    }

    /// The directions in which lines can be drawn from a node at the beginning, a bit each.
    pub fn free(self, node: Node) -> u8 {
        Direction::ALL
            .into_iter()
            .filter(|&direction| self.is_node(node) && self.neighbor(node, direction).is_some())
            .fold(0, |mask, direction| mask | 1 << direction.number())
    }

    /// Lines that can be drawn at all: 316 on the usual field.
    pub fn edges(self) -> usize {
        let ends: u32 = self.nodes().map(|node| self.free(node).count_ones()).sum();
        let into_goals = self.nodes().filter(|&node| self.scorer(node).is_none());
        let into_goals = into_goals
            .flat_map(|node| {
                Direction::ALL
                    .into_iter()
                    .filter_map(move |way| self.neighbor(node, way))
            })
            .filter(|&to| self.scorer(to).is_some())
            .count();
        (ends as usize + into_goals) / 2
    }

    const fn is_mouth_column(self, x: u8) -> bool {
        x.abs_diff(self.width / 2) <= 1
    }

    /// Whether the way between two neighbours is a piece of the wall or leads through it: the sides, the ends beside the
    /// mouth, and past the outside of a post.
    const fn runs_along_wall(self, from: Point, to: Point) -> bool {
        let beside = from.x == to.x && (from.x == 0 || from.x == self.width);
        let on_end = from.y == to.y && (from.y == 1 || from.y == self.length + 1);
        let outside_mouth = !(self.is_mouth_column(from.x) && self.is_mouth_column(to.x));
        let into_goal = to.y == 0 || to.y == self.length + 2;
        let from_middle = from.x == self.width / 2;
        let past_post = into_goal && !from_middle && (to.x != self.width / 2 || outside_mouth);
        beside || (on_end && outside_mouth) || past_post
    }
}

impl TryFrom<(u8, u8)> for Pitch {
    type Error = BadPitch;

    fn try_from((width, length): (u8, u8)) -> Result<Pitch, BadPitch> {
        Pitch::new(width, length)
    }
}

impl From<Pitch> for (u8, u8) {
    fn from(pitch: Pitch) -> (u8, u8) {
        (pitch.width, pitch.length)
    }
}

/// `8x10`
/// `8x10`.
impl FromStr for Pitch {
    type Err = String;

    fn from_str(text: &str) -> Result<Pitch, String> {
        let sides = text.split_once('x');
        let sides = sides.and_then(|(width, length)| Some((width.parse().ok()?, length.parse().ok()?)));
        let (width, length) = sides.ok_or_else(|| format!("{text:?} is no field such as 8x10"))?;
        Pitch::new(width, length).map_err(|error| error.to_string())
    }
}

impl fmt::Display for Pitch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_field_has_105_nodes_and_316_edges() {
        let pitch = Pitch::USUAL;
        assert_eq!(pitch.nodes().count(), 105);
        assert_eq!(pitch.edges(), 316);
        assert_eq!(pitch.point(pitch.centre()), Point::new(4, 6));
        assert_eq!(pitch.name_of(pitch.centre()), "e7");
        assert_eq!(pitch.to_string(), "8x10");
    }

    #[test]
    fn sizes_outside_the_range_are_refused() {
        for (width, length) in [
            (3, 6),
            (5, 10),
            (8, 9),
            (2, 10),
            (14, 10),
            (8, 4),
            (8, 18),
            (255, 255),
        ] {
            assert!(Pitch::new(width, length).is_err(), "{width}x{length}");
        }
        let error = Pitch::new(7, 10).unwrap_err();
        assert_eq!(
            error.to_string(),
            "a field of 7 x 10 is not of even sides from 4 x 6 to 12 x 16"
        );
        assert_eq!(Pitch::new(12, 16).unwrap().places(), Pitch::NODES_MAX);
    }

    #[test]
    fn every_line_leads_back_unless_it_enters_a_goal() {
        for width in (4..=12).step_by(2) {
            for length in (6..=16).step_by(2) {
                let pitch = Pitch::new(width, length).unwrap();
                for node in pitch.nodes() {
                    for direction in Direction::ALL {
                        let Some(to) = pitch.neighbor(node, direction) else {
                            continue;
                        };
                        let back = pitch.neighbor(to, direction.reverse());
                        let expected = pitch.scorer(to).is_none().then_some(node);
                        assert_eq!(back, expected, "{pitch}: {node:?} {direction}");
                    }
                    let is_open = pitch.free(node) == 0xff;
                    let is_inside = pitch.scorer(node).is_none() && !pitch.is_wall(node);
                    assert_eq!(is_open, is_inside, "{pitch}: {node:?}");
                    assert_eq!(pitch.node(pitch.point(node)), Some(node));
                }
            }
        }
    }

    /// Digits of the lines that leave a node of the usual field.
    #[track_caller]
    fn check(x: u8, y: u8, expected: &str) {
        let pitch = Pitch::USUAL;
        let node = pitch.node(Point::new(x, y)).unwrap();
        let ways = Direction::ALL.into_iter();
        let ways = ways.filter(|&way| pitch.neighbor(node, way).is_some());
        assert_eq!(
            ways.map(Direction::digit).collect::<String>(),
            expected,
            "{x},{y}"
        );
    }

    #[test]
    fn posts_mouths_corners_and_goals() {
        check(4, 1, "01234567");
        check(3, 1, "12345");
        check(5, 1, "34567");
        check(2, 1, "345");
        check(0, 1, "3");
        check(8, 11, "7");
        check(3, 11, "01237");
        check(4, 11, "01234567");
        check(0, 5, "123");
        check(4, 0, "");
        check(3, 12, "");
        assert_eq!(Pitch::USUAL.node(Point::new(2, 0)), None);
        assert_eq!(Pitch::USUAL.node(Point::new(4, 13)), None);
    }
}
