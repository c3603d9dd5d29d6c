//! Forbidden points against diagrams, published and made up, and against an oracle that is slow and plain.

use proptest::prelude::*;

use super::{super::setup::Setup, *};
use crate::{color::Color, gomoku::Rule, gomoku::line, symmetry::Symmetry};

pub(crate) mod oracle;

use oracle::Oracle;

/// Diagrams in which every point says what it is for Black: `3` double-three, `4` double-four, `6` overline, `5` a
/// five, `!` allowed though it looks otherwise, `.` allowed. Missing points to the right and below are empty; boards
/// have 15 lines unless a line `size N` says otherwise.
const POSITIONS: &str = include_str!("positions.txt");

struct Example {
    title: String,
    board: Board,
    forbidden: Vec<(Point, Forbidden)>,
    fives: Vec<Point>,
}

fn examples() -> Vec<Example> {
    let is_comment = |block: &&str| block.lines().all(|line| line.starts_with('#'));
    POSITIONS
        .split("\n\n")
        .filter(|block| !is_comment(block))
        .map(|block| parse_example(block.trim()))
        .collect()
}

fn parse_example(block: &str) -> Example {
    let (titles, rows): (Vec<&str>, Vec<&str>) = block.lines().partition(|line| line.starts_with('#'));
    let (sizes, rows): (Vec<&str>, Vec<&str>) = rows.into_iter().partition(|line| line.starts_with("size "));
    let size = sizes
        .first()
        .map_or(15, |line| line["size ".len()..].parse().unwrap());
    let mut example = Example {
        title: titles.join("\n"),
        board: Board::new(size).unwrap(),
        forbidden: Vec::new(),
        fives: Vec::new(),
    };
    for (y, row) in (0..).zip(rows) {
        for (x, mark) in (0..).zip(row.chars().filter(|mark| *mark != ' ')) {
            let point = Point::new(x, y);
            match mark {
                'x' => example.board.put(point, Color::Black),
                'o' => example.board.put(point, Color::White),
                '3' => example.forbidden.push((point, Forbidden::DoubleThree)),
                '4' => example.forbidden.push((point, Forbidden::DoubleFour)),
                '6' => example.forbidden.push((point, Forbidden::Overline)),
                '5' => example.fives.push(point),
                '.' | '!' => assert!(example.board.contains(point), "{block}"),
                _ => panic!("unknown mark {mark:?} in\n{block}"),
            }
        }
    }
    example
}

#[test]
fn diagrams() {
    let examples = examples();
    assert!(examples.len() >= 60, "{} positions", examples.len());
    for Example {
        title,
        board,
        forbidden,
        fives,
    } in examples
    {
        let context = format!("{title}\n{board:?}");
        assert_eq!(forbidden_points(&board), forbidden, "{context}");
        assert_eq!(
            Oracle::of(&board).forbidden_points(),
            forbidden,
            "the oracle, {context}"
        );
        let winning = |&point: &Point| line::would_win(&board, point, Color::Black, Rule::Renju);
        assert_eq!(
            board.empties().filter(winning).collect::<Vec<_>>(),
            fives,
            "{context}"
        );
    }
}

#[test]
fn forbidden_points_turn_with_the_board() {
    for Example {
        title,
        board,
        forbidden,
        ..
    } in examples()
    {
        for symmetry in Symmetry::ALL {
            let mut turned: Vec<_> = forbidden
                .iter()
                .map(|&(point, reason)| (symmetry.apply(point, board.size()), reason))
                .collect();
            turned.sort_unstable_by_key(|(point, _)| (point.y, point.x));
            assert_eq!(
                forbidden_points(&board.transformed(symmetry)),
                turned,
                "{title} {symmetry:?}"
            );
        }
    }
}

#[test]
fn occupied_points_and_points_off_the_board_are_not_forbidden() {
    let board = "xx.xxx\n......\n......\n......\n......\n......"
        .parse::<Setup>()
        .unwrap()
        .board;
    assert_eq!(forbidden(&board, Point::new(2, 0)), Some(Forbidden::Overline));
    assert_eq!(forbidden(&board, Point::new(1, 0)), None);
    assert_eq!(forbidden(&board, Point::new(6, 0)), None);
    assert_eq!(forbidden(&board, Point::new(255, 255)), None);
}

/// Boards with so many black stones in the middle that forbidden points are common.
fn crowded_board() -> impl Strategy<Value = Board> {
    let marks = (6u8..=11, 2u32..8, 10u32..40);
    let marks = marks.prop_flat_map(|(size, white, black)| {
        let cells = usize::from(size) * usize::from(size);
        (
            Just(size),
            Just(white),
            Just(black),
            prop::collection::vec(0u32..100, cells),
        )
    });
    marks.prop_map(|(size, white, black, draws)| {
        let mut board = Board::new(size).unwrap();
        for (point, draw) in board.points().zip(draws) {
            if draw < black {
                board.put(point, Color::Black);
            } else if draw < black + white {
                board.put(point, Color::White);
            }
        }
        board
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn the_oracle_agrees(board in crowded_board()) {
        prop_assert_eq!(forbidden_points(&board), Oracle::of(&board).forbidden_points());
    }
}
