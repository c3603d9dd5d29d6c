//! Laws of a position over random games under every rule and opening, and examples of how games end.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::*;
use crate::{
    gomoku::{line::Direction, renju::tests::oracle::Oracle},
    position::Position as _,
};

/// A random game: where it starts and a number for each choice among the legal moves.
#[derive(Debug, Clone)]
struct RandomGame {
    start: Position,
    choices: Vec<usize>,
}

impl RandomGame {
    /// Plays on, calling `visit` with every position from the start to the last.
    fn walk(&self, mut visit: impl FnMut(&Position)) -> Position {
        let mut position = self.start.clone();
        visit(&position);
        for choice in &self.choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play(moves[choice % moves.len()]).unwrap();
            visit(&position);
        }
        position
    }

    fn end(&self) -> Position {
        self.walk(|_| {})
    }
}

/// Small boards, so that rows, forbidden points and full boards come about.
fn random_game() -> impl Strategy<Value = RandomGame> {
    let rule = prop::sample::select(Rule::ALL.to_vec());
    (
        5u8..=8,
        rule,
        any::<bool>(),
        prop::collection::vec(any::<usize>(), 0..64),
    )
        .prop_map(|(size, rule, swap2, choices)| {
            let opening = if swap2 { Opening::Swap2 } else { Opening::Free };
            RandomGame {
                start: Position::start(size, rule, &opening).unwrap(),
                choices,
            }
        })
}

/// The end by looking at the whole board, without what was kept move by move.
fn end_of_stones(position: &Position) -> Option<End> {
    let board = position.board();
    let runs = board.points().flat_map(|point| {
        Direction::ALL
            .into_iter()
            .filter_map(move |direction| Run::through(board, point, direction))
    });
    let wins = |run: &Run| {
        position
            .rule()
            .wins(position.stone(run.start).unwrap(), run.length)
    };
    if let Some(run) = runs.into_iter().find(wins) {
        return Some(End::Five(run));
    }
    if board.is_full() {
        return Some(End::Full);
    }
    let black_in_renju = position.rule() == Rule::Renju && position.to_place() == Color::Black;
    let stuck = black_in_renju && Oracle::of(board).forbidden_points().len() == board.empties().count();
    stuck.then_some(End::OnlyForbidden)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn undo_after_play_is_identity(game in random_game()) {
        let mut visited = Vec::new();
        let mut position = game.walk(|position| visited.push(position.clone()));
        while let Some(last) = visited.pop() {
            prop_assert_eq!(&position, &last);
            let taken = position.undo();
            prop_assert_eq!(taken.as_ref(), last.history().last());
        }
        prop_assert_eq!(position, game.start);
    }

    #[test]
    fn what_is_kept_equals_what_is_recomputed(game in random_game()) {
        game.walk(|position| {
            let board = position.board();
            let mut rebuilt = Board::new(position.size()).unwrap();
            for point in board.points().collect::<Vec<_>>().into_iter().rev() {
                if let Some(color) = board.stone(point) {
                    rebuilt.put(point, color);
                }
            }
            assert_eq!(&rebuilt, board);
            let empty = Board::new(position.size()).unwrap();
            let bare = Position::given(empty, position.rule(), Opening::Free, None);
            let stage = zobrist::stage(position.stage());
            assert_eq!(position.key(), bare.key() ^ rebuilt.key() ^ stage);
            if *position.opening() == Opening::Swap2 {
                assert_eq!(position.stage(), Stage::after(position.history()));
            }
            let (kept, found) = (position.end(), end_of_stones(position));
            match (kept, found) {
                (Some(End::Five(kept)), Some(End::Five(_))) => {
                    let wins = |&point| position.rule().wins(position.stone(point).unwrap(), kept.length);
                    assert!(kept.points().iter().all(wins));
                    assert!(kept.points().contains(&position.last_stone().unwrap()));
                }
                _ => assert_eq!(kept, found, "{board}"),
            }
        });
    }

    #[test]
    fn legal_moves_are_those_that_can_be_played(game in random_game()) {
        let position = game.end();
        let legal = position.legal_moves();
        prop_assert_eq!(legal.is_empty(), position.outcome().is_some());
        // One row and one column beyond the board.
        let points = (0..=position.size()).flat_map(|y| (0..=position.size()).map(move |x| Point::new(x, y)));
        let choices = [Move::Choose(Color::Black), Move::Choose(Color::White), Move::PutTwo];
        for played in points.map(Move::Place).chain(choices) {
            let mut after = position.clone();
            prop_assert_eq!(position.check(played).is_ok(), legal.contains(&played), "{}", played);
            match after.play(played) {
                Ok(()) => prop_assert!(legal.contains(&played) && after != position),
                Err(error) => {
                    prop_assert!(!legal.contains(&played), "{}", error);
                    prop_assert_eq!(&after, &position);
                }
            }
        }
    }

    #[test]
    fn symmetries_keep_everything(game in random_game(), which in 0usize..8) {
        let symmetry = Symmetry::ALL[which];
        let position = game.end();
        let image = position.transformed(symmetry);
        let mut replayed = Position::start(position.size(), position.rule(), position.opening()).unwrap();
        for &played in image.history() {
            replayed.play(played).unwrap();
        }
        prop_assert_eq!(&replayed, &image);
        let turn = |point| symmetry.apply(point, position.size());
        let result = |position: &Position| position.outcome().map(|outcome| (outcome.winner, outcome.reason));
        prop_assert_eq!(result(&image), result(&position));
        prop_assert_eq!(image.turn(), position.turn());
        let mut forbidden: Vec<_> =
            position.forbidden_points().into_iter().map(|(point, reason)| (turn(point), reason)).collect();
        forbidden.sort_unstable_by_key(|(point, _)| (point.y, point.x));
        prop_assert_eq!(image.forbidden_points(), forbidden);
        prop_assert_eq!(image.canonical_key().0, position.canonical_key().0);
        let (key, to_canonical) = position.canonical_key();
        prop_assert_eq!(position.transformed(to_canonical).key(), key);
        prop_assert_eq!(&image.transformed(symmetry.inverse()).board, &position.board);
    }

    #[test]
    fn the_order_of_moves_does_not_change_the_key(game in random_game(), swaps in any::<u64>()) {
        let start = Position::new(game.start.size(), game.start.rule()).unwrap();
        let mut position = RandomGame { start: start.clone(), ..game }.end();
        if position.outcome().is_some() {
            position.undo();
        }
        let mut history = position.history().to_vec();
        let mut state = swaps;
        for index in (2..history.len()).rev() {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let other = index - 2 * ((state >> 33) as usize % (index / 2 + 1));
            history.swap(index, other);
        }
        let mut other = start;
        // Another order can run into a five or a forbidden point that the first one avoided.
        prop_assume!(history.iter().all(|&played| other.play(played).is_ok()));
        prop_assert_eq!(other.key(), position.key());
        prop_assert_eq!(other.board(), position.board());
    }
}

