//! What a manager is answered under swap2 is what the player chooses in a match.

use std::collections::HashSet;

use referee::{
    color::Color,
    gomoku::{Rule, swap2::Stage},
};

use super::*;
use crate::{
    alphabeta::{Alphabeta, options::AlphaBetaOptions},
    mcts::{
        options::{MctsOptions, TreeOptions},
        player::mcts,
    },
    network::player::{Alphazero, AlphazeroOptions},
};

fn engine(seed: u64) -> Alphabeta {
    let mut options = AlphaBetaOptions {
        nodes: Some(2_000),
        table_mb: 1,
        ..AlphaBetaOptions::default()
    };
    options.variety.seed = seed;
    Alphabeta::new(options)
}

/// The answer to SWAP2BOARD with these stones.
fn asked(player: &mut dyn Player<Position>, start: &str, stones: &[Point]) -> String {
    let listed: String = stones
        .iter()
        .map(|stone| format!("{},{}\n", stone.x, stone.y))
        .collect();
    let input = format!("{start}\nSWAP2BOARD\n{listed}DONE\n");
    answers(player, input.as_bytes()).pop().unwrap()
}

/// What the player does in a match at the same stage, spelt as an answer.
fn chosen(player: &mut dyn Player<Position>, rule: Rule, size: u8, stones: &[Point]) -> String {
    let mut position = Position::with_swap2(size, rule).unwrap();
    for (number, &stone) in stones.iter().enumerate() {
        if number == 3 {
            position.play(Move::PutTwo).unwrap();
        }
        position.play(Move::Place(stone)).unwrap();
    }
    player.new_game(&position).unwrap();
    let (seat, mut told) = (position.turn(), Vec::new());
    while position.turn() == seat {
        let play = player.think(&position, &Limits::default()).unwrap().play;
        match play {
            Move::Choose(Color::Black) => return "SWAP".to_owned(),
            Move::Place(point) => told.push(format!("{},{}", point.x, point.y)),
            Move::Choose(Color::White) | Move::PutTwo => {}
        }
        position.play(play).unwrap();
    }
    told.join(" ")
}

#[test]
fn managers_are_answered_what_matches_see() {
    let points =
        |stones: &[(u8, u8)]| -> Vec<Point> { stones.iter().map(|&(x, y)| Point::new(x, y)).collect() };
    let three = [
        points(&[(7, 7), (0, 0), (8, 7)]),
        points(&[(0, 0), (7, 7), (14, 14)]),
    ];
    let five = points(&[(7, 7), (8, 7), (7, 8), (8, 8), (0, 0)]);
    let mut seen = HashSet::new();
    for seed in 0..8 {
        let mut stones = vec![Vec::new(), five.clone()];
        stones.extend(three.clone());
        for (number, rule) in Rule::ALL.into_iter().enumerate() {
            let opening = asked(
                &mut engine(seed),
                &format!("INFO rule {}\nSTART 15", [0, 1, 4][number]),
                &[],
            );
            assert_eq!(
                opening,
                chosen(&mut engine(seed), rule, 15, &[]),
                "{rule:?} {seed}"
            );
        }
        // Openings of ours are near even: here two stones are put, if anywhere.
        let own = chosen(&mut engine(seed), Rule::Freestyle, 15, &[]);
        let own: Vec<Point> = own
            .split(' ')
            .map(|place| place.parse::<WrittenPoint>().unwrap().on_board(15).unwrap())
            .collect();
        stones.push(own);
        for stones in stones {
            let answer = asked(&mut engine(seed), "START 15", &stones);
            assert_eq!(
                answer,
                chosen(&mut engine(seed), Rule::Freestyle, 15, &stones),
                "{stones:?}"
            );
            let kind = answer.split(' ').count() + usize::from(answer == "SWAP") * 10;
            seen.insert((stones.len(), kind));
        }
    }
    for expected in [(0, 3), (3, 11), (3, 1), (3, 2)] {
        assert!(seen.contains(&expected), "{expected:?} not in {seen:?}");
    }
}

#[test]
fn seeds_open_differently() {
    let openings: HashSet<String> = (0..8)
        .map(|seed| asked(&mut engine(seed), "START 15", &[]))
        .collect();
    assert!(openings.len() > 4, "{openings:?}");
}

#[test]
fn the_game_goes_on_after_the_choice() {
    let input = "START 15\nSWAP2BOARD\n0,0\n7,7\n14,14\nDONE\nTURN 0,14\n";
    let answers = answers(&mut engine(0), input.as_bytes());
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert!(
        answers[1..]
            .iter()
            .all(|answer| answer.parse::<WrittenPoint>().is_ok()),
        "{answers:?}"
    );
}

#[test]
fn a_player_that_knows_no_swap2_says_so() {
    let mut player = Alphazero::own(&AlphazeroOptions::default());
    assert_eq!(
        asked(&mut player, "START 8", &[]),
        "ERROR engine cannot play this game: its network knows no swap2"
    );
}

/// Asks for more than one move, and thinks as long as it may.
#[test]
fn all_choices_of_a_request_share_its_time() {
    let mut position = Position::with_swap2(15, Rule::Freestyle).unwrap();
    let limits = Limits {
        turn_ms: Some(1_000),
        ..Limits::default()
    };
    let begun = crate::process::now();
    let share = |position: &Position| {
        super::super::swap2::part(&limits, position.stage(), begun)
            .turn_ms
            .unwrap()
    };
    for expected in [500, 500, 1_000] {
        assert!(share(&position) <= expected);
        assert!(share(&position) + 400 > expected / 2);
        let free = position.legal_moves()[0];
        position.play(free).unwrap();
    }
    assert_eq!(position.stage(), Stage::Answer);
    let mut player = mcts::<Position>(&MctsOptions {
        tree: TreeOptions {
            sims: Some(20),
            ..TreeOptions::default()
        },
        ..MctsOptions::default()
    });
    assert_eq!(asked(&mut player, "START 15", &[]).split(' ').count(), 3);
}
