//! Proofs against a search of everything, limits, repeatability.

use std::collections::HashMap;

use dice::Dice;
use referee::soccer::{Blocked, Pitch, Rules};

use super::*;
use crate::soccer::{positions, score::is_proven};

fn engine(options: &str) -> BestFirst {
    let crate::soccer::registry::SoccerSpec::Soccer(options) = options.parse().unwrap() else {
        panic!()
    };
    BestFirst::new(options)
}

/// Positions that the search of everything may remember: most seeds need less.
const KNOWN_MOST: usize = 60_000;

/// Who wins with best play, line by line: 1 for the side to move, -1 for the other, 0 for nobody. `None` if there are too
/// many positions to find out.
fn solved(position: &mut Position, known: &mut HashMap<u64, i32>) -> Option<i32> {
    if let Some(outcome) = position.outcome() {
        let value = |winner| if winner == position.turn() { 1 } else { -1 };
        return Some(outcome.winner.map_or(0, value));
    }
    if let Some(&value) = known.get(&position.key()) {
        return Some(value);
    }
    if known.len() >= KNOWN_MOST {
        return None;
    }
    let seat = position.turn();
    let mut best = -1;
    for way in position.legal_moves() {
        position.play(way).unwrap();
        let value = solved(position, known);
        let value = value.map(|value| if position.turn() == seat { value } else { -value });
        position.undo();
        best = best.max(value?);
        if best == 1 {
            break;
        }
    }
    known.insert(position.key(), best);
    Some(best)
}

#[test]
fn proofs_are_those_of_a_search_of_everything() {
    let mut proven = 0;
    for seed in 0..100 {
        let mut dice = Dice::new(seed);
        let rules = positions::small(*dice.pick(&Blocked::ALL));
        let mut position = positions::by_dice(rules, 45 + dice.below(30usize), &mut dice);
        let Some(expected) = solved(&mut position, &mut HashMap::new()) else {
            continue;
        };
        let mut engine = engine("soccer:nodes=5000,turns=400");
        let thought = engine.think(&position, &Limits::default()).unwrap();
        let score = thought.score.unwrap();
        assert!(position.legal_moves().contains(&thought.play), "seed {seed}");
        if is_proven(score) {
            proven += 1;
            assert_eq!(score.signum(), expected, "seed {seed}: {score}");
        }
    }
    assert!(proven > 30, "{proven}");
}

#[test]
fn a_won_game_is_won() {
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut position = positions::by_dice(positions::small(Blocked::Loses), 25, &mut dice);
        let mut engine = engine("soccer:nodes=5000,turns=400");
        let winner = position.turn();
        let limits = Limits::default();
        let score = engine.think(&position, &limits).unwrap().score.unwrap();
        if !is_proven(score) || score < 0 {
            continue;
        }
        while position.outcome().is_none() {
            let play = if position.turn() == winner {
                engine.think(&position, &limits).unwrap().play
            } else {
                *dice.pick(&position.legal_moves())
            };
            position.play(play).unwrap();
        }
        assert_eq!(position.outcome().unwrap().winner, Some(winner), "seed {seed}");
    }
}

/// The first turn of the usual field, and what it cost.
fn first_turn(options: &str, limits: &Limits) -> (String, Thought<Direction>) {
    let mut position = positions::by_dice(Rules::default(), 12, &mut Dice::new(3));
    let mut engine = engine(options);
    let (seat, mut turn) = (position.turn(), String::new());
    let first = engine.think(&position, limits).unwrap();
    while position.turn() == seat && position.outcome().is_none() {
        let thought = engine.think(&position, limits).unwrap();
        turn.push(thought.play.digit());
        position.play(thought.play).unwrap();
    }
    (turn, first)
}

#[test]
fn one_thread_and_fixed_nodes_make_one_turn() {
    let limits = Limits {
        nodes: Some(5_000),
        ..Limits::default()
    };
    let (turn, thought) = first_turn("soccer", &limits);
    assert_eq!(first_turn("soccer", &limits), (turn.clone(), thought.clone()));
    let nodes = thought.nodes.unwrap();
    assert!((5_000..5_600).contains(&nodes), "{nodes}");
    let line: String = thought.line.iter().map(|way| way.digit()).collect();
    assert!(line.len() <= turn.len() + 1, "{line} {turn}");
}

