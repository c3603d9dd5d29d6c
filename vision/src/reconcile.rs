//! Which moves explain what is seen? Compares a position with a reading by the rules; never looks at pixels
//! and never decides what is to be done about a mismatch.

use referee::{
    color::Color,
    gomoku::{self, Move},
    point::Point,
    position::Position as _,
};

use crate::observation::{Content, Observation};

/// Why no legal moves lead from a position to a reading. A point comes with the lines of its board, from which it has its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Mismatch {
    /// The reading is of another board.
    #[error("the board seen has {columns} x {rows} points, the position {size}")]
    Size {
        /// Points in a row of the reading.
        columns: u8,
        /// Points in a column of the reading.
        rows: u8,
        /// Lines a side of the position.
        size: u8,
    },
    /// A cell could not be told.
    #[error("point {} is uncertain", .0.name_on(*.1))]
    Uncertain(Point, u8),
    /// A stone of the position is not there any more.
    #[error("the stone at {} vanished", .0.name_on(*.1))]
    Vanished(Point, u8),
    /// A stone changed its colour.
    #[error("the stone at {} changed its colour", .0.name_on(*.1))]
    Recolored(Point, u8),
    /// A stone of the side whose turn it is not.
    #[error("a stone of the wrong colour at {}", .0.name_on(*.1))]
    OutOfTurn(Point, u8),
    /// More stones than one move of each side.
    #[error("{0} stones at once")]
    TooMany(usize),
    /// The rules forbid it.
    #[error("{0}")]
    Illegal(String),
}

/// The moves, at most one of each side, that lead from `position` to what is seen; none if nothing changed.
/// Colours of the reading are those of the position.
///
/// # Errors
/// No such moves exist, and what stands in the way.
pub fn explain(position: &gomoku::Position, seen: &Observation) -> Result<Vec<Move>, Mismatch> {
    let size = position.size();
    if (seen.columns, seen.rows) != (size, size) {
        return Err(Mismatch::Size {
            columns: seen.columns,
            rows: seen.rows,
            size,
        });
    }
    let placed = added(position, seen)?;
    let turn = position.to_place();
    let of = |color: Color| {
        placed
            .iter()
            .filter(move |(_, found)| *found == color)
            .map(|(point, _)| *point)
    };
    let moves: Vec<Point> = match placed.len() {
        0 => Vec::new(),
        1 => match of(turn).next() {
            Some(point) => vec![point],
            None => return Err(Mismatch::OutOfTurn(placed[0].0, size)),
        },
        2 => match (of(turn).next(), of(!turn).next()) {
            (Some(first), Some(second)) => vec![first, second],
            _ => return Err(Mismatch::OutOfTurn(placed[1].0, size)),
        },
        count => return Err(Mismatch::TooMany(count)),
    };
    let mut trial = position.clone();
    for &point in &moves {
        trial
            .play(Move::Place(point))
            .map_err(|illegal| Mismatch::Illegal(illegal.to_string()))?;
    }
    Ok(moves.into_iter().map(Move::Place).collect())
}

/// The reading with what the position has wherever a cell could not be told. It is only to be believed where the stones
/// that were told already account for every move that can have been made.
pub fn fill(position: &gomoku::Position, seen: &Observation) -> Observation {
    let mut filled = seen.clone();
    for point in seen.points() {
        if seen.content(point) == Content::Uncertain {
            filled.put(
                point,
                position.stone(point).map_or(Content::Empty, Content::Stone),
            );
        }
    }
    filled
}