#[test]
fn keys_differ_where_positions_do() {
    let mut keys = Vec::new();
    for rule in Rule::ALL {
        for size in crate::gomoku::SIZES {
            let mut free = Position::new(size, rule).unwrap();
            let mut swap2 = Position::with_swap2(size, rule).unwrap();
            keys.extend([free.key(), swap2.key()]);
            for x in 0..3 {
                free.play(Move::Place(Point::new(x, x))).unwrap();
                swap2.play(Move::Place(Point::new(x, x))).unwrap();
                keys.extend([free.key(), swap2.key()]);
            }
            swap2.play(Move::PutTwo).unwrap();
            keys.push(swap2.key());
            swap2.undo();
            swap2.play(Move::Choose(Color::Black)).unwrap();
            keys.push(swap2.key());
            swap2.undo();
            // Staying White leads into the same game as without swap2.
            for position in [&mut free, &mut swap2] {
                position.play(Move::Place(Point::new(4, 4))).unwrap();
            }
            assert_eq!(free.key(), swap2.key());
        }
    }
    let all = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), all);
}

/// Plays `moves` from the diagram and tells the outcome.
#[track_caller]
fn check(rule: Rule, diagram: &str, moves: &[(u8, u8)], expected: Expect) {
    let mut position = diagram.parse::<Setup>().unwrap().position(rule).unwrap();
    let mut told = String::new();
    for &(x, y) in moves {
        if let Err(error) = position.play(Move::Place(Point::new(x, y))) {
            told = error.to_string();
        }
    }
    if let Some(outcome) = position.outcome() {
        let line: Vec<String> = outcome.line.iter().map(Point::to_string).collect();
        let winner = outcome.winner.map_or("nobody", Seat::name);
        told = format!("{} wins by {}: {}", winner, outcome.reason.name(), line.join(" "));
        assert!(position.legal_moves().is_empty());
        assert_eq!(
            position.check(Move::Place(Point::new(0, 0))).unwrap_err().reason,
            "the game is over"
        );
    }
    expected.assert_eq(&told);
}

