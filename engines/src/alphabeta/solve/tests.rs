//! Claims of the solver against both judges and an oracle that tries everything.

use dice::Dice;
use referee::{gomoku, player::Limits, position::Position as _};

use super::{
    bench::{fewest_fours, fours_of, played, thrown, won},
    *,
};
use crate::proof::{
    check::{self, Checked},
    full_width,
};

fn bounds(fours: u32, threats: u32, nodes: u64) -> SolverBounds {
    SolverBounds {
        fours,
        threats,
        limits: Limits {
            nodes: Some(nodes),
            ..Limits::default()
        },
    }
}

/// Both judges agree with a win that the solver claims.
#[track_caller]
fn judge(position: &gomoku::Position, proof: &Proof, seed: u64) {
    let field = Field::of(position);
    let quick = check::check(&field, proof, u64::MAX);
    assert_eq!(
        quick,
        Checked::Holds,
        "seed {seed}: {proof:?}\n{:?}",
        position.board()
    );
    let slow = full_width::check(position, proof);
    assert_eq!(slow, Ok(()), "seed {seed}: {proof:?}\n{:?}", position.board());
}

/// No win that is none, and none missed that is short: against an oracle that tries everything.
fn fours_are_right(position: &gomoku::Position, solver: &mut Solver, most: u32, seed: u64) -> bool {
    let field = Field::of(position);
    let solution = solver.solve(&field, Means::Fours, &bounds(20, 0, 300_000));
    let expected = fewest_fours(&field, most);
    if let SolverVerdict::Win(proof) = &solution.verdict {
        judge(position, proof, seed);
        let fours = fours_of(proof) as u32;
        match expected {
            Some(expected) => assert_eq!(fours, expected, "seed {seed}\n{:?}", position.board()),
            None => assert!(fours > most, "seed {seed}\n{:?}", position.board()),
        }
        return true;
    }
    let told = solution.verdict;
    assert_eq!(
        expected,
        None,
        "seed {seed}: {told:?}, {:?}\n{:?}",
        position.rule(),
        position.board()
    );
    false
}

#[test]
fn wins_by_fours_are_wins_and_the_shortest() {
    let mut solver = Solver::new();
    let mut wins = 0;
    for seed in 0..250 {
        let position = thrown(&mut Dice::new(seed));
        wins += usize::from(fours_are_right(&position, &mut solver, 2, seed));
    }
    assert!(wins >= 40, "{wins}");
}

#[test]
fn in_games_too() {
    let mut solver = Solver::new();
    let mut seen = [0, 0];
    for seed in 0..6 {
        for position in played(&mut Dice::new(seed)) {
            seen[usize::from(fours_are_right(&position, &mut solver, 2, seed))] += 1;
        }
    }
    assert!(seen[0] > 20 && seen[1] > 5, "{seen:?}");
}

#[test]
fn wins_by_threats_are_wins() {
    let mut solver = Solver::new();
    let mut threats = 0;
    for seed in 0..8 {
        for position in played(&mut Dice::new(seed)).into_iter().step_by(3) {
            let solution = solver.solve(&Field::of(&position), Means::Threats, &bounds(12, 3, 20_000));
            let SolverVerdict::Win(proof) = solution.verdict else {
                continue;
            };
            threats += usize::from(matches!(proof.attack, Attack::Threat(_)));
            judge(&position, &proof, seed);
        }
    }
    assert!(threats >= 5, "{threats}");
}

#[test]
fn every_length_is_found_again() {
    let wins = won(7, 30, 8, 500).wins;
    assert!(
        wins.len() == 30 && wins.iter().any(|won| won.fours > 6),
        "{wins:?}"
    );
    wins.iter().for_each(judge_won);
}

fn judge_won(won: &bench::Won) {
    let solution = Solver::new().solve(&Field::of(&won.position), Means::Fours, &SolverBounds::default());
    let SolverVerdict::Win(proof) = solution.verdict else {
        panic!("{:?}\n{:?}", won.fours, won.position.board())
    };
    assert_eq!(fours_of(&proof), won.fours);
    assert!(won.position.outcome().is_none());
    judge(&won.position, &proof, 7);
}

