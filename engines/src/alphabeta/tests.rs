//! The engine as a player: it finds what there is to find, answers legally whatever it is asked, and does the same
//! again when asked the same.

use referee::{
    gomoku::{Position, setup::Setup},
    point::Point,
};

use super::*;

/// The position of a diagram, under a rule.
fn position(diagram: &str, rule: Rule) -> Position {
    diagram.parse::<Setup>().unwrap().position(rule).unwrap()
}

fn thought(position: &Position, options: &str) -> Thought<Move> {
    let mut player = crate::registry::build(options).unwrap();
    player.new_game(position).unwrap();
    player.think(position, &Limits::default()).unwrap()
}

/// The plies that the side to move still needs to win, by the engine's score; negative if it loses.
fn plies_to_end(score: i32) -> i32 {
    if score > 0 {
        score::WIN - score
    } else {
        -(score::WIN + score)
    }
}

#[track_caller]
fn check(diagram: &str, rule: Rule, expected: &[(u8, u8)], plies: i32) {
    let position = position(diagram, rule);
    let thought = thought(&position, "alphabeta:nodes=50000,table_mb=1");
    let points: Vec<Move> = expected
        .iter()
        .map(|&(x, y)| Move::Place(Point::new(x, y)))
        .collect();
    assert!(
        points.contains(&thought.play),
        "{} {rule:?}\n{}",
        thought.play,
        position.board()
    );
    assert_eq!(
        plies_to_end(thought.score.unwrap()),
        plies,
        "{thought:?}\n{}",
        position.board()
    );
    // The line that is told can be played, and ends the game when it should.
    let mut after = position;
    for &play in &thought.line {
        after.play(play).unwrap();
    }
}

const FOUR: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . o o o . . . .
    . . . . . . . . .
    . . o x x x x . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .";

#[test]
fn a_five_is_played_and_a_five_is_blocked() {
    for rule in Rule::ALL {
        check(FOUR, rule, &[(7, 4)], 1);
    }
    let blocked = FOUR.replacen(". . o o o . . . .", ". . o o o . . . x", 1);
    let position = position(&blocked, Rule::Freestyle);
    let thought = thought(&position, "alphabeta:depth=4,table_mb=1");
    assert_eq!(thought.play, Move::Place(Point::new(7, 4)));
}

#[test]
fn an_open_three_wins_in_three_plies() {
    let three = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . o . . .
        . . . x x x . . .
        . . . . . . . . .
        . . o . . . . . .
        . . . . o . . . .
        . . . . . . . . .
        . . . . . . . . .";
    for rule in Rule::ALL {
        check(three, rule, &[(2, 3), (6, 3)], 3);
    }
}

#[test]
fn two_crossing_threes_win_in_five_plies_where_they_are_allowed() {
    let fork = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . x . . . . .
        . . . . . x . . . . .
        . . . . . . x x . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . o . o . . . . . . .
        . . . . . . o . o . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    for rule in [Rule::Freestyle, Rule::Standard] {
        check(fork, rule, &[(5, 4)], 5);
    }
    let position = position(fork, Rule::Renju);
    let thought = thought(&position, "alphabeta:nodes=20000,table_mb=1");
    assert_ne!(thought.play, Move::Place(Point::new(5, 4)));
    assert!(position.check(thought.play).is_ok());
}

#[test]
fn when_the_only_block_is_forbidden_something_legal_is_played() {
    // White threatens a five on (5,4), where Black would make an overline.
    let diagram = "
        . . . . . . . . . . .
        . . . . . x . . . . .
        . . . . . x . . . . .
        . . . . . x . . . . .
        x o o o o . . . . . .
        . . . . . x . . . . .
        . . . . . x . . . . .
        . . . . . . . . . . .
        . o . . . . . o . . .
        . . . . . . . . . . .
        . . . . . . . . . . .";
    let position = position(diagram, Rule::Renju);
    let reason = position.check(Move::Place(Point::new(5, 4))).unwrap_err();
    assert!(reason.is_forbidden(), "{reason}");
    let thought = thought(&position, "alphabeta:nodes=2000,table_mb=1");
    assert!(position.check(thought.play).is_ok());
    assert_eq!(plies_to_end(thought.score.unwrap()), -2, "{thought:?}");
}

