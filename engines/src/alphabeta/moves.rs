//! Which moves a position offers the search, and in which order: all candidates, or the few that answer a threat.

use referee::color::Color;

use super::{point::Class, position::Position, site::Site};

/// A move to try: its order above, its site in the ten lowest bits, so that the greatest of many is found quickly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pick(i32);

impl Pick {
    /// The order of a move that is tried before all others.
    pub(super) const FIRST: i32 = 1 << 20;

    /// A move with this order, which is well below [`Pick::FIRST`] and above its negative.
    #[inline(always)]
    pub(super) fn new(site: Site, order: i32) -> Pick {
        Pick(order << 10 | site.index() as i32)
    }

    #[inline(always)]
    pub(super) fn site(self) -> Site {
        Site::from_index((self.0 & 0x3FF) as usize)
    }

    /// The same move, tried earlier by this much.
    #[inline(always)]
    pub(super) fn raised(self, by: i32) -> Pick {
        Pick(self.0 + (by << 10))
    }
}

/// Why the moves are those that they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Offer {
    /// The other side has a five to block.
    Block,
    /// The other side is about to make an open four: what may stop it, and our own fours.
    Defence,
    /// Every candidate.
    All,
}

impl Offer {
    /// What the side to move may choose from. It has no five itself.
    #[inline]
    pub(super) fn of<const HALF: usize>(position: &Position<HALF>) -> Offer {
        let other = !position.turn();
        if position.count(other, Class::Five) > 0 {
            Offer::Block
        } else if position.count(other, Class::OpenFour) > 0 {
            Offer::Defence
        } else {
            Offer::All
        }
    }

    /// Adds the moves to `picks`, legal or not.
    ///
    /// Whatever stops an open four takes a point from one of its fives, and there the other side would make a four,
    /// too: so the points where either side makes a four or better are enough.
    #[inline]
    pub(super) fn list<const HALF: usize>(self, position: &Position<HALF>, picks: &mut Vec<Pick>) {
        let mut add = |site: Site| picks.push(Pick::new(site, position.promise(site)));
        match self {
            Offer::Block => {
                if let Some(site) = position.five(!position.turn()) {
                    add(site);
                }
            }
            Offer::Defence => position.fours_of_both(add),
            Offer::All => position.candidates(add),
        }
    }
}

/// Takes the earliest of the picks from `first` on to the place `first`.
#[inline(always)]
pub(super) fn bring_forward(picks: &mut [Pick], first: usize) -> Option<Pick> {
    let rest = picks.get_mut(first..)?;
    let most = rest.iter().fold(i32::MIN, |most, pick| most.max(pick.0));
    let place = rest.iter().position(|pick| pick.0 == most)?;
    rest.swap(0, place);
    Some(Pick(most))
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
    if position.count(own, Class::Five) > 0 {
        return Some(Proof::Win(1));
    }
    match position.count(other, Class::Five) {
        0 => {}
        1 => return None,
        _ => return Some(Proof::Loss(2)),
    }
    if position.count(own, Class::OpenFour) > 0 {
        return Some(Proof::Win(3));
    }
    let renju = position.rule() == referee::gomoku::Rule::Renju;
    let forks = position.count(own, Class::TwoThrees) > 0
        || position.count(own, Class::FourThree) > 0 && !(renju && own == Color::Black);
    if !forks {
        return None;
    }
    let fours = [Class::Four, Class::FourPlus, Class::FourThree, Class::OpenFour];
    let counters = fours.iter().any(|&four| position.count(other, four) > 0)
        // A point that only seems forbidden may be a four.
        || renju && other == Color::Black && position.count(other, Class::Forbidden) > 0;
    (!counters).then_some(Proof::Win(5))
}

#[cfg(test)]
mod tests;
