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
    // Black would block on 4,0, where a row of six would stand.
    let diagram = "
        . x o o o . . .
        . . . . . x . .
        . . . . . x . .
        . . . . . x . .
        . . . . . x . .
        . . . . . x . .
        . . . . . . . .
        . . . . . . . .";
    let diagram = diagram.replacen(". . . . . x . .", ". . . . . o . .", 0);
    check_line(Rule::Standard, Color::White, &diagram, "6,0 5,0", expect!["there is no five after 6,0 5,0"]);
    let six = "
        . x o o o . . .
        . . . . . x . .
        . . . . . x . .
        . . . . . x . .
        . . . . . . . .
        . . . . . x . .
        . . . . . x . .
        . . . . . . . .";
    check_line(Rule::Renju, Color::White, six, "6,0", expect!["the four is blocked elsewhere after 6,0"]);
}

#[test]
fn a_threat_needs_an_answer_to_every_reply() {
    use {Color::Black, Rule::Freestyle};
    let open_three = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . x x . . . .
        . . . . . x . . .
        . . . . . x . . .
        . . . . . . . . .
        . . . . . . . . .
        o o . o . o . o .";
    let fours = |line: &[(u8, u8)]| line.iter().map(|&(x, y)| Point::new(x, y)).collect::<Vec<Point>>();
    let threat = |replies| {
        Attack::Threat(Box::new(Threat {
            play: Point::new(5, 3),
            otherwise: fours(&[(6, 3)]),
            replies,
        }))
    };
    judge(
        Freestyle,
        Black,
        open_three,
        threat(Vec::new()),
        expect!["there is no four after 5,3 2,3 6,3 7,3"],
    );
}
