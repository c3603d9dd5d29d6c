//! Against the same minimax by recursion over copies, and its bounds.

use dice::Dice;
use referee::soccer::{
    Lines,
    turn::{Rest, for_each},
};

use super::*;
use crate::soccer::positions;

/// The value of the best turn, by the referee's walk.
fn expected(position: &Position) -> i32 {
    let (rules, seat) = (position.rules(), position.turn());
    let far = |lines: &Lines| {
        let ball = rules.pitch.point(lines.ball());
        let goals = [-1, 0, 1].map(|aside| {
            let column = i32::from(rules.pitch.width() / 2) + aside;
            let rows = i32::from(ball.y) - i32::from(rules.pitch.goal_row(seat));
            rows.abs().max((i32::from(ball.x) - column).abs())
        });
        goals.into_iter().min().unwrap()
    };
    let end = |rest: Rest, mover: Seat| match rest {
        Rest::Goal(winner) if winner == mover => 100,
        Rest::Blocked if rules.blocked == Blocked::Draws => i32::from(rules.pitch.length() / 2 + 1),
        _ => -100,
    };
    let mut best = i32::MIN;
    for_each(&mut { *position.lines() }, &mut |lines, _, rest| {
        if rest != Rest::Open {
            best = best.max(end(rest, seat));
            return;
        }
        let mut reply = i32::MIN;
        for_each(lines, &mut |lines, _, rest| {
            reply = reply.max(if rest == Rest::Open {
                far(lines)
            } else {
                end(rest, !seat)
            });
        });
        best = best.max(-reply);
    });
    best
}

fn best(position: &Position, most: u64) -> (Best, u64) {
    let mut steps = Steps {
        taken: 0,
        most,
        is_over: &mut || false,
    };
    let best = best_turn(position, &mut steps);
    (best, steps.taken)
}

#[test]
fn the_stack_finds_what_recursion_finds() {
    for seed in 0..60 {
        let mut dice = Dice::new(seed);
        let rules = if seed % 2 == 0 {
            Rules::default()
        } else {
            positions::small(*dice.pick(&Blocked::ALL))
        };
        let position = positions::by_dice(rules, dice.below(14usize), &mut dice);
        let (best, steps) = best(&position, 20_000_000);
        if steps < 20_000_000 {
            assert_eq!(best.value, Some(expected(&position)), "seed {seed}");
        }
    }
}

/// What a device has to count, too: value, lines of the turn and steps from the beginning.
#[test]
fn the_first_turn_is_repeatable() {
    let start = Position::new(Rules::default());
    let (best, steps) = best(&start, STEPS_DEFAULT);
    assert_eq!((best.turn[0].digit(), best.value, steps), ('0', Some(-6), 64));
}

#[test]
fn few_steps_still_make_a_whole_turn() {
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let position = positions::by_dice(Rules::default(), dice.below(60usize), &mut dice);
        for most in [1, 2, 10, 1_000] {
            let (best, steps) = best(&position, most);
            assert!(steps <= most, "seed {seed}");
            let mut after = position.clone();
            best.turn.iter().for_each(|&way| after.play(way).unwrap());
            assert!(
                after.turn() != position.turn() || after.outcome().is_some(),
                "seed {seed}"
            );
        }
    }
}
