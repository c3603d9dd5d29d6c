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
