//! Wins by threats (VCT): fours, and moves after which the winner would win by fours if the other side passed. Such a
//! win by fours says what may be replied: whatever neither takes a point of it nor prepares a five on the way changes
//! nothing, so that the others are tried, all of them. One threat, two threats, three …: iterative deepening.
//!
//! Of the winner's moves only the promising ones are tried: that may miss a win, and makes none of what is none.

use referee::{color::Color, point::Point};

use super::{Failed, Found, Work};
use crate::{
    alphabeta::{
        cell::{Cell, Sites},
        moves::{ScoredMove, bring_forward},
        point_pattern::PointPattern,
    },
    proof::{Attack, Threat},
};

/// Fours that a search for a threat looks ahead.
const FOURS_AHEAD: u32 = 16;
/// Nodes of such a search.
const NODES_AHEAD: u64 = 2_000;
/// Sets these failures apart from those of fours.
const SALT: u64 = 0x5EED_0F7E_A752_1D9B;

/// What a search found.
pub(super) enum Threats {
    Win(Attack),
    /// None, as far as was looked.
    Not,
    Stopped,
}

/// Which replies may help against what threatens.
pub(super) enum Replies {
    /// As far as was looked, nothing threatens.
    All,
    /// The block of a five.
    Block,
    /// Some, against this win by fours.
    To(Vec<Point>),
}