/// The moves that end the game, if the client has drawn its winning line over the stones so that some of them cannot
/// be read or read wrongly: every cell that does not fit lies on the winning line that those moves complete. `clicked` is
/// our move in the air, which must be among them. `None` if no such moves, or several, explain what is seen.
pub fn explain_ending(
    position: &gomoku::Position,
    seen: &Observation,
    clicked: Option<Point>,
) -> Option<Vec<Move>> {
    let size = position.size();
    if (seen.columns, seen.rows) != (size, size) {
        return None;
    }
    let fits = |point: Point| match (position.stone(point), seen.content(point)) {
        (None, Content::Empty) => true,
        (Some(known), Content::Stone(color)) => known == color,
        _ => false,
    };
    let misfits: Vec<Point> = seen.points().filter(|&point| !fits(point)).collect();
    let placed: Vec<Point> = misfits
        .iter()
        .copied()
        .filter(|&point| position.stone(point).is_none())
        .collect();
    // The mark may even hide that our own last stone is there; then most of the line must look wrong.
    let hidden = clicked.filter(|point| !placed.contains(point) && misfits.len() >= 3);
    let mut answers = placed.iter().chain(&hidden).filter_map(|&last| {
        let moves: Vec<Point> = match clicked {
            Some(first) if first != last => vec![first, last],
            _ => vec![last],
        };
        let mut trial = position.clone();
        for &point in &moves {
            trial.play(Move::Place(point)).ok()?;
        }
        let line = trial.outcome().filter(|outcome| outcome.winner.is_some())?.line;
        let explained = misfits
            .iter()
            .all(|point| moves.contains(point) || line.contains(point));
        let all_seen = moves
            .iter()
            .all(|point| misfits.contains(point) || (hidden == Some(*point) && line.contains(point)));
        (explained && all_seen).then(|| moves.into_iter().map(Move::Place).collect::<Vec<Move>>())
    });
    let answer = answers.next()?;
    answers.next().is_none().then_some(answer)
}

/// The moves, if a stone that cannot be told is one of them: each cell that cannot be told, was empty and is not one
/// of `veiled` must hold the stone that is due there, which is `clicked` first if our own move is in the air, then one
/// of the opponent. `None` if no such cell is there, or too many are.
pub fn explain_unclear(
    position: &gomoku::Position,
    seen: &Observation,
    clicked: Option<Point>,
    veiled: &[Point],
) -> Option<Vec<Move>> {
    let mut unclear: Vec<Point> = seen
        .points()
        .filter(|point| seen.content(*point) == Content::Uncertain && !veiled.contains(point))
        .filter(|point| position.stone(*point).is_none())
        .collect();
    let turn = position.to_place();
    let mut filled = fill(position, seen);
    let mut put = |point: Point, color: Color| filled.put(point, Content::Stone(color));
    let opponent = match clicked {
        Some(clicked) => {
            if let Some(index) = unclear.iter().position(|point| *point == clicked) {
                put(unclear.swap_remove(index), turn);
            } else if unclear.is_empty() {
                return None;
            }
            !turn
        }
        None => turn,
    };
    match (unclear.as_slice(), clicked) {
        ([], Some(_)) => {}
        ([only], _) => put(*only, opponent),
        _ => return None,
    }
    let moves = explain(position, &filled).ok()?;
    let due = clicked.is_none_or(|clicked| moves.first() == Some(&Move::Place(clicked)));
    (due && !moves.is_empty() && (clicked.is_some() || moves.len() == 1)).then_some(moves)
}

