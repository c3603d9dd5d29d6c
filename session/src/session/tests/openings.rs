//! Whose the first stone is, where the client does not say who begins.

use super::{
    unexpected::{SECOND, Table, misclicks, place, plies, seats_begun},
    *,
};

/// An empty board seemed to be ours to open, and the opponent was only slow: it puts its stone anywhere but where we clicked.
#[test]
fn a_slow_opponent_opens_the_game_after_our_first_click() {
    let mut table = Table::at_first_click();
    let mut board = empty();
    place(&mut board, 1, 7);
    let said = table.look(&observation(&board), 10);
    assert_eq!((misclicks(&said), seats_begun(&said)), (0, vec![Seat::Second]));
    assert_eq!(plies(&said), [Point::new(1, 7)]);
    assert!(said.contains(&Action::Click(table.answer)));
}

/// It puts it on the very point that we had clicked, more than once.
fn answered_by_nobody() -> (Table, referee::gomoku::Position) {
    let mut table = Table::at_first_click();
    let mut board = empty();
    let said = table.look(&observation(&board), 40);
    assert!(
        said.iter().any(|action| matches!(action, Action::Click(_))),
        "clicked again"
    );
    place(&mut board, 4, 4);
    assert_eq!(plies(&table.look(&observation(&board), 10)), [Point::new(4, 4)]);
    table.answer = Point::new(5, 4);
    let said = table.look(&observation(&board), 450);
    assert_eq!(seats_begun(&said), [Seat::Second]);
    assert!(said.contains(&Action::Click(table.answer)));
    (table, board)
}

#[test]
fn a_first_stone_where_we_had_clicked_in_vain_may_be_the_opponents() {
    let (mut table, mut board) = answered_by_nobody();
    place(&mut board, 5, 4);
    let said = table.look(&observation(&board), 10);
    assert_eq!((misclicks(&said), plies(&said)), (0, vec![Point::new(5, 4)]));
    place(&mut board, 0, 0);
    let said = table.look(&observation(&board), 10);
    assert_eq!((misclicks(&said), plies(&said)), (0, vec![Point::new(0, 0)]));
    assert_eq!(seats_begun(&said), []);
}

/// It was ours all the same: the opponent thought for long.
#[test]
fn a_first_stone_that_is_answered_after_all_is_ours() {
    let (mut table, mut board) = answered_by_nobody();
    place(&mut board, 7, 7);
    table.answer = Point::new(0, 8);
    let said = table.look(&observation(&board), 10);
    assert_eq!((misclicks(&said), seats_begun(&said)), (0, vec![Seat::First]));
    assert_eq!(plies(&said), [Point::new(4, 4), Point::new(7, 7)]);
    assert!(said.contains(&Action::Click(table.answer)));
}

/// The client takes no click of ours: then it is not our turn.
#[test]
fn clicks_in_vain_say_that_the_first_stone_is_ours() {
    let (mut table, board) = answered_by_nobody();
    let said = table.look(&observation(&board), 400);
    assert_eq!(seats_begun(&said), [Seat::First]);
    let faults = said
        .iter()
        .filter(|action| matches!(action, Action::Fault { .. }));
    assert_eq!(faults.count(), 0, "{said:?}");
    let mut board = board;
    place(&mut board, 7, 7);
    table.answer = Point::new(0, 8);
    let said = table.look(&observation(&board), 10);
    assert_eq!((misclicks(&said), plies(&said)), (0, vec![Point::new(7, 7)]));
    assert!(said.contains(&Action::Click(table.answer)));
}

/// The opponent leaves right after our first click: its stone, seen too late, is no opponent's of another game.
#[test]
fn a_first_stone_that_was_never_seen_is_not_the_opening_of_the_next_game() {
    let (session, _, now_ms) = at_first_click_in(session(2));
    let mut table = Table::new(session, now_ms);
    table.hear(Event::Result {
        number: 1,
        name: "won".to_owned(),
        meaning: Meaning::Won,
        by: Some(EndedBy::Resign),
    });
    let mut board = empty();
    place(&mut board, 4, 4);
    let mut said = table.look(&observation(&board), 5 * SECOND);
    let ends = |said: &[Action]| {
        said.iter()
            .filter(|action| matches!(action, Action::End(_)))
            .count()
    };
    assert_eq!((ends(&said), seats_begun(&said)), (1, vec![]), "{said:?}");
    // It stays after all asking: an opponent began on the same point, and nobody saw the board empty.
    for _ in 0..10 {
        said = table.look(&observation(&board), 5 * SECOND);
        if !seats_begun(&said).is_empty() {
            break;
        }
    }
    assert_eq!(seats_begun(&said), [Seat::Second]);
    let faults = said
        .iter()
        .filter(|action| matches!(action, Action::Fault { .. }));
    assert_eq!(faults.count(), 0, "{said:?}");
}

/// Started anew, with nothing left to go on with, while a dialog that tells a result hides the board. What it hid is no opening.
#[test]
fn a_stone_behind_an_answered_result_is_no_opponents_first() {
    let old = {
        let mut board = empty();
        place(&mut board, 3, 3);
        observation(&board)
    };
    let answered = || Event::Screen {
        name: "won".to_owned(),
        meaning: Meaning::Won,
        answered: true,
    };
    let mut table = Table::new(session(1), 0);
    let mut said = table.hear(Event::Tick);
    said.extend(table.hear(answered()));
    said.extend(table.look(&old, 40));
    assert_eq!(seats_begun(&said), []);
    // The next game is seen from its empty board on, or by another stone.
    assert_eq!(seats_begun(&table.look(&observation(&empty()), 3)), []);
    assert_eq!(seats_begun(&table.look(&old, 10)), [Seat::Second]);
    let mut table = Table::new(session(1), 0);
    table.hear(Event::Tick);
    table.hear(answered());
    table.look(&old, 20);
    let mut board = empty();
    place(&mut board, 6, 3);
    assert_eq!(seats_begun(&table.look(&observation(&board), 10)), [Seat::Second]);
}

/// The next game is played on a larger board, in the same window.
#[test]
fn games_begin_on_the_board_that_is_up() {
    let sizes = |said: &[Action]| -> Vec<u8> {
        let begun = said.iter().filter_map(|action| match action {
            Action::Begin { position, .. } => Some(position.size()),
            _ => None,
        });
        begun.collect()
    };
    let larger = referee::gomoku::Position::new(11, referee::gomoku::Rule::Freestyle).unwrap();
    let mut table = Table::new(session(2), 0);
    table.hear(Event::Board(larger.clone()));
    let seen = Observation {
        columns: 11,
        rows: 11,
        cells: vec![observation(&empty()).cells[0]; 121],
        ..observation(&empty())
    };
    assert_eq!(sizes(&table.look(&seen, 100)), [11]);
    // The game in hand is played to its end where it began.
    table.hear(Event::Board(empty()));
    assert!(sizes(&table.look(&observation(&empty()), 10)).is_empty());
}
