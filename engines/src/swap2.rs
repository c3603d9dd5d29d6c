//! How our engines open a game under swap2, where the other player then takes the better side: three stones that
//! favour nobody. Those for `alphabeta` were found by its search (`tengen openings make --plies 3`).

use referee::{
    gomoku::{Position, Rule},
    point::Point,
    symmetry::Symmetry,
};

/// Three stones (black, white, black) of which neither colour gains much: White, to move, has its stone free on
/// one side, and the black stones do not support each other. They fit on every board.
///
/// ```text
/// . . . . .
/// . . . o .
/// . . x . .
/// . . . . .
/// . . . x .
/// ```
pub(crate) fn opening(size: u8) -> [Point; 3] {
    placed(size, [(0, 0), (1, -1), (1, 2)])
}

/// Columns to the right of the centre and rows down from it: black, white, black.
type Triple = [(i8, i8); 3];

/// The smallest board on which the drawn triples, which reach three lines from the centre, have room to be what they are.
const SIZE_MIN: u8 = 11;

/// Three stones that favour nobody, by any number, however the board is turned.
pub(crate) fn drawn(rule: Rule, size: u8, number: u64) -> [Point; 3] {
    let triples = triples(rule);
    if size < SIZE_MIN || triples.is_empty() {
        return opening(size);
    }
    let count = triples.len() as u64;
    let triple = triples[(number % count) as usize];
    let symmetry = Symmetry::ALL[(number / count % 8) as usize];
    placed(size, triple).map(|point| symmetry.apply(point, size))
}

/// Empty points within two lines of a stone, row by row.
pub(crate) fn near(position: &Position) -> Vec<Point> {
    let board = position.board();
    let is_near = |point: &Point| {
        board.points().any(|other| {
            !board.is_empty(other) && point.x.abs_diff(other.x).max(point.y.abs_diff(other.y)) <= 2
        })
    };
    board.empties().filter(is_near).collect()
}

fn placed(size: u8, triple: Triple) -> [Point; 3] {
    let centre = size / 2;
    triple.map(|(dx, dy)| Point::new(centre.wrapping_add_signed(dx), centre.wrapping_add_signed(dy)))
}

/// Scores within 30 of 0 after 30,000 and 300,000 nodes on 15 lines.
fn triples(rule: Rule) -> &'static [Triple] {
    match rule {
        Rule::Freestyle => FREESTYLE,
        Rule::Standard => STANDARD,
        Rule::Renju => RENJU,
    }
}

const FREESTYLE: &[Triple] = &[
    [(3, -3), (1, -2), (0, 0)],
    [(2, 2), (0, 1), (-2, -1)],
    [(2, 0), (2, -2), (0, 2)],
    [(-2, -3), (0, -1), (2, -1)],
    [(-3, 2), (-1, 1), (1, 0)],
    [(-2, 3), (0, 2), (2, 0)],
    [(-2, 1), (-2, 3), (0, -1)],
    [(-3, -3), (-2, -2), (0, 0)],
    [(-2, -1), (0, 1), (1, 3)],
    [(-1, 1), (1, -1), (2, -2)],
    [(1, -2), (-1, -1), (-3, 1)],
    [(1, -1), (0, 0), (-2, 2)],
    [(-2, 3), (0, 2), (2, 1)],
    [(0, 2), (1, 0), (3, -2)],
    [(3, 0), (2, 2), (0, 3)],
    [(-1, -2), (1, -2), (-3, 0)],
    [(3, -1), (2, 0), (0, 2)],
    [(-1, 0), (0, 2), (-3, -2)],
    [(2, -2), (0, -2), (-2, -3)],
];
const STANDARD: &[Triple] = &[
    [(-1, 3), (1, 2), (3, 0)],
    [(2, 3), (1, 2), (-1, 0)],
    [(3, -3), (1, -2), (0, 0)],
    [(-1, 1), (-3, 0), (1, -1)],
    [(3, -3), (1, -1), (-1, -1)],
    [(0, 2), (-2, 3), (2, 0)],
    [(-2, -1), (-3, -1), (0, -3)],
    [(3, 3), (1, 1), (0, -1)],
    [(0, -1), (-1, 1), (2, -3)],
    [(0, -1), (-1, 0), (2, -3)],
    [(-3, -3), (-2, -2), (0, 0)],
    [(-2, -1), (0, 1), (1, 3)],
    [(0, -1), (-1, -2), (2, 1)],
    [(-1, 1), (1, -1), (2, -2)],
];
const RENJU: &[Triple] = &[
    [(2, 3), (1, 2), (-1, 0)],
    [(3, -3), (1, -1), (-1, -1)],
    [(-2, -1), (-3, -1), (0, -3)],
    [(1, 3), (1, 1), (0, -1)],
    [(0, -2), (1, -1), (-2, 0)],
    [(-1, 0), (-3, 0), (1, 2)],
    [(-1, 1), (0, 1), (-3, -1)],
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use referee::{gomoku::Move, position::Position as _};

    use super::*;

    #[test]
    fn drawn_openings_are_legal_on_every_board() {
        for rule in Rule::ALL {
            for size in referee::gomoku::SIZES {
                for number in 0..200 {
                    let mut position = Position::with_swap2(size, rule).unwrap();
                    for point in drawn(rule, size, number) {
                        position.play(Move::Place(point)).unwrap();
                    }
                }
            }
            let keys = triples(rule).iter().map(|&triple| {
                let mut position = Position::new(15, rule).unwrap();
                for point in placed(15, triple) {
                    position.play(Move::Place(point)).unwrap();
                }
                position.canonical_key().0
            });
            assert_eq!(keys.collect::<HashSet<_>>().len(), triples(rule).len());
        }
    }
}
