//! The field for search: a byte of directions that are free for each node. A node that no line touches has all eight, so
//! one comparison tells whether the ball bounces. Small enough to copy, cheap to change and change back.

use dice::nth;

use super::{Direction, Node, Pitch};

/// All eight directions are free: no line, and no wall, touches the node.
const UNTOUCHED: u8 = 0xff;

/// Which lines are left, and where the ball lies. Whose turn it is, and whether the game is over, is not known here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    free: [u8; Pitch::NODES_MAX],
    ball: Node,
    pitch: Pitch,
    drawn: u64,
}

impl Lines {
    /// Before the first line. The ball's own place bounces: the ball came to lie there.
    pub fn new(pitch: Pitch) -> Lines {
        let mut free = [0; Pitch::NODES_MAX];
        for node in pitch.nodes() {
            free[node.index()] = pitch.free(node);
        }
        Lines {
            free,
            ball: pitch.centre(),
            pitch,
            drawn: 0,
        }
    }

    /// The field's measures.
    #[inline]
    pub fn pitch(&self) -> Pitch {
        self.pitch
    }

    /// Where the ball lies.
    #[inline]
    pub fn ball(&self) -> Node {
        self.ball
    }

    /// The directions that are free at a node, a bit each by their numbers.
    #[inline]
    pub fn free(&self, node: Node) -> u8 {
        self.free[node.index()]
    }

    /// The directions that are free at the ball.
    #[inline]
    pub fn ways(&self) -> impl Iterator<Item = Direction> + use<> {
        directions(self.free(self.ball))
    }

    /// Whether a ball that comes to this node bounces.
    #[inline]
    pub fn bounces(&self, node: Node) -> bool {
        self.free(node) != UNTOUCHED
    }

    /// A number for the set of drawn lines, whatever their order.
    #[inline]
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// Where a line from `node` leads. Only for directions that are, or were, free there.
    #[inline]
    pub fn target(&self, node: Node, direction: Direction) -> Node {
        let stride = self.pitch.stride();
        let by = match direction.number() {
            0 => stride.wrapping_neg(),
            1 => 1u8.wrapping_sub(stride),
            2 => 1,
            3 => stride + 1,
            4 => stride,
            5 => stride - 1,
            6 => 1u8.wrapping_neg(),
            _ => stride.wrapping_add(1).wrapping_neg(),
        };
        Node(node.0.wrapping_add(by))
    }

    /// Draws a line that is free at the ball and moves the ball along. Whether it bounces there.
    #[inline]
    pub fn draw(&mut self, direction: Direction) -> bool {
        let from = self.ball;
        debug_assert!(
            self.free(from) & bit(direction) != 0,
            "{direction} is free at {from:?}"
        );
        let to = self.target(from, direction);
        let bounces = self.bounces(to);
        self.free[from.index()] &= !bit(direction);
        self.free[to.index()] &= !bit(direction.reverse());
        self.drawn ^= line_key(from, direction, to);
        self.ball = to;
        bounces
    }

    /// Takes the line back that led the ball here in `direction`.
    #[inline]
    pub fn take_back(&mut self, direction: Direction) {
        let to = self.ball;
        let from = self.target(to, direction.reverse());
        self.free[from.index()] |= bit(direction);
        if self.pitch.scorer(to).is_none() {
            self.free[to.index()] |= bit(direction.reverse());
        }
        self.drawn ^= line_key(from, direction, to);
        self.ball = from;
    }
}

/// The directions of a mask, in order.
#[inline]
fn directions(mask: u8) -> impl Iterator<Item = Direction> {
    Direction::ALL
        .into_iter()
        .filter(move |&direction| mask & bit(direction) != 0)
}

const fn bit(direction: Direction) -> u8 {
    1 << direction.number()
}

/// The number of a line, the same from both ends. Fixed for good, because keys are kept in files.
#[inline]
fn line_key(from: Node, direction: Direction, to: Node) -> u64 {
    let way = direction.number() as usize;
    if (1..=4).contains(&way) {
        LINES[from.index() * 4 + way - 1]
    } else {
        LINES[to.index() * 4 + ((way + 4) & 7) - 1]
    }
}

static LINES: [u64; Pitch::NODES_MAX * 4] = line_keys();

const fn line_keys() -> [u64; Pitch::NODES_MAX * 4] {
    let mut table = [0; Pitch::NODES_MAX * 4];
    let mut line = 0;
    while line < table.len() {
        table[line] = nth(0x736f_6363_6572_0000 | line as u64);
        line += 1;
    }
    table
}
