//! The field as the thesis keeps it (S2.3): a two-dimensional array of nodes, each with four of its eight lines, whether
//! any line touches it, and whether it is a goal point. Plain rather than fast: what is fast is checked against it.

use super::{Direction, Node, Pitch};
use crate::{point::Point, seat::Seat};

/// One point of the field. The lines towards 0 and 5 to 7 belong to its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThesisNode {
    /// Whether the lines towards 1, 2, 3 and 4 are drawn.
    pub lines: [bool; 4],
    /// Whether any line, the wall included, touches it.
    pub is_touched: bool,
    /// The seat that wins when the ball gets here.
    pub scorer: Option<Seat>,
}

/// All points, row by row, and the ball.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThesisField {
    pitch: Pitch,
    cells: Vec<ThesisNode>,
    ball: Node,
}

impl ThesisField {
    /// Before the first line.
    pub fn new(pitch: Pitch) -> ThesisField {
        let mut cells = vec![ThesisNode::default(); pitch.places()];
        for node in pitch.nodes() {
            cells[node.index()].scorer = pitch.scorer(node);
            cells[node.index()].is_touched = pitch.is_wall(node);
        }
        let ball = pitch.centre();
        cells[ball.index()].is_touched = true;
        ThesisField { pitch, cells, ball }
    }

    /// Its measures.
    pub fn pitch(&self) -> Pitch {
        self.pitch
    }

    /// Where the ball lies.
    pub fn ball(&self) -> Node {
        self.ball
    }

    /// The cell of a node.
    pub fn cell(&self, node: Node) -> &ThesisNode {
        &self.cells[node.index()]
    }

    /// Where the ball would get by a line that can be drawn.
    pub fn target(&self, direction: Direction) -> Option<Node> {
        let to = self.pitch.neighbor(self.ball, direction)?;
        (!self.is_drawn(self.ball, direction)).then_some(to)
    }

    /// Draws the line and moves the ball. Whether the ball bounces: whether a line touched its new place before.
    ///
    /// # Panics
    /// There is no such line to draw.
    pub fn draw(&mut self, direction: Direction) -> bool {
        let to = self.target(direction).expect("there is a line to draw");
        *self.line(self.ball, direction) = true;
        self.ball = to;
        let cell = &mut self.cells[to.index()];
        std::mem::replace(&mut cell.is_touched, true)
    }

    /// Takes the last line back, which led the ball here in `direction`; `bounced` is what [`ThesisField::draw`] said.
    ///
    /// # Panics
    /// There is no such line.
    pub fn take_back(&mut self, direction: Direction, bounced: bool) {
        let to = self.ball;
        let (dx, dy) = direction.step();
        let at = self.pitch.point(to);
        let from = Point::new(at.x.wrapping_add_signed(-dx), at.y.wrapping_add_signed(-dy));
        let from = self.pitch.node(from).expect("the ball came from a node");
        let line = self.line(from, direction);
        assert!(*line, "the line back is drawn");
        *line = false;
        self.cells[to.index()].is_touched = bounced;
        self.ball = from;
    }

    /// Whether the line from a node is drawn, by whichever node it belongs to.
    pub fn is_drawn(&self, from: Node, direction: Direction) -> bool {
        match self.owner(from, direction) {
            Some((cell, line)) => self.cells[cell].lines[line],
            None => false,
        }
    }

    fn line(&mut self, from: Node, direction: Direction) -> &mut bool {
        let (cell, line) = self.owner(from, direction).expect("a line has two ends");
        &mut self.cells[cell].lines[line]
    }

    /// The cell that keeps a line, and which of its four it is.
    fn owner(&self, from: Node, direction: Direction) -> Option<(usize, usize)> {
        match direction.number() {
            way @ 1..=4 => Some((from.index(), usize::from(way) - 1)),
            way => {
                let (dx, dy) = direction.step();
                let at = self.pitch.point(from);
                let to = Point::new(at.x.checked_add_signed(dx)?, at.y.checked_add_signed(dy)?);
                let to = self.pitch.node(to)?;
                Some((to.index(), usize::from((way + 4) & 7) - 1))
            }
        }
    }
}
