//! Laws: what is kept up stone by stone is what a look from scratch finds, after any course of play, under every rule
//! and on every board; and forbidden points are the referee's.

use proptest::{collection::vec, prelude::*};
use referee::{gomoku::Rule, point::Point, position::Position as _};

use super::*;

fn rule() -> impl Strategy<Value = Rule> {
    prop::sample::select(Rule::ALL.to_vec())
}

/// What is kept of a position.
#[derive(Debug, PartialEq)]
struct Seen {
    cells: Vec<Option<CellPatterns>>,
    tally: PatternSums,
    fours: [Sites; 2],
    empties: usize,
}

/// Everything but what is kept under stones.
fn state<const HALF: usize>(position: &Position<HALF>) -> Seen {
    let seen = |cell: Cell| position.is_empty(cell).then(|| position.cells[cell.index()]);
    let mut tally = position.tally;
    // What was there before a stone came is not asked for.
    for counts in &mut tally.counts {
        counts[15] = 0;
    }
    Seen {
        cells: (0..AREA).map(|index| seen(Cell::from_index(index))).collect(),
        tally,
        fours: position.fours.clone(),
        empties: position.empties,
    }
}

/// A position of the same stones, put in the order of the board.
fn again<const HALF: usize>(position: &Position<HALF>, size: u8) -> Position<HALF> {
    let mut made = Position::empty(size, position.rule, Reach::DEFAULT, position.tables);
    for cell in (0..AREA).map(Cell::from_index) {
        if let Some(color) = position.stone(cell) {
            made.turn = color;
            made.play(cell);
        }
    }
    made.turn = position.turn;
    made.tally.key = made.key_of_stones();
    made
}

fn check_course<const HALF: usize>(
    rule: Rule,
    size: u8,
    steps: &[(u8, u8, bool)],
) -> Result<(), TestCaseError> {
    let mut position = Position::<HALF>::empty(size, rule, Reach::DEFAULT, Tables::of(rule));
    let mut before = Vec::new();
    for &(x, y, back) in steps {
        if back && let Some(expected) = before.pop() {
            position.undo();
            prop_assert_eq!(&state(&position), &expected);
            continue;
        }
        // Near the middle, so that shapes come about.
        let (x, y) = (x % size.min(9), y % size.min(9));
        let cell = Cell::of(Point::new(
            x + (size - size.min(9)) / 2,
            y + (size - size.min(9)) / 2,
        ));
        if position.is_empty(cell) {
            before.push(state(&position));
            position.play(cell);
        }
    }
    let scratch = again(&position, size);
    prop_assert_eq!(state(&position), state(&scratch));
    prop_assert_eq!(&position.near, &scratch.near);
    for cell in (0..AREA)
        .map(Cell::from_index)
        .filter(|&cell| position.is_empty(cell))
    {
        let codes = position.codes_at(cell);
        prop_assert_eq!(position.cells[cell.index()].codes, codes);
        for color in Color::BOTH {
            prop_assert_eq!(
                position.fours(color).contains(cell),
                position.pattern(color, cell) >= PointPattern::Four as u8
            );
        }
    }
    for color in Color::BOTH {
        for pattern in PointPattern::ALL
            .into_iter()
            .filter(|&pattern| pattern > PointPattern::Little)
        {
            let mut count = 0_u8;
            position.empty_points(|cell| count += u8::from(position.pattern(color, cell) == pattern as u8));
            prop_assert_eq!(position.count(color, pattern), count, "{:?}", pattern);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn kept_up_is_looked_up(rule in rule(), size in 5_u8..=22, steps in vec((any::<u8>(), any::<u8>(), prop::bool::weighted(0.2)), 0..90)) {
        match rule {
            Rule::Freestyle => check_course::<4>(rule, size, &steps)?,
            Rule::Standard | Rule::Renju => check_course::<5>(rule, size, &steps)?,
        }
    }

    #[test]
    fn forbidden_points_are_the_referees(size in 5_u8..=22, stones in vec((any::<u8>(), any::<u8>(), prop::bool::weighted(0.7)), 8..60)) {
        let board = stones.iter().fold(gomoku::board::Board::new(size).unwrap(), |mut board, &(x, y, black)| {
            let span = size.min(9);
            let point = Point::new(x % span + (size - span) / 2, y % span + (size - span) / 2);
            if board.is_empty(point) {
                board.put(point, if black { Color::Black } else { Color::White });
            }
            board
        });
        let mut position = Position::<5>::empty(size, Rule::Renju, Reach::DEFAULT, Tables::of(Rule::Renju));
        for point in board.points() {
            if let Some(color) = board.stone(point) {
                position.turn = color;
                position.play(Cell::of(point));
            }
        }
        position.turn = Color::Black;
        for point in board.empties() {
            let expected = gomoku::renju::forbidden(&board, point).is_none();
            let before = position.lines.clone();
            prop_assert_eq!(position.is_legal(Cell::of(point)), expected, "{} {}", point, &board);
            prop_assert_eq!(&before, &position.lines);
        }
    }

    #[test]
    fn fives_are_the_referees(rule in rule(), size in 5_u8..=22, steps in vec((any::<u8>(), any::<u8>()), 8..60)) {
        let mut played = gomoku::Position::new(size, rule).unwrap();
        for (x, y) in steps {
            let point = Point::new(x % size.min(8), y % size.min(8));
            let mut next = played.clone();
            if next.play(gomoku::Move::Place(point)).is_ok() && next.end().is_none() {
                played = next;
            }
        }
        match rule {
            Rule::Freestyle => check_fives::<4>(&played)?,
            Rule::Standard | Rule::Renju => check_fives::<5>(&played)?,
        }
    }
}

fn check_fives<const HALF: usize>(played: &gomoku::Position) -> Result<(), TestCaseError> {
    let position = Position::<HALF>::new(played, Reach::DEFAULT, Tables::of(played.rule()));
    prop_assert_eq!(position.turn(), played.to_place());
    for point in played.board().empties() {
        for color in Color::BOTH {
            let expected = gomoku::line::would_win(played.board(), point, color, played.rule());
            prop_assert_eq!(
                position.pattern(color, Cell::of(point)) == PointPattern::Five as u8,
                expected
            );
        }
    }
    Ok(())
}
