//! What is to be seen on a field. Any lines may be there, legal or not.

use dice::Dice;
use referee::{
    position::Position as _,
    seat::Seat,
    soccer::{Blocked, Direction, Node, Pitch, Position, Rules},
};

use crate::pitch::edge::Edge;

/// One drawn line: from where, which way, and by whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// The node where the pen was put down.
    pub from: Node,
    /// Which way it went.
    pub direction: Direction,
    /// Whose pen it was.
    pub by: Seat,
}

/// A line that is still being drawn from where the ball lay, with the ball at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growing {
    /// Which way.
    pub direction: Direction,
    /// How much of it is there, 0 to 1.
    pub part: f64,
}

/// Lines, ball, and what a client shows beside them.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// The field's measures.
    pub pitch: Pitch,
    /// Lines in the order in which they were drawn.
    pub lines: Vec<Stroke>,
    /// Where the ball lies.
    pub ball: Node,
    /// Whose turn it is.
    pub turn: Seat,
    /// So many of the last lines are those of the last turn.
    pub last_turn: usize,
    /// Nodes that are shown as those where the ball can go.
    pub hints: Vec<Node>,
    /// A line that is still being drawn.
    pub growing: Option<Growing>,
}

impl Scene {
    /// A field on which nobody has drawn.
    pub fn empty(pitch: Pitch) -> Scene {
        Scene::of(&Position::new(Rules {
            pitch,
            blocked: Blocked::default(),
        }))
    }

    /// A game as far as it has come, with the lines of the last turn and what can be drawn next.
    pub fn of(position: &Position) -> Scene {
        let pitch = position.rules().pitch;
        let mut from = pitch.centre();
        let mut lines = Vec::new();
        for (by, direction) in position.drawn() {
            lines.push(Stroke { from, direction, by });
            from = position.lines().target(from, direction);
        }
        let last = lines.last().map(|stroke: &Stroke| stroke.by);
        let of_last = |stroke: &&Stroke| Some(stroke.by) == last;
        let hints = position.legal_moves().into_iter();
        Scene {
            pitch,
            ball: position.ball(),
            turn: position.turn(),
            last_turn: lines.iter().rev().take_while(of_last).count(),
            hints: hints
                .filter_map(|way| pitch.neighbor(position.ball(), way))
                .collect(),
            lines,
            growing: None,
        }
    }

    /// A game of so many lines drawn at random, fewer if it ends before.
    pub fn strewn(pitch: Pitch, lines: usize, seed: u64) -> Scene {
        Scene::of(&some_game(pitch, lines, seed))
    }

    /// Which lines are drawn, each once and in order.
    pub fn edges(&self) -> Vec<Edge> {
        let mut edges: Vec<Edge> = self
            .lines
            .iter()
            .filter_map(|stroke| Edge::new(self.pitch, stroke.from, stroke.direction))
            .collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

/// A game of so many lines drawn at random that goes on if it can: lines that end it are drawn last.
pub fn some_game(pitch: Pitch, lines: usize, seed: u64) -> Position {
    let mut dice = Dice::new(seed);
    let mut position = Position::new(Rules {
        pitch,
        blocked: Blocked::default(),
    });
    for _ in 0..lines {
        let mut ways = position.legal_moves();
        dice.shuffle(&mut ways);
        let goes_on = ways.iter().copied().find(|&way| {
            position.play(way).expect("a legal line");
            let goes_on = position.outcome().is_none();
            position.undo();
            goes_on
        });
        let Some(way) = goes_on.or(ways.first().copied()) else {
            break;
        };
        position.play(way).expect("a legal line");
    }
    position
}
