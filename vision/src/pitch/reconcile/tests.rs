//! Turns from readings: by games drawn at random, and by hand.

use proptest::prelude::*;
use referee::soccer::{Node, Rules};

use super::*;
use crate::pitch::{
    observation::SeenLine,
    paint::{Scene, some_game},
};

/// What a position looks like when everything is told.
fn picture(position: &Position) -> Observation {
    let pitch = position.rules().pitch;
    let seen = |edge: Edge| SeenLine {
        edge,
        content: if edge.is_drawn(position.lines()) {
            Content::Drawn
        } else {
            Content::Blank
        },
        confidence: 1.0,
    };
    let lines = Edge::all(pitch).into_iter().map(seen).collect();
    Observation::new(pitch, lines, Some(position.ball()), 1.0)
}

fn game(digits: &str) -> Position {
    let mut position = Position::new(Rules::default());
    play(&mut position, &ways(digits)).unwrap();
    position
}

fn ways(digits: &str) -> Vec<Direction> {
    digits
        .chars()
        .map(|digit| Direction::from_digit(digit).unwrap())
        .collect()
}

/// The turns, as digits, that lead from one game to another.
#[track_caller]
fn check(before: &str, after: &str, turns: &[&str], rest: BallRest) {
    let found = explain(&game(before), &picture(&game(after))).unwrap();
    let told: Vec<String> = found.turns.iter().map(|(_, turn)| turn.to_string()).collect();
    assert_eq!(
        (told, found.rest),
        (turns.iter().map(|turn| (*turn).to_owned()).collect(), rest)
    );
}

#[test]
fn nothing_a_turn_and_its_answer_and_a_part_of_a_turn() {
    check("", "", &[], BallRest::Finished);
    check("", "0", &["0"], BallRest::Finished);
    check("0", "027", &["2", "7"], BallRest::Finished);
    check("03", "036", &["6"], BallRest::Bouncing);
    check("036", "0361", &["1"], BallRest::Finished);
}

#[test]
fn what_no_turn_explains_is_told_apart() {
    let before = game("03");
    let centre = before.rules().pitch.centre();
    let edge = |node: Node, digit: u8| {
        Edge::new(before.rules().pitch, node, Direction::ALL[usize::from(digit)]).unwrap()
    };
    let refused = |seen: &Observation| explain(&before, seen).unwrap_err();
    let with = |edge: Edge, content: Content| {
        let mut seen = picture(&before);
        seen.put(edge, content);
        seen
    };
    assert_eq!(
        refused(&with(edge(centre, 0), Content::Blank)),
        Mismatch::Vanished(edge(centre, 0))
    );
    let vanished = refused(&with(edge(centre, 0), Content::Blank)).to_string();
    assert_eq!(vanished, "the line from e8 to e7 vanished");
    assert_eq!(
        refused(&with(edge(centre, 0), Content::Uncertain)),
        Mismatch::Uncertain(edge(centre, 0))
    );
    assert!(matches!(
        refused(&with(edge(centre, 6), Content::Drawn)),
        Mismatch::NoTrail(_)
    ));
    assert_eq!(refused(&picture(&game("036110"))), Mismatch::TooMany(3));
    let elsewhere = Observation {
        ball: Some(centre),
        ..picture(&before)
    };
    let told = "the ball lies at e7, and the lines that were drawn lead to f7";
    assert_eq!(refused(&elsewhere).to_string(), told);
}

#[test]
fn a_line_that_is_being_drawn_is_no_turn_yet() {
    let before = game("0");
    let mut seen = picture(&before);
    let growing = Edge::new(before.rules().pitch, before.ball(), Direction::ALL[2]).unwrap();
    seen.put(growing, Content::Uncertain);
    seen.ball = None;
    let found = explain(&before, &seen).unwrap();
    assert_eq!((found.lines, found.rest), (Vec::new(), BallRest::Moving));
    let far = Edge::all(seen.pitch)[0];
    seen.put(growing, Content::Blank);
    seen.put(far, Content::Uncertain);
    assert_eq!(explain(&before, &seen), Err(Mismatch::Uncertain(far)));
    assert_eq!(
        explain(
            &before,
            &Observation {
                ball: Some(before.ball()),
                ..fill(&before, &seen)
            }
        )
        .unwrap()
        .lines,
        []
    );
}

proptest! {
    /// Whatever was drawn since is found again: the same position, in turns of the same players.
    #[test]
    fn what_was_drawn_since_leads_to_the_same_position(lines in 1..120usize, back in 0..30usize, seed: u64) {
        let after = some_game(Pitch::USUAL, lines, seed);
        let mut before = after.clone();
        for _ in 0..back {
            before.undo();
        }
        let found = lead(&before, &picture(&after)).unwrap();
        play(&mut before, &found.lines).unwrap();
        prop_assert_eq!(before.key(), after.key());
        prop_assert_eq!(before.turn(), after.turn());
        let whole = super::game(after.rules(), &picture(&after)).unwrap();
        prop_assert_eq!(whole.key(), after.key());
        let seen = picture(&after);
        prop_assert_eq!(seen.turn(), after.outcome().map_or(Some(after.turn()), |_| seen.turn()));
        prop_assert_eq!(Scene::of(&whole).edges(), Scene::of(&after).edges());
    }
}
