//! Static proofs against a search that asks the referee.

use proptest::{collection::vec, prelude::*};
use referee::{
    gomoku::{self, Move, Rule, line::would_win},
    point::Point,
    position::Position as _,
};

use super::*;
use crate::alphabeta::{options::Reach, weights::Tables};

/// Whether the side to move wins within `plies` (odd) against every answer, trying only points of `worthwhile`.
fn wins(position: &mut gomoku::Position, plies: usize) -> bool {
    let own = position.to_place();
    let empties: Vec<Point> = position.board().empties().collect();
    let legal = |position: &gomoku::Position, point| position.check(Move::Place(point)).is_ok();
    if empties
        .iter()
        .any(|&point| would_win(position.board(), point, own, position.rule()) && legal(position, point))
    {
        return true;
    }
    if plies < 3 {
        return false;
    }
    let threatened: Vec<Point> = empties
        .iter()
        .copied()
        .filter(|&point| would_win(position.board(), point, !own, position.rule()))
        .collect();
    for &point in &empties {
        if !threatened.is_empty() && !threatened.contains(&point) || !makes_something(position, point, plies)
        {
            continue;
        }
        if position.play(Move::Place(point)).is_err() {
            continue;
        }
        let won = position.end().is_none() && loses(position, plies - 1);
        position.undo();
        if won {
            return true;
        }
    }
    false
}

/// Whether every answer of the side to move loses within `plies` (even).
fn loses(position: &mut gomoku::Position, plies: usize) -> bool {
    let own = position.to_place();
    let moves: Vec<Point> = position.board().empties().collect();
    for point in moves {
        if would_win(position.board(), point, own, position.rule()) {
            return false;
        }
        if position.play(Move::Place(point)).is_err() {
            continue;
        }
        let lost = position.end().is_none() && wins(position, plies - 1);
        position.undo();
        if !lost {
            return false;
        }
    }
    true
}

/// Before the last but one stone a win has to threaten: a point with enough own stones about.
fn makes_something(position: &gomoku::Position, point: Point, plies: usize) -> bool {
    let own = position.to_place();
    let needed = if plies == 3 { 3 } else { 2 };
    [(1_i8, 0_i8), (0, 1), (1, 1), (1, -1)]
        .into_iter()
        .any(|(dx, dy)| {
            let stones = (-4_i8..=4)
                .filter(|&step| {
                    let at = Point::new(
                        point.x.wrapping_add_signed(dx * step),
                        point.y.wrapping_add_signed(dy * step),
                    );
                    position.stone(at) == Some(own)
                })
                .count();
            stones >= needed
        })
}

fn check<const HALF: usize>(position: &gomoku::Position) -> Result<(), TestCaseError> {
    let seen = Position::<HALF>::new(position, Reach::DEFAULT, Tables::of(position.rule()));
    let mut asked = position.clone();
    match proof(&seen) {
        Some(Proof::Win(plies)) if plies <= seen.empties() => {
            prop_assert!(
                wins(&mut asked, plies),
                "no win in {}\n{}",
                plies,
                position.board()
            );
        }
        Some(Proof::Loss(plies)) => {
            prop_assert!(
                loses(&mut asked, plies),
                "no loss in {}\n{}",
                plies,
                position.board()
            );
        }
        _ => {}
    }
    Ok(())
}

#[test]
fn the_earliest_comes_first() {
    let cell = |index| Cell::from_index(index);
    let mut scored_moves = vec![
        ScoredMove::new(cell(200), 5),
        ScoredMove::new(cell(201), -9_000),
        ScoredMove::new(cell(202), 70),
    ];
    scored_moves[1] = scored_moves[1].raised(ScoredMove::FIRST);
    let order: Vec<Cell> = (0..4)
        .filter_map(|first| bring_forward(&mut scored_moves, first))
        .map(ScoredMove::cell)
        .collect();
    assert_eq!(order, [cell(201), cell(202), cell(200)]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_proven_is_so(
        rule in prop::sample::select(Rule::ALL.to_vec()),
        size in 7_u8..=9,
        steps in vec((any::<u8>(), any::<u8>()), 8..26),
    ) {
        let mut position = gomoku::Position::new(size, rule).unwrap();
        for (x, y) in steps {
            let mut next = position.clone();
            let point = Point::new(1 + x % (size - 2), 1 + y % (size - 2));
            if next.play(Move::Place(point)).is_ok() && next.end().is_none() {
                position = next;
            }
        }
        match rule {
            Rule::Freestyle => check::<4>(&position)?,
            Rule::Standard | Rule::Renju => check::<5>(&position)?,
        }
    }
}