#[test]
fn the_empty_board_and_the_last_point() {
    for rule in Rule::ALL {
        for size in [5, 6, 15, 22] {
            let empty = Position::new(size, rule).unwrap();
            let centre = Point::new(size / 2, size / 2);
            assert_eq!(thought(&empty, "alphabeta:nodes=100").play, Move::Place(centre));
        }
    }
    let full = "
        x x o o x
        o o x x o
        x x o o x
        o o x x o
        x x o o .";
    let position = position(full, Rule::Freestyle);
    let thought = thought(&position, "alphabeta:nodes=100,table_mb=1");
    assert_eq!(thought.play, Move::Place(Point::new(4, 4)));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let start = Position::new(15, Rule::Freestyle).unwrap();
    let course = |options: &str| -> Vec<Thought<Move>> {
        let mut player = crate::registry::build(options).unwrap();
        let mut position = start.clone();
        player.new_game(&position).unwrap();
        let mut thoughts = Vec::new();
        for _ in 0..12 {
            let thought = player.think(&position, &Limits::default()).unwrap();
            position.play(thought.play).unwrap();
            thoughts.push(thought);
        }
        thoughts
    };
    for options in ["alphabeta:nodes=3000,table_mb=1", "alphabeta:depth=5,table_mb=1"] {
        assert_eq!(course(options), course(options), "{options}");
    }
    let varied = |seed: u32| course(&format!("alphabeta:nodes=6000,table_mb=1,variety=4,seed={seed}"));
    assert_eq!(varied(1), varied(1));
    assert!(
        (2..6).any(|seed| varied(seed) != varied(1)),
        "variety makes no difference"
    );
}

#[test]
fn limits_on_nodes_and_depth_are_kept() {
    let mut position = Position::new(15, Rule::Freestyle).unwrap();
    position.play(Move::Place(Point::new(7, 7))).unwrap();
    let mut player = Alphabeta::new(AlphaBetaOptions {
        nodes: Some(5_000),
        table_mb: 1,
        ..AlphaBetaOptions::default()
    });
    let mut ask = |limits: Limits| player.think(&position, &limits).unwrap();
    assert_eq!(ask(Limits::default()).nodes, Some(5_000));
    let fewer = ask(Limits {
        nodes: Some(1_000),
        ..Limits::default()
    });
    assert_eq!(fewer.nodes, Some(1_000));
    assert_eq!(
        ask(Limits {
            depth: Some(2),
            ..Limits::default()
        })
        .depth,
        Some(2)
    );
}

#[test]
fn several_threads_answer_as_well() {
    let mut position = Position::new(15, Rule::Renju).unwrap();
    let mut player = crate::registry::build("alphabeta:nodes=2000,threads=3,table_mb=1").unwrap();
    player.new_game(&position).unwrap();
    while position.end().is_none() && position.history().len() < 30 {
        let thought = player.think(&position, &Limits::default()).unwrap();
        position.play(thought.play).unwrap();
    }
}

#[test]
fn swap2_is_played_through() {
    for seed in 0..8 {
        let mut position = Position::with_swap2(15, Rule::Freestyle).unwrap();
        let mut player = crate::registry::build("alphabeta:nodes=500,table_mb=1").unwrap();
        let mut other = crate::registry::build(&format!("random:seed={seed}")).unwrap();
        player.new_game(&position).unwrap();
        for ply in 0..12 {
            if position.end().is_some() {
                break;
            }
            let asked = if (ply + seed) % 2 == 0 {
                &mut player
            } else {
                &mut other
            };
            let thought = asked.think(&position, &Limits::default()).unwrap();
            position.play(thought.play).unwrap();
        }
        assert!(matches!(position.stage(), Stage::Settled { .. }));
    }
}