/// Stones that the reading has and the position has not.
fn added(position: &gomoku::Position, seen: &Observation) -> Result<Vec<(Point, Color)>, Mismatch> {
    let mut placed = Vec::new();
    for point in seen.points() {
        match (position.stone(point), seen.content(point)) {
            (_, Content::Uncertain) => return Err(Mismatch::Uncertain(point, position.size())),
            (Some(_), Content::Empty) => return Err(Mismatch::Vanished(point, position.size())),
            (Some(known), Content::Stone(color)) if known != color => {
                return Err(Mismatch::Recolored(point, position.size()));
            }
            (None, Content::Stone(color)) => placed.push((point, color)),
            _ => {}
        }
    }
    Ok(placed)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use referee::gomoku::Rule;

    use super::*;
    use crate::observation::Cell;

    fn position(moves: &[(u8, u8)]) -> gomoku::Position {
        let mut position = gomoku::Position::new(5, Rule::Freestyle).unwrap();
        for &(x, y) in moves {
            position.play(Move::Place(Point::new(x, y))).unwrap();
        }
        position
    }

    fn picture(position: &gomoku::Position) -> Observation {
        let size = position.size();
        let points = (0..size).flat_map(|y| (0..size).map(move |x| Point::new(x, y)));
        let content = |point| position.stone(point).map_or(Content::Empty, Content::Stone);
        Observation {
            columns: size,
            rows: size,
            cells: points
                .map(|point| Cell {
                    content: content(point),
                    confidence: 1.0,
                })
                .collect(),
            last_move: None,
            confidence: 1.0,
            refused: None,
            bare: Vec::new(),
        }
    }

    fn with(mut seen: Observation, x: u8, y: u8, content: Content) -> Observation {
        seen.put(Point::new(x, y), content);
        seen
    }

    fn check(before: &[(u8, u8)], after: &[(u8, u8)]) {
        let expected: Vec<Move> = after[before.len()..]
            .iter()
            .map(|&(x, y)| Move::Place(Point::new(x, y)))
            .collect();
        assert_eq!(
            explain(&position(before), &picture(&position(after))),
            Ok(expected)
        );
    }

    #[test]
    fn nothing_one_move_or_a_move_and_its_answer() {
        check(&[], &[]);
        check(&[], &[(2, 2)]);
        check(&[(2, 2)], &[(2, 2), (1, 1)]);
        check(&[(2, 2)], &[(2, 2), (1, 1), (3, 3)]);
        check(&[], &[(4, 4), (0, 0)]);
    }

    #[test]
    fn what_no_move_explains_is_told_apart() {
        let before = position(&[(2, 2), (1, 1)]);
        let seen = picture(&before);
        let black = Content::Stone(Color::Black);
        let white = Content::Stone(Color::White);
        let refused = |seen: Observation| explain(&before, &seen).unwrap_err();
        assert_eq!(
            refused(with(seen.clone(), 2, 2, Content::Empty)),
            Mismatch::Vanished(Point::new(2, 2), before.size())
        );
        assert_eq!(
            refused(with(seen.clone(), 2, 2, white)),
            Mismatch::Recolored(Point::new(2, 2), before.size())
        );
        assert_eq!(
            refused(with(seen.clone(), 0, 4, white)),
            Mismatch::OutOfTurn(Point::new(0, 4), before.size())
        );
        assert_eq!(
            refused(with(seen.clone(), 0, 4, Content::Uncertain)),
            Mismatch::Uncertain(Point::new(0, 4), before.size())
        );
        let vanished = refused(with(seen.clone(), 2, 2, Content::Empty));
        let wrong = refused(with(seen.clone(), 0, 4, white));
        assert_eq!(vanished.to_string(), "the stone at c3 vanished");
        assert_eq!(wrong.to_string(), "a stone of the wrong colour at a1");
        let two = with(with(seen.clone(), 0, 4, black), 4, 0, black);
        assert!(matches!(refused(two.clone()), Mismatch::OutOfTurn(..)));
        assert_eq!(refused(with(two, 0, 0, white)), Mismatch::TooMany(3));
    }

    #[test]
    fn nobody_answers_a_five() {
        let before = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1)];
        let seen = picture(&position(&before));
        let five = with(seen, 4, 0, Content::Stone(Color::Black));
        assert_eq!(explain(&position(&before), &five).map(|moves| moves.len()), Ok(1));
        let answered = with(five, 4, 1, Content::Stone(Color::White));
        assert!(matches!(
            explain(&position(&before), &answered),
            Err(Mismatch::Illegal(_))
        ));
    }

    #[test]
    fn what_could_not_be_told_is_filled_from_the_position() {
        let before = position(&[(2, 2), (1, 1)]);
        let seen = with(
            with(picture(&before), 2, 2, Content::Uncertain),
            4,
            4,
            Content::Uncertain,
        );
        assert_eq!(fill(&before, &seen), picture(&before));
        let moved = with(seen, 0, 0, Content::Stone(Color::Black));
        assert_eq!(
            explain(&before, &fill(&before, &moved)),
            Ok(vec![Move::Place(Point::new(0, 0))])
        );
    }

    #[test]
    fn an_unclear_cell_on_which_a_stone_is_due_holds_it() {
        let before = position(&[(2, 2), (1, 1)]);
        let seen = with(picture(&before), 3, 3, Content::Uncertain);
        let place = |x, y| Move::Place(Point::new(x, y));
        let (here, there) = (Some(Point::new(3, 3)), Some(Point::new(0, 0)));
        // The opponent's stone, or ours where we clicked.
        assert_eq!(
            explain_unclear(&before, &seen, None, &[]),
            Some(vec![place(3, 3)])
        );
        assert_eq!(
            explain_unclear(&before, &seen, here, &[]),
            Some(vec![place(3, 3)])
        );
        // Ours and the answer to it, of which either or both cannot be told.
        let answered = with(seen.clone(), 4, 4, Content::Stone(Color::White));
        let both = Some(vec![place(3, 3), place(4, 4)]);
        assert_eq!(explain_unclear(&before, &answered, here, &[]), both);
        let answered = with(seen.clone(), 4, 4, Content::Uncertain);
        assert_eq!(explain_unclear(&before, &answered, here, &[]), both);
        // We clicked elsewhere and nothing is there; it was unclear before; two cells for one stone; a stone besides.
        assert_eq!(explain_unclear(&before, &seen, there, &[]), None);
        assert_eq!(explain_unclear(&before, &seen, None, &[Point::new(3, 3)]), None);
        assert_eq!(explain_unclear(&before, &answered, None, &[]), None);
        let more = with(seen, 4, 4, Content::Stone(Color::Black));
        assert_eq!(explain_unclear(&before, &more, None, &[]), None);
        assert_eq!(explain_unclear(&before, &picture(&before), there, &[]), None);
    }

    #[test]
    fn a_winning_line_drawn_over_the_stones_is_the_end() {
        let before = position(&[(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (4, 4)]);
        let covered = |points: &[(u8, u8)]| {
            points.iter().fold(picture(&before), |seen, &(x, y)| {
                with(seen, x, y, Content::Uncertain)
            })
        };
        let line = [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)];
        let five = Some(vec![Move::Place(Point::new(4, 0))]);
        assert_eq!(explain_ending(&before, &covered(&line), None), five);
        assert_eq!(
            explain_ending(&before, &covered(&[(4, 0)]), Some(Point::new(4, 0))),
            five
        );
        // Our own last stone under the mark looks like none; the opponent's must be seen.
        let here = Some(Point::new(4, 0));
        assert_eq!(explain_ending(&before, &covered(&line[..4]), here), five);
        assert_eq!(explain_ending(&before, &covered(&line[..2]), here), None);
        // A cell beside the line, a line without its last stone, a click elsewhere: not this end.
        assert_eq!(explain_ending(&before, &covered(&[(4, 0), (0, 1)]), None), None);
        assert_eq!(explain_ending(&before, &covered(&line[..4]), None), None);
        assert_eq!(
            explain_ending(&before, &covered(&line), Some(Point::new(2, 2))),
            None
        );
        // Our move elsewhere, and the opponent's five that answers it.
        let waiting = position(&[(4, 4), (0, 0), (4, 2), (1, 0), (2, 3), (2, 0), (0, 4), (3, 0)]);
        let mut seen = picture(&waiting);
        for (x, y) in line {
            seen = with(seen, x, y, Content::Uncertain);
        }
        seen = with(seen, 2, 2, Content::Stone(Color::Black));
        let both = vec![Move::Place(Point::new(2, 2)), Move::Place(Point::new(4, 0))];
        assert_eq!(
            explain_ending(&waiting, &seen, Some(Point::new(2, 2))),
            Some(both)
        );
    }

    proptest! {
        #[test]
        fn one_or_two_plies_further_are_explained(seed in any::<u64>(), plies in 0usize..20, more in 0usize..3) {
            let mut before = gomoku::Position::new(9, Rule::Freestyle).unwrap();
            let mut state = seed;
            let mut step = |position: &mut gomoku::Position| {
                let moves = position.legal_moves();
                if moves.is_empty() { return None; }
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let played = moves[(state >> 33) as usize % moves.len()];
                position.play(played).unwrap();
                Some(played)
            };
            for _ in 0..plies { step(&mut before); }
            let mut after = before.clone();
            let played: Vec<Move> = (0..more).map_while(|_| step(&mut after)).collect();
            prop_assert_eq!(explain(&before, &picture(&after)), Ok(played));
        }
    }
}
