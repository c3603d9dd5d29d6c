//! Games by hand, and random ones: what is fast against the field of the thesis.

use dice::Dice;
use proptest::prelude::*;

use super::*;
use crate::{
    perft,
    point::Point,
    position::Position as _,
    soccer::{Pitch, field::ThesisField, turn},
};

/// Plays turns given as digits; what comes of it, in words.
fn play(rules: Rules, turns: &str) -> String {
    let mut position = Position::new(rules);
    let digits = turns.chars().filter(|digit| !digit.is_whitespace());
    for digit in digits {
        let direction = Direction::from_digit(digit).unwrap();
        if let Err(error) = position.play(direction) {
            return error.to_string();
        }
    }
    match position.outcome() {
        Some(outcome) => match outcome.winner {
            Some(seat) => format!("{} wins ({})", seat.name(), outcome.reason.name()),
            None => format!("draw ({})", outcome.reason.name()),
        },
        None => format!(
            "{} draws from {}",
            position.turn().name(),
            rules.pitch.point(position.ball())
        ),
    }
}

#[track_caller]
fn check(turns: &str, expected: &str) {
    assert_eq!(play(Rules::default(), turns), expected, "{turns}");
}

#[test]
fn the_ball_bounces_where_a_line_or_the_wall_is() {
    check("", "first draws from 4,6");
    check("0", "second draws from 4,5");
    check("0 2 7", "second draws from 4,4");
    check("0 3 6", "first draws from 4,6");
    check("2 2 2 2", "second draws from 8,6");
    check("2 2 2 27", "first draws from 7,5");
}

#[test]
fn what_cannot_be_drawn_is_told() {
    check("0 44", "illegal move 4: drawn already");
    check("2 2 2 22", "illegal move 2: off the field, or along its wall");
    check("2 2 2 20", "illegal move 0: off the field, or along its wall");
}

#[test]
fn goals_count_for_who_attacks_them() {
    check("0 0 0 0 0", "second draws from 4,1");
    check("0 0 0 0 0 0", "first wins (goal)");
    check("4 4 4 4 4 4", "second wins (goal)");
    check("4 4 4 4 53", "second wins (goal)");
    check("0 0 0 0 0 00", "illegal move 0: the game is over");
    check("0 0 0 0 0 62", "illegal move 2: drawn already");
}

#[test]
fn posts_bounce_and_let_in_by_the_middle() {
    check("0 0 0 0 71", "first wins (goal)");
}

#[test]
fn a_blocked_player_loses_or_draws() {
    // Down a slant into the lower right corner, whose only line is the one that leads there.
    let into_corner = "3 3 3 4 3";
    let draws = Rules {
        blocked: Blocked::Draws,
        ..Rules::default()
    };
    assert_eq!(play(Rules::default(), into_corner), "second wins (blocked)");
    assert_eq!(play(draws, into_corner), "draw (blocked)");
}

/// A random game: `(rules, directions)`.
fn random_game(seed: u64) -> Position {
    let mut dice = Dice::new(seed);
    let pitch = Pitch::new(4 + 2 * dice.below(5u8), 6 + 2 * dice.below(6u8)).unwrap();
    let blocked = *dice.pick(&Blocked::ALL);
    let mut position = Position::new(Rules { pitch, blocked });
    while let moves @ [_, ..] = &position.legal_moves()[..] {
        let direction = *dice.pick(moves);
        position.play(direction).unwrap();
    }
    position
}

proptest! {
    #[test]
    fn the_fast_field_and_that_of_the_thesis_agree(seed: u64) {
        let played = random_game(seed);
        let mut position = Position::new(played.rules());
        let mut field = ThesisField::new(played.rules().pitch);
        let mut bounces = Vec::new();
        for (by, direction) in played.drawn() {
            prop_assert_eq!(position.turn(), by);
            let free: Vec<Direction> = Direction::ALL.into_iter().filter(|&way| field.target(way).is_some()).collect();
            prop_assert_eq!(position.legal_moves(), free);
            bounces.push(field.draw(direction));
            position.play(direction).unwrap();
            prop_assert_eq!(position.ball(), field.ball());
            for node in played.rules().pitch.nodes().filter(|&node| played.rules().pitch.scorer(node).is_none()) {
                let touched = field.cell(node).is_touched;
                prop_assert!(position.lines().bounces(node) == touched || node == played.rules().pitch.centre());
            }
        }
        prop_assert_eq!(&position, &played);
        while let Some(direction) = position.undo() {
            field.take_back(direction, bounces.pop().unwrap());
        }
        prop_assert_eq!(position, Position::new(played.rules()));
        prop_assert_eq!(field, ThesisField::new(played.rules().pitch));
    }

    #[test]
    fn every_game_ends_by_a_goal_or_a_blocked_player(seed: u64) {
        let played = random_game(seed);
        let outcome = played.outcome().unwrap();
        let scorer = played.rules().pitch.scorer(played.ball());
        match outcome.reason {
            Reason::Goal => prop_assert_eq!(outcome.winner, scorer),
            Reason::Blocked => {
                let expected = (played.rules().blocked == Blocked::Loses).then_some(!played.turn());
                prop_assert_eq!((outcome.winner, scorer), (expected, None));
            }
            reason => prop_assert!(false, "{}", reason.name()),
        }
        prop_assert!(played.history().len() <= played.rules().pitch.edges());
    }

    #[test]
    fn keys_tell_positions_and_not_orders(seed: u64) {
        let played = random_game(seed);
        let mut position = Position::new(played.rules());
        let mut keys = std::collections::HashSet::new();
        keys.insert(position.key());
        for direction in played.history() {
            position.play(direction).unwrap();
            prop_assert!(keys.insert(position.key()), "a line changes the key");
        }
    }
}

#[test]
fn two_orders_of_the_same_lines_are_one_position() {
    let mut around = Position::new(Rules::default());
    let mut back = around.clone();
    // A triangle drawn both ways from one corner, with the same turn at its end.
    for (position, turns) in [(&mut around, "0 3 6"), (&mut back, "2 7 4")] {
        for digit in turns.chars().filter(char::is_ascii_digit) {
            position.play(Direction::from_digit(digit).unwrap()).unwrap();
        }
    }
    assert_eq!(around.lines(), back.lines());
    assert_eq!((around.turn(), around.key()), (back.turn(), back.key()));
}

#[test]
fn turns_are_plies_of_one_seat() {
    let mut position = Position::new(Rules::default());
    for digit in "0 3 64".chars().filter(char::is_ascii_digit) {
        position.play(Direction::from_digit(digit).unwrap()).unwrap();
    }
    let turns: Vec<String> = turn::turns(&position)
        .into_iter()
        .map(|(seat, turn)| format!("{} {turn}", seat.name()))
        .collect();
    assert_eq!(turns, ["first 0", "second 3", "first 64"]);
    assert_eq!(position.drawn_in_turn(), 0);
    assert_eq!(position.turn(), Seat::Second);
}

#[test]
fn perft_by_lines() {
    // From the centre all eight ways are open; the second line bounces only on the way back, which is drawn.
    let mut position = Position::new(Rules::default());
    assert_eq!(perft::perft(&mut position, 1), 8);
    assert_eq!(perft::perft(&mut position, 2), 8 * 7);
    assert_eq!(
        position.rules().pitch.node(Point::new(4, 6)),
        Some(position.ball())
    );
}
