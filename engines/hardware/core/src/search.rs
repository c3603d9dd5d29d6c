//! Minimax with alpha-beta to a fixed depth (docs/sources.md `S0.1`), in its negamax form.
//!
//! It tries every candidate from the centre outwards, keeps the first of equal moves, and counts each tried move
//! as one node: a device that does the same work arrives at the same counts. It knows no clock: `stop` is asked.

use crate::{
    board::{Candidates, Cell, Effect, SearchBoard},
    color::Color,
    point::Point,
};

/// Deepest search, plies.
pub const DEPTH_MAX: usize = 8;
/// Value of a win at the root; each ply further away takes one off.
pub const WIN: i32 = 30_000;

const INFINITY: i32 = WIN + 1;
/// No value: less than the sum over any board's windows.
const NONE: i32 = i32::MIN;
/// Nodes between two questions to `stop`.
const STOP_INTERVAL: u64 = 1024;

/// The search was told to stop before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// What a search found best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult {
    /// Value for the side that moves.
    pub score: i32,
    line: [Point; DEPTH_MAX],
    length: usize,
}

impl SearchResult {
    /// Best line, the chosen move first; never empty.
    pub fn line(&self) -> &[Point] {
        &self.line[..self.length]
    }

    /// The chosen move.
    pub fn play(&self) -> Point {
        self.line[0]
    }
}

/// One search over a board that it changes and restores.
pub(crate) struct Search<'a, const SIDE: usize> {
    board: &'a mut SearchBoard<SIDE>,
    stop: &'a mut dyn FnMut(u64) -> bool,
    depth: usize,
    nodes: u64,
    nodes_max: u64,
    /// `lines[ply]` is the best line found from that ply on.
    lines: [Variation; DEPTH_MAX + 1],
    /// Value of the first move's best line, if one was tried to its end.
    best: Option<i32>,
}

/// A principal variation.
#[derive(Clone, Copy)]
struct Variation {
    cells: [Cell; DEPTH_MAX],
    length: u8,
}

impl Variation {
    const EMPTY: Variation = Variation {
        cells: [Cell::NOWHERE; DEPTH_MAX],
        length: 0,
    };

    fn cells(&self) -> &[Cell] {
        &self.cells[..usize::from(self.length)]
    }
}

impl<'a, const SIDE: usize> Search<'a, SIDE> {
    /// `stop` is told the nodes and asked at the first and then every 1024th of them whether to give up; `nodes_max` is
    /// the other bound.
    pub(crate) fn new(
        board: &'a mut SearchBoard<SIDE>,
        nodes_max: u64,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Search<'a, SIDE> {
        Search {
            board,
            stop,
            depth: 0,
            nodes: 0,
            nodes_max,
            lines: [const { Variation::EMPTY }; DEPTH_MAX + 1],
            best: None,
        }
    }

    /// Moves tried so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best move among those tried so far; `None` if there was no candidate, or no time for the first one.
    pub(crate) fn answer(&self) -> Option<SearchResult> {
        let score = self.best?;
        let cells = self.lines[0].cells();
        let mut line = [Point::new(0, 0); DEPTH_MAX];
        for (point, cell) in line.iter_mut().zip(cells) {
            *point = self.board.point(*cell);
        }
        let length = cells.len();
        Some(SearchResult { score, line, length })
    }

    /// Searches `depth` plies (1 to [`DEPTH_MAX`]) for `color`, trying only `roots` as the first move.
    pub(crate) fn run(&mut self, color: Color, depth: usize, roots: &Candidates) -> Result<(), Stopped> {
        debug_assert!((1..=DEPTH_MAX).contains(&depth));
        self.depth = depth;
        let mut roots = self.board.candidates().and(roots);
        let node = Node {
            color,
            ply: 0,
            alpha: -INFINITY,
            beta: INFINITY,
        };
        self.best_of(node, &mut roots).map(|_| ())
    }

    /// Takes the candidates out one by one. They are the caller's, so that there is one set of them for each ply and no more:
    /// a small device has 3 KB of stack.
    fn best_of(&mut self, node: Node, candidates: &mut Candidates) -> Result<i32, Stopped> {
        let ply = node.ply;
        self.lines[ply].length = 0;
        let (mut alpha, mut best) = (node.alpha, NONE);
        while let Some(rank) = candidates.pop() {
            let cell = self.board.cell_at(rank);
            let value = self.value_of(node, alpha, cell)?;
            if value == NONE {
                continue;
            }
            self.count()?;
            if value > best {
                best = value;
                self.keep(ply, cell);
                if ply == 0 {
                    self.best = Some(best);
                }
            }
            alpha = alpha.max(value);
            if alpha >= node.beta {
                break;
            }
        }
        // Nothing to try means a full board: a draw.
        Ok(if best == NONE { 0 } else { best })
    }

    /// What a stone on `cell` is worth to the side that moves; [`NONE`] if it may not be put there.
    fn value_of(&mut self, node: Node, alpha: i32, cell: Cell) -> Result<i32, Stopped> {
        let Node { color, ply, beta, .. } = node;
        let win = WIN - (ply as i32 + 1);
        self.lines[ply + 1].length = 0;
        if ply + 1 == self.depth {
            let (effect, value) = self.board.look(cell, color);
            return Ok(match effect {
                Effect::Forbidden => NONE,
                Effect::Five => win,
                Effect::Quiet => value,
            });
        }
        let value = match self.board.place(cell, color) {
            Effect::Forbidden => Ok(NONE),
            Effect::Five => Ok(win),
            Effect::Quiet => {
                let mut candidates = self.board.candidates();
                let reply = Node {
                    color: !color,
                    ply: ply + 1,
                    alpha: -beta,
                    beta: -alpha,
                };
                self.best_of(reply, &mut candidates).map(|value| -value)
            }
        };
        self.board.remove(cell, color);
        value
    }

    fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let over = self.nodes > self.nodes_max || self.nodes % STOP_INTERVAL == 1 && (self.stop)(self.nodes);
        if over { Err(Stopped) } else { Ok(()) }
    }

    fn keep(&mut self, ply: usize, cell: Cell) {
        let rest = self.lines[ply + 1];
        let line = &mut self.lines[ply];
        line.cells[0] = cell;
        line.cells[1..=rest.cells().len()].copy_from_slice(rest.cells());
        line.length = rest.length + 1;
    }
}

/// Where in the tree, and between which bounds.
#[derive(Clone, Copy)]
struct Node {
    color: Color,
    ply: usize,
    alpha: i32,
    beta: i32,
}