#[test]
fn a_turn_goes_on_as_it_was_begun() {
    let position = positions::by_dice(Rules::default(), 12, &mut Dice::new(3));
    let mut engine = engine("soccer:nodes=3000");
    let first = engine.think(&position, &Limits::default()).unwrap();
    let mut after = position;
    for (place, &way) in first.line.iter().enumerate() {
        let thought = engine.think(&after, &Limits::default()).unwrap();
        if place > 0 {
            assert_eq!(thought.play, way, "line {place}");
            assert_eq!(thought.nodes, Some(0));
        }
        after.play(way).unwrap();
    }
}

#[test]
fn every_limit_leaves_a_legal_line_on_every_field() {
    let stopped = Limits::default();
    stopped.stop.raise();
    let tight = [
        stopped,
        Limits {
            turn_ms: Some(0),
            ..Limits::default()
        },
        Limits {
            nodes: Some(1),
            ..Limits::default()
        },
        Limits {
            depth: Some(1),
            ..Limits::default()
        },
        Limits {
            memory_bytes: Some(1),
            nodes: Some(50_000),
            ..Limits::default()
        },
    ];
    for (width, length) in [(4, 6), (8, 10), (12, 16)] {
        for seed in 0..10 {
            let mut dice = Dice::new(seed);
            let rules = Rules {
                pitch: Pitch::new(width, length).unwrap(),
                blocked: *dice.pick(&Blocked::ALL),
            };
            let position = positions::by_dice(rules, dice.below(60usize), &mut dice);
            for limits in &tight {
                let thought = engine("soccer:turns=50").think(&position, limits).unwrap();
                assert!(position.legal_moves().contains(&thought.play), "{width} {seed}");
            }
        }
    }
}

#[test]
fn threads_find_what_one_finds() {
    for seed in 0..20 {
        let mut dice = Dice::new(seed);
        let mut position = positions::by_dice(positions::small(Blocked::Loses), 50, &mut dice);
        let Some(expected) = solved(&mut position, &mut HashMap::new()) else {
            continue;
        };
        let mut engine = engine("soccer:nodes=5000,threads=3");
        let score = engine
            .think(&position, &Limits::default())
            .unwrap()
            .score
            .unwrap();
        if is_proven(score) {
            assert_eq!(score.signum(), expected, "seed {seed}: {score}");
        }
    }
}

/// At fixed nodes and steps, so that the games are the same everywhere.
#[test]
fn it_beats_the_thesis() {
    let mut won = 0;
    for seed in 0..20 {
        let opening = positions::by_dice(Rules::default(), 4, &mut Dice::new(seed));
        for own in Seat::BOTH {
            let mut position = opening.clone();
            let mut own_engine = engine("soccer:nodes=2000");
            let mut thesis = crate::soccer::thesis::Thesis::new(20_000);
            while position.outcome().is_none() {
                let player: &mut dyn Player<Position> = if position.turn() == own {
                    &mut own_engine
                } else {
                    &mut thesis
                };
                let thought = player.think(&position, &Limits::default()).unwrap();
                position.play(thought.play).unwrap();
            }
            won += u32::from(position.outcome().unwrap().winner == Some(own));
        }
    }
    assert!(won >= 35, "won {won} of 40");
}

#[test]
fn what_was_seen_is_kept_for_the_next_turn() {
    let mut position = Position::new(Rules::default());
    let mut engine = engine("soccer");
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let (tree, _) = engine.search(&position, &limits);
    let line = tree.line();
    for &way in line[..2].iter().flatten() {
        position.play(way).unwrap();
    }
    let key = Ground::new(Pitch::USUAL).key(position.lines(), position.turn());
    let below = tree.below(key, MEGABYTE).unwrap();
    assert_eq!(below.line(), line[2..]);
    assert!(!below.best().turn.is_empty());
    assert!(tree.below(key ^ 1, MEGABYTE).is_none());
    let mut seen = [Vec::new(), Vec::new()];
    tree.for_each_seen(
        Position::new(Rules::default()).lines(),
        3,
        &mut |lines, _, value| {
            seen[0].push((*lines, value));
        },
    );
    below.for_each_seen(position.lines(), 3, &mut |lines, _, value| {
        seen[1].push((*lines, value))
    });
    assert!(!seen[1].is_empty());
    assert!(seen[1].iter().all(|place| seen[0].contains(place)));
}
