//! The usual field as sets of nodes, a bit each: where the lines of one direction begin that are left, and which nodes the
//! ball bounces at. What is near the ball is then found for many nodes at once. Other fields have more nodes than bits.

use std::sync::LazyLock;

use referee::{
    seat::Seat,
    soccer::{Direction, Lines, Node, Pitch},
};

/// How far apart in bits the ends of a line are, by direction: up and right (towards lower numbers), right, down and
/// right, down. The four others are these from their other ends.
const STRIDE: u32 = Pitch::USUAL.stride() as u32;
const BACK: u32 = STRIDE - 1;
const ON: [u32; 3] = [1, STRIDE + 1, STRIDE];

/// Lines that are left, and nodes that are touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    /// By direction, 1 to 4, the nodes from which such a line can be drawn, or that it would come from.
    free: [u128; 4],
    touched: u128,
}

impl Grid {
    /// `None` unless the field is the usual one.
    pub(super) fn new(lines: &Lines) -> Option<Grid> {
        let pitch = lines.pitch();
        if pitch != Pitch::USUAL {
            return None;
        }
        let mut grid = Grid {
            free: [0; 4],
            touched: 0,
        };
        for node in pitch.nodes() {
            grid.touched |= u128::from(lines.bounces(node)) << node.0;
            for (line, free) in grid.free.iter_mut().enumerate() {
                *free |= u128::from(lines.free(node) >> (line + 1) & 1) << node.0;
            }
        }
        for &(from, way, goal) in INTO_GOALS.iter() {
            if lines.free(from) & 1 << way.number() != 0 {
                let (owner, line) = owner(from, way, goal);
                grid.free[line] |= bit(owner);
            }
        }
        Some(grid)
    }

    /// Draws a line that leads from `node` to `to`.
    #[inline]
    pub(super) fn draw(&mut self, node: Node, way: Direction, to: Node) {
        let (owner, line) = owner(node, way, to);
        self.free[line] &= !bit(owner);
        self.touched |= bit(to);
    }

    /// The nodes that one line leads to from any of these.
    #[inline]
    pub(super) fn step(&self, from: u128) -> u128 {
        let [up, right, down_right, down] = self.free;
        let on = (from & right) << ON[0] | (from & down_right) << ON[1] | (from & down) << ON[2];
        let back = from >> ON[0] & right | from >> ON[1] & down_right | from >> ON[2] & down;
        on | back | (from & up) >> BACK | from << BACK & up
    }

    /// Draws the line between two nodes; the ball comes to `to`.
    #[inline]
    pub(super) fn join(&mut self, node: Node, to: Node) {
        let (low, high) = (node.min(to), node.max(to));
        let apart = u32::from(high.0 - low.0);
        let line = ON.iter().position(|&on| on == apart);
        let owner = if line.is_some() { low } else { high };
        self.free[line.map_or(0, |line| line + 1)] &= !bit(owner);
        self.touched |= bit(to);
    }

    /// The nodes that lines lead to from these, going on wherever the ball bounces but not beyond `ends`: those where it
    /// bounces, and those where it rests. Nodes in `seen` are not come to again.
    #[inline]
    pub(super) fn spread(&self, from: u128, seen: &mut u128, ends: u128) -> (u128, u128) {
        let (mut at, mut bounces, mut rests) = (from, 0, 0);
        while at != 0 {
            let to = self.step(at) & !*seen;
            *seen |= to;
            let bounced = to & self.touched;
            bounces |= bounced;
            rests |= to & !self.touched;
            at = bounced & !ends;
        }
        (bounces, rests)
    }

    /// The nodes where a ball that comes there bounces, goals among them.
    #[inline]
    pub(super) fn touched(&self) -> u128 {
        self.touched
    }

    /// A number for the lines that are left and where the ball is, other ones nearly always otherwise.
    pub(super) fn key(&self, ball: Node) -> u64 {
        let halves = self
            .free
            .iter()
            .flat_map(|free| [*free as u64, (free >> 64) as u64]);
        halves.fold(u64::from(ball.0), |key, half| {
            (key ^ half).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        })
    }

    /// Calls `visit` with each drawn line, from the end from which its direction is one of 1 to 4, that one less 1.
    #[inline]
    pub(super) fn for_each_drawn(&self, mut visit: impl FnMut(Node, usize)) {
        for line in 0..4 {
            for_each(EMPTY.free[line] & !self.free[line], |node| visit(node, line));
        }
    }
}

/// The node that a line belongs to, from which its direction is one of 1 to 4, and which of the four.
#[inline]
pub(super) fn owner(node: Node, way: Direction, to: Node) -> (Node, usize) {
    let number = usize::from(way.number());
    if (1..=4).contains(&number) {
        (node, number - 1)
    } else {
        (to, ((number + 4) & 7) - 1)
    }
}

/// All nodes of the usual field, goals included.
#[inline]
pub(super) fn all() -> u128 {
    *ALL
}

/// The goal that `seat` attacks.
#[inline]
pub(super) const fn goal(seat: Seat) -> u128 {
    let row = (Pitch::USUAL.goal_row(seat) as u32) * STRIDE;
    ((1 << STRIDE) - 1) << row
}

#[inline]
pub(super) const fn bit(node: Node) -> u128 {
    1 << node.0
}

/// Calls `visit` with each node of a set, in order. By halves: a machine has no 128 bits at once.
#[inline(always)]
pub(super) fn for_each(nodes: u128, mut visit: impl FnMut(Node)) {
    for (half, from) in [(nodes as u64, 0), ((nodes >> 64) as u64, 64)] {
        let mut left = half;
        while left != 0 {
            visit(Node(from + left.trailing_zeros() as u8));
            left &= left - 1;
        }
    }
}

static EMPTY: LazyLock<Grid> =
    LazyLock::new(|| Grid::new(&Lines::new(Pitch::USUAL)).expect("the usual field has a grid"));

/// Nobody goes on from a goal, but lines lead there: from where, how, and to which node.
static INTO_GOALS: LazyLock<Vec<(Node, Direction, Node)>> = LazyLock::new(|| {
    let pitch = Pitch::USUAL;
    let lines = pitch
        .nodes()
        .flat_map(|from| Direction::ALL.map(|way| (from, way, pitch.neighbor(from, way))));
    let into = lines.filter_map(|(from, way, to)| Some((from, way, to?)));
    into.filter(|(_, _, to)| pitch.scorer(*to).is_some()).collect()
});
static ALL: LazyLock<u128> = LazyLock::new(|| Pitch::USUAL.nodes().map(bit).fold(0, |all, node| all | node));