#[test]
fn fives_and_overlines_end_the_game_as_the_rule_says() {
    let black = "xxx.xx\noooo..\no.....\n......\n......\n......";
    check(
        Rule::Freestyle,
        black,
        &[(3, 0)],
        expect!["first wins by five: 0,0 1,0 2,0 3,0 4,0 5,0"],
    );
    check(Rule::Standard, black, &[(3, 0)], expect![""]);
    check(
        Rule::Renju,
        black,
        &[(3, 0)],
        expect!["illegal move d6: forbidden: overline"],
    );
    let white = "ooo.oo\nxxxx..\n......\nx....x\n......\n......";
    check(
        Rule::Freestyle,
        white,
        &[(3, 0)],
        expect!["second wins by five: 0,0 1,0 2,0 3,0 4,0 5,0"],
    );
    check(Rule::Standard, white, &[(3, 0)], expect![""]);
    check(
        Rule::Renju,
        white,
        &[(3, 0)],
        expect!["second wins by five: 0,0 1,0 2,0 3,0 4,0 5,0"],
    );
    let diagonal = "......\n.o..x.\n.o.x..\n.ox...\n.x....\no.....";
    check(
        Rule::Renju,
        diagonal,
        &[(5, 0)],
        expect!["first wins by five: 1,4 2,3 3,2 4,1 5,0"],
    );
}

#[test]
fn forbidden_points_are_refused_to_black_in_renju_only() {
    let double_three =
        ".........\n.........\n...x.....\n...x.....\n.xx......\n.........\n.......o.\n......o..\no.o......";
    let moves = [(3, 4)];
    check(
        Rule::Renju,
        double_three,
        &moves,
        expect!["illegal move d5: forbidden: double-three"],
    );
    check(Rule::Standard, double_three, &moves, expect![""]);
    // White may take the point, and then it is occupied.
    let moves = [(8, 0), (3, 4), (3, 4)];
    check(
        Rule::Renju,
        double_three,
        &moves,
        expect!["illegal move d5: occupied"],
    );
    let double_four =
        "x........\n.x.......\n..x......\nxxx......\n.........\noooo.....\n.....o...\n......o..\n.........";
    check(
        Rule::Renju,
        double_four,
        &[(3, 3)],
        expect!["illegal move d6: forbidden: double-four"],
    );
}

#[test]
fn black_without_an_allowed_point_has_lost() {
    let diagram = "xxx.xx\nooxxxo\nxoooox\nxx.xxx\nooxooo\noxoo.o";
    check(
        Rule::Renju,
        diagram,
        &[(4, 5)],
        expect!["second wins by forbidden: "],
    );
    check(Rule::Standard, diagram, &[(4, 5)], expect![""]);
    let mut position = diagram.parse::<Setup>().unwrap().position(Rule::Renju).unwrap();
    position.play(Move::Place(Point::new(4, 5))).unwrap();
    assert_eq!(position.end(), Some(End::OnlyForbidden));
    let stuck = Setup {
        board: position.board().clone(),
    }
    .position(Rule::Renju)
    .unwrap();
    assert_eq!(stuck.end(), Some(End::OnlyForbidden));
    position.undo();
    assert_eq!(position.end(), None);
}

#[test]
fn a_full_board_is_a_draw_unless_the_last_stone_wins() {
    check(
        Rule::Renju,
        "xoxox\nxoxox\noxoxo\noxoxo\nxoxo.",
        &[(4, 4)],
        expect!["nobody wins by board_full: "],
    );
    let last_wins = "xoxoo\noxoxo\noxxox\nxoxxo\nxoxo.";
    check(
        Rule::Renju,
        last_wins,
        &[(4, 4)],
        expect!["first wins by five: 0,0 1,1 2,2 3,3 4,4"],
    );
}

#[test]
fn swap2_gives_the_win_to_the_seat_that_took_the_colour() {
    let mut position = Position::with_swap2(6, Rule::Standard).unwrap();
    let play = |position: &mut Position, x, y| position.play(Move::Place(Point::new(x, y))).unwrap();
    for (x, y) in [(0, 0), (0, 1), (1, 0)] {
        play(&mut position, x, y);
        assert_eq!(
            (position.seat_of(Color::Black), position.color_of(Seat::First)),
            (None, None)
        );
    }
    position.play(Move::Choose(Color::Black)).unwrap();
    assert_eq!(position.seat_of(Color::Black), Some(Seat::Second));
    assert_eq!(position.color_of(Seat::First), Some(Color::White));
    for (x, y) in [(1, 1), (2, 0), (2, 1), (3, 0), (3, 1)] {
        play(&mut position, x, y);
    }
    assert_eq!(position.turn(), Seat::Second);
    play(&mut position, 4, 0);
    assert_eq!(position.outcome().unwrap().winner, Some(Seat::Second));
    assert_eq!(position.last_stone(), Some(Point::new(4, 0)));
}
