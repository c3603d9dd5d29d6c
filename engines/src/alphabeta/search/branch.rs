//! The moves of a node: their order, which are searched how deep, and what is learned from it.

use referee::color::Color;

use super::{Node, PLY, Search, Window};
use crate::alphabeta::{
    cell::Cell,
    moves::{GenerationMode, ScoredMove, bring_forward},
    point_pattern::PointPattern,
    score::{INFINITE, PROVEN, Score, is_proven, loss_in},
    table::{Bound, Entry},
};

/// From so many plies on, threads tell each other which moves they search.
const SHARED: i32 = 3;

/// How far the search of a node's moves has come.
struct MoveLoop {
    mode: GenerationMode,
    /// The table's move (hash move).
    first: Cell,
    /// Whether the static value is better than two plies ago.
    improving: bool,
    depth: i32,
    alpha: Score,
    best: Score,
    best_play: Cell,
    tried: i32,
}

impl<const HALF: usize> Search<'_, HALF> {
    /// Lists this node's moves at the end of `scored_moves`, in what order they are to be tried.
    fn list(&mut self, mode: GenerationMode, ply: usize, first: Cell) -> usize {
        let start = self.scored_moves.len();
        mode.list(&self.position, &mut self.scored_moves);
        if mode == GenerationMode::Block {
            return start;
        }
        let own = self.position.turn();
        let before = self.position.played(1);
        let countermove = self.history.countermove(own, before);
        let killers = self.frame(ply).killers;
        let last = [before, self.position.played(2)];
        let [cells, continuation] = [self.params.order_history, self.params.order_continuation];
        for scored in &mut self.scored_moves[start..] {
            let cell = scored.cell();
            let threat = self.position.pattern(own, cell) >= PointPattern::Three as u8;
            let mut more = self.position.nearness(cell, last) + self.history.of(own, threat, cell) / cells;
            if continuation > 0 {
                more += self.history.continuation(own, before, cell) / continuation;
            }
            if cell == countermove {
                more += self.params.order_countermove;
            }
            if killers.contains(&cell) {
                more += self.params.order_killer;
            }
            if cell == first {
                more += ScoredMove::FIRST;
            }
            *scored = scored.raised(more);
        }
        start
    }

    /// Searches the moves of a node, one after the other.
    pub(super) fn search_moves(&mut self, node: &Node, improving: bool) -> Score {
        let mode = GenerationMode::of(&self.position);
        let first = node.found.map_or(Cell::NONE, |entry| entry.play);
        let mut depth = node.depth;
        // Internal iterative reduction.
        if first == Cell::NONE && depth >= 4 * PLY && mode == GenerationMode::All {
            depth -= self.params.iir;
        }
        let start = self.list(mode, node.ply, first);
        let mut moves = MoveLoop {
            mode,
            first,
            improving,
            depth,
            alpha: node.alpha,
            best: -INFINITE,
            best_play: Cell::NONE,
            tried: 0,
        };
        let score = self.try_moves(node, &mut moves, start);
        self.scored_moves.truncate(start);
        score
    }

    fn try_moves(&mut self, node: &Node, moves: &mut MoveLoop, start: usize) -> Score {
        let excluded = self.frame(node.ply).excluded;
        let own = self.position.turn();
        // Those that another thread is at, and their numbers.
        let mut later: Vec<(Cell, i32)> = Vec::new();
        let mut at = start;
        let mut cut = false;
        while let Some(scored) = bring_forward(&mut self.scored_moves, at).filter(|_| !cut) {
            let cell = scored.cell();
            if moves.best > -PROVEN && self.are_enough(moves) {
                break;
            }
            at += 1;
            if cell == excluded || !self.position.is_legal(cell) {
                continue;
            }
            let patterns = [
                self.position.pattern(own, cell),
                self.position.pattern(!own, cell),
            ];
            let trivial = patterns
                .iter()
                .all(|&pattern| pattern <= PointPattern::Nothing as u8);
            if trivial && moves.best > -PROVEN && moves.depth < self.params.trivial_plies * PLY {
                continue;
            }
            moves.tried += 1;
            if self.is_shared(moves)
                && self
                    .shared_search
                    .is_some_and(|shared_search| shared_search.is_at(node.key, cell))
            {
                later.push((cell, moves.tried));
                continue;
            }
            cut = match self.try_one(node, moves, cell) {
                Ok(cut) => cut,
                Err(score) => return score,
            };
        }
        if !later.is_empty()
            && !cut
            && let Err(score) = self.try_later(node, moves, &later)
        {
            return score;
        }
        if moves.tried == 0 {
            return self.without_moves(node, moves.mode);
        }
        if moves.best_play != Cell::NONE && moves.mode != GenerationMode::Block {
            self.learn(node, start, at, moves.best_play);
        }
        if excluded == Cell::NONE {
            self.remember(node, moves.best, moves.best_play);
        }
        moves.best
    }

    /// Whether this move is one of those that threads tell each other of. All search the first one, together.
    #[inline(always)]
    fn is_shared(&self, moves: &MoveLoop) -> bool {
        self.shared_search.is_some() && moves.tried > 1 && moves.depth >= SHARED * PLY
    }

    /// The moves that another thread was at when it was their turn. Often the table knows by now what they are worth, or
    /// what the node is.
    fn try_later(&mut self, node: &Node, moves: &mut MoveLoop, later: &[(Cell, i32)]) -> Result<(), Score> {
        let tried = moves.tried;
        for &(cell, number) in later {
            if node.window != Window::Open
                && self.frame(node.ply).excluded == Cell::NONE
                && let Some(entry) = self.table.probe(node.key, node.ply)
                && entry.depth * PLY > node.depth - PLY
                && entry.bound.decides(entry.score, node.beta)
            {
                return Err(entry.score);
            }
            moves.tried = number;
            let cut = self.try_one(node, moves, cell)?;
            moves.tried = tried;
            if cut {
                break;
            }
        }
        Ok(())
    }

    /// Searches a move and takes its score; true if it is a cut. An error is what the whole node is worth.
    fn try_one(&mut self, node: &Node, moves: &mut MoveLoop, cell: Cell) -> Result<bool, Score> {
        let own = self.position.turn();
        let patterns = [
            self.position.pattern(own, cell),
            self.position.pattern(!own, cell),
        ];
        let extension = self.extension(node, moves, cell)?;
        let shared_search = self.shared_search.filter(|_| self.is_shared(moves));
        if let Some(shared_search) = shared_search {
            shared_search.begin(node.key, cell);
        }
        let score = self.try_move(node, moves, cell, patterns, extension);
        if let Some(shared_search) = shared_search {
            shared_search.end(node.key, cell);
        }
        if self.stopped {
            return Err(0);
        }
        Ok(self.takes(node, moves, cell, score))
    }

    fn try_move(
        &mut self,
        node: &Node,
        moves: &MoveLoop,
        cell: Cell,
        patterns: [u8; 2],
        extension: i32,
    ) -> Score {
        let frame = self.frame_mut(node.ply);
        (frame.play, frame.patterns) = (cell, patterns);
        let reduction = if moves.tried > 1 && moves.depth >= 2 * PLY {
            self.reduction(node, moves, cell, patterns)
        } else {
            0
        };
        self.position.play(cell);
        let depth = moves.depth - PLY + extension;
        let score = self.search_one(node, moves.alpha, depth, reduction, moves.tried);
        self.position.undo();
        score
    }

    /// Takes a move's score; true if it is a cut.
    fn takes(&mut self, node: &Node, moves: &mut MoveLoop, cell: Cell, score: Score) -> bool {
        if score <= moves.best {
            return false;
        }
        moves.best = score;
        if score <= moves.alpha {
            return false;
        }
        moves.best_play = cell;
        if node.window == Window::Open {
            self.keep_line(node.ply, cell);
        }
        if score >= node.beta {
            return true;
        }
        moves.alpha = score;
        if moves.depth > 2 * PLY && moves.depth < 12 * PLY && !is_proven(score) {
            moves.depth -= self.params.alpha_raised;
        }
        false
    }

    /// No move was legal, or none was left.
    fn without_moves(&self, node: &Node, mode: GenerationMode) -> Score {
        if self.frame(node.ply).excluded != Cell::NONE {
            return node.alpha;
        }
        match mode {
            // Renju: the block is forbidden.
            GenerationMode::Block => loss_in(node.ply + 2),
            GenerationMode::Defence => loss_in(node.ply + 4),
            GenerationMode::All if self.position.turn() == Color::Black => self.static_value(),
            GenerationMode::All => 0,
        }
    }

    /// Whether so many moves were tried that, at this depth, no other is worth a look (late move pruning).
    #[inline(always)]
    fn are_enough(&self, moves: &MoveLoop) -> bool {
        let most = self.tries[((moves.depth * 2 / PLY).max(0) as usize).min(63)];
        moves.tried >= (if moves.improving { most } else { most / 2 }).max(2)
    }

    /// How much less deep a late move is searched, in sixteenths of a ply (late move reduction).
    #[inline(always)]
    fn reduction(&self, node: &Node, moves: &MoveLoop, cell: Cell, patterns: [u8; 2]) -> i32 {
        let own = self.position.turn();
        let (plies, number) = ((moves.depth / PLY) as usize, moves.tried as usize);
        let mut reduction = i32::from(self.lmr[plies.min(63)][number.min(63)]);
        if !moves.improving && reduction > PLY {
            reduction += PLY;
        }
        if self.frame(node.ply).principal {
            reduction -= self.params.lmr_principal;
        }
        if node.window == (Window::Null { cut: true }) {
            reduction += self.params.lmr_cut;
        }
        let threat = patterns[0] >= PointPattern::Three as u8;
        if patterns[0] >= PointPattern::Four as u8 {
            reduction -= self.params.lmr_four;
        } else if threat {
            reduction -= self.params.lmr_three;
        }
        if patterns[1] >= PointPattern::Three as u8 {
            reduction -= self.params.lmr_stop;
        }
        reduction - self.history.of(own, threat, cell) * PLY / self.params.lmr_history
    }

    /// How much deeper a move is searched, in sixteenths of a ply: the answer to a four, and a move that alone is
    /// good. An error is a cut.
    fn extension(&mut self, node: &Node, moves: &MoveLoop, cell: Cell) -> Result<i32, Score> {
        if moves.mode == GenerationMode::Block {
            Ok(self.params.answer)
        } else if cell == moves.first {
            self.singular(node, moves.depth, cell)
        } else if moves.mode == GenerationMode::Defence {
            Ok(self.params.defence)
        } else {
            Ok(0)
        }
    }

    /// Extension of the table's move, in sixteenths of a ply: it is longer if every other move is clearly worse (singular
    /// extension). An error is a cut: even without that move the value is too good (multi-cut).
    fn singular(&mut self, node: &Node, depth: i32, cell: Cell) -> Result<i32, Score> {
        let Some(entry) = node.found else { return Ok(0) };
        let least = self.params.singular;
        if least == 0
            || node.ply == 0
            || depth < least * PLY
            || self.frame(node.ply).excluded != Cell::NONE
            || is_proven(entry.score)
            || entry.bound as u8 & Bound::Lower as u8 == 0
            || entry.depth < depth / PLY - 3
        {
            return Ok(0);
        }
        let limit = entry.score - self.params.singular_margin * (depth / PLY) / 16;
        let kept = *self.frame(node.ply);
        self.frame_mut(node.ply).excluded = cell;
        let window = Window::Null {
            cut: matches!(node.window, Window::Null { cut: true }),
        };
        let score = self.search(window, limit - 1, limit, depth / 2, node.ply);
        *self.frame_mut(node.ply) = kept;
        if self.stopped {
            return Err(0);
        }
        Ok(if score < limit {
            PLY
        } else if limit >= node.beta && node.window != Window::Open {
            return Err(limit);
        } else if entry.score >= node.beta {
            -PLY
        } else {
            0
        })
    }

    /// Searches the position after a move: first with the null window, and again as often as it proves better (principal
    /// variation search).
    pub(super) fn search_one(
        &mut self,
        node: &Node,
        alpha: Score,
        depth: i32,
        reduction: i32,
        tried: i32,
    ) -> Score {
        let (beta, ply) = (node.beta, node.ply + 1);
        let open = node.window == Window::Open;
        let cut = match node.window {
            Window::Open => true,
            Window::Null { cut } => !cut,
        };
        if tried == 1 {
            let window = if open { Window::Open } else { Window::Null { cut } };
            return -self.search(window, -beta, -alpha, depth, ply);
        }
        let mut score = alpha + 1;
        let less = (depth - reduction).clamp(PLY.min(depth), depth + PLY);
        if reduction > 0 && less < depth {
            score = -self.search(Window::Null { cut: true }, -alpha - 1, -alpha, less, ply);
            if score <= alpha || self.stopped {
                return score;
            }
        }
        if score > alpha {
            score = -self.search(Window::Null { cut }, -alpha - 1, -alpha, depth, ply);
        }
        if open && score > alpha && score < beta && !self.stopped {
            score = -self.search(Window::Open, -beta, -alpha, depth, ply);
        }
        score
    }

    pub(super) fn keep_line(&mut self, ply: usize, cell: Cell) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (here.last_mut(), below.first()) {
            line.clear();
            line.push(cell);
            line.extend_from_slice(rest);
        }
    }

    /// The best move did well, and those tried before it did not.
    fn learn(&mut self, node: &Node, start: usize, end: usize, best: Cell) {
        let own = self.position.turn();
        let before = self.position.played(1);
        let plies = node.depth / PLY;
        let bonus = (plies * plies + 8 * plies).min(1_200);
        for index in start..end {
            let cell = self.scored_moves[index].cell();
            let threat = self.position.pattern(own, cell) >= PointPattern::Three as u8;
            let gain = if cell == best { bonus } else { -bonus };
            self.history.learn(own, threat, before, cell, gain);
        }
        self.history.set_countermove(own, before, best);
        // Killer heuristic.
        let killers = &mut self.frame_mut(node.ply).killers;
        if killers[0] != best {
            killers[1] = killers[0];
            killers[0] = best;
        }
    }

    fn remember(&self, node: &Node, best: Score, best_play: Cell) {
        let bound = if best >= node.beta {
            Bound::Lower
        } else if node.window == Window::Open && best_play != Cell::NONE {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let frame = self.frame(node.ply);
        let entry = Entry {
            score: best,
            value: frame.value,
            play: best_play,
            depth: (node.depth + PLY - 1) / PLY,
            bound,
            principal: frame.principal,
        };
        self.table.store(node.key, node.ply, &entry);
    }
}
