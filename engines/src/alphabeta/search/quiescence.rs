//! The leaves (quiescence search): wins by fours in a row (VCF). The side to move may stop at the static value or go on with a four, to
//! which there is one answer.

use super::{Search, Window};
use crate::alphabeta::{
    cell::{Cell, Sites},
    moves::{ScoredMove, bring_forward},
    point_pattern::PointPattern,
    score::{INFINITE, Score, loss_in},
    table::{Bound, Entry},
};

/// Depth in the table of a leaf after so many fours: the fewer, the deeper.
fn depth_after(fours: i32) -> i32 {
    -1 - fours
}

impl<const HALF: usize> Search<'_, HALF> {
    /// The value after `fours` fours in a row; if one of the other side is to be answered, it is.
    pub(super) fn quiescence(
        &mut self,
        window: Window,
        alpha: Score,
        beta: Score,
        ply: usize,
        fours: i32,
    ) -> Score {
        if self.enter() {
            return 0;
        }
        self.lines[ply].clear();
        if let Some(score) = self.certain(ply) {
            return score;
        }
        if self.position.count(!self.position.turn(), PointPattern::Five) > 0 {
            return self.answer(window, alpha, beta, ply, fours);
        }
        self.fours(window, alpha, beta, ply, fours)
    }

    /// The other side made a four: there is one answer, if that is legal.
    fn answer(&mut self, window: Window, alpha: Score, beta: Score, ply: usize, fours: i32) -> Score {
        let block = self.position.five(!self.position.turn());
        let Some(cell) = block.filter(|&cell| self.position.is_legal(cell)) else {
            return loss_in(ply + 2);
        };
        self.position.play(cell);
        let score = -self.quiescence(window, -beta, -alpha, ply + 1, fours);
        self.position.undo();
        if window == Window::Open && !self.stopped {
            self.keep_line(ply, cell);
        }
        score
    }

    fn fours(&mut self, window: Window, mut alpha: Score, beta: Score, ply: usize, fours: i32) -> Score {
        let open = window == Window::Open;
        let key = self.position.key();
        let found = self.table.probe(key, ply);
        if let Some(entry) = found
            && !open
            && entry.depth >= depth_after(fours)
            && entry.bound.decides(entry.score, beta)
        {
            return entry.score;
        }
        let value = match found {
            Some(entry) => entry.value,
            None => self.static_value(),
        };
        let mut best = match found {
            Some(entry) if entry.bound.decides(entry.score, value + 1) => entry.score,
            _ => value,
        };
        let first = found.map_or(Cell::NONE, |entry| entry.play);
        let before = alpha;
        let mut best_play = Cell::NONE;
        if best < beta && fours < self.params.fours_max {
            alpha = alpha.max(best);
            let start = self.list_fours(fours, first);
            let mut at = start;
            while let Some(scored) = bring_forward(&mut self.scored_moves, at) {
                at += 1;
                let cell = scored.cell();
                if !self.position.is_legal(cell) {
                    continue;
                }
                self.position.play(cell);
                let score = -self.quiescence(window, -beta, -alpha, ply + 1, fours + 1);
                self.position.undo();
                if self.stopped {
                    self.scored_moves.truncate(start);
                    return 0;
                }
                if score > best {
                    best = score;
                    if score > alpha {
                        alpha = score;
                        best_play = cell;
                        if open {
                            self.keep_line(ply, cell);
                        }
                        if score >= beta {
                            break;
                        }
                    }
                }
            }
            self.scored_moves.truncate(start);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if open && best > before {
            Bound::Exact
        } else {
            Bound::Upper
        };
        debug_assert!(best > -INFINITE);
        let entry = Entry {
            score: best,
            value,
            play: best_play,
            depth: depth_after(fours),
            bound,
            principal: false,
        };
        self.table.store(key, ply, &entry);
        best
    }

    /// The points where a four can be made. After some fours only those count that have to do with the last one,
    /// and of the plain ones none.
    fn list_fours(&mut self, fours: i32, first: Cell) -> usize {
        let start = self.scored_moves.len();
        let own = self.position.turn();
        let last = self.position.played(2);
        let plain = fours < self.params.fours_plain;
        let (position, scored_moves) = (&self.position, &mut self.scored_moves);
        Sites::each(
            |row| position.fours(own).rows[row],
            |cell| {
                let near = fours == 0 || cell.distance(last) <= 4;
                let strong = plain || position.pattern(own, cell) > PointPattern::Four as u8;
                if near && strong {
                    let order = if cell == first {
                        ScoredMove::FIRST
                    } else {
                        position.promise(cell)
                    };
                    scored_moves.push(ScoredMove::new(cell, order));
                }
            },
        );
        start
    }
}
