//! Under swap2 nobody gives the better side away.

use referee::{gomoku::Rule, player::Player as _, seat::Seat};

use super::{super::options::AlphaBetaOptions, *};

fn engine(nodes: u64, seed: u64) -> Alphabeta {
    let mut options = AlphaBetaOptions {
        nodes: Some(nodes),
        table_mb: 1,
        ..AlphaBetaOptions::default()
    };
    options.variety.seed = seed;
    Alphabeta::new(options)
}

/// Plays the opening, each seat with an engine of its own; answers the settled position.
fn opened(first: &mut Alphabeta, second: &mut Alphabeta, rule: Rule) -> gomoku::Position {
    let mut position = gomoku::Position::with_swap2(15, rule).unwrap();
    while !matches!(position.stage(), Stage::Settled { .. }) {
        let player = if position.turn() == Seat::First {
            &mut *first
        } else {
            &mut *second
        };
        let thought = player.think(&position, &Limits::default()).unwrap();
        position.play(thought.play).unwrap();
    }
    position
}

#[test]
fn openings_are_many_and_the_same_for_a_seed() {
    for rule in Rule::ALL {
        let opening = |seed| {
            let mut player = engine(500, seed);
            let mut position = gomoku::Position::with_swap2(15, rule).unwrap();
            while matches!(position.stage(), Stage::Three { .. }) {
                let thought = player.think(&position, &Limits::default()).unwrap();
                position.play(thought.play).unwrap();
            }
            position.history().to_vec()
        };
        assert_eq!(opening(7), opening(7));
        let all: std::collections::HashSet<Vec<Move>> = (0..20).map(opening).collect();
        assert!(all.len() > 10, "{rule:?}: {} openings of 20", all.len());
    }
}

#[test]
fn swap2_against_itself_ends_with_colours() {
    for seed in 0..6 {
        let position = opened(
            &mut engine(2_000, seed),
            &mut engine(2_000, seed + 100),
            Rule::Freestyle,
        );
        assert!(position.end().is_none());
    }
}

fn three(stones: [(u8, u8); 3]) -> gomoku::Position {
    let mut position = gomoku::Position::with_swap2(15, Rule::Freestyle).unwrap();
    for (x, y) in stones {
        position.play(Move::Place(Point::new(x, y))).unwrap();
    }
    position
}

#[test]
fn who_sees_an_advantage_takes_it() {
    // Two black stones side by side, and a white one in the corner: Black is better. All on the edge: White is.
    let black = three([(7, 7), (0, 0), (8, 7)]);
    let thought = engine(5_000, 0).think(&black, &Limits::default()).unwrap();
    assert_eq!(thought.play, Move::Choose(Color::Black));
    let white = three([(0, 0), (7, 7), (14, 14)]);
    let thought = engine(5_000, 0).think(&white, &Limits::default()).unwrap();
    assert!(matches!(thought.play, Move::Place(_)), "{thought:?}");
    assert!(thought.score > Some(0));
}

#[test]
fn two_stones_leave_a_hard_choice() {
    let mut position = three([(7, 7), (8, 6), (8, 9)]);
    position.play(Move::PutTwo).unwrap();
    let mut player = engine(40_000, 0);
    for _ in 0..2 {
        let thought = player.think(&position, &Limits::default()).unwrap();
        position.play(thought.play).unwrap();
    }
    assert_eq!(position.stage(), Stage::Decide);
    let score = engine(20_000, 0).score_of(&position, &Limits::default());
    assert!(score.abs() < 60, "{score}\n{}", position.board());
    // A white stone that somebody else put is made the best of.
    let mut other = three([(7, 7), (0, 0), (8, 7)]);
    for play in [Move::PutTwo, Move::Place(Point::new(14, 14))] {
        other.play(play).unwrap();
    }
    let thought = engine(2_000, 0).think(&other, &Limits::default()).unwrap();
    assert!(other.check(thought.play).is_ok());
}
