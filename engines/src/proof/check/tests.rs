//! The judge judged: wins that are, wins that are not, and what is wrong with those.

use expect_test::{Expect, expect};
use referee::gomoku::setup::Setup;

use super::*;

/// Moves as `x,y`; the side to move is `turn`.
#[track_caller]
fn check_line(rule: Rule, turn: Color, diagram: &str, line: &str, expected: Expect) {
    let points = line.split_whitespace().map(|word| {
        let (x, y) = word.split_once(',').unwrap();
        Point::new(x.parse().unwrap(), y.parse().unwrap())
    });
    judge(rule, turn, diagram, Attack::Fours(points.collect()), expected);
}

#[track_caller]
fn judge(rule: Rule, turn: Color, diagram: &str, attack: Attack, expected: Expect) {
    let field = Field {
        board: diagram.parse::<Setup>().unwrap().board,
        rule,
        turn,
    };
    let proof = Proof { winner: turn, attack };
    let told = match check(&field, &proof, STEPS_DEFAULT) {
        Checked::Holds => "holds".to_owned(),
        Checked::Broken(flaw) => flaw,
        Checked::TooLong => "too long".to_owned(),
    };
    expected.assert_eq(&told);
}

const CLOSED_AND_THREE: &str = "
    . . . . . . .
    o x x x . . .
    . . . . . . .
    . . . . x . .
    . . . . x . .
    . . . . . . .
    . o . o . o .";

#[test]
fn a_four_three_is_won_by_one_line_only() {
    use {Color::Black, Rule::Freestyle};
    let check = |line: &str, expected| check_line(Freestyle, Black, CLOSED_AND_THREE, line, expected);
    check("4,1 5,1 4,2 4,0 4,5", expect!["holds"]);
    // After an open four the rest need not be told.
    check("4,1 5,1 4,2", expect!["holds"]);
    check("4,1 5,1", expect!["there is no five after 4,1 5,1"]);
    check("4,1 3,3 5,1", expect!["the four is blocked elsewhere after 4,1"]);
    check("4,2 4,1", expect!["there is no four after 4,2"]);
    check("4,3", expect!["the move is illegal after 4,3"]);
    check_line(
        Freestyle,
        Color::White,
        CLOSED_AND_THREE,
        "0,0",
        expect!["there is no four after 0,0"],
    );
}

#[test]
fn a_five_of_the_loser_comes_first() {
    let diagram = "
        x x x . . . .
        . . . . . . .
        o o o o . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";
    check_line(
        Rule::Freestyle,
        Color::Black,
        diagram,
        "3,0 4,0",
        expect!["the loser makes five after 3,0"],
    );
    check_line(Rule::Freestyle, Color::White, diagram, "4,2", expect!["holds"]);
}

#[test]
fn renju_wins_where_black_may_not_block() {
    // White makes a four that Black would block at 5,3, where a row of six would stand.
    let diagram = "
        . . . . . x . .
        . . . . . x . .
        . . . . . x . .
        . x o o o . . .
        . . . . . x . .
        . . . . . x . .
        . o . o . . . .
        . . . . . . . .";
    let check = |rule, expected| check_line(rule, Color::White, diagram, "6,3", expected);
    check(Rule::Renju, expect!["holds"]);
    check(Rule::Standard, expect!["the four is blocked elsewhere after 6,3"]);
}

#[test]
fn a_threat_needs_an_answer_to_every_reply() {
    use {Color::Black, Rule::Freestyle};
    let two_threes = "
        o . . . . . . . o
        . . . . . . . . .
        . . . . . . . . .
        . . . x x . . . .
        o . . . . x . . .
        . . . . . x . . .
        . . . . . . . . .
        . . . . . . . . .
        o . . . . . . . o";
    let fours = |x, y| vec![Point::new(x, y)];
    let check = |replies: &[u8], down: (u8, u8), expected| {
        let answer = |&x: &u8| (Point::new(x, 3), Attack::Fours(fours(down.0, down.1)));
        let threat = Threat {
            play: Point::new(5, 3),
            otherwise: fours(6, 3),
            replies: replies.iter().map(answer).collect(),
        };
        judge(
            Freestyle,
            Black,
            two_threes,
            Attack::Threat(Box::new(threat)),
            expected,
        );
    };
    check(&[1, 2, 6, 7], (5, 2), expect!["holds"]);
    check(&[2, 6, 7], (5, 2), expect!["holds"]);
    check(
        &[2, 6],
        (5, 2),
        expect!["the four is blocked elsewhere after 5,3 7,3 6,3"],
    );
    check(
        &[1, 2, 7],
        (5, 2),
        expect!["the move is illegal after 5,3 6,3 6,3"],
    );
    check(
        &[2, 6, 7],
        (5, 7),
        expect!["the four is blocked elsewhere after 5,3 2,3 5,7"],
    );
    let field = Field {
        board: two_threes.parse::<Setup>().unwrap().board,
        rule: Freestyle,
        turn: Black,
    };
    let proof = Proof {
        winner: Black,
        attack: Attack::Fours(fours(5, 3)),
    };
    assert_eq!(super::check(&field, &proof, 1), Checked::TooLong);
    assert_eq!(
        super::check(&field.passed(), &proof, 1),
        Checked::Broken("the winner is not to move".to_owned())
    );
}
