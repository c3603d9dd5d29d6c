//! Against the referee's walk through all turns.

use std::collections::HashSet;

use dice::Dice;
use referee::{
    position::Position as _,
    soccer::{
        Position,
        turn::{Rest, for_each_distinct},
    },
};

use super::*;
use crate::soccer::{positions, survey::Survey};

/// Keys of the positions after the turns that do not lose with this turn or the next, and whether one wins.
fn expected(ground: &Ground, position: &Position) -> (HashSet<u64>, bool) {
    let seat = position.turn();
    let (mut keys, mut wins, mut survey) = (HashSet::new(), false, Survey::new());
    for_each_distinct(&mut { *position.lines() }, &mut |lines, _, rest| match rest {
        Rest::Goal(winner) => wins |= winner == seat,
        Rest::Blocked if position.rules().blocked == Blocked::Loses => {}
        Rest::Blocked => drop(keys.insert(ground.key(lines, !seat))),
        Rest::Open => {
            survey.look_ahead(ground, lines, None);
            if survey.to_goal(!seat) > 0 {
                keys.insert(ground.key(lines, !seat));
            }
        }
    });
    (keys, wins)
}

#[test]
fn turns_are_those_of_the_referee() {
    for seed in 0..200 {
        let mut dice = Dice::new(seed);
        let blocked = *dice.pick(&Blocked::ALL);
        let lines = dice.below(20usize);
        let position = positions::by_dice(positions::small(blocked), lines, &mut dice);
        let ground = Ground::new(position.rules().pitch);
        let judge = Judge::new(position.rules().pitch, None);
        let mut turns = Turns::new(judge, blocked);
        turns.generate(&ground, position.lines(), position.turn(), 1_000_000);
        let (keys, wins) = expected(&ground, &position);
        assert!(turns.is_complete, "seed {seed}");
        for turn in &turns.turns {
            let mut after = position.clone();
            let ways = &turns.ways[turn.start as usize..][..usize::from(turn.length)];
            ways.iter().for_each(|&way| after.play(way).unwrap());
            assert!(
                after.turn() != position.turn() || after.outcome().is_some(),
                "seed {seed}"
            );
        }
        if wins {
            assert_eq!(turns.turns.len(), 1, "seed {seed}");
            assert_eq!(turns.turns[0].value, loss_in(0), "seed {seed}");
            continue;
        }
        if keys.is_empty() {
            assert_eq!(turns.turns.len(), 1, "seed {seed}: one that loses is kept");
            assert!(turns.turns[0].value > 0 && turns.turns[0].is_final, "seed {seed}");
            continue;
        }
        let found: HashSet<u64> = turns.turns.iter().map(|turn| turn.key).collect();
        assert_eq!(found.len(), turns.turns.len(), "seed {seed}: each once");
        assert_eq!(found, keys, "seed {seed}");
    }
}

#[test]
fn few_turns_are_some_of_all() {
    let mut dice = Dice::new(5);
    let position = positions::by_dice(referee::soccer::Rules::default(), 40, &mut dice);
    let ground = Ground::new(position.rules().pitch);
    let mut turns = Turns::new(Judge::new(position.rules().pitch, None), Blocked::Loses);
    turns.generate(&ground, position.lines(), position.turn(), 1_000_000);
    let all: HashSet<u64> = turns.turns.iter().map(|turn| turn.key).collect();
    turns.generate(&ground, position.lines(), position.turn(), 8);
    assert!(all.len() > 16, "{}", all.len());
    assert!(!turns.is_complete && turns.turns.len() < 16);
    assert!(turns.turns.iter().all(|turn| all.contains(&turn.key)));
}

/// A trap is a turn that the other side has no answer to, and is found where only a few turns are valued.
#[test]
fn a_trap_is_found_among_turns_that_are_left_out() {
    let (mut found, mut left_out) = (0, 0);
    for seed in 0..1_600 {
        let mut dice = Dice::new(seed);
        let rules = referee::soccer::Rules::default();
        let position = positions::by_dice(rules, 60 + dice.below(120usize), &mut dice);
        let (ground, seat) = (Ground::new(rules.pitch), position.turn());
        let mut turns = Turns::new(Judge::new(rules.pitch, None), rules.blocked);
        turns.generate(&ground, position.lines(), seat, 5_000);
        let wins = |turns: &Turns| turns.turns.iter().any(|turn| turn.value <= -PROVEN);
        let scores = turns.turns.iter().any(|turn| turn.value == loss_in(0));
        let (expected, all) = (wins(&turns), turns.turns.len());
        // Where there are more, it is not known of all.
        if scores || !turns.is_complete {
            continue;
        }
        turns.generate(&ground, position.lines(), seat, 8);
        let among_few = wins(&turns);
        turns.find_trap(&ground, position.lines(), seat, 1_000_000);
        assert_eq!(!turns.turns.is_empty(), expected, "seed {seed}: of {all}");
        let Some(trap) = turns.turns.first() else { continue };
        found += 1;
        left_out += usize::from(!among_few);
        let mut after = position.clone();
        turns.ways[..usize::from(trap.length)]
            .iter()
            .for_each(|&way| after.play(way).unwrap());
        if after.outcome().is_some() {
            continue;
        }
        assert_ne!(after.turn(), seat, "seed {seed}");
        turns.generate(&ground, after.lines(), after.turn(), 5_000);
        if !turns.is_complete {
            continue;
        }
        let escapes = turns
            .turns
            .iter()
            .filter(|turn| !(turn.is_final && turn.value > 0));
        assert_eq!(escapes.count(), 0, "seed {seed}");
    }
    assert!(
        found > 40 && left_out > 5,
        "{found} found, {left_out} of them left out"
    );
}