impl<const HALF: usize> Work<'_, HALF> {
    /// A win of the side to move with the fewest threats that are found to do; first, by fours alone.
    pub(super) fn win_by_threats(&mut self, fours_max: u32, threats_max: u32) -> Threats {
        match self.win_by_fours(fours_max) {
            Found::Win => return Threats::Win(Attack::Fours(self.line_points())),
            Found::Stopped => return Threats::Stopped,
            Found::Never | Found::Within => {}
        }
        self.win_beyond_fours(threats_max)
    }

    /// The same where it is known that there is none by fours alone.
    pub(super) fn win_beyond_fours(&mut self, threats_max: u32) -> Threats {
        for threats in 1..=threats_max.min(Failed::NEVER - 1) {
            match self.threaten(threats) {
                Threats::Not => {}
                other => return other,
            }
        }
        Threats::Not
    }

    /// A short search for a win by fours.
    fn look_for_fours(&mut self) -> Found {
        self.nodes_end = self.nodes + NODES_AHEAD;
        let found = self.win_by_fours(FOURS_AHEAD);
        self.nodes_end = u64::MAX;
        found
    }

    /// Whether the side to move wins with so many threats and fours after them.
    fn threaten(&mut self, threats: u32) -> Threats {
        let own = self.position.turn();
        if self.look_for_fours() == Found::Win {
            return Threats::Win(Attack::Fours(self.line_points()));
        }
        if self.stopped {
            return Threats::Stopped;
        }
        if threats == 0 || self.position.count(!own, PointPattern::Five) > 1 {
            return Threats::Not;
        }
        let key = self.position.key() ^ self.salt ^ SALT;
        if self.failed.probe(key).is_some_and(|tried| tried >= threats) {
            return Threats::Not;
        }
        let start = self.scored_moves.len();
        self.list_threats();
        let found = self.try_threats(threats, start);
        self.scored_moves.truncate(start);
        if let Threats::Not = found {
            self.failed.store(key, threats);
        }
        found
    }

    /// The moves that may threaten something; if a five is to be blocked, its block.
    fn list_threats(&mut self) {
        let own = self.position.turn();
        let (position, scored_moves) = (&self.position, &mut self.scored_moves);
        let mut add = |cell: Cell| scored_moves.push(ScoredMove::new(cell, position.promise(cell)));
        match position.five(!own) {
            Some(block) => add(block),
            None => position.candidates(|cell| {
                let pattern = position.pattern(own, cell);
                if pattern >= PointPattern::ClosedThree as u8 || pattern == PointPattern::Forbidden as u8 {
                    add(cell);
                }
            }),
        }
    }

    fn try_threats(&mut self, threats: u32, start: usize) -> Threats {
        let mut at = start;
        while let Some(scored) = bring_forward(&mut self.scored_moves, at) {
            at += 1;
            if !self.position.is_legal(scored.cell()) {
                continue;
            }
            if self.stopped {
                return Threats::Stopped;
            }
            self.play(scored.cell());
            let found = self.try_replies(scored.cell().point(), threats);
            self.position.undo();
            match found {
                Threats::Not => {}
                other => return other,
            }
        }
        Threats::Not
    }

    /// After the move `play`: whether it is a threat, and every reply that may help loses, too.
    fn try_replies(&mut self, play: Point, threats: u32) -> Threats {
        let (own, attacker) = (self.position.turn(), !self.position.turn());
        if self.position.count(own, PointPattern::Five) > 0 {
            return Threats::Not;
        }
        let start = self.scored_moves.len();
        let otherwise = match self.list_replies(attacker) {
            Replies::All if self.stopped => return Threats::Stopped,
            Replies::All => return Threats::Not,
            Replies::Block => Vec::new(),
            Replies::To(otherwise) => otherwise,
        };
        let mut replies = Vec::new();
        let mut at = start;
        let found = loop {
            let Some(scored) = bring_forward(&mut self.scored_moves, at) else {
                break Threats::Win(Attack::Threat(Box::new(Threat {
                    play,
                    otherwise,
                    replies,
                })));
            };
            at += 1;
            if !self.position.is_legal(scored.cell()) {
                continue;
            }
            if self.stopped {
                break Threats::Stopped;
            }
            self.play(scored.cell());
            let found = self.threaten(threats - 1);
            self.position.undo();
            match found {
                Threats::Win(attack) => replies.push((scored.cell().point(), attack)),
                other => break other,
            }
        };
        self.scored_moves.truncate(start);
        found
    }

    /// Adds to `scored_moves` every reply that may help where the side that does not move, `attacker`, threatens to win by fours.
    /// Of several fives that threaten one is looked at: no reply helps against all.
    pub(super) fn list_replies(&mut self, attacker: Color) -> Replies {
        if let Some(block) = self.position.five(attacker) {
            self.scored_moves.push(ScoredMove::new(block, 0));
            return Replies::Block;
        }
        self.position.pass();
        let found = self.look_for_fours();
        self.position.pass();
        if found != Found::Win {
            return Replies::All;
        }
        let otherwise = self.line_points();
        self.list_replies_to_fours();
        Replies::To(otherwise)
    }

    /// Adds to `scored_moves` every reply that may help against the win by fours in `line`, which threatens:
    ///
    /// - one of its points, or a block of one of its fours;
    /// - what makes a four for the side to move, now or on the way: with a five of its own it would not have to block;
    /// - every empty point, where the win rests on what renju forbids Black: the way in which a stone changes that may
    ///   be long. (A stone of White's takes shapes from Black, and gives none; but with a shape a point may lose what
    ///   made it forbidden, and so make another point's three real.)
    fn list_replies_to_fours(&mut self) {
        let line = std::mem::take(&mut self.line);
        let mut useful = Sites::NONE;
        self.position.pass();
        let mut played = 0;
        let mut delicate = false;
        for pair in line.chunks(2) {
            self.mark_counters(&mut useful);
            useful.insert(pair[0]);
            let own = self.position.turn();
            let pattern = self.position.pattern(own, pair[0]);
            if pattern == PointPattern::Five as u8 {
                break;
            }
            // Black may stand only where two threes happen not to be real.
            delicate |= pattern == PointPattern::Forbidden as u8;
            self.position.play(pair[0]);
            played += 1;
            let fives = self.mark_fives(own, &mut useful);
            let block = self.position.five(own);
            if fives > 1 || block.is_none() || block != pair.get(1).copied() {
                // One five that is not blocked: renju forbids it.
                delicate |= fives == 1;
                break;
            }
            self.position.play(pair[1]);
            played += 1;
        }
        for _ in 0..played {
            self.position.undo();
        }
        self.position.pass();
        self.line = line;
        let (position, scored_moves) = (&self.position, &mut self.scored_moves);
        position.empty_points(|cell| {
            if delicate || useful.contains(cell) {
                scored_moves.push(ScoredMove::new(cell, position.promise(cell)));
            }
        });
    }

    /// Adds the points where the side that is not to move makes a four.
    fn mark_counters(&self, useful: &mut Sites) {
        let (position, other) = (&self.position, !self.position.turn());
        Sites::each(|row| position.fours(other).rows[row], |cell| useful.insert(cell));
        if other == Color::Black && position.count(other, PointPattern::Forbidden) > 0 {
            position.empty_points(|cell| {
                if position.pattern(other, cell) == PointPattern::Forbidden as u8 {
                    useful.insert(cell);
                }
            });
        }
    }

    /// Adds the points where `color` makes five, and counts them.
    fn mark_fives(&self, color: Color, useful: &mut Sites) -> u32 {
        let position = &self.position;
        let mut fives = 0;
        Sites::each(
            |row| position.fours(color).rows[row],
            |cell| {
                if position.pattern(color, cell) == PointPattern::Five as u8 {
                    useful.insert(cell);
                    fives += 1;
                }
            },
        );
        fives
    }
}
