//! Which moves a position offers the search, and in which order: all candidates, or the few that answer a threat.

use referee::color::Color;

use super::{cell::Cell, point_pattern::PointPattern, position::Position};

/// A move to try: its order above, its cell in the ten lowest bits, so that the greatest of many is found quickly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredMove(i32);

impl ScoredMove {
    /// The order of a move that is tried before all others.
    pub(super) const FIRST: i32 = 1 << 20;

    /// A move with this order, which is well below [`ScoredMove::FIRST`] and above its negative.
    #[inline(always)]
    pub(super) fn new(cell: Cell, order: i32) -> ScoredMove {
        ScoredMove(order << 10 | cell.index() as i32)
    }

    #[inline(always)]
    pub(super) fn cell(self) -> Cell {
        Cell::from_index((self.0 & 0x3FF) as usize)
    }

    /// The same move, tried earlier by this much.
    #[inline(always)]
    pub(super) fn raised(self, by: i32) -> ScoredMove {
        ScoredMove(self.0 + (by << 10))
    }
}

/// Why the moves are those that they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GenerationMode {
    /// The other side has a five to block.
    Block,
    /// The other side is about to make an open four: what may stop it, and our own fours.
    Defence,
    /// Every candidate.
    All,
}

impl GenerationMode {
    /// What the side to move may choose from. It has no five itself.
    #[inline]
    pub(super) fn of<const HALF: usize>(position: &Position<HALF>) -> GenerationMode {
        let other = !position.turn();
        if position.count(other, PointPattern::Five) > 0 {
            GenerationMode::Block
        } else if position.count(other, PointPattern::OpenFour) > 0 {
            GenerationMode::Defence
        } else {
            GenerationMode::All
        }
    }

    /// Adds the moves to `scored_moves`, legal or not.
    ///
    /// Whatever stops an open four takes a point from one of its fives, and there the other side would make a four,
    /// too: so the points where either side makes a four or better are enough.
    #[inline]
    pub(super) fn list<const HALF: usize>(
        self,
        position: &Position<HALF>,
        scored_moves: &mut Vec<ScoredMove>,
    ) {
        let mut add = |cell: Cell| scored_moves.push(ScoredMove::new(cell, position.promise(cell)));
        match self {
            GenerationMode::Block => {
                if let Some(cell) = position.five(!position.turn()) {
                    add(cell);
                }
            }
            GenerationMode::Defence => position.fours_of_both(add),
            GenerationMode::All => position.candidates(add),
        }
    }
}

/// Takes the best of the scored moves from `first` on, the earliest of equals, to the place `first`.
#[inline(always)]
pub(super) fn bring_forward(scored_moves: &mut [ScoredMove], first: usize) -> Option<ScoredMove> {
    let rest = scored_moves.get_mut(first..)?;
    let most = rest.iter().fold(i32::MIN, |most, scored| most.max(scored.0));
    let place = rest.iter().position(|scored| scored.0 == most)?;
    rest.swap(0, place);
    Some(ScoredMove(most))
}

/// What the static look at a position proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The side to move wins with its stone of so many plies on.
    Win(usize),
    /// It loses to the other side's stone of so many plies on.
    Loss(usize),
}

/// Wins and losses that the counts prove.
///
/// - A five wins.
/// - Two points where the other side makes five lose.
/// - Without a five of the other side, an open four wins: one of its two fives stays.
/// - If the other side cannot make a four, a four and a three at once win, and so do two threes: whatever is
///   answered, an open four follows. In renju the point of Black's open four may be forbidden: not proven there.
#[inline]
pub(super) fn proof<const HALF: usize>(position: &Position<HALF>) -> Option<Proof> {
    let (own, other) = (position.turn(), !position.turn());
    if position.count(own, PointPattern::Five) > 0 {
        return Some(Proof::Win(1));
    }
    match position.count(other, PointPattern::Five) {
        0 => {}
        1 => return None,
        _ => return Some(Proof::Loss(2)),
    }
    if position.count(own, PointPattern::OpenFour) > 0 {
        return Some(Proof::Win(3));
    }
    let renju = position.rule() == referee::gomoku::Rule::Renju;
    let forks = position.count(own, PointPattern::TwoThrees) > 0
        || position.count(own, PointPattern::FourThree) > 0 && !(renju && own == Color::Black);
    if !forks {
        return None;
    }
    let fours = [
        PointPattern::Four,
        PointPattern::FourPlus,
        PointPattern::FourThree,
        PointPattern::OpenFour,
    ];
    let counters = fours.iter().any(|&four| position.count(other, four) > 0)
        // A point that only seems forbidden may be a four.
        || renju && other == Color::Black && position.count(other, PointPattern::Forbidden) > 0;
    (!counters).then_some(Proof::Win(5))
}

#[cfg(test)]
mod tests;