/// Short games under every rule on every board, from random beginnings: no illegal move, no panic.
#[test]
fn no_game_ends_by_a_mistake() {
    let mut player = Alphabeta::new(AlphaBetaOptions {
        table_mb: 1,
        ..AlphaBetaOptions::default()
    });
    for (number, size) in gomoku::SIZES.enumerate() {
        for rule in Rule::ALL {
            let mut position = Position::new(size, rule).unwrap();
            let mut other = crate::registry::build(&format!("random:seed={number}")).unwrap();
            player.new_game(&position).unwrap();
            let mut ply = 0;
            while position.end().is_none() {
                let nodes = [1, 2, 7, 50, 400][ply % 5];
                let limits = match ply % 3 {
                    0 => Limits {
                        turn_ms: Some(0),
                        ..Limits::default()
                    },
                    1 => Limits {
                        turn_ms: Some(1),
                        game_left_ms: Some(3),
                        ..Limits::default()
                    },
                    _ => Limits {
                        nodes: Some(nodes),
                        ..Limits::default()
                    },
                };
                // The other one fills the board as well.
                let thought = if ply % 4 == 1 || ply < 6 {
                    other.think(&position, &limits).unwrap()
                } else {
                    player.think(&position, &limits).unwrap()
                };
                position
                    .play(thought.play)
                    .unwrap_or_else(|error| panic!("{error}\n{}", position.board()));
                ply += 1;
            }
        }
    }
}

#[test]
fn a_word_from_elsewhere_ends_the_search() {
    let position = bench::positions().remove(1);
    let mut player = Alphabeta::new(AlphaBetaOptions {
        table_mb: 1,
        threads: 2,
        ..AlphaBetaOptions::default()
    });
    let limits = Limits {
        nodes: Some(u64::MAX),
        ..Limits::default()
    };
    let stop = limits.stop.clone();
    let thought = thread::scope(|scope| {
        let searching = scope.spawn(|| player.think(&position, &limits));
        stop.raise();
        searching.join().unwrap()
    });
    assert!(position.clone().play(thought.unwrap().play).is_ok());
}

/// What was found while the other side thought is there when the answer is asked for.
#[test]
fn thinking_ahead_is_not_lost() {
    let before = bench::positions().remove(1);
    let depth = |depth: u32| Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let limits = depth(9);
    let mut player = Alphabeta::new(AlphaBetaOptions {
        table_mb: 16,
        ..AlphaBetaOptions::default()
    });
    player.new_game(&before).unwrap();
    let expected = player.think(&before, &depth(8)).unwrap().play;
    let mut position = before.clone();
    position.play(expected).unwrap();
    player.new_game(&position).unwrap();
    let plain = player.think(&position, &limits).unwrap();
    player.new_game(&before).unwrap();
    player.look_ahead(&before, &Stop::default(), 200_000);
    let ahead = player.think(&position, &limits).unwrap();
    assert!(ahead.nodes < plain.nodes, "{:?} {:?}", ahead.nodes, plain.nodes);
}

#[test]
fn the_table_keeps_to_the_memory_allowed() {
    let position = bench::positions().remove(1);
    let mut player = Alphabeta::new(AlphaBetaOptions::default());
    for (memory_bytes, expected) in [
        (Some(100 << 20), 64),
        (Some(30 << 20), 6),
        (Some(1), 1),
        (None, 64),
    ] {
        let limits = Limits {
            nodes: Some(10),
            memory_bytes,
            ..Limits::default()
        };
        player.think(&position, &limits).unwrap();
        assert_eq!(player.table.megabytes(), expected, "{memory_bytes:?}");
    }
}