#[test]
fn the_bounds_hold() {
    let mut solver = Solver::new();
    for position in played(&mut Dice::new(3)) {
        let field = Field::of(&position);
        let told = solver.solve(&field, Means::Threats, &bounds(20, 6, 500));
        assert!(told.nodes <= 500 + 2, "{}", told.nodes);
        let short = solver.solve(&field, Means::Fours, &bounds(1, 0, 500));
        if let SolverVerdict::Win(proof) = short.verdict {
            assert!(fours_of(&proof) <= 1);
        }
    }
}

/// What a solver remembers of one position changes no answer about another: only how soon it comes.
#[test]
fn what_is_remembered_changes_no_answer() {
    let mut old = Solver::new();
    for seed in 0..40 {
        let field = Field::of(&thrown(&mut Dice::new(seed)));
        let ask = |solver: &mut Solver| match solver
            .solve(&field, Means::Fours, &bounds(20, 0, u64::MAX))
            .verdict
        {
            SolverVerdict::Win(proof) => Some(proof.plies()),
            _ => None,
        };
        ask(&mut old);
        assert_eq!(ask(&mut old), ask(&mut Solver::new()), "seed {seed}");
    }
}

/// Black makes a four and, as it seems, two threes at (7, 7); but the diagonal one would become a straight four only on
/// (10, 10), where a row of six would stand, so that it is none and the point is allowed.
#[test]
fn a_point_that_only_seems_forbidden_wins() {
    let diagram = "
        o . . . . . . . . . . . o . o
        . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . .
        o . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . o
        . . . . . o . x . . . . . . .
        . . . . . . . x . . . . . . .
        . . . o x x x . . . x . . . .
        . . . . . . . . x o x . . . .
        . . . . . . . . . x x . . . .
        . . . . . . . . . . . . . . .
        . . . . . . . . . . x . . . .
        . . . . . . . . . . x . . . .
        . . o . o . . . . . . . . . .
        o . . . . . . . . . . . . . o";
    let field = Field {
        board: diagram.parse::<gomoku::setup::Setup>().unwrap().board,
        rule: Rule::Renju,
        turn: Color::Black,
    };
    let solution = Solver::new().solve(&field, Means::Fours, &SolverBounds::default());
    let SolverVerdict::Win(proof) = solution.verdict else {
        panic!("{solution:?}")
    };
    assert_eq!(proof.line()[0], referee::point::Point::new(7, 7), "{proof:?}");
    assert_eq!(fewest_fours(&field, 3), Some(fours_of(&proof) as u32));
    assert_eq!(check::check(&field, &proof, u64::MAX), Checked::Holds);
}

/// Wins are wins; and after every reply that is left out, the other side wins by fours.
#[test]
fn an_outlook_leaves_out_replies_that_lose_and_no_others() {
    let (mut solver, mut other) = (Solver::new(), Solver::new());
    let (mut wins, mut fewer, mut left_out) = (0, 0, 0);
    for seed in 0..60 {
        let games = played(&mut Dice::new(seed));
        for position in games.into_iter().chain([thrown(&mut Dice::new(seed))]) {
            let field = Field::of(&position);
            match solver.outlook(&field, 300) {
                Outlook::Open => {}
                Outlook::Win(proof) => {
                    wins += 1;
                    judge(&position, &proof, seed);
                }
                Outlook::Replies(replies) => {
                    fewer += 1;
                    for played in position.legal_moves() {
                        let gomoku::Move::Place(point) = played else {
                            continue;
                        };
                        if replies.contains(&point) {
                            continue;
                        }
                        let mut after = position.clone();
                        after.play(played).unwrap();
                        assert!(after.outcome().is_none(), "seed {seed}: {played:?} wins");
                        let answer = other.solve(&Field::of(&after), Means::Fours, &bounds(60, 0, 1_000_000));
                        let told = matches!(answer.verdict, SolverVerdict::Win(_));
                        assert!(told, "seed {seed}: {played:?} helps\n{:?}", position.board());
                        left_out += 1;
                    }
                }
            }
        }
    }
    assert!(
        wins >= 100 && fewer >= 100 && left_out >= 4_000,
        "{wins} {fewer} {left_out}"
    );
}
