//! The root: iterative deepening with aspiration windows, the best move so far, and how sure of it the search is.

use std::collections::VecDeque;

use super::{BEFORE, Frame, Node, PLIES_MAX, PLY, Search, Window};
use crate::alphabeta::{
    cell::Cell,
    point_pattern::PointPattern,
    position::Position,
    root_move::RootMove,
    score::{INFINITE, Score, WIN, is_proven, win_in},
};

/// What a search found.
#[derive(Clone, Debug)]
pub(in crate::alphabeta) struct Report {
    /// The best first.
    pub(in crate::alphabeta) moves: Vec<RootMove>,
    /// Plies of the last search that came to its end.
    pub(in crate::alphabeta) depth: i32,
    pub(in crate::alphabeta) nodes: u64,
    /// Which of the moves are as good as the best; empty if that was not asked.
    pub(in crate::alphabeta) equal: Vec<usize>,
}

impl Report {
    /// What needs no search: no move at all, or a five.
    pub(in crate::alphabeta) fn at_once<const HALF: usize>(
        position: &Position<HALF>,
        moves: &[RootMove],
    ) -> Option<Report> {
        let wins = position.count(position.turn(), PointPattern::Five) > 0;
        (moves.is_empty() || wins).then(|| Report {
            moves: moves
                .iter()
                .take(1)
                .cloned()
                .map(|only| RootMove {
                    score: win_in(1),
                    ..only
                })
                .collect(),
            depth: 1,
            nodes: 1,
            equal: Vec::new(),
        })
    }

    pub(in crate::alphabeta) fn score(&self) -> Score {
        self.moves.first().map_or(0, |best| best.score)
    }
}

/// When a move of the root is searched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    First,
    /// Another thread was at it before.
    Later,
}

