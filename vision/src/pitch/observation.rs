//! What one frame says about every line of a field and about the ball. It may be torn or uncertain: only reconcile turns it
//! into turns.

use referee::{
    point::Point,
    seat::Seat,
    soccer::{Node, Pitch},
};

use std::fmt;

use crate::{
    pitch::{
        edge::Edge,
        trail::{self, NoTrail},
    },
    settle::Settling,
};

/// What is seen of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// It is drawn.
    Drawn,
    /// It is not.
    Blank,
    /// Not to be told, or drawn in part; never a guess.
    Uncertain,
}

/// One line as read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenLine {
    /// Which line.
    pub edge: Edge,
    /// What is seen of it.
    pub content: Content,
    /// 0 to 1.
    pub confidence: f32,
}

/// Why a reading is not to be believed, whatever it says of single lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldRefusal {
    /// The field does not lie in the picture.
    #[error("the field is not wholly in the picture")]
    CutOff,
    /// The wall is not where it should be.
    #[error("{missing} of {pieces} pieces of the wall cannot be seen")]
    NoWall {
        /// Pieces that are missing.
        missing: usize,
        /// All pieces.
        pieces: usize,
    },
    /// The lines cannot have been drawn one after the other.
    #[error("{0}")]
    NoTrail(NoTrail),
    /// The ball lies elsewhere than where the lines end.
    #[error("the lines end at {column},{row}, and the ball does not lie there")]
    Ball {
        /// Column of the node.
        column: u8,
        /// Its row.
        row: u8,
    },
    /// Too much of the field is not to be told.
    #[error("{unclear} of {lines} lines cannot be told")]
    Unclear {
        /// Lines not to be told.
        unclear: usize,
        /// All lines.
        lines: usize,
    },
}

/// Where a node lies for whoever sits at the other side of the field.
///
/// # Panics
/// It is no node of the field.
pub fn opposite(pitch: Pitch, node: Node) -> Node {
    let point = pitch.point(node);
    let across = Point::new(pitch.width() - point.x, pitch.length() + 2 - point.y);
    pitch.node(across).expect("a field is the same from both sides")
}

/// One reading of a whole field.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The field's measures.
    pub pitch: Pitch,
    /// Every line, in the order of [`Edge::all`].
    pub lines: Vec<SeenLine>,
    /// Where the ball lies; `None` if that cannot be told, as while it moves.
    pub ball: Option<Node>,
    /// How sure that is, 0 to 1.
    pub ball_confidence: f32,
    /// The least certain line's confidence, or the ball's.
    pub confidence: f32,
    /// Why it is not to be believed, if it is not.
    pub refused: Option<FieldRefusal>,
}

impl Observation {
    /// A reading whose overall confidence is that of what is least certain.
    ///
    /// # Panics
    /// The lines are not those of the field.
    pub fn new(pitch: Pitch, lines: Vec<SeenLine>, ball: Option<Node>, ball_confidence: f32) -> Observation {
        assert_eq!(lines.len(), pitch.edges(), "a reading for each line");
        let confidence = lines
            .iter()
            .map(|seen| seen.confidence)
            .fold(ball_confidence, f32::min);
        Observation {
            pitch,
            lines,
            ball,
            ball_confidence,
            confidence,
            refused: None,
        }
    }

    /// A field of which nothing is told, and why.
    pub fn refused(pitch: Pitch, why: FieldRefusal) -> Observation {
        let seen = |edge| SeenLine {
            edge,
            content: Content::Uncertain,
            confidence: 0.0,
        };
        let lines = Edge::all(pitch).into_iter().map(seen).collect();
        Observation {
            refused: Some(why),
            ..Observation::new(pitch, lines, None, 0.0)
        }
    }

    /// The lines of which this is seen, in order.
    pub fn edges(&self, content: Content) -> impl Iterator<Item = Edge> {
        let of = move |seen: &&SeenLine| seen.content == content;
        self.lines.iter().filter(of).map(|seen| seen.edge)
    }

    /// What is seen of a line; `None` if it is none of this field.
    pub fn content(&self, edge: Edge) -> Option<Content> {
        let index = self.lines.binary_search_by_key(&edge, |seen| seen.edge).ok()?;
        Some(self.lines[index].content)
    }

    /// Says what is seen of a line; how sure the reading was of it stays.
    ///
    /// # Panics
    /// It is no line of this field.
    pub fn put(&mut self, edge: Edge, content: Content) {
        let index = self.lines.binary_search_by_key(&edge, |seen| seen.edge);
        self.lines[index.expect("a line of the field")].content = content;
    }

