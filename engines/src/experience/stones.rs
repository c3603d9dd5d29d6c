//! A position as experience keeps it: board, rule and stones, the same for all eight ways to lay the board. Whose turn
//! it is follows from the stones. Knows nothing of worths.

use referee::{
    color::Color,
    gomoku::{Position, Rule, SIZES},
    point::Point,
    symmetry::Symmetry,
};

/// Stones and where they stand, in the canonical form: size, rule, and two bytes a stone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stones(Box<[u8]>);

/// A bit for each colour and point.
pub(crate) type Bits = [u64; 16];

impl Stones {
    /// The canonical form of a position's stones.
    pub fn of(position: &Position) -> Stones {
        let size = position.size();
        let board = position.board();
        let stones: Vec<(Point, Color)> = board
            .points()
            .filter_map(|point| Some((point, board.stone(point)?)))
            .collect();
        let images = Symmetry::ALL.map(|symmetry| {
            let place = |&(point, color): &(Point, Color)| place(symmetry.apply(point, size), color, size);
            let mut places: Vec<u16> = stones.iter().map(place).collect();
            places.sort_unstable();
            places
        });
        let least = images.into_iter().min().unwrap_or_default();
        let head = [size, position.rule() as u8];
        Stones(
            head.into_iter()
                .chain(least.iter().flat_map(|place| place.to_be_bytes()))
                .collect(),
        )
    }

    /// What a file holds; `None` if it is no position.
    pub fn from_bytes(bytes: &[u8]) -> Option<Stones> {
        let stones = Stones(bytes.into());
        let (&[size, rule], places) = bytes.split_first_chunk::<2>()?;
        if !SIZES.contains(&size) {
            return None;
        }
        let most = 2 * u16::from(size) * u16::from(size);
        let fits = usize::from(rule) < Rule::ALL.len()
            && places.len().is_multiple_of(2)
            && stones.places().is_sorted_by(|one, other| one < other)
            && stones.places().all(|place| place < most);
        fits.then_some(stones)
    }

    /// As a file holds it.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Lines a side.
    pub fn size(&self) -> u8 {
        self.0[0]
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        Rule::ALL[usize::from(self.0[1])]
    }

    /// Number of stones.
    pub fn count(&self) -> usize {
        self.0.len() / 2 - 1
    }

    /// Every stone.
    pub fn each(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        self.places().map(|place| stone(place, self.size()))
    }

    fn places(&self) -> impl Iterator<Item = u16> + '_ {
        self.0[2..]
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
    }

    pub(super) fn bits(&self) -> Bits {
        self.places().fold([0; 16], with)
    }
}

/// The stones of a position under a symmetry.
pub(crate) fn bits_of(position: &Position, symmetry: Symmetry) -> Bits {
    let (board, size) = (position.board(), position.size());
    let stones = board
        .points()
        .filter_map(|point| Some(place(symmetry.apply(point, size), board.stone(point)?, size)));
    stones.fold([0; 16], with)
}

/// The stones of `more` that are not in `fewer`, or `None` if `fewer` is no part of it.
pub(super) fn rest(fewer: &Bits, more: &Bits, size: u8) -> Option<Vec<(Point, Color)>> {
    if fewer.iter().zip(more).any(|(fewer, more)| fewer & !more != 0) {
        return None;
    }
    let mut stones = Vec::new();
    for (word, (fewer, more)) in (0..).zip(fewer.iter().zip(more)) {
        let mut bits = more & !fewer;
        while bits != 0 {
            stones.push(stone(word * 64 + bits.trailing_zeros() as u16, size));
            bits &= bits - 1;
        }
    }
    Some(stones)
}

fn with(mut bits: Bits, place: u16) -> Bits {
    bits[usize::from(place / 64)] |= 1 << (place % 64);
    bits
}

fn place(point: Point, color: Color, size: u8) -> u16 {
    2 * (u16::from(point.y) * u16::from(size) + u16::from(point.x)) + color.index() as u16
}

fn stone(place: u16, size: u8) -> (Point, Color) {
    let (cell, size) = (place / 2, u16::from(size));
    let color = if place.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    };
    (Point::new((cell % size) as u8, (cell / size) as u8), color)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use referee::{gomoku::Move, position::Position as _};

    use super::*;

    fn position(size: u8, places: &[(u8, u8)]) -> Position {
        let mut position = Position::new(size, Rule::Standard).unwrap();
        for &(x, y) in places {
            let _ = position.play(Move::Place(Point::new(x % size, y % size)));
        }
        position
    }

    proptest! {
        #[test]
        fn the_same_however_the_board_lies(size in 5u8..=22, places in prop::collection::vec((0u8..22, 0u8..22), 0..40)) {
            let position = position(size, &places);
            let stones = Stones::of(&position);
            for symmetry in Symmetry::ALL {
                prop_assert_eq!(&Stones::of(&position.transformed(symmetry)), &stones);
            }
            prop_assert_eq!(Stones::from_bytes(stones.as_bytes()), Some(stones.clone()));
            prop_assert_eq!(stones.count(), usize::from(position.board().stones()));
            prop_assert_eq!((stones.size(), stones.rule()), (size, Rule::Standard));
            prop_assert_eq!(stones.each().count(), stones.count());
        }

        #[test]
        fn any_bytes_will_do(bytes: Vec<u8>) {
            let _ = Stones::from_bytes(&bytes);
        }
    }

    #[test]
    fn more_stones_are_told_from_other_stones() {
        let start = position(15, &[(7, 7), (8, 7)]);
        let after = position(15, &[(7, 7), (8, 7), (3, 4)]);
        let other = position(15, &[(7, 7), (9, 7), (3, 4)]);
        let bits = |position| bits_of(position, Symmetry::IDENTITY);
        assert_eq!(
            rest(&bits(&start), &bits(&after), 15),
            Some(vec![(Point::new(3, 4), Color::Black)])
        );
        assert_eq!(rest(&bits(&start), &bits(&other), 15), None);
    }
}
