//! Minimax with alpha-beta to a fixed depth (write-up part `S0.1`), in its negamax form.
//!
//! It tries every candidate from the centre outwards, keeps the first of equal moves, and counts each tried move
//! as one node: a device that does the same work arrives at the same counts. It knows no clock: `stop` is asked.

use crate::{
    board::{Board, Candidates, Cell, Effect},
    color::Color,
    point::Point,
};

/// Deepest search, plies.
pub const DEPTH_MAX: usize = 8;
/// Value of a win at the root; each ply further away takes one off.
pub const WIN: i32 = 30_000;

const INFINITY: i32 = WIN + 1;
/// Nodes between two questions to `stop`.
const STOP_INTERVAL: u64 = 1024;

/// The search was told to stop before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// What a search found best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// Value for the side that moves.
    pub score: i32,
    line: [Point; DEPTH_MAX],
    length: usize,
}

impl Answer {
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
    board: &'a mut Board<SIDE>,
    stop: &'a mut dyn FnMut(u64) -> bool,
    nodes: u64,
    nodes_max: u64,
    /// `lines[ply]` is the best line found from that ply on.
    lines: [Line; DEPTH_MAX + 1],
    /// Value of the first move's best line, if one was tried to its end.
    best: Option<i32>,
}

#[derive(Clone, Copy)]
struct Line {
    cells: [Cell; DEPTH_MAX],
    length: usize,
}

impl<'a, const SIDE: usize> Search<'a, SIDE> {
    /// `stop` is told the nodes and asked at the first and then every 1024th of them whether to give up; `nodes_max` is
    /// the other bound.
    pub(crate) fn new(
        board: &'a mut Board<SIDE>,
        nodes_max: u64,
        stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Search<'a, SIDE> {
        let nobody = board.cell(board.centre());
        let line = Line {
            cells: [nobody; DEPTH_MAX],
            length: 0,
        };
        Search {
            board,
            stop,
            nodes: 0,
            nodes_max,
            lines: [line; DEPTH_MAX + 1],
            best: None,
        }
    }

    /// Moves tried so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best move among those tried so far; `None` if there was no candidate, or no time for the first one.
    pub(crate) fn answer(&self) -> Option<Answer> {
        let found = &self.lines[0];
        let mut line = [self.board.centre(); DEPTH_MAX];
        for (point, cell) in line.iter_mut().zip(&found.cells[..found.length]) {
            *point = self.board.point(*cell);
        }
        let length = found.length;
        self.best.map(|score| Answer { score, line, length })
    }

    /// Searches `depth` plies (1 to [`DEPTH_MAX`]) for `color`, trying only `roots` as the first move.
    pub(crate) fn run(&mut self, color: Color, depth: usize, roots: Candidates) -> Result<(), Stopped> {
        debug_assert!((1..=DEPTH_MAX).contains(&depth));
        let roots = self.board.candidates().and(roots);
        let node = Node {
            color,
            ply: 0,
            depth,
            alpha: -INFINITY,
            beta: INFINITY,
        };
        self.best_of(node, roots).map(|_| ())
    }

    fn best_of(&mut self, node: Node, mut candidates: Candidates) -> Result<i32, Stopped> {
        let (ply, mut alpha) = (node.ply, node.alpha);
        self.lines[ply].length = 0;
        let mut best = None;
        while let Some(rank) = candidates.pop() {
            let cell = self.board.cell_at(rank);
            let Some(value) = self.value_of(&node, alpha, cell)? else {
                continue;
            };
            self.count()?;
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                self.keep(ply, cell);
                if ply == 0 {
                    self.best = best;
                }
            }
            alpha = alpha.max(value);
            if alpha >= node.beta {
                break;
            }
        }
        // Nothing to try means a full board: a draw.
        Ok(best.unwrap_or(0))
    }

    /// What a stone on `cell` is worth to the side that moves; `None` if it may not be put there.
    fn value_of(&mut self, node: &Node, alpha: i32, cell: Cell) -> Result<Option<i32>, Stopped> {
        let &Node {
            color,
            ply,
            depth,
            beta,
            ..
        } = node;
        let win = WIN - (ply as i32 + 1);
        self.lines[ply + 1].length = 0;
        if ply + 1 == depth {
            let (effect, value) = self.board.look(cell, color);
            return Ok(match effect {
                Effect::Forbidden => None,
                Effect::Five => Some(win),
                Effect::Quiet => Some(value),
            });
        }
        let value = match self.board.place(cell, color) {
            Effect::Forbidden => Ok(None),
            Effect::Five => Ok(Some(win)),
            Effect::Quiet => {
                let candidates = self.board.candidates();
                let reply = Node {
                    color: !color,
                    ply: ply + 1,
                    depth,
                    alpha: -beta,
                    beta: -alpha,
                };
                self.best_of(reply, candidates).map(|value| Some(-value))
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
        line.cells[1..=rest.length].copy_from_slice(&rest.cells[..rest.length]);
        line.length = rest.length + 1;
    }
}

/// Where in the tree, and between which bounds.
struct Node {
    color: Color,
    ply: usize,
    depth: usize,
    alpha: i32,
    beta: i32,
}