    /// The field as whoever sits at the other side sees it.
    #[must_use]
    pub fn turned(&self) -> Observation {
        let pitch = self.pitch;
        let turned = |edge: Edge| {
            let from = opposite(pitch, edge.from());
            Edge::new(pitch, from, edge.direction().reverse()).expect("a field is the same from both sides")
        };
        let mut lines: Vec<SeenLine> = self
            .lines
            .iter()
            .map(|seen| SeenLine {
                edge: turned(seen.edge),
                ..*seen
            })
            .collect();
        lines.sort_unstable_by_key(|seen| seen.edge);
        Observation {
            lines,
            ball: self.ball.map(|ball| opposite(pitch, ball)),
            ..self.clone()
        }
    }

    /// How many lines are not to be told.
    pub fn uncertain(&self) -> usize {
        self.edges(Content::Uncertain).count()
    }

    /// Whose turn it is by the lines and the rules, if all of them are told and nobody has won: every node that no line and
    /// no wall touched when the ball came there ended a turn.
    pub fn turn(&self) -> Option<Seat> {
        if self.refused.is_some() || self.uncertain() > 0 {
            return None;
        }
        let drawn: Vec<Edge> = self.edges(Content::Drawn).collect();
        let ball = trail::end(self.pitch, self.pitch.centre(), &drawn, &[]).ok()??;
        if self.pitch.scorer(ball).is_some() {
            return None;
        }
        let rests = self.pitch.nodes().filter(|&node| {
            let touched = drawn.iter().any(|edge| edge.leaving(node).is_some());
            touched
                && node != self.pitch.centre()
                && !self.pitch.is_wall(node)
                && self.pitch.scorer(node).is_none()
        });
        Some(if rests.count() % 2 == 0 {
            Seat::First
        } else {
            Seat::Second
        })
    }

    /// The field as text: `o` is the ball, `+` a node, `?` a line that cannot be told; walls are drawn with `#`.
    pub fn to_rows(&self) -> Vec<String> {
        let (width, height) = (
            usize::from(self.pitch.width()) * 4 + 1,
            usize::from(self.pitch.length() + 2) * 2 + 1,
        );
        let mut rows = vec![vec![' '; width]; height];
        for seen in &self.lines {
            let (from, (dx, dy)) = (self.pitch.point(seen.edge.from()), seen.edge.direction().step());
            let (x, y) = (i32::from(from.x) * 4, i32::from(from.y) * 2);
            let letter = match (seen.content, dx, dy) {
                (Content::Blank, ..) => continue,
                (Content::Uncertain, ..) => '?',
                (Content::Drawn, 0, _) => '|',
                (Content::Drawn, _, 0) => '-',
                (Content::Drawn, ..) => {
                    if (dx > 0) == (dy > 0) {
                        '\\'
                    } else {
                        '/'
                    }
                }
            };
            let reach = if dy == 0 { 1..=3 } else { 2..=2 };
            for step in reach {
                let at = (x + i32::from(dx) * step, y + i32::from(dy));
                let place = &mut rows[at.1 as usize][at.0 as usize];
                let crossed = matches!((*place, letter), ('\\', '/') | ('/', '\\'));
                *place = if crossed { 'X' } else { letter };
            }
        }
        for node in self.pitch.nodes() {
            let point = self.pitch.point(node);
            let letter = match self.ball == Some(node) {
                true => 'o',
                false if self.pitch.is_wall(node) => '#',
                false => '.',
            };
            rows[usize::from(point.y) * 2][usize::from(point.x) * 4] = letter;
        }
        rows.into_iter()
            .map(|row| row.into_iter().collect::<String>().trim_end().to_owned())
            .collect()
    }
}

/// A part of a field that may not be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldPart {
    /// A line.
    Line(Edge),
    /// Where the ball lies.
    Ball,
}

impl fmt::Display for FieldPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldPart::Line(edge) => write!(f, "({edge})"),
            FieldPart::Ball => f.write_str("(the ball's)"),
        }
    }
}

impl Settling for Observation {
    type Part = FieldPart;

    const PART: &str = "line";

    fn name_of(&self, part: &FieldPart) -> String {
        part.to_string()
    }

    /// Of a reading that is refused as a whole nothing can be told.
    fn unclear(&self) -> Vec<FieldPart> {
        let of = |seen: &&SeenLine| self.refused.is_some() || seen.content == Content::Uncertain;
        let lines = self
            .lines
            .iter()
            .filter(of)
            .map(|seen| FieldPart::Line(seen.edge));
        lines
            .chain(self.ball.is_none().then_some(FieldPart::Ball))
            .collect()
    }

    fn differences(&self, other: &Observation) -> Option<Vec<FieldPart>> {
        if self.pitch != other.pitch {
            return None;
        }
        let both = self.lines.iter().zip(&other.lines);
        let differing = both.filter(|(one, other)| one.content != other.content);
        let lines = differing.map(|(one, _)| FieldPart::Line(one.edge));
        let ball = (self.ball != other.ball).then_some(FieldPart::Ball);
        Some(lines.chain(ball).collect())
    }

    fn is_marked_alike(&self, _other: &Observation) -> bool {
        true
    }

    fn refusal(&self) -> Option<String> {
        self.refused.map(|why| why.to_string())
    }
}
