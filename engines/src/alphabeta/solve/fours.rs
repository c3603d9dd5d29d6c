//! Wins by fours (VCF). There is one answer to a four, so that the search is one along a line of play with choices on one
//! side only; it looks for one four, two fours, three …, and what it finds first is the shortest. Which order of the same
//! fours fails is remembered in the table.

use referee::{color::Color, gomoku::Rule};

use super::{Failed, Work};
use crate::alphabeta::{
    cell::{Cell, Sites},
    line_pattern::LinePattern,
    moves::{ScoredMove, bring_forward},
    point_pattern::{PointPattern, line_patterns_of},
};

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A win: its moves are in `line`.
    Win,
    /// No win, with any number of fours.
    Never,
    /// No win with so many fours.
    Within,
    /// The search had to end.
    Stopped,
}

impl<const HALF: usize> Work<'_, HALF> {
    /// The shortest win by fours of the side to move. Its moves are in `line`, the first one first.
    pub(super) fn win_by_fours(&mut self, fours_max: u32) -> Found {
        for fours in 0..=fours_max.min(Failed::NEVER - 1) {
            self.line.clear();
            match self.attack(fours) {
                Found::Win => {
                    self.line.reverse();
                    return Found::Win;
                }
                Found::Within => {}
                other => return other,
            }
        }
        Found::Within
    }

    /// Whether the side to move wins with at most so many fours and a five. The moves of a win are added to `line`, the
    /// last one first.
    fn attack(&mut self, fours: u32) -> Found {
        let own = self.position.turn();
        if self.position.count(own, PointPattern::Five) > 0
            && let Some(five) = self.position.five(own)
        {
            self.line.push(five);
            return Found::Win;
        }
        let only = match self.position.count(!own, PointPattern::Five) {
            0 => None,
            1 => self.position.five(!own),
            _ => return Found::Never,
        };
        let suspects = own == Color::Black && self.position.count(own, PointPattern::Forbidden) > 0;
        if !suspects && self.position.fours(own).is_empty() {
            return Found::Never;
        }
        if fours == 0 {
            return Found::Within;
        }
        let key = self.position.key() ^ self.salt;
        match self.failed.probe(key) {
            Some(Failed::NEVER) => return Found::Never,
            Some(tried) if tried >= fours => return Found::Within,
            _ => {}
        }
        let start = self.scored_moves.len();
        self.list_fours(only, suspects);
        let found = self.try_fours(fours, start);
        self.scored_moves.truncate(start);
        match found {
            Found::Never => self.failed.store(key, Failed::NEVER),
            Found::Within => self.failed.store(key, fours),
            Found::Win | Found::Stopped => {}
        }
        found
    }

    fn try_fours(&mut self, fours: u32, start: usize) -> Found {
        let own = self.position.turn();
        // The last four must leave two fives, or one that renju forbids Black to block.
        let any = fours > 1 || own == Color::White && self.position.rule() == Rule::Renju;
        let mut failure = Found::Never;
        let mut at = start;
        while let Some(scored) = bring_forward(&mut self.scored_moves, at) {
            at += 1;
            let cell = scored.cell();
            let pattern = self.position.pattern(own, cell);
            if !any && (PointPattern::Four as u8..=PointPattern::FourThree as u8).contains(&pattern) {
                failure = Found::Within;
                continue;
            }
            if !self.position.is_legal(cell) {
                continue;
            }
            if self.is_over() {
                return Found::Stopped;
            }
            self.play(cell);
            let found = self.answer(fours);
            self.position.undo();
            match found {
                Found::Win => {
                    self.line.push(cell);
                    return Found::Win;
                }
                Found::Stopped => return Found::Stopped,
                Found::Within => failure = Found::Within,
                Found::Never => {}
            }
        }
        failure
    }

    /// After a four: there is one answer, if any.
    fn answer(&mut self, fours: u32) -> Found {
        let attacker = !self.position.turn();
        let Some(block) = self.position.five(attacker) else {
            return Found::Never;
        };
        if self.position.count(attacker, PointPattern::Five) > 1 || !self.position.is_legal(block) {
            self.end(block);
            return Found::Win;
        }
        self.play(block);
        let found = self.attack(fours - 1);
        self.position.undo();
        if found == Found::Win {
            self.line.push(block);
        }
        found
    }

    /// The last two moves of a win: some legal reply, a block if that is one, and the five that it leaves.
    fn end(&mut self, block: Cell) {
        let attacker = !self.position.turn();
        let mut empties = Vec::new();
        self.position.empty_points(|cell| {
            let five = self.position.pattern(attacker, cell) == PointPattern::Five as u8;
            empties.push((!five, cell.distance(block), cell));
        });
        empties.sort_unstable();
        let reply = empties
            .iter()
            .map(|&(_, _, cell)| cell)
            .find(|&cell| self.position.is_legal(cell));
        // Black without any legal reply has lost at once.
        let Some(reply) = reply else { return };
        let five = |&&(not_five, _, cell): &&(bool, usize, Cell)| !not_five && cell != reply;
        if let Some(&(_, _, five)) = empties.iter().find(five) {
            self.line.push(five);
            self.line.push(reply);
        }
    }

    /// Adds the points where the side to move makes a four to `scored_moves`; only this one, if another move loses at once.
    fn list_fours(&mut self, only: Option<Cell>, suspects: bool) {
        let own = self.position.turn();
        let (position, scored_moves) = (&self.position, &mut self.scored_moves);
        let mut add = |cell: Cell| {
            if only.is_none_or(|only| only == cell) {
                scored_moves.push(ScoredMove::new(cell, position.promise(cell)));
            }
        };
        Sites::each(|row| position.fours(own).rows[row], &mut add);
        if suspects {
            position.empty_points(|cell| {
                if position.pattern(own, cell) == PointPattern::Forbidden as u8
                    && makes_four(position.code(own, cell))
                {
                    add(cell);
                }
            });
        }
    }
}

/// Whether a point of these shapes makes one four. Renju's Black may make one where two threes are not real.
fn makes_four(code: u16) -> bool {
    let fours = [LinePattern::ClosedFour, LinePattern::OpenFour];
    line_patterns_of(code)
        .iter()
        .filter(|shape| fours.contains(shape))
        .count()
        == 1
}
