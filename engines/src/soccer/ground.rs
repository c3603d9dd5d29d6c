//! What never changes while a field of one size is searched: where each line leads, which nodes are goals.

use dice::nth;
use referee::{
    seat::Seat,
    soccer::{Direction, Lines, Node, Pitch},
};

/// Tables of one pitch.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub(super) pitch: Pitch,
    /// By node and direction; only where there is a line.
    to: [[u8; 8]; Pitch::NODES_MAX],
    scorers: [Option<Seat>; Pitch::NODES_MAX],
}

impl Ground {
    pub(super) fn new(pitch: Pitch) -> Ground {
        let mut to = [[0; 8]; Pitch::NODES_MAX];
        let mut scorers = [None; Pitch::NODES_MAX];
        for node in pitch.nodes() {
            scorers[node.index()] = pitch.scorer(node);
            for direction in Direction::ALL {
                if let Some(next) = pitch.neighbor(node, direction) {
                    to[node.index()][usize::from(direction.number())] = next.0;
                }
            }
        }
        Ground { pitch, to, scorers }
    }

    /// The nodes to which lines can be drawn from `node`.
    #[inline]
    pub(super) fn neighbors(&self, lines: &Lines, node: Node) -> impl Iterator<Item = Node> + use<'_> {
        let to = &self.to[node.index()];
        let mut free = lines.free(node);
        std::iter::from_fn(move || {
            if free == 0 {
                return None;
            }
            let way = free.trailing_zeros() as usize;
            free &= free - 1;
            Some(Node(to[way]))
        })
    }

    /// Who wins when the ball comes to this node.
    #[inline]
    pub(super) fn scorer(&self, node: Node) -> Option<Seat> {
        self.scorers[node.index()]
    }

    /// A number for the position in which `seat` goes on.
    #[inline]
    pub(super) fn key(&self, lines: &Lines, seat: Seat) -> u64 {
        let place = u64::from(lines.ball().0) << 1 | seat.index() as u64;
        lines.drawn() ^ nth(0x736f_6363_0000_0000 | place)
    }
}
