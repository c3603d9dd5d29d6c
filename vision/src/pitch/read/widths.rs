//! How wide the lines are that meet at nodes: where several do, something is to be seen to all sides that is no ball.

use referee::{
    point::Point,
    soccer::{Direction, Node, Pitch},
};

use super::Measured;
use crate::pitch::{edge::Edge, observation::Content, probe::middle};

/// The widths of lines that were told so, in squares.
pub(super) struct Widths<'a> {
    pitch: Pitch,
    lines: &'a [Measured],
    told: &'a [(Content, f32)],
    /// What most of the drawn ones have at most.
    usual: f64,
    /// The widest at each node, those of the ground among them.
    widest: Vec<f64>,
    /// What most blank ones have along rows and columns, which may go on out of the field.
    of_ground: f64,
    of_wall: f64,
}

impl<'a> Widths<'a> {
    pub(super) fn of(
        pitch: Pitch,
        lines: &'a [Measured],
        told: &'a [(Content, f32)],
        of_wall: f64,
    ) -> Widths<'a> {
        let (mut drawn, mut widest) = (Vec::new(), vec![0.0f64; pitch.places()]);
        let mut of_ground = Vec::new();
        for (line, (content, _)) in lines.iter().zip(told) {
            let Some(width) = width(line, *content) else {
                continue;
            };
            for node in [line.edge.from(), line.edge.to()] {
                widest[node.index()] = widest[node.index()].max(width);
            }
            if *content == Content::Drawn {
                drawn.push(width);
            } else if *content == Content::Blank && !line.edge.is_diagonal() {
                of_ground.push(width as f32);
            }
        }
        drawn.sort_by(f64::total_cmp);
        Widths {
            pitch,
            lines,
            told,
            usual: drawn.get(drawn.len() * 9 / 10).copied().unwrap_or(0.0),
            widest,
            of_ground: f64::from(middle(&mut of_ground)),
            of_wall,
        }
    }

    /// Whether no line is drawn.
    pub(super) fn are_none(&self) -> bool {
        self.told.iter().all(|told| told.0 != Content::Drawn)
    }

    /// How wide a line at a node is taken to be at most.
    pub(super) fn at(&self, node: Node) -> f64 {
        self.usual.max(self.widest[node.index()])
    }

    /// How wide that is which leaves a node that way, a line, the wall or what the ground goes on with: 0 if nothing is drawn, `None` if
    /// that is not known.
    pub(super) fn around(&self, node: Node, step: (i8, i8)) -> Option<f64> {
        let way = Direction::ALL.into_iter().find(|way| way.step() == step)?;
        if let Some((line, content)) = self.line(node, way) {
            return width(line, content);
        }
        if step.0 != 0 && step.1 != 0 {
            return Some(0.0);
        }
        // Between two nodes where no line can be drawn the wall is.
        let from = self.pitch.point(node);
        let (x, y) = (
            from.x.checked_add_signed(step.0),
            from.y.checked_add_signed(step.1),
        );
        let to = x.zip(y).and_then(|(x, y)| self.pitch.node(Point::new(x, y)));
        Some(if to.is_some() {
            self.of_wall
        } else {
            self.of_ground
        })
    }

    /// How wide the line is that leaves a node that way: 0 if it is not drawn, `None` if there is none.
    pub(super) fn leaving(&self, node: Node, step: (i8, i8)) -> Option<f64> {
        let way = Direction::ALL.into_iter().find(|way| way.step() == step)?;
        let (line, content) = self.line(node, way)?;
        match content {
            Content::Blank => Some(0.0),
            content => width(line, content),
        }
    }

    /// The line that leaves a node that way, and what is told of it.
    fn line(&self, node: Node, way: Direction) -> Option<(&Measured, Content)> {
        let edge = Edge::new(self.pitch, node, way)?;
        let index = self.lines.binary_search_by_key(&edge, |line| line.edge).ok()?;
        Some((&self.lines[index], self.told[index].0))
    }
}

/// How wide a line is with what is around it; of one that is not drawn, as far as it is seen as what lies on nodes is.
fn width(line: &Measured, content: Content) -> Option<f64> {
    let ink = line.ink?;
    Some(f64::from(match content {
        Content::Blank => ink.width_around,
        Content::Drawn | Content::Uncertain => ink.width_around.max(ink.width),
    }))
}