impl<const HALF: usize> Search<'_, HALF> {
    /// Searches deeper and deeper until `depth_max` plies, until the time manager says stop, or until the end is proven.
    /// With other threads, whoever comes to the end of a depth first ends it for all, and they begin the next one together.
    pub(in crate::alphabeta) fn deepen(&mut self, mut moves: Vec<RootMove>, depth_max: i32) -> Report {
        self.history.fade();
        let mut report = Report {
            moves: moves.clone(),
            depth: 0,
            nodes: 0,
            equal: Vec::new(),
        };
        let mut steady = 0;
        for depth in 1..=depth_max.min(PLIES_MAX as i32 / 2) {
            self.depth = depth;
            let best_before = moves.first().map(|best| best.cell);
            let nodes_before = self.nodes;
            for candidate in &mut moves {
                candidate.nodes = 0;
            }
            self.aspire(&mut moves, depth);
            if self.overtaken {
                (self.stopped, self.overtaken) = (false, false);
                if let Some(shared_search) = self.shared_search {
                    moves = shared_search.finished();
                }
            } else if let Some(shared_search) = self.shared_search.filter(|_| !self.stopped) {
                shared_search.finish(depth, &moves);
            }
            if self.stopped {
                // The best of an unfinished depth is at least as good as that of the last one, once it was searched.
                if moves.first().is_some_and(|best| best.score > -INFINITE) {
                    report.moves = moves;
                }
                break;
            }
            report.moves.clone_from(&moves);
            report.depth = depth;
            let same = moves.first().map(|best| best.cell) == best_before;
            steady = if same { steady + 1 } else { 0 };
            let share = moves.first().map_or(0.0, |best| {
                (best.nodes as f64 / (self.nodes - nodes_before).max(1) as f64).min(1.0)
            });
            if self.is_decided(&moves, depth) || self.time_manager.is_enough(steady, share) {
                break;
            }
        }
        report.nodes = self.nodes;
        report
    }

    /// Whether deeper searches can change nothing: one move, or a proven end that is as near as this depth sees.
    fn is_decided(&self, moves: &[RootMove], depth: i32) -> bool {
        let Some(best) = moves.first() else { return true };
        let timed = !self.time_manager.is_fixed();
        if moves.len() == 1 && timed {
            return true;
        }
        let plies = WIN - best.score.abs();
        is_proven(best.score)
            && (best.score > 0 && plies <= depth + 6 || plies <= depth || timed && depth > 20)
    }

    /// One depth: the window opens as long as the value falls out of it.
    fn aspire(&mut self, moves: &mut [RootMove], depth: i32) {
        let middle = moves.first().map_or(0, |best| best.score);
        let mut width = self.params.aspiration;
        let (mut alpha, mut beta) = if depth < 4 || is_proven(middle) || middle == -INFINITE {
            (-INFINITE, INFINITE)
        } else {
            (middle - width, middle + width)
        };
        loop {
            let score = self.search_root(moves, alpha, beta, depth * PLY);
            if self.stopped {
                return;
            }
            if score > alpha && score < beta {
                return;
            }
            width *= 2;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
            } else {
                beta = (score + width).min(INFINITE);
            }
            if width > 2_000 || is_proven(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    fn search_root(&mut self, moves: &mut [RootMove], mut alpha: Score, beta: Score, depth: i32) -> Score {
        self.frames[..BEFORE + 4].fill(Frame::NEW);
        let value = self.static_value();
        let frame = self.frame_mut(0);
        (frame.value, frame.principal) = (value, true);
        // Those before the root are unknown: as if nothing had changed since.
        for back in 1..=BEFORE {
            self.frames[BEFORE - back].value = if back % 2 == 0 { value } else { -value };
        }
        for candidate in moves.iter_mut() {
            candidate.fresh = -INFINITE;
        }
        let key = self.position.key();
        let mut best = -INFINITE;
        let mut queue: VecDeque<(usize, Cell, Turn)> = (1..)
            .zip(moves.iter())
            .map(|(number, candidate)| (number, candidate.cell, Turn::First))
            .collect();
        while let Some((number, cell, turn)) = queue.pop_front() {
            let Some(index) = moves.iter().position(|candidate| candidate.cell == cell) else {
                continue;
            };
            // All search the first one, together.
            let shared_search = self.shared_search.filter(|_| number > 1);
            if turn == Turn::First
                && shared_search.is_some_and(|shared_search| shared_search.is_at(key, cell))
            {
                queue.push_back((number, cell, Turn::Later));
                continue;
            }
            let node = Node {
                window: Window::Open,
                alpha,
                beta,
                depth,
                ply: 0,
                key,
                found: None,
            };
            let before = self.nodes;
            if let Some(shared_search) = shared_search {
                shared_search.begin(key, cell);
            }
            let score = self.search_root_move(&node, cell, number);
            if let Some(shared_search) = shared_search {
                shared_search.end(key, cell);
            }
            moves[index].nodes += self.nodes - before;
            if self.stopped {
                break;
            }
            moves[index].fresh = score;
            if score > best {
                best = score;
                if score > alpha || number == 1 {
                    moves[index].score = score;
                    moves[index].line = vec![cell];
                    let rest = self.lines[1].clone();
                    moves[index].line.extend(rest);
                    moves[..=index].rotate_right(1);
                    alpha = alpha.max(score);
                }
                if score >= beta {
                    break;
                }
            }
        }
        if !self.stopped
            && let Some((_, others)) = moves.split_first_mut()
        {
            others.iter_mut().for_each(|other| other.score = other.fresh);
            others.sort_by_key(|other| std::cmp::Reverse(other.nodes));
        }
        best
    }

    /// The value of one of the root's moves, the `number`-th to be tried.
    fn search_root_move(&mut self, node: &Node, cell: Cell, number: usize) -> Score {
        let own = self.position.turn();
        let patterns = [
            self.position.pattern(own, cell),
            self.position.pattern(!own, cell),
        ];
        let frame = self.frame_mut(0);
        (frame.play, frame.patterns) = (cell, patterns);
        let threat = patterns
            .iter()
            .any(|&pattern| pattern >= PointPattern::Three as u8);
        let plies = (node.depth / PLY) as usize;
        let reduction = if number <= 3 || plies < 3 || threat {
            0
        } else {
            i32::from(self.lmr[plies.min(63)][number.min(63)]) - PLY
        };
        self.position.play(cell);
        let score = self.search_one(node, node.alpha, node.depth - PLY, reduction, number as i32);
        self.position.undo();
        score
    }

    /// Which of the first `most` moves of a report are at most `range` worse than the best (docs/sources.md `S3.6`).
    pub(in crate::alphabeta) fn near_equal(
        &mut self,
        report: &Report,
        most: usize,
        range: Score,
    ) -> Vec<usize> {
        let limit = report.score() - range;
        let mut equal = vec![0];
        for (index, other) in report.moves.iter().enumerate().take(most).skip(1) {
            self.position.play(other.cell);
            let window = Window::Null { cut: false };
            let score = -self.search(window, -limit, -limit + 1, (report.depth - 2).max(1) * PLY, 1);
            self.position.undo();
            if self.stopped {
                break;
            }
            if score >= limit && !is_proven(score) {
                equal.push(index);
            }
        }
        equal
    }
}
